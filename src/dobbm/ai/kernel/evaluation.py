"""Hand values from lookup tables: the sum of the few cells that a hand selects.

A table has a cell for every set of hearts, and for every set of cards in a side suit, given the
number of hearts. Further cells cover what a single set cannot: how many cards of a suit and how
many card points are discarded, and how the top hearts combine with the sows and tens of the side
suits.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.game.cards import LANE, points
from dobbm.game.exchange import trumps_missing

ValueTable: TypeAlias = NDArray[np.float64]
"""Card points by cell; there is one table for kept hands, one for Solos, one for hands as dealt."""

SETS = 512
"""The number of subsets of the nine cards of a suit."""
COUNTS = 9
"""The number of possible heart counts, from none to eight."""
DISCARDED_POINTS = 48
"""The number of cells for the points discarded: four cards have fewer than 48 points."""
SHARES = COUNTS * 5 * 8

HEARTS = 0
SIDES = HEARTS + SETS
"""Start of the cells selected by the number of hearts and the cards held in a side suit."""
SHARED = SIDES + COUNTS * SETS
"""Start of the cells selected by the number of hearts, whether the sow of hearts is held, how many
cards of a side suit are kept and how many discarded, whether its sow is kept, and which of its sow
and ten are discarded."""
DISCARDED = SHARED + 2 * COUNTS * SHARES
"""Start of the cells selected by the number of hearts and the card points discarded."""
TOPS = DISCARDED + COUNTS * DISCARDED_POINTS
"""Start of the cells selected by the number of hearts, which of the sow, ten and king of hearts are
held, and how many other sows and how many other tens."""
CELLS = TOPS + COUNTS * 8 * 16

Cells: TypeAlias = tuple[int, int, int, int, int, int, int, int, int]
CELLS_OF_A_HAND = 9
TWELVE = 12


@inlined
def cells_of(hand: int, discards: int) -> Cells:
    """Return the cells that a hand of eight cards selects, given its discards (0 for none)."""
    hearts = hand >> 3 * LANE
    count = hearts.bit_count()
    leaves, acorns, bells = hand >> 2 * LANE & 511, hand >> LANE & 511, hand & 511
    sides = SIDES + count * SETS
    shared = SHARED + (count * 2 + (hearts >> 8)) * SHARES
    sows = (leaves >> 8) + (acorns >> 8) + (bells >> 8)
    tens = (leaves >> 7 & 1) + (acorns >> 7 & 1) + (bells >> 7 & 1)
    return (
        HEARTS + hearts,
        sides + leaves,
        sides + acorns,
        sides + bells,
        shared + _share(leaves, discards >> 2 * LANE & 511),
        shared + _share(acorns, discards >> LANE & 511),
        shared + _share(bells, discards & 511),
        DISCARDED + count * DISCARDED_POINTS + points(discards),
        TOPS + (count * 8 + (hearts >> 6)) * 16 + sows * 4 + tens,
    )


@inlined
def _share(kept: int, discarded: int) -> int:
    """Return an index from 0 to ``SHARES`` - 1 for a side suit's kept and discarded cards."""
    return ((kept.bit_count() * 5 + discarded.bit_count()) * 2 + (kept >> 8)) * 4 + (discarded >> 7)


@inlined
def look_up(table: ValueTable, hand: int, discards: int) -> float:
    """Return the expected card points of a hand: the sum over the cells that it selects."""
    total = 0.0
    for cell in cells_of(hand, discards):
        total += table[cell]
    return total


@compiled
def look_up_each(
    table: ValueTable, hands: NDArray[np.int64], discards: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the expected card points of each hand, given its discards."""
    found = np.empty(len(hands))
    for index in range(len(hands)):
        found[index] = look_up(table, hands[index], discards[index])
    return found


@compiled
def list_cells(hands: NDArray[np.int64], discards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the cells of every hand, one row per hand."""
    rows = np.empty((len(hands), CELLS_OF_A_HAND), np.int64)
    for index in range(len(hands)):
        for column, cell in enumerate(cells_of(hands[index], discards[index])):
            rows[index, column] = cell
    return rows


@compiled
def find_discards(
    table: ValueTable,
    twelve: int,
    companions: int,
    best: NDArray[np.int64],
    values: NDArray[np.float64],
) -> int:
    """Fill ``best`` with the best legal sets of discards from twelve cards; return their number.

    The best set comes first. ``values`` is filled with the values of the remaining hands. ``table``
    is the table for kept hands; ``companions`` are the trumps that may go with a sow.
    """
    cards = np.empty(TWELVE, np.int64)
    left = twelve
    for index in range(TWELVE):
        cards[index] = left & -left
        left &= left - 1
    count = 0
    for first in range(TWELVE - 3):
        for second in range(first + 1, TWELVE - 2):
            for third in range(second + 1, TWELVE - 1):
                three = cards[first] | cards[second] | cards[third]
                for fourth in range(third + 1, TWELVE):
                    discards = three | cards[fourth]
                    if trumps_missing(discards, companions) <= 0:
                        worth = look_up(table, twelve ^ discards, discards)
                        count = _insert(best, values, count, discards, worth)
    return count


@inlined
def _insert(
    best: NDArray[np.int64],
    values: NDArray[np.float64],
    count: int,
    discards: int,
    worth: float,
) -> int:
    """Insert discards in order of worth if they are among the best; return the new count."""
    if count == len(best):
        if worth <= values[count - 1]:
            return count
        count -= 1
    place = count
    while place and values[place - 1] < worth:
        best[place], values[place] = best[place - 1], values[place - 1]
        place -= 1
    best[place], values[place] = discards, worth
    return count + 1
