"""The page's score sheet settles deals and sessions as the engine does."""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import Any

import pytest

from client.score.page import Call, Page
from client.score.vectors import (
    DOUBLINGS,
    FROZEN,
    as_text,
    entry,
    played,
    played_deal,
    vectors,
)
from dobbm.game.rules import CONTRACTS, PRESETS, Rules
from dobbm.game.settlement import settle
from rule_options import variants
from tiers import sample_size

SESSIONS = sample_size(100, long=5000)


def table(rules: Rules, players: int = 4, dealer: int = 3) -> dict[str, Any]:
    return {"players": players, "dealer": dealer, **rules.options()}


def sums(replayed: dict[str, Any]) -> dict[str, Any]:
    """Return the page's replay of a sheet, in the format of the vectors."""
    lines = [
        [
            line["place"]["dealer"],
            line["place"]["must"],
            line["end"]["outcome"],
            line["end"]["payments"],
        ]
        for line in replayed["lines"]
    ]
    assert replayed["broken"] is None
    return {
        "lines": lines,
        "ledger": replayed["ledger"],
        "nextDealer": replayed["place"]["dealer"],
        "left": replayed["left"],
        "over": replayed["over"],
    }


@pytest.fixture(scope="module")
def frozen() -> Any:
    return json.loads(FROZEN.read_text())


def test_the_engine_still_agrees_with_the_frozen_vectors() -> None:
    assert as_text(vectors()) == FROZEN.read_text()


def test_frozen_worths(page: Page, frozen: Any) -> None:
    calls: list[Call] = []
    expected: list[int] = []
    for match, unit, worths in frozen["worth"]:
        calls += [("worth", n, {"match": match, "unit": unit}) for n in range(61)]
        expected += worths
    assert page.call_all(*calls) == expected


@pytest.mark.parametrize("players", [4, 5])
def test_frozen_payments(page: Page, frozen: Any, players: int) -> None:
    calls: list[Call] = []
    expected: list[list[int]] = []
    for preset, contract, doublings, pays in frozen["pays"]:
        for points, amount in enumerate(pays):
            game = {"declarer": 0, "contract": contract, "doublings": doublings}
            deal = {"end": "played", **game, "points": points, "noTrick": False}
            calls.append(("settle", deal, table(PRESETS[preset], players, players - 1)))
            expected.append([amount * (players - 1), *[-amount] * (players - 1)])
    assert [end["payments"] for end in page.call_all(*calls)] == expected


def test_payments_by_all_rules_for_every_contract_and_doubling(page: Page) -> None:
    points = (0, 2, 59, 60, 61, 120)
    games = list(product(variants().values(), (4, 5), CONTRACTS, DOUBLINGS, points))
    deals = [played_deal(*game) for game in games]
    calls = [
        ("settle", entry(deal), table(game[0], game[1], game[1] - 1))
        for game, deal in zip(games, deals, strict=True)
    ]
    for deal, settled in zip(deals, page.call_all(*calls), strict=True):
        end = settle(deal)
        assert settled == {
            "outcome": end.outcome,
            "payments": list(end.payments),
            "nextDealer": end.next_dealer,
        }


def test_frozen_sessions(page: Page, frozen: Any) -> None:
    replayed = page.call_all(*[("replay", session["sheet"]) for session in frozen["sessions"]])
    assert [sums(one) for one in replayed] == [session["told"] for session in frozen["sessions"]]


def test_any_session(page: Page) -> None:
    sessions = [played(Random(10_000 + seed)) for seed in range(SESSIONS)]
    replayed = page.call_all(*[("replay", session["sheet"]) for session in sessions])
    assert [sums(one) for one in replayed] == [session["told"] for session in sessions]
