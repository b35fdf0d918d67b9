"""The position being searched: the hands, in the search's working memory, and the trick.

Places are counted from the declarer, who has place 0; places 1, 2 and 3 are the defenders,
clockwise.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.ai.kernel.order import ROW, WEIGHTS
from dobbm.game.cards import HEARTS, LANE, RANK_POINTS
from dobbm.game.tricks import suit_of, winning_card

Work: TypeAlias = NDArray[np.int64]
"""A search's working memory, without the transposition table: fields at the offsets below. The
search accesses it through a pointer."""

WORK = types.CPointer(types.int64)

HANDS = 0
NODES = 4
BONUS = 5
"""The card points out of play, which the declarer gets with the first trick."""
GENERATION = 6
HEART_BOUNDS = 8
"""For each set of remaining hearts, the result of ``heart_bounds`` plus 1; 0 if not yet known."""
OWNERS = HEART_BOUNDS + 512
"""For each suit and set of its remaining cards, a digest of their owners, highest card first."""
HISTORY = OWNERS + 4 * 512
"""History heuristic: a score for each card, by the seat and the suit led (or none)."""
ORDER = HISTORY + 4 * 5 * 64
FRAMES = ORDER + 4 * 4 * ROW
"""Start of the frames, which hold the moves of each trick and turn on the current search path."""
FRAME, SIDE, SCORE = 24, 8, 16
"""A frame holds up to eight moves: their cards, the side certain to win the trick after each, and
their ordering scores."""
WORK_SIZE = FRAMES + 32 * FRAME

ORDERING = np.ravel(WEIGHTS)
"""The weights of move ordering, as they lie at ``ORDER``."""

PIPS = np.array(RANK_POINTS + (0,) * 7)
"""Card points by rank."""

OPEN, DECLARERS, DEFENDERS = 0, 1, 2
"""The side certain to win the trick, whatever else is played: none yet, or one of the two."""


class Trick(NamedTuple):
    """A trick as far as it has been played."""

    turn: int
    """The number of cards on the table."""
    seat: int
    """The seat that plays next."""
    led: int = 0
    """The first card on the table; 0 if there is none."""
    best: int = 0
    """The best card so far; ``winner`` is the seat that played it."""
    winner: int = 0
    points: int = 0
    """The points of the cards on the table."""
    side: int = OPEN
    """The side certain to win the trick."""


TRICK = types.NamedUniTuple(types.int64, len(Trick._fields), Trick)

# Numba cannot cache a recursive function whose arguments are literals.
_NONE = np.int64(0)
YES = np.bool_(True)


def new_work() -> Work:
    """Return working memory for any number of searches, one after the other."""
    work = np.empty(WORK_SIZE, np.int64)
    fill_work(work)
    return work


@inlined
def fill_work(work: Work) -> None:
    """Prepare working memory, whatever it contains."""
    for index in range(WORK_SIZE):
        work[index] = 0
    for index, weight in enumerate(ORDERING):
        work[ORDER + index] = weight


@inlined
def place_of(card: int) -> int:
    """Return the bit position of a card."""
    return card.bit_length() - 1


@inlined
def worth_of(card: int) -> int:
    """Return the points of one card."""
    return PIPS[place_of(card) & 15]


@inlined
def all_cards_of(work: Work) -> int:
    """Return the cards in all hands."""
    return work[HANDS] | work[HANDS + 1] | work[HANDS + 2] | work[HANDS + 3]


@inlined
def new_trick(leader: int) -> Trick:
    """Return a trick without cards."""
    return Trick(_NONE, leader, _NONE, _NONE, _NONE, _NONE, _NONE)


@compiled
def seats_of(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the place of the seat that played each card, from the declarer's first lead on."""
    seats, trick = np.empty(len(cards), np.int64), new_trick(0)
    for turn, card in enumerate(cards):
        seats[turn] = trick.seat
        trick = with_card(trick, card, OPEN)
        if trick.turn == 4:
            trick = new_trick(trick.winner)
    return seats


@inlined
def wins(trick: Trick, card: int) -> bool:
    """Return whether ``card`` becomes the best card of the trick when it is played."""
    return trick.turn == 0 or winning_card(trick.best | card, trick.led) == card


@inlined
def with_card(trick: Trick, card: int, side: int) -> Trick:
    """Return the trick after the next card; ``side`` is the side then certain to win it."""
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
    """Return the declarer's points from a complete trick.

    The declarer's first trick also brings the points out of play.
    """
    if trick.winner:
        return 0
    return trick.points if has_trick else trick.points + work[BONUS]


@inlined
def side_after(work: Work, trick: Trick, card: int) -> int:
    """Return the side certain to win the trick once ``card`` is played; ``OPEN`` if neither is."""
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
    """Return whether a hand that has yet to play can beat the best card of the trick.

    Sets and cards compare as integers. Within a suit, a set is greater than ``best`` if it has a
    higher card; any heart is greater than all cards of other suits.
    """
    return strongest(hand, suit_of(led)) > best


@inlined
def strongest(hand: int, suit: int) -> int:
    """Return those of a hand's cards that may win a trick in which ``suit`` was led."""
    return hand & suit or hand & HEARTS


@inlined
def hearts_of(cards: int) -> int:
    """Return the hearts of a set, shifted down so that the six is bit 0."""
    return cards >> 3 * LANE
