"""The words of conditions: the places in which cards lie, and what is counted there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from dobbm.game.cards import CARDS, DECK, POINTS, RANK_LETTERS, SUIT_LETTERS, SUITS, Card

Place: TypeAlias = str
"""A hand, by the order in which the places speak, or the Dobb."""

PLACES: dict[int, dict[Place, tuple[int, ...]]] = {
    players: {
        **{
            place: (*range(4 * turn, 4 * turn + 4), *range(16 + 4 * turn, 20 + 4 * turn))
            for turn, place in enumerate(("forehand", "second", "third", last))
        },
        "dobb": (32, 33, 34, 35),
    }
    for players, last in ((4, "dealer"), (5, "fourth"))
}
"""By the number of players: the places, and where in the deck their cards are (docs/rules.md 3)."""

FEATURES: dict[str, Mapping[Card, int]] = {
    **{
        name: {card: 1 for card in DECK if card & suit}
        for name, suit in zip(("hearts", "leaves", "acorns", "bells"), SUITS, strict=True)
    },
    "points": {card: points for card, points in POINTS.items() if points},
    **{
        name: {CARDS[suit + rank]: 1 for suit in SUIT_LETTERS for rank in ranks}
        for name, ranks in (
            ("sows", "S"),
            ("tens", "T"),
            ("kings", "K"),
            ("obers", "O"),
            ("unters", "U"),
            ("sparrows", RANK_LETTERS[:4]),
        )
    },
}
"""The features of a place: for each, the cards that count, and how much each of them counts."""

HAS = "has"
"""The word for the question whether a place has certain cards, as in ``has(forehand, HS, HT)``."""
