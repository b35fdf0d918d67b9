"""Discards by rules of thumb (pagat, Notes on Tactics)."""

from __future__ import annotations

from dobbm.game.cards import HEARTS, SIDE_SUITS, SOWS, CardSet, points
from dobbm.game.exchange import legal_discards
from dobbm.game.rules import Rules

# Approximate contributions to a kept hand's value, in card points, tuned in matches of the
# player against itself.
TRUMP = 9.0
SOW = 13.0
VOID = 8.0
FUCHS = -3.0
"""The value of a singleton in a side suit, other than the sow."""
PAIR = -2.0
DISCARD_VALUE = 0.7
"""The value of a card point discarded: it is safe, but might have been won in a trick as well."""


def choose_discards(hand: CardSet, rules: Rules) -> CardSet:
    """Choose four legal discards from twelve cards.

    They maximise the value of the hand kept, plus ``DISCARD_VALUE`` for each point discarded.
    """
    return max(
        legal_discards(hand, rules),
        key=lambda discards: DISCARD_VALUE * points(discards) + worth(hand & ~discards),
    )


def worth(kept: CardSet) -> float:
    """Return the value of a kept hand: trumps, sows, and void or short side suits."""
    worth = TRUMP * (kept & HEARTS).bit_count()
    for suit in SIDE_SUITS:
        cards = kept & suit
        if cards & SOWS:
            worth += SOW
        if not cards:
            worth += VOID
        elif cards.bit_count() == 1 and not cards & SOWS:
            worth += FUCHS
        elif cards.bit_count() == 2:
            worth += PAIR
    return worth
