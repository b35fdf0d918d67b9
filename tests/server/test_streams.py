"""Event streams: one event per change, none lost or doubled, however a stream is cut."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, takewhile
from random import Random
from typing import Any

import pytest

from dobbm.runtime.runtime import HEARTBEAT, OVERDUE, SILENCE
from dobbm.server.config import Limits
from dobbm.server.streams import UNHEARD
from dobbm.table.deadlines import GONE
from dobbm.table.house_rules import GRACE
from runtime.deltas import renewed
from server.serving import Guest, TableJson, Tables, parse_messages, play, refusal
from server.simulated import Simulated


def between(table: TableJson) -> bool:
    return bool(table["stage"] == "between")


def test_the_first_event_shows_the_current_table(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    for guest in (vroni, lois, vroni.spectator()):
        with guest.events() as events:
            first = next(events)
        seen = guest.see()
        assert first.number == first.table["number"]
        assert first.table["seat"] == guest.seat
        assert {*first.table} == {*seen}
        if first.number == seen["number"]:
            assert first.table["view"] == seen["view"]


def test_every_change_is_one_event(server: Simulated) -> None:
    vroni, lois = people = server.dealt("Vroni", "Lois")
    start = vroni.see()["number"]
    with vroni.events(after=start) as events:
        last = play(people, between)
        messages = list(islice(events, last["number"] - start))
    assert [one.number for one in messages] == [*range(start + 1, last["number"] + 1)]
    assert messages[-1].table["view"] == vroni.see()["view"]
    turns = [one.table["turn"] for one in messages if one.table["change"]["kind"] == "acted"]
    assert turns == [*range(turns[0], turns[0] + len(turns))]
    assert lois.history()[-1].table["view"]["result"] == last["view"]["result"]


def test_deltas_tell_the_same_as_whole_events(server: Simulated) -> None:
    vroni, lois = people = server.dealt("Vroni", "Lois")
    start = vroni.see()["number"]
    address = f"{vroni.path}/events?delta=true&after={start}"
    with (
        lois.events(after=start),
        vroni.events(after=start) as events,
        server.stream(address, {}, vroni.headers) as stream,
    ):
        last = play(people, between)["number"]
        whole = {one.number: one.table for one in islice(events, last - start)}
        kinds, table = [], b""
        for number, kind, data in islice(told(stream.lines), last - start):
            table = renewed(table, data) if kind == "delta" else data
            assert json.loads(table) == whole[number]
            kinds.append(kind)
    assert kinds[0] == ""
    assert {*kinds[1:]} == {"delta"}


def told(lines: Iterator[str]) -> Iterator[tuple[int, str, bytes]]:
    """Yield the number, the name and the data of each event."""
    kind, number = "", 0
    for line in lines:
        key, _, value = line.partition(": ")
        if key == "event":
            kind = value
        elif key == "id":
            number = int(value)
        elif key == "data":
            yield number, kind, value.encode()
            kind = ""


def test_a_cut_stream_resumes_without_a_gap(any_server: Tables) -> None:
    """At any point; the position is sent in the browser's header or in the URL."""
    rng = Random(5)
    people = _, lois = any_server.dealt("Vroni", "Lois")
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
    timeless = [(one.number, one.table["view"], one.table["change"]) for one in pieces]
    assert timeless == [(one.number, one.table["view"], one.table["change"]) for one in whole]


def test_the_browsers_header_takes_precedence_over_the_url(server: Simulated) -> None:
    [vroni] = server.dealt("Vroni")
    with vroni.events(after=0, **{"Last-Event-ID": "2"}) as events:
        assert next(events).number == 3


def test_a_future_event_number_is_ignored(server: Simulated) -> None:
    vroni = server.open(bots=0)
    with vroni.events(after=10**9) as events:
        assert next(events).number == vroni.see()["number"]


