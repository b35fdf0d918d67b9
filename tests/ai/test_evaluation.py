"""Hand values are sensible, the same one by one and in arrays, and right in new deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from dobbm.ai.evaluation import (
    LookupTables,
    best_discards,
    bid_payment,
    dobbm_points,
    kept_points,
    lookup_tables,
    solo_points,
    solo_points_each,
)
from dobbm.ai.kernel.evaluation import CELLS
from dobbm.game.actions import BIDS
from dobbm.game.cards import shuffled
from dobbm.game.errors import DobbmError
from dobbm.game.exchange import legal_discards
from dobbm.game.rules import Rules
from dobbm.training import check
from dobbm.training.quality import DECILES
from drawing import cards

TOLERANCE = 1.5
"""The largest difference in card points from the expected points of a tenth of the hands."""
OVERRATED = 1.5
"""Card points by which the tables may overrate hands beyond that (docs/bots.md)."""


def held(drawing: str) -> int:
    return sum(cards(drawing))


STRONG = held("HSTK9 LST ASK")
FAIR = held("HK97 LS98 A76")
WEAK = held("H6 L987 AU7 B98")


def quiet(_what: str, _done: int, _total: int) -> None:
    return


def test_strong_hands_make_more_than_weak_ones() -> None:
    for strong, fair, weak in (
        map(solo_points, (STRONG, FAIR, WEAK)),
        map(dobbm_points, (STRONG, FAIR, WEAK)),
        (kept_points(hand, held("BTO AO L6")) for hand in (STRONG, FAIR, WEAK)),
    ):
        assert 120 >= strong > fair + 20 > weak + 40 >= 40


def test_the_talon_is_worth_having() -> None:
    for hand in (STRONG, FAIR, WEAK):
        assert dobbm_points(hand) > solo_points(hand)


@pytest.mark.parametrize("word", BIDS)
@pytest.mark.parametrize("place", range(4))
def test_a_better_hand_brings_more_with_any_word(word: str, place: int) -> None:
    bid = word != "dobbm" and place > 0
    assert bid_payment(word, WEAK, place, bid=bid) < bid_payment(word, STRONG, place, bid=bid)


def test_nobody_pays_when_all_say_weiter() -> None:
    assert bid_payment("weiter", WEAK, 3) == bid_payment("weiter", STRONG, 3) == 0


def test_a_solo_after_a_bid_is_worth_less_than_before() -> None:
    """The earlier bidder holds good cards, too."""
    good = held("HSO97 LST A9 B6")
    for place in (1, 2, 3):
        assert bid_payment("solo", good, place, bid=True) < bid_payment("solo", good, place)


@pytest.mark.parametrize(("place", "bid"), [(4, False), (-1, False), (0, True)])
def test_only_existing_seats_can_bid(place: int, bid: bool) -> None:
    with pytest.raises(ValueError, match=f"place {place} does not exist, or nobody can have bid"):
        bid_payment("weiter", FAIR, place, bid=bid)


def test_hands_have_the_same_values_in_arrays_and_one_by_one() -> None:
    rng = Random(1)
    hands = [sum(shuffled(rng)[:8]) for _ in range(50)]
    assert solo_points_each(np.array(hands)).tolist() == [solo_points(hand) for hand in hands]


def test_the_best_discards_leave_the_most_valuable_hands() -> None:
    twelve = STRONG ^ held("LT AK") | held("B987 L76 AO")
    found = best_discards(twelve, Rules(), 16)
    worths = [worth for _, worth in found]
    assert worths == sorted(worths, reverse=True)
    assert worths == pytest.approx([kept_points(twelve ^ four, four) for four, _ in found])
    assert {four for four, _ in found} <= {*legal_discards(twelve, Rules())}


def test_discards_are_chosen_from_twelve_cards() -> None:
    with pytest.raises(ValueError, match="twelve cards, not 8"):
        best_discards(FAIR, Rules(), 1)


def test_no_more_discards_are_found_than_are_legal() -> None:
    twelve = held("LST ASKO BSTK9 A7 L7 H7")
    legal = {*legal_discards(twelve, Rules())}
    assert {four for four, _ in best_discards(twelve, Rules(), 495)} == legal


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    first, second = tmp_path / "one.npz", tmp_path / "again.npz"
    lookup_tables().save(first)
    lookup_tables().save(second)
    assert first.read_bytes() == second.read_bytes()
    with first.open("rb") as source:
        for found, known in zip(LookupTables.load(source), lookup_tables(), strict=True):
            assert np.array_equal(np.asarray(found), np.asarray(known))


def test_a_file_with_another_number_of_cells_is_refused(tmp_path: Path) -> None:
    lookup_tables()._replace(kept=np.zeros(CELLS - 1)).save(tmp_path / "other.npz")
    with (
        (tmp_path / "other.npz").open("rb") as source,
        pytest.raises(DobbmError, match="a different format"),
    ):
        LookupTables.load(source)


@pytest.mark.parametrize("content", [b"", b"no tables", b"PK\x03\x04"])
def test_a_file_of_another_kind_is_refused(content: bytes) -> None:
    with pytest.raises(DobbmError, match="cannot read the hand tables"):
        LookupTables.load(BytesIO(content))


def errors(deals: int) -> Iterator[tuple[float, float]]:
    """Yield the difference of each tenth from its expected points, and the standard error."""
    for quality in check(lookup_tables(), deals, seed=1_000_000, report=quiet).values():
        for tenth in quality.deciles:
            yield tenth.found - tenth.expected, quality.spread / sqrt(deals / DECILES)


def test_hands_of_new_deals_make_their_expected_points() -> None:
    for error, standard_error in errors(2_000):
        assert abs(error) < TOLERANCE + 3.5 * standard_error


@pytest.mark.long
def test_hands_of_very_many_deals_make_their_expected_points() -> None:
    """The tables were learned with an earlier policy, whose defenders gave more points away."""
    assert all(-OVERRATED - TOLERANCE < error < TOLERANCE for error, _ in errors(40_000))


@pytest.mark.parametrize("cards", [-1, 1 << 9, 0xFFF << 50, 1 << 63, "HS"])
@pytest.mark.parametrize(
    "value",
    [
        solo_points,
        dobbm_points,
        lambda cards: kept_points(0xFF, cards),
        lambda cards: bid_payment("solo", cards, 0),
        lambda cards: best_discards(cards, Rules(), 1),
    ],
)
def test_only_sets_of_cards_have_a_value(value: Callable[[Any], object], cards: object) -> None:
    with pytest.raises(DobbmError, match="must be a set of cards"):
        value(cards)
