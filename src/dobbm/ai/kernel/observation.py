"""A deal row as one place sees it: a tensor of small integers (docs/environments.md).

The tensor has thirteen blocks of 36 numbers. A block of cards has one number per card, in the order
of ``DECK``. Places are counted from the one that observes, clockwise.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import inlined, store_word
from dobbm.ai.kernel.deal_row import (
    BIDS,
    CONTRACT,
    DECLARER,
    DISCARDS,
    DOBB,
    DONE,
    GAINED,
    HANDS,
    PHASE,
    PLACE,
    PLAYED,
    RAISES,
    TABLE,
    TAKEN,
    Order,
    Row,
)
from dobbm.game.cards import BELLS, LANE

Bytes: TypeAlias = NDArray[np.int8]

CARDS = 36

SPREAD = np.zeros(256, np.uint64)
"""For each set of eight bits: eight bytes, 1 for a bit that is set, the lowest first."""
for _bits in range(256):
    SPREAD[_bits] = sum((_bits >> _bit & 1) << 8 * _bit for _bit in range(8))

HAND = 0
TAKEN_UP = HAND + CARDS
"""The Dobb, for the declarer who has taken it up."""
DISCARDED = TAKEN_UP + CARDS
"""The discards, for the declarer."""
TRICK = DISCARDED + CARDS
"""The cards on the table: a block for each place."""
EARLIER = TRICK + 4 * CARDS
"""All cards played, those on the table included: a block for each place."""
ORDER = EARLIER + 4 * CARDS
"""For each card: 1 if it was played first, up to 32; 0 if it was not."""
PHASES = ORDER + CARDS
"""A one for bidding, exchange, doubling or play; nothing once the deal is done."""
FROM_FOREHAND = PHASES + 4
"""A one for the observer's own place, counted from forehand."""
CALLS = FROM_FOREHAND + 4
"""For each place, a one for weiter, Dobbm or Solo."""
BY = CALLS + 12
"""A one for the highest bidder."""
FOR = BY + 4
"""A one for Dobbm or Solo, the highest bid."""
DOUBLED = FOR + 2
"""For each place, the number of its last doubling: 1 for the Schwacher, 2 for the first retour,
up to 127 for all later ones; 0 for none."""
TO_ACT = DOUBLED + 4
"""A one for the place to act; nothing once the deal is done."""
POINTS = TO_ACT + 4
"""The declarer's card points in tricks; in the end with the cards out of play."""
TRICKS = POINTS + 1
"""The declarer's tricks."""
OBSERVATION_SIZE = TRICKS + 1

OTHER_HANDS = 0
"""The hidden tensor begins with the hands of the other places: a block for each of the three."""
ALL_DOBB = 3 * CARDS
ALL_DISCARDS = 4 * CARDS
HIDDEN_SIZE = 5 * CARDS

ACTION_COUNT = 41


@inlined
def compact(actions: int) -> int:
    """Return a set of actions with one bit per action number, without gaps."""
    lane = BELLS
    hearts, leaves, acorns = actions >> 3 * LANE, actions >> 2 * LANE, actions >> LANE
    bells_and_words = actions & 0x3FFF
    return hearts | (leaves & lane) << 9 | (acorns & lane) << 18 | bells_and_words << 27


@inlined
def write_cards(out: Bytes, at: int, cards: int) -> None:
    """Write a block of cards from ``at`` on, and zeros to the four bytes after it."""
    bits = compact(cards)
    for word in range(5):
        store_word(out, at + 8 * word, SPREAD[bits >> 8 * word & 0xFF])


@inlined
def write_legal(out: Bytes, actions: int) -> None:
    """Write 41 bytes: for each action number, whether the action is in the set."""
    bits = compact(actions)
    for word in range(5):
        store_word(out, 8 * word, SPREAD[bits >> 8 * word & 0xFF])
    out[ACTION_COUNT - 1] = bits >> (ACTION_COUNT - 1)


@inlined
def observe(row: Row, order: Order, place: int, out: Bytes) -> None:
    """Write what ``place`` may know to ``out``; for place -1, what everybody may know.

    Everybody's places are counted from forehand. The blocks are written in their order, because
    each of them spills into the next.
    """
    first = max(place, 0)
    declarer = row[DECLARER]
    knows_discards = place >= 0 and place == declarer and row[PHASE] > 0 and row[CONTRACT] == 1
    write_cards(out, HAND, row[HANDS + place] if place >= 0 else 0)
    write_cards(out, TAKEN_UP, row[DOBB] if knows_discards else 0)
    write_cards(out, DISCARDED, row[DISCARDS] if knows_discards else 0)
    for turn in range(4):
        write_cards(out, TRICK + CARDS * turn, row[PLAYED + ((first + turn) & 3)] & row[TABLE])
    for turn in range(4):
        write_cards(out, EARLIER + CARDS * turn, row[PLAYED + ((first + turn) & 3)])
    for card in range(CARDS):
        out[ORDER + card] = order[card]
    for byte in range(PHASES, OBSERVATION_SIZE):
        out[byte] = 0
    if row[PHASE] != DONE:
        out[PHASES + row[PHASE]] = 1
        out[TO_ACT + ((row[PLACE] - first) & 3)] = 1
    if place >= 0:
        out[FROM_FOREHAND + place] = 1
    for turn in range(4):
        other = (first + turn) & 3
        if row[BIDS + other]:
            out[CALLS + 3 * turn + max(row[BIDS + other], 0)] = 1
        out[DOUBLED + turn] = min(row[RAISES + other], 127)
    if row[CONTRACT]:
        out[BY + ((declarer - first) & 3)] = 1
        out[FOR + row[CONTRACT] - 1] = 1
    out[POINTS], out[TRICKS] = row[GAINED], row[TAKEN]


@inlined
def observe_hidden(row: Row, place: int, out: Bytes) -> None:
    """Write the cards that ``place`` does not see to ``out``, 180 bytes."""
    for turn in range(1, 4):
        write_cards(out, OTHER_HANDS + CARDS * (turn - 1), row[HANDS + ((place + turn) & 3)])
    write_cards(out, ALL_DOBB, row[DOBB])
    bits = compact(row[DISCARDS])
    for card in range(CARDS):
        out[ALL_DISCARDS + card] = bits >> card & 1
