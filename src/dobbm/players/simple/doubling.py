"""Doubling by rules of thumb (pagat, Notes on Tactics)."""

from __future__ import annotations

from dobbm.game.actions import GUT, SCHWACHER
from dobbm.game.cards import HEARTS, SOWS, CardSet
from dobbm.game.view import View


def choose_doubling_word(view: View) -> str:
    """Return Schwacher with six likely tricks, retour with seven, else gut.

    A hand with six likely tricks would be strong enough to declare. After a retour, the player
    never doubles again, because otherwise two strong hands could keep doubling without end.
    """
    assert view.legal is not None
    likely_tricks = _likely_tricks(view.hand)
    if SCHWACHER in view.legal and likely_tricks >= 6:
        return SCHWACHER
    if view.doublings == 1 and likely_tricks >= 7:
        return view.legal[-1]
    return GUT


def _likely_tricks(hand: CardSet) -> int:
    """Return the number of hearts plus the number of sows; the heart sow counts twice."""
    return (hand & HEARTS).bit_count() + (hand & SOWS).bit_count()
