"""Bidding by rules of thumb (pagat, Notes on Tactics)."""

from __future__ import annotations

from dobbm.game.actions import WEITER
from dobbm.game.cards import HEARTS, HS, SOWS, CardSet
from dobbm.game.rules import DOBBM, SOLO
from dobbm.game.view import View


def choose_bid(view: View) -> str:
    """Return Solo for an extremely strong hand, Dobbm for a sufficient one, else weiter.

    In a Mußrunde, where weiter is not allowed, any hand is sufficient. After another seat's Dobbm,
    the answer is Solo or weiter.
    """
    assert view.legal is not None
    if is_extremely_strong(view.hand):
        return SOLO.name
    if DOBBM.name in view.legal and (is_sufficient(view.hand) or view.must):
        return DOBBM.name
    return WEITER


def is_sufficient(hand: CardSet) -> bool:
    """Return whether a hand is good enough for an ordinary game.

    "The heart sow, another heart and another sow, or any three hearts plus a sow are generally
    sufficient." Four hearts without a sow have also proved good enough.

    >>> from dobbm.game.cards import parse_cards
    >>> is_sufficient(parse_cards("HS H6 LS L9 L8 A8 B7 B6"))
    True
    >>> is_sufficient(parse_cards("HT HK LS L9 L8 A8 B7 B6"))
    False
    """
    hearts = (hand & HEARTS).bit_count()
    sows = (hand & SOWS).bit_count()
    if hand & HS and hearts >= 2 and sows >= 2:
        return True
    return hearts >= 4 or (hearts >= 3 and sows >= 1)


def is_extremely_strong(hand: CardSet) -> bool:
    """Return whether a hand is good enough for a Solo: six hearts and sows, the heart sow included.

    >>> from dobbm.game.cards import parse_cards
    >>> is_extremely_strong(parse_cards("HS HK H9 H7 LS L9 AS B6"))
    True
    """
    side_sows = (hand & SOWS & ~HEARTS).bit_count()
    return hand & HS != 0 and (hand & HEARTS).bit_count() + side_sows >= 6
