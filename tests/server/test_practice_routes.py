"""Hints at one's own table, and bots that play on from any deal."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from string import Formatter
from typing import Any

import httpx
import pytest

from dobbm import Deal, DobbmError, View, from_record
from dobbm.ai.worlds import Worlds
from dobbm.game.actions import Seat
from dobbm.players import make_player
from dobbm.server.site import LOCALE
from dobbm.server.threaded_bots import LADDER, ThreadedBots
from drawing import laid, open_deal, said
from rebuilding import rebuilt
from server.serving import Guest, Story, refusal
from server.simulated import Simulated
from server.test_openapi import validator
from tables import in_every_phase, record_of, seen
from tiers import sample_size

PRACTICE = "/api/v1/practice"

WORLDS = sample_size(4, long=20)
"""Ways in which the hidden cards may lie, at every step of a deal."""

PLACES = {"card", "seat", "often", "points", "suits"}


def practise(server: Simulated, record: Any, seat: Seat | None, **wanted: Any) -> httpx.Response:
    return server.ask("POST", PRACTICE, json={"record": record, "seat": seat} | wanted)


def practised(server: Simulated, record: Any, seat: Seat | None, **wanted: Any) -> Any:
    """The answer, which must be as it is described."""
    answer = practise(server, record, seat, **wanted)
    assert answer.status_code == 200, answer.text
    validator("Practice").validate(answer.json())
    return answer.json()


def own_turn(guest: Guest) -> Story:
    """When the guest is to act, or nobody any more."""

    def come(story: Story) -> bool:
        mine = story["stage"] == "playing" and story["view"]["to_act"] == guest.seat
        return bool(mine or story["stage"] == "between")

    return guest.wait(come)


@pytest.mark.parametrize("phase", ["bidding", "exchange", "doubling", "play"])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_bots_play_until_a_seat_is_to_act(server: Simulated, phase: str, seat: Seat) -> None:
    begun = in_every_phase()[phase]
    told = practised(server, record_of(begun), seat)
    deal = from_record({field: told["record"][field] for field in told["record"]})
    assert deal.setup == begun.setup
    assert deal.actions[: len(begun.actions)] == begun.actions
    acted = [step["action"] for step in told["acted"]]
    assert [*deal.actions[len(begun.actions) :]] == acted
    assert deal.to_act in (seat, None)
    assert seat not in [step["seat"] for step in told["acted"]]
    if deal.to_act is not None:
        assert told["view"] == seen(deal, seat)


def test_whose_turn_it_is_is_asked_at_once(server: Simulated) -> None:
    begun = open_deal()
    told = practised(server, record_of(begun), begun.to_act)
    assert told["acted"] == []
    assert told["view"] == seen(begun, begun.to_act)


def test_without_a_seat_they_play_to_the_end(server: Simulated) -> None:
    told = practised(server, record_of(open_deal(), meta={"table": "Stubai", "n": 1}), None)
    assert told["view"]["phase"] == "done"
    assert told["view"]["seat"] is None
    assert sum(told["view"]["result"]["payments"]) == 0
    assert told["view"]["record"] == told["record"]
    assert told["record"]["meta"] == {}  # what was known of the other deal is not true of this one
    again = practised(server, told["record"], None)
    assert again == told | {"acted": []}


def test_the_dealer_on_holiday_waits_for_the_end(server: Simulated) -> None:
    begun = open_deal(players=5)
    told = practised(server, record_of(begun), begun.setup.dealer)
    assert told["view"]["phase"] == "done"


def test_the_same_request_has_the_same_answer(server: Simulated) -> None:
    record = record_of(open_deal())
    told = practised(server, record, 2, bot="random")
    assert all(practised(server, record, 2, bot="random") == told for _ in range(5))


def test_a_bot_does_the_same_however_it_is_asked(server: Simulated) -> None:
    """Step by step, and all at once."""
    record = record_of(open_deal())
    at_once = practised(server, record, None, bot="random")["record"]
    for seat in (0, 1, 2, 3):
        on_the_way = practised(server, record, seat, bot="random")["record"]
        assert practised(server, on_the_way, None, bot="random")["record"] == at_once


@pytest.mark.parametrize("bot", LADDER)
def test_every_bot_of_the_house_plays(idle_server: Simulated, bot: str) -> None:
    begun = said(laid(said(open_deal(), "dobbm weiter weiter weiter"), "AU7 B76"), "gut gut gut")
    ending = practised(idle_server, record_of(begun), None)["record"]
    ending["actions"] = ending["actions"][:-12]
    told = practised(idle_server, ending, None, bot=bot)
    assert told["view"]["phase"] == "done"
    assert len(told["acted"]) == 12


def test_by_default_it_is_the_simple_one(idle_server: Simulated) -> None:
    record = record_of(open_deal())
    told = practised(idle_server, record, None)
    assert told == practised(idle_server, record, None, bot="simple")
    deal = from_record(record)
    for step in told["acted"]:
        view = View.of(deal, deal.to_act)
        assert step["action"] == make_player("simple").act(view, 0)  # it needs no chance
        deal = deal.apply(step["action"])


@pytest.mark.parametrize(
    "changes",
    [
        {"deck": ["HS"]},
        {"deck": ["HX"] * 36},
        {"dealer": 4},
        {"dealer": ...},
        {"dealer": 1.0},
        {"players": 6},
        {"stake": 3},
        {"meta": []},
        {"rules": {"preset": "poker"}},
        {"rules": {"match": "7"}},
        {"actions": ["dobbm", "gut"]},
        {"actions": ["weiter", "HX"]},
        {"actions": ["weiter", 7]},
        {"actions": ["weiter"] * 5},
        {"actions": ["solo", "gut", "gut", "gut", "HS", "BS"]},
        {"actions": ["solo", "gut", "gut", "gut", "BS"]},
    ],
)
def test_a_record_that_is_amiss_is_refused_as_everywhere(
    idle_server: Simulated, changes: dict[str, Any]
) -> None:
    record = record_of(open_deal(), **changes)
    with pytest.raises(DobbmError) as error:
        from_record(record)
    answer = practise(idle_server, record, 0)
    assert refusal(answer) == (422, error.value.code)
    assert answer.json()["error"]["action"] == error.value.action
    assert answer.json()["error"]["message"] == str(error.value)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"seat": 4}, "seats"),
        ({"seat": 5}, "request"),
        ({"seat": -1}, "request"),
        ({"seat": "0"}, "request"),
        ({"record": []}, "request"),
        ({"record": None}, "request"),
        ({"bot": "nobody"}, "bot"),
        ({"bot": "pimc:worlds=9999"}, "bot"),
        ({"bot": "exec:true"}, "bot"),
        ({"bot": "simple" * 9}, "request"),
        ({"stake": 3}, "request"),
    ],
)
def test_what_cannot_be_practised(
    idle_server: Simulated, wanted: dict[str, Any], code: str
) -> None:
    body = {"record": record_of(open_deal()), "seat": 0} | wanted
    assert refusal(idle_server.ask("POST", PRACTICE, json=body)) == (422, code)


def test_a_seat_must_be_told(idle_server: Simulated) -> None:
    answer = idle_server.ask("POST", PRACTICE, json={"record": record_of(open_deal())})
    assert refusal(answer) == (422, "request")


def test_half_a_character_harms_nobody(idle_server: Simulated) -> None:
    record = record_of(open_deal(), meta={"table": "\ud800", "n": 1e308})
    body = json.dumps({"record": record, "seat": 0}).encode()
    told = {"Content-Type": "application/json"}
    answer = idle_server.ask("POST", PRACTICE, content=body, headers=told)
    assert answer.status_code == 200


def test_whoever_follows_the_hints_plays_lawfully(server: Simulated) -> None:
    german = json.loads((LOCALE / "de" / "LC_MESSAGES" / "dobbm.json").read_text())
    vroni = server.open(bots=3)
    while (story := own_turn(vroni))["stage"] == "playing":
        answer = vroni.ask("GET", "/hint")
        assert answer.status_code == 200, answer.text
        hint = answer.json()
        validator("Hint").validate(hint)
        assert hint["turn"] == story["turn"]
        actions = [one["action"] for one in hint["hints"]]
        if story["view"]["legal"] is not None:
            assert sorted(actions) == story["view"]["legal"]
        for one in hint["hints"]:
            reason = one["reason"]
            assert reason["sentence"] in german
            assert {name for _, name, _, _ in Formatter().parse(reason["sentence"])} <= {
                *PLACES,
                None,
            }
            assert 0 <= reason["percent"] <= 100
            assert one["spread"] >= 0
        assert vroni.ask("GET", "/hint").json() == hint
        acted = vroni.post("/actions", {"action": actions[0], "turn": hint["turn"]})
        assert acted.status_code == 200, acted.text
    assert refusal(vroni.ask("GET", "/hint")) == (409, "turn")


def test_no_hint_for_those_who_look_on(server: Simulated) -> None:
    vroni = server.open(bots=3)
    own_turn(vroni)
    assert refusal(vroni.spectator().ask("GET", "/hint")) == (401, "token")
    assert refusal(Guest(server, vroni.table, 0, "wrong").ask("GET", "/hint")) == (401, "token")
    assert refusal(Guest(server, "nowhere", 0, vroni.token).ask("GET", "/hint")) == (
        404,
        "unknown",
    )


def test_no_hint_where_others_play_for_money(server: Simulated) -> None:
    vroni, lois = server.dealt("Vroni", "Lois")
    for guest in (vroni, lois):
        assert refusal(guest.ask("GET", "/hint")) == (422, "phase")
    assert lois.post("/leave").status_code == 200
    assert own_turn(vroni)["stage"] == "playing"
    assert vroni.ask("GET", "/hint").status_code == 200


def test_no_hint_before_the_cards_are_dealt(server: Simulated) -> None:
    assert refusal(server.open(bots=0).ask("GET", "/hint")) == (409, "turn")


def positions() -> Iterator[Deal]:
    """A deal that is played by the simple player, at every step."""
    deal, player = open_deal(), make_player("simple")
    while deal.to_act is not None:
        yield deal
        action = player.act(View.of(deal, deal.to_act), 0)
        assert action
        deal = deal.apply(action)


def test_a_hint_knows_no_more_than_its_seat() -> None:
    """Wherever the hidden cards lie, it is the same."""
    bots = ThreadedBots()

    async def hints(deals: list[Deal], seat: Seat) -> list[Any]:
        return [await bots.explain(View.of(deal, seat), seed=17) for deal in deals]

    async def compare() -> int:
        compared = 0
        for deal in positions():
            seat = deal.to_act
            assert seat is not None
            view = View.of(deal, seat)
            others = []
            for world in Worlds.of(view).sample(WORLDS, seed=len(deal.actions)).tolist():
                try:
                    others.append(rebuilt(tuple(world), deal, view))
                except DobbmError:
                    continue  # it could not have been played like that
            told = await hints([deal, *others], seat)
            assert all(one == told[0] for one in told)
            compared += len([other for other in others if other.hands != deal.hands])
        return compared

    assert asyncio.run(compare()) > 10 * WORLDS
    bots.close()


def test_thoughts_are_counted_where_they_come_from(serve: Callable[..., Simulated]) -> None:
    server = serve()
    record = record_of(open_deal())

    def statuses(address: str, times: int) -> list[int]:
        return [
            server.ask(
                "POST",
                PRACTICE,
                json={"record": record, "seat": None},
                headers={"X-Forwarded-For": address},
            ).status_code
            for _ in range(times)
        ]

    assert statuses("192.0.2.7", 20) == [200] * 20
    assert 429 in statuses("192.0.2.7", 5)
    assert statuses("192.0.2.8", 1) == [200]
    assert statuses("127.0.0.1", 30) == [200] * 30
