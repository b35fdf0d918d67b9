"""The results of the deals of a day, over HTTP: verified, ranked, renamed and withdrawn."""

from __future__ import annotations

import asyncio
from typing import Any, TypeAlias

import httpx
import pytest

from dobbm import Deal, View
from dobbm.arena.seating import first_legal_action
from dobbm.exercises.daily import BOT, DailyDeal, daily_deals, parse_day
from dobbm.game.settlement import settle
from dobbm.players import make_player
from dobbm.runtime.day_results import DayResult
from dobbm.server import daily_routes
from dobbm.server.rate_limits import RESULTS
from dobbm.server.threaded_bots import ThreadedBots
from server.serving import refusal
from server.simulated import Simulated
from server.test_bans import banned
from server.test_openapi import validator

DAY = "2023-11-14"
"""The day on which simulations begin."""
PATH = f"/api/v1/daily/{DAY}/results"
VRONI, LOIS = "v" * 32, "l" * 32

Day: TypeAlias = list[Deal]


def play(given: DailyDeal, player: str) -> Deal:
    """Return a deal of the day, played by a bot in the person's seat against those of the day."""

    async def run() -> Deal:
        bots, deal, person = ThreadedBots(), given.deal, make_player(player)
        while deal.to_act is not None:
            deal, _ = await bots.continue_deal(deal, given.seat, [BOT] * 4, lambda _: None)
            if deal.to_act is not None:
                deal = deal.apply(person.act(View.of(deal, given.seat), 0) or "")
        bots.close()
        return deal

    return asyncio.run(run())


@pytest.fixture(scope="module")
def simple() -> Day:
    """The deals of the day, as the rules of thumb play them."""
    return [play(given, "simple") for given in daily_deals(parse_day(DAY))]


@pytest.fixture(scope="module")
def network() -> Day:
    """The deals of the day, as the bots would play them in the person's seat."""
    return [play(given, "network") for given in daily_deals(parse_day(DAY))]


