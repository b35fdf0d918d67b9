"""What to lay away (pagat, Notes on Tactics)."""

from __future__ import annotations

from dobbm.game.cards import HEARTS, SIDE_SUITS, SOWS, CardSet, points
from dobbm.game.exchange import lawful_discards
from dobbm.game.rules import SowCompanion

# What is kept is worth about so many card points; tuned by matches against itself.
TRUMP = 9.0
SOW = 13.0
VOID = 8.0
FUCHS = -3.0
"""A single card of a side suit that is not the sow."""
PAIR = -2.0
LAID_AWAY = 0.7
"""A card point laid away is safe, but a card that is kept may win as much with it."""


def choose_discards(hand: CardSet, companion: SowCompanion) -> CardSet:
    """The four of twelve cards that leave the best hand, as the rule about sows allows."""
    return max(
        lawful_discards(hand, companion),
        key=lambda discards: LAID_AWAY * points(discards) + worth(hand & ~discards),
    )


def worth(kept: CardSet) -> float:
    """What a hand promises: trumps, sows, and side suits to trump in."""
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
