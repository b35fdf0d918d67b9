"""Hints at a person's own table, and bots that play on from any deal."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
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
from dobbm.server.work_queue import WorkQueue
from drawing import laid, open_deal, said
from rebuilding import rebuilt
from server.serving import Guest, TableJson, refusal
from server.simulated import Simulated
from server.test_openapi import validator
from tables import in_every_phase, record_of, seen
from tiers import sample_size

PRACTICE = "/api/v1/practice"

WORLDS = sample_size(4, long=20)
"""Worlds drawn at every step of a deal."""

PLACES = {"card", "seat", "often", "points", "suits"}


def practise(server: Simulated, record: Any, seat: Seat | None, **options: Any) -> httpx.Response:
    return server.ask("POST", PRACTICE, json={"record": record, "seat": seat} | options)


def practised(server: Simulated, record: Any, seat: Seat | None, **options: Any) -> Any:
    """Return the answer after checking its status and its schema."""
    answer = practise(server, record, seat, **options)
    assert answer.status_code == 200, answer.text
    validator("Practice").validate(answer.json())
    return answer.json()


def own_turn(guest: Guest) -> TableJson:
    """Wait until the guest is to act or the deal is over."""

    def is_own_turn(table: TableJson) -> bool:
        mine = table["stage"] == "playing" and table["view"]["to_act"] == guest.seat
        return bool(mine or table["stage"] == "between")

    return guest.wait(is_own_turn)


@pytest.mark.parametrize("phase", ["bidding", "exchange", "doubling", "play"])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_bots_play_until_a_seat_is_to_act(server: Simulated, phase: str, seat: Seat) -> None:
    begun = in_every_phase()[phase]
    answer = practised(server, record_of(begun), seat)
    deal = from_record({field: answer["record"][field] for field in answer["record"]})
    assert deal.setup == begun.setup
    assert deal.actions[: len(begun.actions)] == begun.actions
    acted = [step["action"] for step in answer["acted"]]
    assert [*deal.actions[len(begun.actions) :]] == acted
    assert deal.to_act in (seat, None)
    assert seat not in [step["seat"] for step in answer["acted"]]
    if deal.to_act is not None:
        assert answer["view"] == seen(deal, seat)


def test_the_bots_do_nothing_if_the_seat_is_to_act(server: Simulated) -> None:
    begun = open_deal()
    answer = practised(server, record_of(begun), begun.to_act)
    assert answer["acted"] == []
    assert answer["view"] == seen(begun, begun.to_act)


def test_without_a_seat_the_bots_play_to_the_end(server: Simulated) -> None:
    answer = practised(server, record_of(open_deal(), meta={"table": "Stubai", "n": 1}), None)
    assert answer["view"]["phase"] == "done"
    assert answer["view"]["seat"] is None
    assert sum(answer["view"]["result"]["payments"]) == 0
    assert answer["view"]["record"] == answer["record"]
    assert answer["record"]["meta"] == {}  # the other deal's metadata does not apply to this one
    again = practised(server, answer["record"], None)
    assert again == answer | {"acted": []}


def test_the_dealer_on_holiday_waits_for_the_end(server: Simulated) -> None:
    begun = open_deal(players=5)
    answer = practised(server, record_of(begun), begun.setup.dealer)
    assert answer["view"]["phase"] == "done"


def test_the_same_request_has_the_same_answer(server: Simulated) -> None:
    record = record_of(open_deal())
    answer = practised(server, record, 2, bot="random")
    assert all(practised(server, record, 2, bot="random") == answer for _ in range(5))


def test_a_bot_does_the_same_step_by_step_and_all_at_once(server: Simulated) -> None:
    record = record_of(open_deal())
    at_once = practised(server, record, None, bot="random")["record"]
    for seat in (0, 1, 2, 3):
        on_the_way = practised(server, record, seat, bot="random")["record"]
        assert practised(server, on_the_way, None, bot="random")["record"] == at_once


EACH = ["network", "pimc:quick", "simple", "random"]
"""A bot of its own for each seat."""


def test_each_seat_may_have_a_bot_of_its_own(server: Simulated) -> None:
    record = record_of(open_deal())
    answer = practised(server, record, None, bots=EACH)
    deal = from_record(record)
    for step in answer["acted"]:
        alone = practised(server, record_of(deal), (step["seat"] + 1) % 4, bot=EACH[step["seat"]])
        assert alone["acted"][0] == step
        deal = deal.apply(step["action"])
    left_out = practised(server, record, 1, bot="random", bots=[None, None, "trained", None])
    assert left_out == practised(server, record, 1, bots=["random", "pimc", "trained", "random"])


ANSWERING = """
import asyncio, json, sys
from dobbm import from_record
from dobbm.server.threaded_bots import ThreadedBots
record, names = json.loads(sys.argv[1])
bots = ThreadedBots()
deal, _ = asyncio.run(bots.continue_deal(from_record(record), None, names, lambda _: None))
bots.close()
print(json.dumps(deal.actions))
"""


def test_the_bots_of_another_process_do_the_same(server: Simulated) -> None:
    """Also after other deals, and with other hashes."""
    record = record_of(open_deal())
    practised(server, record, None, bot="pimc:quick")
    answer = practised(server, record, None, bots=EACH)
    program = [sys.executable, "-c", ANSWERING, json.dumps([record, EACH])]
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    done = subprocess.run(program, env=environment, capture_output=True, check=True)
    assert json.loads(done.stdout) == answer["record"]["actions"]


@pytest.mark.parametrize("bot", LADDER)
def test_every_bot_of_the_server_plays(idle_server: Simulated, bot: str) -> None:
    begun = said(laid(said(open_deal(), "dobbm weiter weiter weiter"), "AU7 B76"), "gut gut gut")
    ending = practised(idle_server, record_of(begun), None)["record"]
    ending["actions"] = ending["actions"][:-12]
    answer = practised(idle_server, ending, None, bot=bot)
    assert answer["view"]["phase"] == "done"
    assert len(answer["acted"]) == 12


def test_the_default_bot_is_simple(idle_server: Simulated) -> None:
    record = record_of(open_deal())
    answer = practised(idle_server, record, None)
    assert answer == practised(idle_server, record, None, bot="simple")
    deal = from_record(record)
    for step in answer["acted"]:
        view = View.of(deal, deal.to_act)
        assert step["action"] == make_player("simple").act(view, 0)  # it needs no randomness
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
def test_a_faulty_record_is_refused_as_everywhere(
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
        ({"bots": ["simple"] * 3}, "seats"),
        ({"bots": ["simple"] * 6}, "request"),
        ({"bots": ["simple", None, None, "nobody"]}, "bot"),
        ({"bots": "simple"}, "request"),
        ({"stake": 3}, "request"),
    ],
)
def test_an_impossible_practice_is_refused(
    idle_server: Simulated, wanted: dict[str, Any], code: str
) -> None:
    body = {"record": record_of(open_deal()), "seat": 0} | wanted
    assert refusal(idle_server.ask("POST", PRACTICE, json=body)) == (422, code)


def test_the_seat_is_required(idle_server: Simulated) -> None:
    answer = idle_server.ask("POST", PRACTICE, json={"record": record_of(open_deal())})
    assert refusal(answer) == (422, "request")


def test_half_a_surrogate_pair_does_no_harm(idle_server: Simulated) -> None:
    record = record_of(open_deal(), meta={"table": "\ud800", "n": 1e308})
    body = json.dumps({"record": record, "seat": 0}).encode()
    headers = {"Content-Type": "application/json"}
    answer = idle_server.ask("POST", PRACTICE, content=body, headers=headers)
    assert answer.status_code == 200


def test_following_the_hints_is_always_legal(server: Simulated) -> None:
    german = json.loads((LOCALE / "de" / "LC_MESSAGES" / "dobbm.json").read_text())
    vroni = server.open(bots=3)
    while (table := own_turn(vroni))["stage"] == "playing":
        answer = vroni.ask("GET", "/hint")
        assert answer.status_code == 200, answer.text
        hint = answer.json()
        validator("Hint").validate(hint)
        assert hint["turn"] == table["turn"]
        actions = [one["action"] for one in hint["hints"]]
        if table["view"]["legal"] is not None:
            assert sorted(actions) == table["view"]["legal"]
        for one in hint["hints"]:
            reason = one["reason"]
            assert reason["sentence"] in german
            places = {name for _, name, _, _ in Formatter().parse(reason["sentence"]) if name}
            assert reason.keys() - {"sentence", "percent"} == places <= PLACES
            assert None not in reason.values()
            assert ("percent" in reason) == ("often" in reason)
            assert 0 <= reason.get("percent", 0) <= 100
            assert one["spread"] >= 0
            assert (one["wins"] is None) == (one["action"] == "weiter")
            assert 0 <= (one["wins"] or 0) <= 1
        assert vroni.ask("GET", "/hint").json() == hint
        acted = vroni.post("/actions", {"action": actions[0], "turn": hint["turn"]})
        assert acted.status_code == 200, acted.text
    assert refusal(vroni.ask("GET", "/hint")) == (409, "turn")


def test_no_hint_for_spectators(server: Simulated) -> None:
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
    """Yield a deal at every step while the simple player plays it."""
    deal, player = open_deal(), make_player("simple")
    while deal.to_act is not None:
        yield deal
        action = player.act(View.of(deal, deal.to_act), 0)
        assert action
        deal = deal.apply(action)


def test_a_hint_knows_no_more_than_its_seat() -> None:
    """The hint is the same wherever the hidden cards lie."""
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
                    continue  # the deal could not have been played like that
            answers = await hints([deal, *others], seat)
            assert all(one == answers[0] for one in answers)
            compared += len([other for other in others if other.hands != deal.hands])
        return compared

    assert asyncio.run(compare()) > 10 * WORLDS
    bots.close()


def test_practice_is_limited_by_address(serve: Callable[..., Simulated]) -> None:
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


class SlowThread:
    """Makes every computation take a simulated second, and counts those begun."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = 0
        start = WorkQueue.start

        async def start_slowly(
            queue: WorkQueue, rank: int, do: Callable[..., Any], *arguments: Any, **options: Any
        ) -> asyncio.Future[Any]:
            self.begun += 1
            await asyncio.sleep(1)
            return await start(queue, rank, do, *arguments, **options)

        monkeypatch.setattr(WorkQueue, "start", start_slowly)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SlowThread:
    return SlowThread(monkeypatch)