def test_a_stream_may_repeat_the_last_event(server: Simulated) -> None:
    """So that a client can see whether it is still the same."""
    [vroni] = server.dealt("Vroni")
    last = len(vroni.history())
    first = partial(number_first, vroni)
    assert first(f"from={last}") == first("") == first(f"from={last + 1}") == last
    assert first("from=2") == 2
    assert first(f"from=1&after={last - 2}") == last - 1
    assert first("from=1", **{"Last-Event-ID": str(last - 1)}) == last


@pytest.mark.parametrize("nothing", ["", "null"])
def test_who_has_no_event_to_resume_after_may_say_so(idle_server: Simulated, nothing: str) -> None:
    vroni = idle_server.open(bots=0)
    number = vroni.see()["number"]
    assert number_first(vroni, "", **{"Last-Event-ID": nothing}) == number
    assert number_first(vroni, f"after={nothing}") == number
    assert number_first(vroni, "from=1", **{"Last-Event-ID": nothing}) == 1


def number_first(guest: Guest, query: str, **headers: str) -> int:
    """Return the number of the first event of a stream."""
    path, headers = f"{guest.path}/events?{query}", guest.headers | headers
    with guest.server.stream(path, {}, headers) as answer:
        return next(parse_messages(answer.lines)).number


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "9" * 30])
def test_a_bad_event_number_is_refused(idle_server: Simulated, after: str) -> None:
    vroni = idle_server.open(bots=0)
    assert refusal(vroni.ask("GET", f"/events?after={after}")) == (422, "request")
    answer = vroni.ask("GET", "/events", headers={"Last-Event-ID": after})
    assert refusal(answer) == (422, "request")
    assert refusal(vroni.ask("GET", f"/events?from={after}")) == (422, "request")


def test_a_seat_may_have_a_limited_number_of_streams(serve: Callable[..., Simulated]) -> None:
    server = serve(limits=Limits(streams=2))
    vroni = server.open(bots=0)
    with vroni.events() as first, vroni.events() as second:
        assert next(first).number == next(second).number
        answer = vroni.ask("GET", "/events")
        assert refusal(answer) == (429, "limit")
        assert int(answer.headers["retry-after"]) >= 1
        with vroni.spectator().events() as third:
            assert next(third)
    with vroni.events() as again:
        assert next(again)


def test_an_address_may_have_a_limited_number_of_streams(serve: Callable[..., Simulated]) -> None:
    server = serve(limits=Limits(address_streams=2))
    vroni = server.open(bots=0)
    afar = {"X-Forwarded-For": "192.0.2.7"}
    with vroni.spectator().events(None, **afar) as first, vroni.events(None, **afar) as second:
        assert next(first).number == next(second).number
        answer = vroni.spectator().ask("GET", "/events", headers=afar)
        assert refusal(answer) == (429, "limit")
        with vroni.spectator().events(None, **{"X-Forwarded-For": "192.0.2.8"}) as third:
            assert next(third)
    with vroni.events(None, **afar) as again:
        assert next(again)


def test_an_event_arrives_at_once(any_server: Tables) -> None:
    vroni = any_server.open(bots=0)
    with vroni.events() as events:
        next(events)
        lois = vroni.bring("Lois")
        table = next(events).table
    assert table["change"]["kind"] == "sat"
    assert table["seats"][lois.seat or 0]["name"] == "Lois"


def test_the_stream_of_a_person_who_leaves_ends(server: Simulated) -> None:
    """The bot that takes the seat must keep its cards to itself."""
    vroni, lois = server.dealt("Vroni", "Lois")
    with lois.events() as events:
        next(events)
        assert lois.post("/leave").status_code == 200
        kinds = [message.table["change"]["kind"] for message in events]
    assert "left" not in kinds
    assert refusal(lois.ask("GET", "/events")) == (401, "token")
    assert vroni.see()["seats"][1]["kind"] == "bot"


