"""The exchange: the declarer takes up the Dobb and lays away four cards (docs/rules.md 5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from dobbm.game.actions import Seat
from dobbm.game.cards import CARDS, HEARTS, SOWS, CardSet, names
from dobbm.game.errors import CardNotHeld, Revoke
from dobbm.game.rules import SowCompanion

DISCARDS = 4
"""As many cards are laid away as the Dobb has."""

COMPANIONS: dict[SowCompanion, CardSet] = {"plain": HEARTS & ~SOWS, "any": HEARTS}
"""The trumps that may go with a sow: ``"plain"`` ones, each with a sow of its own; or ``"any"``, so
that there are no more sows than trumps, the sow of hearts being both."""


def verify_discards(seat: Seat, hand: CardSet, discards: CardSet, companion: SowCompanion) -> None:
    """Raise ``CardNotHeld`` or ``Revoke`` unless ``discards`` may be laid away from ``hand``."""
    if discards & ~hand:
        missing = " ".join(names(discards & ~hand))
        raise CardNotHeld(f"seat {seat} does not hold {missing}")
    if discards.bit_count() != DISCARDS:
        raise Revoke(f"exactly {DISCARDS} cards are laid away, not {discards.bit_count()}")
    missing_trumps = trumps_missing(discards, COMPANIONS[companion])
    if missing_trumps > 0:
        trump = "trump that is no sow" if companion == "plain" else "trump"
        raise Revoke(f"with every sow a {trump} must be laid away: {missing_trumps} too few")


def trumps_missing(discards: CardSet, companions: CardSet) -> int:
    """How many more trumps the sows among the discards need with them; 0 or less: none.

    ``companions`` are the trumps that may go with a sow, a row of ``COMPANIONS``.

    >>> from dobbm.game.cards import parse_cards
    >>> trumps_missing(parse_cards("HS H6 B7 B8"), COMPANIONS["plain"])
    0
    >>> [trumps_missing(parse_cards("HS LS H6 B8"), trumps) for trumps in COMPANIONS.values()]
    [1, 0]
    """
    return (discards & SOWS).bit_count() - (discards & companions).bit_count()


def lawful_discards(hand: CardSet, companion: SowCompanion) -> Iterator[CardSet]:
    """All that may be laid away from the twelve cards of ``hand``, in the order of their names."""
    for four in combinations(names(hand), DISCARDS):
        discards = sum([CARDS[name] for name in four])
        if trumps_missing(discards, COMPANIONS[companion]) <= 0:
            yield discards


def discards_action(discards: CardSet) -> str:
    """The action that lays away ``discards``.

    >>> from dobbm.game.cards import parse_cards
    >>> discards_action(parse_cards("L9 B7 B6 A8"))
    'A8 B6 B7 L9'
    """
    return " ".join(names(discards))