def test_bots_stop_when_the_client_has_gone(
    serve: Callable[..., Simulated], slow: SlowThread
) -> None:
    server = serve()
    body = {"record": record_of(open_deal()), "seat": None}

    async def leave() -> None:
        exchange = server.begin("POST", PRACTICE, json=body)
        await asyncio.sleep(4.5)
        await exchange.cut()
        assert exchange.status == 499

    server.run(leave())
    server.pass_time(60)
    assert slow.begun == 5


def test_a_hint_that_waits_is_dropped_when_the_client_has_gone(
    serve: Callable[..., Simulated], slow: SlowThread
) -> None:
    server = serve()
    vroni = server.open(bots=3)
    own_turn(vroni)

    async def ask_and_leave() -> None:
        target = f"{vroni.path}/hint"
        first, second = [server.begin("GET", target, headers=vroni.headers) for _ in range(2)]
        await asyncio.sleep(0.5)
        await second.cut()
        assert (await first.answer()).status_code == 200

    server.run(ask_and_leave())
    assert slow.begun == 1


@pytest.mark.usefixtures("slow")
def test_an_address_has_one_deal_continued_at_a_time_and_few_may_wait(
    serve: Callable[..., Simulated],
) -> None:
    """Even an address without other limits."""
    server = serve()
    deal = laid(said(open_deal(), "dobbm weiter weiter weiter"), "AU7 B76")
    body = {"record": record_of(deal), "seat": deal.setup.dealer}

    async def ask(address: str) -> tuple[int, float]:
        start = asyncio.get_running_loop().time()
        headers = {"X-Forwarded-For": address}
        answer = await server.exchange("POST", PRACTICE, json=body, headers=headers)
        if answer.status_code == 429:
            assert answer.headers["Retry-After"] == "1"
        return answer.status_code, asyncio.get_running_loop().time() - start

    async def ask_all() -> list[tuple[int, float]]:
        many = [ask("127.0.0.1") for _ in range(20)]
        return await asyncio.gather(*many, ask("192.0.2.7"))

    *many, other = server.run(ask_all())
    statuses = [status for status, _ in many]
    assert statuses.count(200) == 9
    assert statuses.count(429) == 11
    alone = other[1]
    waits = sorted(seconds for status, seconds in many if status == 200)
    assert other[0] == 200
    assert waits == [pytest.approx(alone * (place + 1)) for place in range(9)]


