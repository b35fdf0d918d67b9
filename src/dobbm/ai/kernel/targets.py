"""The targets of the repeated search: what to ask first, and what next.

They decide how long it takes to find a value, never which value it is.
"""

from __future__ import annotations

from dobbm.ai.kernel.bits import inlined
from dobbm.ai.kernel.position import HANDS, Work, all_cards_of, hearts_of
from dobbm.game.cards import points

STEP = 8
"""The first step up from a lower bound to the next target; each further step is twice as long."""


@inlined
def first_guess(work: Work) -> int:
    """Guess that each heart of the declarer wins a trick with its share of the points."""
    hand = work[HANDS]
    return points(all_cards_of(work)) * hearts_of(hand).bit_count() // max(hand.bit_count(), 1)


@inlined
def next_target(reached: bool, lower: int, upper: int, step: int, bracketed: bool) -> int:
    """Return the target to try next, after one that was reached or not.

    That a value is at least some target is much dearer to prove than that it is lower. So after a
    failure the upper bound itself is tried: if it is the value, one dear proof is enough.
    """
    if not reached:
        return upper
    if bracketed:
        return lower + min(step, 3 * (upper - lower) >> 2)
    return lower + step


@inlined
def card_bounds(seat: int, best: int, most: int) -> tuple[int, int, int]:
    """Return bounds on the value of each card of a seat, and the first target.

    ``best`` is the value of the best card: no card of the declarer is worth more, and no card of a
    defender less. Many cards are exactly as good, so that is tried first.
    """
    if seat == 0:
        return 0, best, best
    return best, most, best + 1
