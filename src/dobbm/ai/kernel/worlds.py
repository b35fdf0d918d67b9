"""Numbered worlds: count the ways to share out the hidden cards, and turn a number into a world.

Cards are of one *kind* if they may lie in the same places and have the same effect, as discards, on
the number of trumps lacking. Kind by kind, the cards are split among four *places*: three hands,
and out of play. The number of ways to share out a kind and all later ones is a sum over the splits
of the kind: the choices of cards for the split, times the ways to share out the later kinds. So a
number below the sum selects one split. What remains of the number is divided by the ways to share
out the later kinds: the quotient selects one of the choices, and the remainder is the number for
the later kinds (docs/solver.md).
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.ai.kernel.rng import far_below, open_stream
from dobbm.game.cards import DECK

OUT = 3
"""The place of the cards out of play; 0, 1 and 2 are hands."""

Split: TypeAlias = tuple[int, ...]
"""The number of cards in each of the four places."""

Ways: TypeAlias = NDArray[np.int64]
"""The number of ways to share out a kind and all later ones. The indices are the kind, the room
left in the first hand, in the second and out of play (the third hand gets the rest), and the number
of trumps that the discards lack so far."""

BEYOND = 1 << 62
"""A number above any number of ways: 28 cards can be shared out in fewer than 2 ** 48 ways."""

BINOMIALS = np.array([[comb(n, k) for k in range(len(DECK))] for n in range(len(DECK))])


class Hidden(NamedTuple):
    """The hidden cards and the places where they may lie.

    Kinds that supply companion trumps come after all kinds that require some, so the number of
    trumps lacking can be clipped at 0.
    """

    cards: NDArray[np.int64]
    """For each kind, the set of its cards."""
    may_lie: NDArray[np.int64]
    """For each kind, the places where its cards may lie: one bit each, the lowest for place 0."""
    owes: NDArray[np.int64]
    """For each kind, how a discarded card changes the number of trumps lacking: by 1, 0 or -1."""
    rooms: Split
    """The number of hidden cards in each place."""


@inlined
def ways_shape(hidden: Hidden) -> tuple[int, int, int, int, int]:
    """Return the shape of the table of ways."""
    first, second, _, out = hidden.rooms
    return len(hidden.cards) + 1, first + 1, second + 1, out + 1, out + 1


@compiled
def count_ways(hidden: Hidden, ways: Ways) -> Ways:
    """Fill and return the table of ways, computed from the last kind back to the first."""
    kinds = len(hidden.cards)
    first, second, third, out = hidden.rooms
    ways[:] = 0
    ways[kinds, 0, 0, 0, 0] = 1
    left, given = 0, first + second + third + out
    for kind in range(kinds - 1, -1, -1):
        cards = hidden.cards[kind].bit_count()
        left, given = left + cards, given - cards
        owed = np.any(hidden.owes[:kind] > 0)
        for one in range(max(0, first - given), first + 1):
            for two in range(max(0, second - given), second + 1):
                for away in range(max(0, out - given), out + 1):
                    rooms = (one, two, left - one - two - away, away)
                    if not 0 <= rooms[2] <= third:
                        continue
                    for lacking in range(out - away + 1 if owed else 1):
                        beyond, _ = _find_split(BEYOND, kind, rooms, lacking, hidden, ways)
                        ways[kind, one, two, away, lacking] = BEYOND - beyond
    return ways


@compiled
def total_of(hidden: Hidden, ways: Ways) -> int:
    """Return the number of worlds."""
    return _ways_on(0, hidden.rooms, 0, ways)


@compiled
def draw_numbers(numbers: NDArray[np.int64], total: int, seed: int, first: int) -> None:
    """Fill ``numbers`` with random integers below ``total``, each from a stream of its own.

    The streams are those from ``first`` on.
    """
    stream = np.zeros(1, np.uint64)
    for index in range(len(numbers)):
        open_stream(stream, seed, first + index)
        numbers[index] = far_below(stream, total)


@compiled
def lay_out(
    numbers: NDArray[np.int64],
    hidden: Hidden,
    ways: Ways,
    known: NDArray[np.int64],
    columns: NDArray[np.int64],
    worlds: NDArray[np.int64],
) -> None:
    """Fill ``worlds`` with the worlds that ``numbers`` stand for, one per row.

    ``known`` are the cards that are known to lie in each column, and ``columns`` are those of the
    places.
    """
    for index, number in enumerate(numbers):
        worlds[index] = known
        _lay_out_one(number, hidden, ways, columns, worlds[index])


@compiled
def _lay_out_one(
    number: int,
    hidden: Hidden,
    ways: Ways,
    columns: NDArray[np.int64],
    world: NDArray[np.int64],
) -> None:
    """Put the hidden cards of the world with this number into ``world``."""
    rooms, lacking = hidden.rooms, 0
    for kind, cards in enumerate(hidden.cards):
        number, split = _find_split(number, kind, rooms, lacking, hidden, ways)
        rooms = (
            rooms[0] - split[0],
            rooms[1] - split[1],
            rooms[2] - split[2],
            rooms[OUT] - split[OUT],
        )
        lacking = max(0, lacking + hidden.owes[kind] * split[OUT])
        each = _ways_on(kind + 1, rooms, lacking, ways)
        choice, number = number // each, number % each
        for place, size in enumerate(split):
            choices = BINOMIALS[cards.bit_count(), size]
            chosen = _subset(cards, size, choice % choices)
            choice //= choices
            world[columns[place]] |= chosen
            cards ^= chosen


@compiled
def _find_split(
    number: int, kind: int, rooms: Split, lacking: int, hidden: Hidden, ways: Ways
) -> tuple[int, Split]:
    """Return the rest of ``number``, and the split of the kind that it selects.

    A number that is not below the sum selects no split; the rest is then its excess over the sum.
    """
    cards, may_lie = hidden.cards[kind].bit_count(), hidden.may_lie[kind]
    first, second = rooms[0] * (may_lie & 1), rooms[1] * (may_lie >> 1 & 1)
    third, out = rooms[2] * (may_lie >> 2 & 1), rooms[OUT] * (may_lie >> OUT & 1)
    for away in range(max(0, cards - first - second - third), min(out, cards) + 1):
        held = cards - away
        lacks = max(0, lacking + hidden.owes[kind] * away)
        for one in range(max(0, held - second - third), min(first, held) + 1):
            others = held - one
            for two in range(max(0, others - third), min(second, others) + 1):
                choices = BINOMIALS[cards, away] * BINOMIALS[held, one] * BINOMIALS[others, two]
                each = ways[kind + 1, rooms[0] - one, rooms[1] - two, rooms[OUT] - away, lacks]
                if number < choices * each:
                    return number, (one, two, others - two, away)
                number -= choices * each
    return number, (0, 0, 0, 0)


@compiled
def _ways_on(kind: int, rooms: Split, lacking: int, ways: Ways) -> int:
    """Return the number of ways to share out this kind and all later ones into the room left."""
    return ways[kind, rooms[0], rooms[1], rooms[OUT], lacking]


@compiled
def _subset(cards: int, size: int, number: int) -> int:
    """Return the subset of ``cards`` with this number, counting only subsets of ``size`` cards."""
    subset = 0
    while size:
        card = cards & -cards
        cards ^= card
        without = BINOMIALS[cards.bit_count(), size]
        if number >= without:
            number -= without
            subset |= card
            size -= 1
    return subset
