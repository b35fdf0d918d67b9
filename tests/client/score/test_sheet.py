"""How the score sheet refuses deals, is corrected, stored and ended."""

from __future__ import annotations

import json
from itertools import combinations
from random import Random
from typing import Any

import pytest

from client.score.page import Page

LOIS, VRONI, HIAS, MOIDL, SEPP = range(5)
NAMES = ["Lois", "Vroni", "Hias", "Moidl", "Sepp"]


def sheet(*deals: dict[str, Any], players: int = 4, mussrunde: int | None = None) -> dict[str, Any]:
    """Return a sheet on which Lois deals first."""
    return {
        "id": "evening",
        "begun": 1_760_000_000,
        "names": NAMES[:players],
        "preset": "pagat",
        "match": 60,
        "unit": 1,
        "firstDealer": LOIS,
        "deals": list(deals),
        "mussrundeFrom": mussrunde,
        "closed": False,
    }


def played(declarer: int | None, points: Any = 72, **other: Any) -> dict[str, Any]:
    usual = {"contract": "dobbm", "doublings": 0, "noTrick": False}
    return {"end": "played", "declarer": declarer, "points": points, **usual, **other}


def revoked(declarer: int, offender: int | None) -> dict[str, Any]:
    game = {"declarer": declarer, "contract": "solo", "doublings": 1}
    return {"end": "revoke", **game, "offender": offender}


THROWN_IN = {"end": "thrown_in"}


def refusal(page: Page, deal: dict[str, Any], before: dict[str, Any] | None = None) -> Any:
    """Return why a deal cannot be the next one of a sheet; None if it can."""
    place = page.call("replay", before or sheet())["place"]
    return page.call("fault", deal, place)


@pytest.mark.parametrize("points", [0, 2, 60, 118, 120])
def test_possible_points_are_accepted(page: Page, points: int) -> None:
    assert refusal(page, played(VRONI, points)) is None


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        (played(None), "no_declarer"),
        (played(SEPP), "no_declarer"),
        (played(VRONI, contract="ramsch"), "no_contract"),
        (played(VRONI, contract="toString"), "no_contract"),
        (played(VRONI, doublings=-1), "too_many_doublings"),
        (played(VRONI, doublings=21), "too_many_doublings"),
        (played(VRONI, None), "no_points"),
        (played(VRONI, -1), "no_points"),
        (played(VRONI, 121), "no_points"),
        (played(VRONI, 60.5), "part_of_a_point"),
        (played(VRONI, "72"), "no_points"),
        (played(VRONI, 1), "impossible_points"),
        (played(VRONI, 119), "impossible_points"),
        (played(VRONI, 20, noTrick=True), "points_without_trick"),
        (revoked(VRONI, None), "no_offender"),
        (revoked(VRONI, SEPP), "no_offender"),
    ],
)
def test_an_impossible_deal_is_refused(page: Page, deal: dict[str, Any], code: str) -> None:
    assert refusal(page, deal) == code


def test_with_four_players_the_dealer_plays(page: Page) -> None:
    assert refusal(page, played(LOIS)) is None


def test_with_five_players_the_dealer_is_on_holiday(page: Page) -> None:
    five = sheet(players=5)
    assert refusal(page, played(LOIS), five) == "declarer_on_holiday"
    assert refusal(page, revoked(VRONI, LOIS), five) == "no_offender"


def test_in_a_mussrunde_forehand_must_play(page: Page) -> None:
    compelled = sheet(mussrunde=0)
    assert refusal(page, played(HIAS), compelled) == "forehand_must"
    assert refusal(page, THROWN_IN, compelled) == "must_play"
    assert refusal(page, played(VRONI), compelled) is None


def test_the_largest_amount_is_exact(page: Page) -> None:
    stake = {"match": 100_000, "unit": 1}
    amount = page.call("payment", 60, "solo", 20, stake)
    assert amount == 100_000 * 2 * 2**20
    assert 1000 * 4 * amount < 2**53


def test_a_corrected_declarer_changes_who_deals(page: Page) -> None:
    before = sheet(played(VRONI), THROWN_IN, players=5)
    after = page.call("withCorrection", before, 0, played(MOIDL))
    replayed = page.call("replay", after)
    assert [line["place"]["dealer"] for line in replayed["lines"]] == [LOIS, MOIDL]
    assert replayed["lines"][1]["end"]["payments"] == [-10, -10, -10, -10, 40]
    assert replayed["ledger"] == [-22, -22, -22, 38, 28]


