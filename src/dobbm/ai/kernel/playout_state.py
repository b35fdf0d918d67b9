"""The playout state of a deal: the hands, and what the play has revealed.

Places are counted from the declarer, as in ``position``.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import inlined
from dobbm.ai.kernel.position import OPEN, Trick, new_trick, place_of, with_card
from dobbm.game.cards import HEARTS, LANE, PACK, points
from dobbm.game.tricks import suit_of

PlayoutState: TypeAlias = NDArray[np.int64]
"""The cards of a deal, and what the play has revealed about them, at the offsets below."""

HANDS = 0
"""The hands of the four places; from ``VOIDS`` on, the suits in which each is known to be void."""
VOIDS = 4
PLAYED = 8
"""All cards played; at ``BY_DECLARER``, those played by the declarer."""
BY_DECLARER = 9
OUT = 10
"""The cards out of play."""
DISCARDED = 11
"""The cards that the declarer has discarded, and so knows."""
GAINED = 12
"""The declarer's card points in tricks."""
TRICKS = 13
"""The number of tricks that the declarer has taken."""
LEADS = 14
"""For each suit, two bits for the number of times the declarer led it, capped at two, and two bits
for the defenders."""
STATE_SIZE = 15

MANY = 2


@inlined
def new_state() -> PlayoutState:
    """Return a playout state in which nothing has been dealt yet."""
    return np.zeros(STATE_SIZE, np.int64)


@inlined
def copy_state(state: PlayoutState, other: PlayoutState) -> None:
    """Copy ``state`` into ``other``."""
    for index in range(STATE_SIZE):
        other[index] = state[index]


@inlined
def unseen_by(state: PlayoutState, seat: int) -> int:
    """Return the cards whose location the seat does not know."""
    known = state[PLAYED] | state[HANDS + seat]
    return PACK & ~(known | state[DISCARDED]) if seat == 0 else PACK & ~known


@inlined
def play_card(state: PlayoutState, trick: Trick, card: int) -> Trick:
    """Return the trick after ``card``, or a new one once it is complete; ``state`` is modified."""
    seat = trick.seat
    state[HANDS + seat] ^= card
    state[PLAYED] |= card
    if seat == 0:
        state[BY_DECLARER] |= card
    if trick.turn == 0:
        note_lead(state, seat, card)
    else:
        note_void(state, seat, card, trick.led)
    after = with_card(trick, card, OPEN)
    if after.turn < 4:
        return after
    if after.winner == 0:
        state[GAINED] += after.points
        state[TRICKS] += 1
    return new_trick(after.winner)


@inlined
def points_gained(state: PlayoutState) -> int:
    """Return the declarer's card points so far, with the cards out of play once a trick is won."""
    return state[GAINED] + points(state[OUT]) if state[TRICKS] else 0


@inlined
def note_lead(state: PlayoutState, seat: int, card: int) -> None:
    """Count a lead of the suit of ``card`` by the seat's side; ``state`` is modified."""
    shift = 4 * (place_of(card) // LANE) + (0 if seat == 0 else 2)
    if state[LEADS] >> shift & 3 < MANY:
        state[LEADS] += 1 << shift


@inlined
def note_void(state: PlayoutState, seat: int, card: int, led: int) -> None:
    """Record, as ``memory`` does, the voids that a card reveals; ``state`` is modified."""
    if suit_of(card) != suit_of(led):
        state[VOIDS + seat] |= suit_of(led)
        if not card & HEARTS:
            state[VOIDS + seat] |= HEARTS