def test_spectators_see_events_after_a_delay(server: Simulated) -> None:
    delay = 60.0
    vroni = server.open(bots=0, delay=delay)
    spectator = vroni.spectator()
    with spectator.events() as events:
        vroni.bring("Lois")
        table = next(
            message.table for message in events if message.table["seats"][1]["name"] == "Lois"
        )
        assert table["number"] == vroni.see()["number"]
        assert server.clock_now() - table["change"]["at"] == pytest.approx(delay)
    vroni.bring("Moidl")
    assert vroni.see()["seats"][2]["name"] == "Moidl"
    server.pass_time(delay - 1)
    assert spectator.see()["seats"][2]["name"] is None
    server.pass_time(2)
    assert spectator.see()["seats"][2]["name"] == "Moidl"


def test_a_seat_is_present_while_it_follows_the_table(server: Simulated) -> None:
    """It also counts as present for fifteen seconds after a request."""
    vroni, lois = server.seated("Vroni", "Lois")

    def present(guest: Guest) -> bool:
        return bool(vroni.see()["seats"][guest.seat or 0]["present"])

    assert present(lois)
    server.pass_time(GONE + HEARTBEAT)
    assert not present(lois)
    with lois.events() as events:
        next(events)
        server.pass_time(HEARTBEAT)
        assert present(lois)
        server.pass_time(10 * GONE)
        assert present(lois)
    server.pass_time(GONE + 2 * HEARTBEAT)
    assert not present(lois)
    assert lois.ask("GET").status_code == 200
    server.pass_time(HEARTBEAT)
    assert present(lois)


def test_a_person_who_sends_requests_is_present(server: Simulated) -> None:
    vroni, lois = server.seated("Vroni", "Lois")
    for _ in range(5):
        assert lois.ask("GET").status_code == 200
        server.pass_time(GONE - HEARTBEAT)
        assert vroni.see()["seats"][1]["present"]


