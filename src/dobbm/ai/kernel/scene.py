"""The playout state of a deal: the hands, and what the cards have revealed.

Places are counted from the declarer, as in ``position``.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import inlined
from dobbm.ai.kernel.position import OPEN, Trick, new_trick, place_of, with_card
from dobbm.game.cards import HEARTS, LANE, PACK
from dobbm.game.tricks import suit_of

Scene: TypeAlias = NDArray[np.int64]
"""The cards of a deal, and what has been seen of them, at the offsets below."""

HANDS = 0
"""By place, the cards held, and the suits in which the seat is known to be void."""
VOIDS = 4
PLAYED = 8
"""The cards played, and those of them that the declarer played."""
BY_DECLARER = 9
OUT = 10
"""The cards out of play."""
LAID = 11
"""Those of them that the declarer has discarded, and so knows."""
GAINED = 12
"""The declarer's card points in tricks."""
TRICKS = 13
"""The number of tricks that the declarer has taken."""
LEADS = 14
"""By suit, four bits each: how often the declarer led it, and the defenders, both capped at two."""
SCENE = 15

MANY = 2


@inlined
def new_scene() -> Scene:
    """Return a playout state in which nothing has been dealt yet."""
    return np.zeros(SCENE, np.int64)


@inlined
def copy_scene(scene: Scene, other: Scene) -> None:
    """Copy ``scene`` into ``other``."""
    for index in range(SCENE):
        other[index] = scene[index]


@inlined
def unseen_by(scene: Scene, seat: int) -> int:
    """Return the cards whose location the seat does not know."""
    known = scene[PLAYED] | scene[HANDS + seat]
    return PACK & ~(known | scene[LAID]) if seat == 0 else PACK & ~known


@inlined
def play_card(scene: Scene, trick: Trick, card: int) -> Trick:
    """Return the trick after the next card, or a new one if it is full; ``scene`` is modified."""
    seat = trick.seat
    scene[HANDS + seat] ^= card
    scene[PLAYED] |= card
    if seat == 0:
        scene[BY_DECLARER] |= card
    if trick.turn == 0:
        note_lead(scene, seat, card)
    else:
        note_void(scene, seat, card, trick.led)
    after = with_card(trick, card, OPEN)
    if after.turn < 4:
        return after
    if after.winner == 0:
        scene[GAINED] += after.points
        scene[TRICKS] += 1
    return new_trick(after.winner)


@inlined
def note_lead(scene: Scene, seat: int, card: int) -> None:
    """Record which side led a suit; ``scene`` is modified."""
    shift = 4 * (place_of(card) // LANE) + (0 if seat == 0 else 2)
    if scene[LEADS] >> shift & 3 < MANY:
        scene[LEADS] += 1 << shift


@inlined
def note_void(scene: Scene, seat: int, card: int, led: int) -> None:
    """Record, as ``memory`` does, the voids that a card reveals; ``scene`` is modified."""
    if suit_of(card) != suit_of(led):
        scene[VOIDS + seat] |= suit_of(led)
        if not card & HEARTS:
            scene[VOIDS + seat] |= HEARTS
