"""The cells of a hand and the best discards agree with slow second implementations."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dobbm.ai.kernel.evaluation import (
    CELLS,
    DISCARDED,
    DISCARDED_POINTS,
    SHARED,
    SHARES,
    SIDES,
    TOPS,
    ValueTable,
    find_discards,
    list_cells,
    look_up_each,
)
from dobbm.ai.kernel.evaluation import (
    HEARTS as HEART_CELLS,
)
from dobbm.game.cards import ACORNS, BELLS, HEARTS, HS, LEAVES, SOWS, points, shuffled
from dobbm.game.exchange import COMPANIONS, legal_discards
from dobbm.game.rules import Rules, SowCompanion
from drawing import cards

TENS = sum(cards("LT AT BT"))
TOP_HEARTS = sum(cards("HSTK"))


def random_table(seed: int) -> ValueTable:
    return np.random.default_rng(seed).normal(size=CELLS)


def ranks(some: int, suit: int) -> int:
    return (some & suit) // (suit & -suit)


def slow_cells(hand: int, discards: int) -> list[int]:
    hearts = (hand & HEARTS).bit_count()
    cells = [HEART_CELLS + ranks(hand, HEARTS)]
    cells += [SIDES + hearts * 512 + ranks(hand, suit) for suit in (LEAVES, ACORNS, BELLS)]
    for suit in (LEAVES, ACORNS, BELLS):
        share = (hand & suit).bit_count() * 5 + (discards & suit).bit_count()
        share = share * 8 + 4 * bool(hand & suit & SOWS)
        share += 2 * bool(discards & suit & SOWS) + bool(discards & suit & TENS)
        cells.append(SHARED + (2 * hearts + bool(hand & HS)) * SHARES + share)
    cells.append(DISCARDED + hearts * DISCARDED_POINTS + points(discards))
    sows, tens = (hand & SOWS & ~HS).bit_count(), (hand & TENS).bit_count()
    top = ranks(hand & TOP_HEARTS, HEARTS) >> 6
    cells.append(TOPS + (hearts * 8 + top) * 16 + sows * 4 + tens)
    return cells


def test_a_hand_selects_its_cells() -> None:
    rng = Random(1)
    decks = [shuffled(rng) for _ in range(2_000)]
    hands = np.array([sum(deck[:8]) for deck in decks])
    discards = np.array([sum(deck[8:12]) for deck in decks])
    cells = list_cells(hands, discards)
    assert cells.tolist() == [
        slow_cells(*pair) for pair in zip(hands.tolist(), discards.tolist(), strict=True)
    ]
    assert cells.max() < CELLS
    table = random_table(2)
    assert look_up_each(table, hands, discards) == pytest.approx(table[cells].sum(axis=1))


@pytest.mark.parametrize("companion", COMPANIONS)
@pytest.mark.parametrize("count", [1, 16, 495])
def test_the_best_discards_are_found_in_order(companion: SowCompanion, count: int) -> None:
    rng = Random(count)
    table = random_table(3)
    for _ in range(20):
        twelve = sum(shuffled(rng)[:12])
        legal = np.array([*legal_discards(twelve, Rules(sow_companion=companion))])
        worths = dict(zip(legal.tolist(), look_up_each(table, twelve ^ legal, legal), strict=True))
        best, values = np.zeros(count, np.int64), np.zeros(count)
        found = find_discards(table, twelve, COMPANIONS[companion], best, values)
        assert found == min(count, len(legal))
        assert len({*best[:found].tolist()}) == found
        assert values[:found].tolist() == [worths[four] for four in best[:found].tolist()]
        assert values[:found].tolist() == sorted(worths.values(), reverse=True)[:count]