def ask(server: Simulated, method: str, token: str | None = None, **options: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return server.ask(method, PATH, headers=headers, **options)


def add(server: Simulated, token: str, name: str, played: Day) -> httpx.Response:
    body = {"name": name, "deals": [[*deal.actions] for deal in played]}
    return ask(server, "POST", token, json=body)


def shown(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, answer.text
    validator("DayResults").validate(answer.json())
    return answer.json()["results"]


def paid(played: Day) -> list[int]:
    return [settle(deal).payments[0] for deal in played]


def test_results_are_ranked_and_the_own_one_is_marked(
    serve: Any, simple: Day, network: Day
) -> None:
    server = serve(2)
    assert shown(ask(server, "GET")) == []
    add(server, VRONI, "Vroni", simple)
    add(server, LOIS, " Lois ", network)
    results = shown(ask(server, "GET", VRONI))
    better, worse = sorted([paid(simple), paid(network)], key=sum, reverse=True)
    assert [one["paid"] for one in results] == [better, worse]
    assert [one["total"] for one in results] == [sum(better), sum(worse)]
    assert [one["place"] for one in results] == [1, 2 if sum(worse) < sum(better) else 1]
    assert {one["name"]: one["own"] for one in results} == {"Vroni": True, "Lois": False}
    assert not any(one["own"] for one in shown(ask(server, "GET")))


def test_the_first_result_counts_and_can_be_renamed_and_withdrawn(
    serve: Any, simple: Day, network: Day
) -> None:
    server = serve()
    add(server, VRONI, "Vroni", simple)
    [result] = shown(add(server, VRONI, "Moidl", network))
    assert (result["name"], result["paid"]) == ("Moidl", paid(simple))
    assert len(shown(ask(server, "DELETE", LOIS))) == 1
    assert shown(ask(server, "DELETE", VRONI)) == []
    assert shown(ask(server, "DELETE", VRONI)) == []


def first_legal_cards(deal: Deal) -> Deal:
    while deal.to_act is not None:
        deal = deal.apply(first_legal_action(deal))
    return deal


def test_nothing_of_a_result_can_be_made_up(idle_server: Simulated, simple: Day) -> None:
    given = [one.deal for one in daily_deals(parse_day(DAY))]
    helpful = [*simple[:2], first_legal_cards(given[2])]
    assert refusal(add(idle_server, VRONI, "Vroni", helpful)) == (422, "result")
    begun = [*simple[:2], given[2].apply_all(simple[2].actions[:-1])]
    assert refusal(add(idle_server, VRONI, "Vroni", begun)) == (422, "unfinished")
    swapped = [simple[1], simple[0], simple[2]]
    assert refusal(add(idle_server, VRONI, "Vroni", swapped))[0] == 422
    long = {"name": "Vroni", "deals": [["weiter"] * 101, [], []]}
    assert refusal(ask(idle_server, "POST", VRONI, json=long)) == (422, "request")
    assert shown(ask(idle_server, "GET")) == []


@pytest.mark.parametrize("token", [None, "guess", "x" * 65, "ä" * 30])
def test_a_result_needs_a_token_that_nobody_guesses(
    idle_server: Simulated, token: str | None
) -> None:
    headers = {"Authorization": f"Bearer {token}".encode()} if token else {}
    for method in ("POST", "DELETE"):
        body = {"name": "Vroni", "deals": [[], [], []]}
        answer = idle_server.ask(method, PATH, headers=headers, json=body)
        assert refusal(answer) == (401, "token")


@pytest.mark.parametrize(("name", "code"), [("", "name"), ("  ", "name"), ("\u3164", "request")])
def test_a_result_needs_a_name_that_others_can_read(
    idle_server: Simulated, simple: Day, name: str, code: str
) -> None:
    assert refusal(add(idle_server, VRONI, name, simple)) == (422, code)


def test_a_banned_name_is_refused(serve: Any, simple: Day) -> None:
    server = serve()
    banned(server, "name", "lois")
    assert refusal(add(server, LOIS, "LOIS", simple)) == (403, "banned")


@pytest.mark.parametrize(
    ("day", "code"), [("2023-11-15", "unfinished"), ("2023-11-16", "day"), ("2023-02-30", "day")]
)
def test_a_day_counts_once_it_has_begun_somewhere(
    idle_server: Simulated, day: str, code: str
) -> None:
    answer = idle_server.ask(
        "POST",
        f"/api/v1/daily/{day}/results",
        headers={"Authorization": f"Bearer {VRONI}"},
        json={"name": "Vroni", "deals": [[], [], []]},
    )
    assert refusal(answer) == (422, code)


def test_a_day_has_so_many_results_and_shows_the_best_and_the_own_one(
    serve: Any, simple: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily_routes, "MOST_RESULTS", daily_routes.SHOWN + 2)
    server = serve()
    for number in range(daily_routes.SHOWN + 1):
        other = DayResult(DAY, str(number), f"Lois {number}", (1000, 0, number), float(number))
        server.run(server.runtime.store.keep_result(other, 99))
    results = shown(add(server, VRONI, "Vroni", simple))
    assert [one["place"] for one in results] == [*range(1, daily_routes.SHOWN + 1), 52]
    assert results[-1]["own"]
    assert ask(server, "GET").json()["count"] == 52
    assert refusal(add(server, LOIS, "Lois", simple)) == (409, "crowded")


def test_an_address_adds_only_so_many_results(serve: Any) -> None:
    server = serve()
    headers = {"Authorization": f"Bearer {VRONI}", "X-Forwarded-For": "192.0.2.7"}
    body = {"name": "Vroni", "deals": [[], [], []]}
    tried = []
    for _ in range(RESULTS + 1):
        server.pass_time(1.0)
        tried.append(server.ask("POST", PATH, headers=headers, json=body).status_code)
    assert tried == [422] * RESULTS + [429]
    assert server.ask("DELETE", PATH, headers=headers).status_code == 200
