"""The engine's perft counts are those of ``tests/game/perft`` and of the second engine.

An entry of a suite is an ``id``, the ``record`` of a deal, and lines ``perft DEPTH COUNT``. The
quick tier checks only small counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import naive
from dobbm import Deal, from_record, perft, to_record
from dobbm.game.json_text import parse_line
from drawing import finished, lying, open_deal, said
from game.dividing import divide, naive_divide
from tiers import sample_size

SUITES = Path(__file__).parent / "perft"

LARGEST_COUNT = sample_size(15_000, long=10**7)
"""Larger counts are left out; for the slower second engine, those larger than a tenth of it."""


class Entry(NamedTuple):
    suite: str
    id: str
    line: bytes
    counts: dict[int, int]


def entries() -> Iterator[Entry]:
    for path in sorted(SUITES.glob("*.perft")):
        for block in path.read_text().strip().split("\n\n"):
            first, second, *counts = block.splitlines()
            depths = {}
            for line in counts:
                word, depth, count = line.split()
                assert word == "perft", line
                depths[int(depth)] = int(count)
            record = second.removeprefix("record ").encode()
            yield Entry(path.stem, first.removeprefix("id "), record, depths)


ENTRIES = list(entries())

every_entry = pytest.mark.parametrize(
    "entry", [pytest.param(entry, id=f"{entry.suite}: {entry.id}") for entry in ENTRIES]
)


def divided(entry: Entry, depth: int) -> dict[str, tuple[int, int]]:
    """The legal actions below which the engines' counts differ, with both counts."""
    deal = from_record(parse_line(entry.line))
    ours = divide(deal, depth)
    theirs = naive_divide(naive.read(entry.line), depth)
    return {
        action: (ours.get(action, 0), theirs.get(action, 0))
        for action in ours | theirs
        if ours.get(action) != theirs.get(action)
    }


@every_entry
def test_the_counts_are_those_of_the_suite(entry: Entry) -> None:
    deal = from_record(parse_line(entry.line))
    for depth, count in entry.counts.items():
        if count <= LARGEST_COUNT:
            found = perft(deal, depth)
            assert found == count, f"depth {depth}, differing: {divided(entry, depth)}"


@every_entry
def test_the_second_engine_counts_the_same(entry: Entry) -> None:
    for depth, count in entry.counts.items():
        if count <= LARGEST_COUNT // 10:
            found = naive.perft(entry.line, depth)
            assert found == count, f"depth {depth}, differing: {divided(entry, depth)}"


def test_every_entry_has_its_own_name_and_a_small_count() -> None:
    assert len({(entry.suite, entry.id) for entry in ENTRIES}) == len(ENTRIES) >= 30
    for entry in ENTRIES:
        assert min(entry.counts.values()) <= 1500, entry.id


def test_there_are_entries_for_every_phase_and_every_rule() -> None:
    deals = [from_record(parse_line(entry.line)) for entry in ENTRIES]
    assert {deal.phase for deal in deals} == {"bidding", "exchange", "doubling", "play", "done"}
    rules = [deal.setup.rules for deal in deals]
    assert {r.preset for r in rules} == {"pagat", "wikipedia", "gamerules", "akagiri"}
    assert {r.max_doublings for r in rules} >= {None, 0, 1}
    assert {r.sow_companion for r in rules} == {"plain", "any"}
    assert {r.doubling_from for r in rules} == {"declarer", "dealer"}
    assert {r.revokes for r in rules} == {"prevented", "penalised"}
    assert {deal.setup.players for deal in deals} == {4, 5}
    assert {deal.setup.must for deal in deals} == {True, False}
    assert {deal.contract.name for deal in deals if deal.contract} == {"dobbm", "solo"}


# Special cases


@pytest.mark.parametrize("deal", [open_deal(), lying(), finished(72)], ids=lambda d: d.phase)
def test_depth_0_is_the_deal_itself(deal: Deal) -> None:
    assert perft(deal, 0) == 1


def test_a_finished_deal_counts_nothing() -> None:
    assert [perft(finished(72), depth) for depth in (1, 2, 3)] == [0, 0, 0]


def test_a_deal_that_ends_before_the_depth_counts_nothing() -> None:
    deal = said(open_deal(), "weiter weiter weiter")
    assert divide(deal, 1) == {"dobbm": 1, "solo": 1, "weiter": 1}
    assert divide(deal, 2)["weiter"] == 0


def test_divide_adds_up() -> None:
    deal = lying("solo", "gut")
    for depth in (1, 2, 3, 4):
        parts = divide(deal, depth)
        assert list(parts) == deal.legal_actions()
        assert sum(parts.values()) == perft(deal, depth)


def test_only_legal_actions_count_even_where_revokes_are_penalised() -> None:
    record = to_record(said(lying(), "HS"))
    record["rules"] = {"revokes": "penalised"}
    assert divide(from_record(record), 1) == {"H8": 1, "H9": 1}
    assert naive.perft(json.dumps(record).encode(), 1) == 2


def test_a_depth_is_not_negative() -> None:
    with pytest.raises(ValueError, match='"depth" must be 0 or more, not -1'):
        perft(open_deal(), -1)
