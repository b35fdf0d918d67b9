"""The position in which a search stands: the hands in its workplace, and the trick on the table.

Places are counted from the declarer, who has place 0; places 1, 2 and 3 are the defenders,
clockwise.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import inlined
from dobbm.ai.kernel.order import WEIGHTS
from dobbm.game.cards import HEARTS, LANE, RANK_POINTS
from dobbm.game.tricks import suit_of, winning_card

Work: TypeAlias = NDArray[np.int64]
"""All that a search needs besides the table, at the offsets below. The search gets its address."""

WORK = types.CPointer(types.int64)

HANDS = 0
NODES = 4
BONUS = 5
"""Card points out of play: the declarer's, once there is a trick to go with them."""
GENERATION = 6
HEART_BOUNDS = 8
"""By set of remaining hearts, what they make sure of; 0 where that is not known yet."""
OWNERS = HEART_BOUNDS + 512
"""By suit and set of its remaining cards, a digest of whose they are, from the highest down."""
HISTORY = OWNERS + 4 * 512
"""By seat, suit led (or lead) and card, what the card has refuted so far."""
ORDER = HISTORY + 4 * 5 * 64
FRAMES = ORDER + 2 * 4 * 16
"""The moves of every trick and turn that the search stands in."""
FRAME, SIDE, PROMISE = 24, 8, 16
"""A frame holds up to eight moves: their cards, whose the trick is after each, their promise."""
WORK_SIZE = FRAMES + 32 * FRAME

PIPS = np.array(RANK_POINTS + (0,) * 7)
"""Card points by rank."""

OPEN, DECLARERS, DEFENDERS = 0, 1, 2
"""Whose the trick is already, whatever is played to it: nobody's yet, or a side's."""


class Trick(NamedTuple):
    """A trick as far as it has been played."""

    turn: int
    """How many cards lie on the table."""
    seat: int
    """Who plays the next."""
    led: int = 0
    """The first card on the table; 0 if there is none."""
    best: int = 0
    """The card that wins as it stands, and whose it is."""
    winner: int = 0
    points: int = 0
    """Of the cards on the table."""
    side: int = OPEN
    """Whose the trick is already."""


TRICK = types.NamedUniTuple(types.int64, len(Trick._fields), Trick)

# Arguments of a function that calls itself must not be literals, or Numba could not cache it.
_NONE = np.int64(0)
YES = np.bool_(True)


def new_work() -> Work:
    """A workplace for any number of searches, one after the other."""
    work = np.zeros(WORK_SIZE, np.int64)
    work[ORDER:FRAMES] = np.ravel(WEIGHTS)
    return work


@inlined
def place_of(card: int) -> int:
    """The bit at which a card stands."""
    return card.bit_length() - 1


@inlined
def worth_of(card: int) -> int:
    """The points of one card."""
    return PIPS[place_of(card) & 15]


@inlined
def all_cards_of(work: Work) -> int:
    """The cards in all hands."""
    return work[HANDS] | work[HANDS + 1] | work[HANDS + 2] | work[HANDS + 3]


@inlined
def new_trick(leader: int) -> Trick:
    """An empty table."""
    return Trick(_NONE, leader, _NONE, _NONE, _NONE, _NONE, _NONE)


@inlined
def wins(trick: Trick, card: int) -> bool:
    """Whether a card that is played to the trick is the best of it."""
    return trick.turn == 0 or winning_card(trick.best | card, trick.led) == card


@inlined
def with_card(trick: Trick, card: int, side: int) -> Trick:
    """The trick after the next card, and the side whose it is then."""
    best, winner = trick.best, trick.winner
    if wins(trick, card):
        best, winner = card, trick.seat
    return Trick(
        trick.turn + 1,
        (trick.seat + 1) & 3,
        trick.led or card,
        best,
        winner,
        trick.points + worth_of(card),
        side,
    )


@inlined
def points_won(work: Work, trick: Trick, has_trick: bool) -> int:
    """What a full trick brings the declarer; his first brings the cards out of play, too."""
    if trick.winner:
        return 0
    return trick.points if has_trick else trick.points + work[BONUS]


@inlined
def side_after(work: Work, trick: Trick, card: int) -> int:
    """Whose the trick is after a card, whatever the seats after it play."""
    if trick.side != OPEN:
        return trick.side
    led, best, winner = trick.led or card, trick.best, trick.winner
    if wins(trick, card):
        best, winner = card, trick.seat
    if winner == 0:
        for later in range(1, 4 - trick.turn):
            if can_beat(work[HANDS + ((trick.seat + later) & 3)], best, led):
                return OPEN
        return DECLARERS
    turns_to_declarer = -trick.seat & 3
    if 0 < turns_to_declarer < 4 - trick.turn and can_beat(work[HANDS], best, led):
        return OPEN
    return DEFENDERS


@inlined
def can_beat(hand: int, best: int, led: int) -> bool:
    """Whether a hand that has still to play can beat the best card of the trick.

    In one suit the larger of two sets has the higher card, and hearts are larger than all others.
    """
    return (hand & suit_of(led) or hand & HEARTS) > best


@inlined
def hearts_of(cards: int) -> int:
    """The hearts of a set, by rank from bit 0."""
    return cards >> 3 * LANE
