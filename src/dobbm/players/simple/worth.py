"""Which of several cards one parts with."""

from __future__ import annotations

from dobbm.game.cards import POINTS, Card, CardSet, split


def cheapest(cards: CardSet) -> Card:
    """The card with the fewest points, of these the lowest; trumps come last."""
    return min(split(cards), key=lambda card: (POINTS[card], card))


def richest(cards: CardSet) -> Card:
    """The card with the most points."""
    return max(split(cards), key=lambda card: (POINTS[card], card))
