"""Event streams: one event for every change, and none lost or doubled however one is cut off."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import islice
from random import Random
from time import time

import pytest

from dobbm.table import clock
from web.serving import Guest, Story, play, refusal
from web.simulated import Simulated

LONG = pytest.mark.skipif("DOBBM_LONG" not in os.environ, reason="takes a minute: DOBBM_LONG=1")


def between(story: Story) -> bool:
    return bool(story["stage"] == "between")


def test_the_first_event_tells_how_the_table_stands(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    for guest in (vroni, lois, vroni.spectator()):
        with guest.events() as events:
            first = next(events)
        seen = guest.see()
        assert first.number == first.story["number"]
        assert first.story["seat"] == guest.seat
        assert {*first.story} == {*seen}
        if first.number == seen["number"]:
            assert first.story["view"] == seen["view"]


def test_every_change_is_one_event(server: Simulated) -> None:
    vroni, lois = people = server.dealt("Vroni", "Lois")
    start = vroni.see()["number"]
    with vroni.events(after=start) as events:
        last = play(people, between)
        told = list(islice(events, last["number"] - start))
    assert [one.number for one in told] == [*range(start + 1, last["number"] + 1)]
    assert told[-1].story["view"] == vroni.see()["view"]
    turns = [one.story["turn"] for one in told if one.story["change"]["kind"] == "acted"]
    assert turns == [*range(turns[0], turns[0] + len(turns))]
    assert lois.history()[-1].story["view"]["result"] == last["view"]["result"]


def test_a_stream_that_is_cut_goes_on_without_a_gap(server: Simulated) -> None:
    """At any point, told by the header of browsers or in the URL."""
    rng = Random(5)
    people = _, lois = server.dealt("Vroni", "Lois")
    play(people, between)
    whole = lois.history()
    last = len(whole)
    assert [one.number for one in whole] == [*range(1, last + 1)]
    number, pieces = 0, []
    while number < last:
        size = min(rng.randint(1, 9), last - number)
        after = {"Last-Event-ID": str(number)} if rng.random() < 0.5 else {}
        with lois.events(None if after else number, **after) as events:
            pieces += [next(events) for _ in range(size)]
        number += size
    timeless = [(one.number, one.story["view"], one.story["change"]) for one in pieces]
    assert timeless == [(one.number, one.story["view"], one.story["change"]) for one in whole]


def test_the_header_of_a_browser_comes_before_the_url(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    with vroni.events(after=0, **{"Last-Event-ID": "2"}) as events:
        assert next(events).number == 3


def test_a_number_that_has_not_come_yet_is_as_good_as_none(server: Simulated) -> None:
    vroni = server.open(bots=0)
    with vroni.events(after=10**9) as events:
        assert next(events).number == vroni.see()["number"]


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "9" * 30])
def test_what_is_no_number_of_an_event(idle_server: Simulated, after: str) -> None:
    vroni = idle_server.open(bots=0)
    assert refusal(vroni.ask("GET", f"/events?after={after}")) == (422, "request")
    answer = vroni.ask("GET", "/events", headers={"Last-Event-ID": after})
    assert refusal(answer) == (422, "request")


def test_a_seat_has_five_streams_at_most(serve: Callable[..., Simulated]) -> None:
    server = serve("--limit-streams", "2")
    vroni = server.open(bots=0)
    with vroni.events() as first, vroni.events() as second:
        assert next(first).number == next(second).number
        answer = vroni.ask("GET", "/events")
        assert refusal(answer) == (429, "limit")
        assert int(answer.headers["retry-after"]) >= 1
        with vroni.spectator().events() as third:
            assert next(third)
    for _ in waiting():
        answer = vroni.ask("HEAD")
        if "dobbm_streams 0.0" in server.ask("GET", "/metrics").text:
            break
    with vroni.events() as again:
        assert next(again)


def test_an_address_has_so_many_streams(serve: Callable[..., Simulated]) -> None:
    server = serve("--limit-address-streams", "2")
    vroni = server.open(bots=0)
    afar = {"X-Forwarded-For": "192.0.2.7"}
    with vroni.spectator().events(None, **afar) as first, vroni.events(None, **afar) as second:
        assert next(first).number == next(second).number
        answer = vroni.spectator().ask("GET", "/events", headers=afar)
        assert refusal(answer) == (429, "limit")
        with vroni.spectator().events(None, **{"X-Forwarded-For": "192.0.2.8"}) as third:
            assert next(third)
    for _ in waiting():
        if "dobbm_streams 0.0" in server.ask("GET", "/metrics").text:
            break
    with vroni.events(None, **afar) as again:
        assert next(again)


def test_an_event_comes_at_once(server: Simulated) -> None:
    vroni = server.open(bots=0)
    with vroni.events() as events:
        next(events)
        lois = vroni.bring("Lois")
        told = next(events).story
    assert told["change"]["kind"] == "sat"
    assert told["seats"][lois.seat or 0]["name"] == "Lois"


def test_whoever_has_left_follows_no_more(server: Simulated) -> None:
    """The bot that has the seat is to keep its cards to itself."""
    vroni, lois = server.dealt("Vroni", "Lois")
    with lois.events() as events:
        next(events)
        assert lois.post("/leave").status_code == 200
        kinds = [told.story["change"]["kind"] for told in events]
    assert "left" not in kinds
    assert refusal(lois.ask("GET", "/events")) == (401, "token")
    assert vroni.see()["seats"][1]["kind"] == "bot"


def test_spectators_are_behind(server: Simulated) -> None:
    delay = 1.5
    vroni = server.open(bots=0, delay=delay)
    spectator = vroni.spectator()

    def tells_of(seat: int | None, story: Story) -> bool:
        """Whether this is told; whatever is told after the beginning happened a while ago."""
        assert story["number"] <= 2 or time() - story["change"]["at"] > delay - 0.1
        return story["seats"][seat or 0]["name"] is not None

    with spectator.events() as events:
        assert next(events).number <= 2
        lois = vroni.bring("Lois")
        while not tells_of(lois.seat, next(events).story):
            pass
    moidl = vroni.bring("Moidl")
    assert vroni.see()["seats"][2]["name"] == "Moidl"
    spectator.wait(lambda story: tells_of(moidl.seat, story))


def test_a_seat_is_present_as_long_as_it_follows(server: Simulated) -> None:
    """Or was heard of lately: here, within a second."""
    vroni, lois = server.seated("Vroni", "Lois")

    def present(guest: Guest) -> bool:
        return bool(vroni.see()["seats"][guest.seat or 0]["present"])

    assert present(lois)
    vroni.wait(lambda story: not story["seats"][1]["present"])
    with lois.events() as events:
        next(events)
        assert present(lois)
        for _ in waiting(within=1.5):
            assert present(lois)
    vroni.wait(lambda story: not story["seats"][1]["present"])
    assert lois.ask("GET").status_code == 200
    assert present(lois)


@LONG
def test_who_follows_through_one_process_is_present_in_all(postgres_server: Simulated) -> None:
    vroni, lois = postgres_server.seated("Vroni", "Lois")
    with lois.events() as events:
        next(events)
        for _ in waiting(within=1.5 * clock.GONE):
            assert vroni.see()["seats"][1]["present"]
    vroni.wait(lambda story: not story["seats"][1]["present"])


@LONG
def test_who_asks_one_process_now_and_then_is_present_in_all(postgres_server: Simulated) -> None:
    vroni, lois = postgres_server.seated("Vroni", "Lois")
    for _ in range(2):
        assert lois.ask("GET").status_code == 200
        for _ in waiting(within=0.6 * clock.GONE):
            assert vroni.see()["seats"][1]["present"]


def test_who_is_gone_has_a_bot_stand_in_until_the_next_request(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    with vroni.events() as events:
        next(events)

        def vronis_turn_is_over(story: Story) -> bool:
            if story["stage"] == "playing" and story["view"]["to_act"] == vroni.seat:
                vroni.act(story)
            return bool(story["seats"][1]["stood_in"] or story["stage"] == "between")

        story = vroni.wait(vronis_turn_is_over)
        assert story["seats"][1]["stood_in"] == "gone"
        assert story["seats"][1]["kind"] == "person"
        assert lois.ask("GET").status_code == 200
        assert vroni.see()["seats"][1]["stood_in"] is None
