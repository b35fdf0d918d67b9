"""The transposition table: bounds for positions at the beginning of a trick.

Legal cards and winners depend only on the leader and on who owns the highest remaining card of each
suit, the next highest, and so on. These, and whether the declarer has a trick, form the key of a
position. Two positions with the same key may still differ in which cards have points, so an entry
records these cards, too. The bounds of one position also hold for the other if the lower bound is
reduced, and the upper bound raised, by the largest difference that the points can make.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.ai.kernel.position import OWNERS, Work
from dobbm.game.cards import LANE, RANK_POINTS

TranspositionTable: TypeAlias = NDArray[np.uint64]
"""Buckets of four entries. Each entry has two words, the key and the data. The search accesses the
table through a pointer."""

TABLE = types.CPointer(types.uint64)

BUCKETS = 1 << 14
ENTRIES = 4
TABLE_SIZE = BUCKETS * ENTRIES * 2
"""The number of words in a table."""

POINTED = 4
"""The lowest rank with points; all ranks from here up have some: Unter, Ober, king, ten, sow."""


def _surplus_table() -> NDArray[np.int64]:
    """Return by how many points each set of a suit's cards can exceed each other set.

    Only cards with points count. They are compared in pairs from the top down, because in two
    positions with the same key, both cards of such a pair have the same owner.
    """
    ranks = [
        [RANK_POINTS[POINTED + bit] for bit in range(4, -1, -1) if mask >> bit & 1] + [0] * 5
        for mask in range(32)
    ]
    return np.array(
        [[sum(max(0, a - b) for a, b in zip(x, y, strict=False)) for y in ranks] for x in ranks]
    )


SURPLUS = _surplus_table()

# The fields of an entry's second word, from the lowest bit: the cards with points (20 bits), the
# lower bound (8), the upper bound (8), the tricks left (4) and the generation (16).
_LOWER, _UPPER, _TRICKS, _GENERATION = 20, 28, 36, 40


def new_table() -> TranspositionTable:
    """Return an empty table, one megabyte in size."""
    room = np.zeros(TABLE_SIZE + 7, np.uint64)
    # A bucket fills exactly one cache line if it begins where a line does.
    start = -(room.ctypes.data // 8) % 8
    return room[start : start + TABLE_SIZE]


@inlined
def position_key(work: Work, remaining: int, leader: int, has_trick: bool) -> np.uint64:
    """Return the key of a position: a digest of the owners, the leader and ``has_trick``.

    The owners are those of each suit's remaining cards, from the highest card down.
    """
    key = np.uint64(leader * 2 + has_trick + 1)
    for lane in range(4):
        owners = work[OWNERS + lane * 512 + (remaining >> LANE * lane & 0x1FF)]
        key = (key ^ np.uint64(owners)) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    return key


@inlined
def pointed_cards(remaining: int) -> int:
    """Return the remaining cards with points, five bits per suit."""
    remaining >>= POINTED
    return (
        remaining & 31
        | (remaining >> LANE & 31) << 5
        | (remaining >> 2 * LANE & 31) << 10
        | (remaining >> 3 * LANE & 31) << 15
    )


@compiled
def surplus(more: int, less: int) -> int:
    """Return by how many points ``more`` can exceed ``less``; both come from ``pointed_cards``."""
    total = 0
    for shift in (0, 5, 10, 15):
        total += SURPLUS[more >> shift & 31, less >> shift & 31]
    return total


@compiled
def probe(
    table: TranspositionTable, key: np.uint64, pointed: int, generation: int, lower: int, upper: int
) -> tuple[int, int]:
    """Return the bounds ``lower`` and ``upper``, tightened by the table's entries."""
    start = np.int64(key & np.uint64(BUCKETS - 1)) * ENTRIES * 2
    for entry in range(start, start + ENTRIES * 2, 2):
        if table[entry] != key:
            continue
        data = np.int64(table[entry + 1])
        if data >> _GENERATION != generation:
            continue
        known = data & 0xFFFFF
        least, most = data >> _LOWER & 0xFF, data >> _UPPER & 0xFF
        if known == pointed:
            return max(lower, least), min(upper, most)
        lower = max(lower, least - surplus(known, pointed))
        upper = min(upper, most + surplus(pointed, known))
    return lower, upper


@compiled
def store(
    table: TranspositionTable,
    key: np.uint64,
    pointed: int,
    generation: int,
    tricks: int,
    lower: int,
    upper: int,
) -> None:
    """Store the bounds of a position; ``table`` is modified in place."""
    start = np.int64(key & np.uint64(BUCKETS - 1)) * ENTRIES * 2
    slot, least_work = start, 99
    for entry in range(start, start + ENTRIES * 2, 2):
        data = np.int64(table[entry + 1])
        stale = data >> _GENERATION != generation
        if not stale and table[entry] == key and data & 0xFFFFF == pointed:
            slot = entry
            break
        work = 0 if stale else data >> _TRICKS & 15
        if work < least_work:
            slot, least_work = entry, work
    table[slot] = key
    table[slot + 1] = np.uint64(
        pointed | lower << _LOWER | upper << _UPPER | tricks << _TRICKS | generation << _GENERATION
    )