def test_a_correction_may_make_a_later_deal_impossible(page: Page) -> None:
    before = sheet(played(VRONI), played(HIAS), players=5)
    replayed = page.call("replay", page.call("withCorrection", before, 0, played(HIAS)))
    assert replayed["broken"] == 1
    assert len(replayed["lines"]) == 1
    assert replayed["place"]["holiday"] == HIAS


def test_a_deleted_deal_moves_the_mussrunde(page: Page) -> None:
    before = sheet(played(LOIS), played(LOIS), played(VRONI), mussrunde=2)
    replayed = page.call("replay", page.call("withoutDeal", before, 0))
    assert [line["place"]["must"] for line in replayed["lines"]] == [False, True]
    assert replayed["left"] == 3


def test_a_sheet_survives_saving_and_loading(page: Page) -> None:
    deals = [played(VRONI), THROWN_IN, revoked(HIAS, LOIS), played(LOIS)]
    original = sheet(*deals, players=5, mussrunde=3)
    assert page.call("sheetsOf", page.call("toFile", original))["sheets"] == [original]


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": "dobbm-score-2"},
        {"names": ["Lois", "Lois", "Hias", "Moidl"]},
        {"names": ["Lois", " ", "Hias", "Moidl"]},
        {"names": ["Lois", "Vroni", "Hias"]},
        {"names": ["Lois" * 10, "Vroni", "Hias", "Moidl"]},
        {"preset": "bundle"},
        {"match": 0},
        {"match": 100_001},
        {"match": "60"},
        {"firstDealer": 4},
        {"deals": {}},
        {"deals": [None]},
        {"deals": [{"end": "stolen"}]},
        {"mussrundeFrom": 1},
        {"closed": 1},
    ],
)
def test_a_faulty_sheet_is_refused(page: Page, wrong: dict[str, Any]) -> None:
    contents = {"format": "dobbm-score-1", **sheet(), **wrong}
    assert page.call("sheetsOf", json.dumps(contents))["sheets"] == []


@pytest.mark.parametrize("text", ["", "[]", "null", "4", '"dobbm-score-1"', "{"])
def test_a_file_without_a_sheet_is_refused(page: Page, text: str) -> None:
    assert page.call("sheetsOf", text)["sheets"] == []


def test_who_pays_whom(page: Page) -> None:
    assert page.call("transfers", [0, 0, 0, 0]) == []
    assert page.call("transfers", [30, -30, 12, -12]) == [
        {"from": 1, "to": 0, "amount": 30},
        {"from": 3, "to": 2, "amount": 12},
    ]


def test_payments_settle_every_ledger_and_are_as_few_as_possible(page: Page) -> None:
    rng = Random(1)
    ledgers = [random_ledger(rng) for _ in range(500)]
    for ledger, paid in zip(
        ledgers, page.call_all(*[("transfers", ledger) for ledger in ledgers]), strict=True
    ):
        received = [0] * len(ledger)
        for one in paid:
            assert one["amount"] > 0
            received[one["from"]] -= one["amount"]
            received[one["to"]] += one["amount"]
        assert received == ledger
        assert len(paid) == fewest(ledger)


def random_ledger(rng: Random) -> list[int]:
    ledger = [rng.randint(-4, 4) for _ in range(rng.choice((3, 4)))]
    return [*ledger, -sum(ledger)]


def fewest(ledger: list[int]) -> int:
    """Return the minimum number of payments: each group that sums to zero saves one."""
    open_seats = [seat for seat, sum_ in enumerate(ledger) if sum_]
    return len(open_seats) - most_groups(open_seats, ledger)


def most_groups(seats: list[int], ledger: list[int]) -> int:
    even = [
        group
        for size in range(1, len(seats) + 1)
        for group in combinations(seats, size)
        if sum(ledger[seat] for seat in group) == 0
    ]
    rest = [[seat for seat in seats if seat not in group] for group in even]
    return max([1 + most_groups(others, ledger) for others in rest], default=0)
