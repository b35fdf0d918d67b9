"""When to double (pagat, Notes on Tactics)."""

from __future__ import annotations

from dobbm.game.actions import GUT, SCHWACHER
from dobbm.game.cards import HEARTS, SOWS, CardSet
from dobbm.game.view import View


def choose_doubling_word(view: View) -> str:
    """A Schwacher with a hand that could play itself, a retour with one that beats that.

    The rules of thumb go no further: two strong hands would else double each other without end.
    """
    assert view.legal is not None
    likely_tricks = _likely_tricks(view.hand)
    if SCHWACHER in view.legal and likely_tricks >= 6:
        return SCHWACHER
    if view.doublings == 1 and likely_tricks >= 7:
        return view.legal[-1]
    return GUT


def _likely_tricks(hand: CardSet) -> int:
    """Hearts count, sows count, and the heart sow counts twice."""
    return (hand & HEARTS).bit_count() + (hand & SOWS).bit_count()
