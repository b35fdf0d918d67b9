"""The game with the smallest pack as a tree, which is small enough to be searched whole.

Everybody gets two cards, four lie in the Dobb, and the second of two tricks plays itself. A seat
chooses at most three times: a bid, then the discards or whether to double, then a card. The
1,247,400 deals are 210,240 different ones, because the three side suits are alike.

A *choice* is what a place knows when more than one action is legal, whatever its side suits are
called; it has a *cell* for each of its actions. A strategy gives each cell a probability.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled
from dobbm.ai.kernel.deal_row import (
    ASKED,
    BIDDING,
    BIDS,
    CONTRACT,
    DECLARER,
    DISCARDS,
    DOBBM,
    DONE,
    DOUBLING,
    DOUBLINGS,
    GUT,
    HANDS,
    LEGAL,
    PACKS,
    PHASE,
    PLACE,
    PLAY,
    PLAYED,
    RAISE,
    RAISES,
    ROW_SIZE,
    SOLO,
    TABLE,
    WEITER,
    Order,
    Row,
    Table,
    act,
    companions,
    simple_amount,
)
from dobbm.ai.kernel.rng import Stream, mixed
from dobbm.game.cards import DECK, SUITS
from dobbm.game.exchange import trumps_missing

Doubles: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]

CARDS = np.array([card for suit in SUITS for card in PACKS[12] if card & suit])
"""The twelve cards, suit by suit, hearts first."""
FOURS = np.array([four for four in range(1 << 6) if four.bit_count() == 4])
"""The sets of four among six cards."""
MOST_ACTIONS = len(FOURS)
DEEP = 24
SLOTS, CELLS = 1 << 20, 1 << 21
WORDS = np.array([WEITER, DOBBM, SOLO, GUT, RAISE])


class Tree(NamedTuple):
    """The choices found so far, and room to walk through the tree."""

    table: Table
    keys: Integers
    """A hash table of what is known; -1 for an empty slot."""
    first: Integers
    """For each slot, the first of its cells."""
    counts: Integers
    """For each slot, the number of its cells."""
    used: Integers
    """How many slots and how many cells are used."""
    rows: Integers
    """The deal at each depth."""
    actions: Integers
    """The legal actions at each depth."""
    codes: Integers
    order: Order
    """When each card was played, which ``act`` notes and no search asks."""
    stream: Stream

    @classmethod
    def of(cls, table: Table) -> Tree:
        """Return a tree without choices."""
        return cls(
            table,
            np.full(SLOTS, -1),
            np.zeros(SLOTS, np.int64),
            np.zeros(SLOTS, np.int64),
            np.zeros(2, np.int64),
            *_room(),
        )

    def walker(self) -> Tree:
        """Return the same choices, with room for another thread."""
        rows, actions, codes, order, stream = _room()
        return self._replace(rows=rows, actions=actions, codes=codes, order=order, stream=stream)


def _room() -> tuple[Integers, Integers, Integers, Order, Stream]:
    return (
        np.zeros((DEEP, ROW_SIZE), np.int64),
        np.zeros((DEEP, MOST_ACTIONS), np.int64),
        np.zeros(8, np.int64),
        np.zeros(len(DECK), np.int8),
        np.zeros(1, np.uint64),
    )


@compiled
def known(row: Row, codes: Integers) -> int:
    """Return what the place to act knows; ``codes`` are then the order of the suits."""
    place, declarer = row[PLACE], row[DECLARER]
    held, gone = row[HANDS + place], row[DISCARDS] if place == declarer else 0
    for suit in range(4):
        code = 0
        for card in CARDS[3 * suit : 3 * suit + 3]:
            state = 1 if held & card else 2 if gone & card else 0
            if row[TABLE] & card:
                for other in range(4):
                    if row[PLAYED + other] & card:
                        state = 3 + ((other - declarer) & 3)
            code = code << 3 | state
        codes[suit], codes[4 + suit] = code, suit
    for low, high in ((1, 2), (2, 3), (1, 2)):
        if codes[low] > codes[high]:
            codes[low], codes[high] = codes[high], codes[low]
            codes[4 + low], codes[4 + high] = codes[4 + high], codes[4 + low]
    key = 0
    for suit in range(4):
        key = key << 9 | codes[suit]
    for other in range(4):
        key = key << 2 | (row[BIDS + other] + 1)
    doubler = 0
    for other in range(4):
        if row[RAISES + other]:
            doubler = other + 1
    asked = row[ASKED] if row[PHASE] == DOUBLING else 0
    key = (key << 2 | place) << 3 | row[PHASE]
    return int(key << 5 | doubler << 2 | asked)


def phases_of(keys: Integers) -> Integers:
    """Return the phases of what places know (``known``)."""
    return keys >> 5 & 7


@compiled
def find_actions(row: Row, order: Integers, table: Table, actions: Integers) -> int:
    """Write the legal actions, in the order of the suits, and return their number.

    Four discards are one action.
    """
    count = 0
    if row[PHASE] in (BIDDING, DOUBLING):
        for word in WORDS:
            if row[LEGAL] & word:
                actions[count] = word
                count += 1
    elif row[PHASE] == PLAY:
        for suit in order:
            for card in CARDS[3 * suit : 3 * suit + 3]:
                if row[LEGAL] & card:
                    actions[count] = card
                    count += 1
    else:
        held = row[HANDS + row[PLACE]]
        may_go = companions(held, table)
        for four in FOURS:
            cards, at = 0, 0
            for suit in order:
                for card in CARDS[3 * suit : 3 * suit + 3]:
                    if held & card:
                        if four >> at & 1:
                            cards |= card
                        at += 1
            if trumps_missing(cards, may_go) <= 0:
                actions[count] = cards
                count += 1
    return count


@compiled
def go_on(tree: Tree, depth: int) -> int:
    """Take what is not a choice; return the slot of the next choice, -1 at the end of the deal."""
    row = tree.rows[depth]
    while row[PHASE] != DONE:
        key = known(row, tree.codes)
        count = find_actions(row, tree.codes[4:8], tree.table, tree.actions[depth])
        if count > 1:
            return slot_of(tree, key, count)
        act(row, tree.order, tree.actions[depth, 0], tree.table)
    return -1


@compiled
def slot_of(tree: Tree, key: int, count: int) -> int:
    """Return the slot of a choice; the first time, it is given cells."""
    slot = np.int64(mixed(np.uint64(key)) & np.uint64(SLOTS - 1))
    while tree.keys[slot] != key:
        if tree.keys[slot] < 0:
            tree.keys[slot] = key
            tree.first[slot], tree.counts[slot] = tree.used[1], count
            tree.used[0] += 1
            tree.used[1] += count
            break
        slot = (slot + 1) % SLOTS
    return int(slot)


@compiled
def follow(tree: Tree, depth: int, at: int) -> None:
    """Copy the deal to the next depth, and take an action there."""
    tree.rows[depth + 1] = tree.rows[depth]
    act(tree.rows[depth + 1], tree.order, tree.actions[depth, at], tree.table)


@compiled
def paid(row: Row, place: int, table: Table) -> float:
    """Return what a place receives for a finished deal."""
    if not row[CONTRACT]:
        return 0.0
    amount = simple_amount(row, table) * 2.0 ** row[DOUBLINGS]
    return float(3 * amount if place == row[DECLARER] else -amount)
