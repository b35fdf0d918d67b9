"""Selects the cheapest or richest of several cards."""

from __future__ import annotations

from dobbm.game.cards import POINTS, Card, CardSet, split


def cheapest(cards: CardSet) -> Card:
    """Return the card with the fewest points; ties go to the lowest, trumps last."""
    return min(split(cards), key=lambda card: (POINTS[card], card))


def richest(cards: CardSet) -> Card:
    """Return the card with the most points."""
    return max(split(cards), key=lambda card: (POINTS[card], card))