def test_a_bot_stands_in_for_a_gone_person_until_the_next_request(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    with vroni.events() as events:
        next(events)
        table = vroni.wait(lambda table: table["view"]["to_act"] in (0, 1))
        if table["view"]["to_act"] == 0:
            vroni.act(table)
        server.pass_time(GRACE + HEARTBEAT)
        table = vroni.see()
        assert table["seats"][1]["stood_in"] == "gone"
        assert table["seats"][1]["kind"] == "person"
        assert lois.ask("GET").status_code == 200
        assert vroni.see()["seats"][1]["stood_in"] is None


def test_a_silent_stream_sends_comments(server: Simulated) -> None:
    """Every fifteen seconds, so that no proxy takes the connection for dead."""
    vroni = server.open(bots=0)
    with server.stream(f"{vroni.path}/events", {}, vroni.headers) as stream:
        begin = server.clock_now()
        comments = (line for line in stream.lines if line.startswith(":"))
        for times in (1, 2, 3):
            next(comments)
            assert server.clock_now() - begin == pytest.approx(times * SILENCE, abs=times * OVERDUE)


def beats(lines: Iterator[str]) -> Iterator[Any]:
    """Return the beats of a stream."""
    return (json.loads(next(lines)[6:]) for line in lines if line == "event: beat")


def pass_time_there(server: Simulated, guest: Guest, seconds: float) -> None:
    """Let time pass in which a guest answers the beats."""
    for _ in range(int(seconds // 5)):
        server.pass_time(5)
        assert guest.post("/here").status_code == 204


def test_beats_tell_the_time_and_who_is_there(server: Simulated) -> None:
    vroni = server.open(bots=0)
    lois = vroni.bring("Lois")
    vroni.bring("Moidl")
    with server.stream(f"{vroni.path}/events?beat=true", {}, vroni.headers) as stream:
        beat = beats(stream.lines)
        first = next(beat)
        assert first["now"] == pytest.approx(vroni.see()["change"]["at"], abs=1)
        with lois.events():
            pass_time_there(server, vroni, 20)
            second = [next(beat) for _ in range(6)][-1]
        pass_time_there(server, vroni, 40)
        third = [next(beat) for _ in range(12)][-1]
    assert 0 in first["connected"]
    assert second["connected"] == [0, 1]
    assert third["connected"] == [0]
    # The stream may be a beat ahead of its reader.
    assert 11 * 2 <= third["now"] - second["now"] <= 12 * 3 + 1


@pytest.mark.parametrize("wait", [0, 2])
def test_a_request_for_news_ends_with_the_news_or_with_a_beat(server: Simulated, wait: int) -> None:
    """A page asks like this whose streams a proxy holds back."""
    people = vroni, _ = server.dealt("Vroni", "Lois")
    last = play(people, between)["number"]

    def lines(after: int) -> list[str]:
        address = f"{vroni.path}/events?beat=true&wait={wait}&after={after}"
        with server.stream(address, {}, vroni.headers) as stream:
            server.pass_time(wait + OVERDUE)
            return list(stream.lines)

    missed = [line for line in lines(last - 3) if line.startswith("id: ")]
    assert missed == [f"id: {number}" for number in range(last - 2, last + 1)]
    none = lines(last)
    assert not any(line.startswith("id: ") for line in none)
    assert none.count("event: beat") == 1


def test_a_request_for_news_is_none_of_the_streams_of_a_seat(
    serve: Callable[..., Simulated],
) -> None:
    server = serve(limits=Limits(streams=1))
    vroni = server.open(bots=0)
    with vroni.events() as events:
        assert next(events)
        assert refusal(vroni.ask("GET", "/events")) == (429, "limit")
        assert vroni.ask("GET", "/events?wait=0").status_code == 200


def test_a_stream_with_beats_ends_when_nothing_is_heard_from_the_person(
    server: Simulated,
) -> None:
    """A proxy may keep a connection open that has lost its other end."""
    vroni, lois = server.dealt("Vroni", "Lois")
    with server.stream(f"{lois.path}/events?beat=true", {}, lois.headers) as stream:
        pass_time_there(server, lois, 30)
        assert vroni.see()["seats"][1]["stood_in"] is None
        silent_from = server.clock_now()
        *_, last = beats(stream.lines)
    assert UNHEARD - 3 <= last["now"] - silent_from <= UNHEARD + 2 * HEARTBEAT


def test_the_others_see_within_fifteen_seconds_who_is_not_heard(
    server: Simulated,
) -> None:
    vroni, lois = server.seated("Vroni", "Lois")
    watched, vanished = (
        server.stream(f"{guest.path}/events?beat=true", {}, guest.headers)
        for guest in (vroni, lois)
    )
    with watched as stream, vanished:
        beat = beats(stream.lines)
        pass_time_there(server, vroni, 5)
        assert lois.post("/here").status_code == 204
        since = server.clock_now()
        pass_time_there(server, vroni, 25)
        seen = takewhile(lambda one: one["now"] <= since + 25, beat)
        late = [one for one in seen if one["now"] >= since]
        missing = [one["now"] - since for one in late if 1 not in one["connected"]]
    assert UNHEARD <= missing[0] <= 15


def test_every_block_of_a_stream_is_an_event(server: Simulated) -> None:
    """Some clients take a block without data, such as one with a comment, for an event."""
    vroni = server.open(bots=0)

    def fields(lines: Iterator[str]) -> list[str]:
        """Return the names of the fields up to the next empty line."""
        return [line.partition(":")[0] for line in takewhile(bool, lines)]

    with server.stream(f"{vroni.path}/events", {}, vroni.headers) as stream:
        assert fields(stream.lines) == ["retry", "id", "data"]
        server.pass_time(2 * SILENCE + 1)
        vroni.bring("Lois")
        assert fields(stream.lines) == ["", "", "id", "data"]


def test_a_stream_ends_with_the_server(server: Simulated) -> None:
    vroni = server.open(bots=0)
    with vroni.events() as events:
        next(events)
        server.close_feeds()
        assert [*events] == []