def test_strong_bots_cost_more_than_others(serve: Callable[..., Simulated]) -> None:
    server = serve()
    deal = laid(said(open_deal(), "dobbm weiter weiter weiter"), "AU7 B76")
    record = record_of(said(deal, "gut gut gut"))
    ending = practised(server, record, None)["record"]
    ending["actions"] = ending["actions"][:-12]

    def statuses(bot: str, address: str, times: int) -> list[int]:
        headers = {"X-Forwarded-For": address}
        body = {"record": ending, "seat": None, "bot": bot}
        answers = [server.ask("POST", PRACTICE, json=body, headers=headers) for _ in range(times)]
        return [answer.status_code for answer in answers]

    assert statuses("trained", "192.0.2.1", 8) == [200] * 8
    assert statuses("pimc:strong", "192.0.2.2", 3) == [200, 429, 429]
    server.pass_time(15)
    assert statuses("pimc:strong", "192.0.2.2", 2) == [200, 429]


def test_claims_are_limited_by_address(serve: Callable[..., Simulated]) -> None:
    vroni = serve().open(bots=3)
    headers = {"X-Forwarded-For": "192.0.2.7"}
    codes = [refusal(vroni.ask("POST", "/claim", headers=headers))[1] for _ in range(25)]
    assert codes == ["phase"] * 20 + ["limit"] * 5


def test_a_record_longer_than_a_deal_is_refused_before_it_is_replayed(
    idle_server: Simulated,
) -> None:
    words = ["solo", "schwacher", *["retour"] * 97]
    assert practise(idle_server, record_of(open_deal(), actions=words), None).status_code == 200
    for longer in (1, 1_500):
        record = record_of(open_deal(), actions=[*words, *["retour"] * (1 + longer)])
        answer = practise(idle_server, record, None)
        assert refusal(answer) == (422, "record")
        assert "at most 100 actions" in answer.json()["error"]["message"]
