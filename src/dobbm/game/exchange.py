"""The exchange: the declarer takes up the Dobb and discards four cards (docs/rules.md 5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from dobbm.game.actions import Seat
from dobbm.game.cards import CARDS, HEARTS, SOWS, CardSet, names
from dobbm.game.errors import CardNotHeld, Revoke
from dobbm.game.rules import Rules, SowCompanion

DISCARDS = 4
"""The number of cards to discard, equal to the size of the Dobb."""

COMPANIONS: dict[SowCompanion, CardSet] = {"plain": HEARTS & ~SOWS, "any": HEARTS}
"""The trumps that may accompany discarded sows. With ``"plain"``, these are the trumps that are not
sows; with ``"any"``, all trumps, so that the sow of hearts counts as both sow and trump."""


def companions_of(rules: Rules) -> CardSet:
    """Return the trumps that may accompany discarded sows."""
    return COMPANIONS[rules.sow_companion]


def verify_discards(seat: Seat, hand: CardSet, discards: CardSet, rules: Rules) -> None:
    """Raise ``CardNotHeld`` or ``Revoke`` unless ``discards`` may be discarded from ``hand``."""
    if discards & ~hand:
        missing = " ".join(names(discards & ~hand))
        raise CardNotHeld(f"seat {seat} does not hold {missing}")
    if discards.bit_count() != DISCARDS:
        raise Revoke(
            f"the declarer must discard exactly {DISCARDS} cards, not {discards.bit_count()}"
        )
    missing_trumps = trumps_missing(discards, companions_of(rules))
    if missing_trumps > 0:
        trump = "trump that is not a sow" if rules.sow_companion == "plain" else "trump"
        raise Revoke(f"with every sow, a {trump} must be discarded: {missing_trumps} missing")


def trumps_missing(discards: CardSet, companions: CardSet) -> int:
    """Return how many more trumps the discarded sows require; zero or negative if none.

    ``companions`` are the trumps that may go with a sow, a value of ``COMPANIONS``.

    >>> from dobbm.game.cards import parse_cards
    >>> trumps_missing(parse_cards("HS H6 B7 B8"), COMPANIONS["plain"])
    0
    >>> [trumps_missing(parse_cards("HS LS H6 B8"), trumps) for trumps in COMPANIONS.values()]
    [1, 0]
    """
    return (discards & SOWS).bit_count() - (discards & companions).bit_count()


def next_discards(hand: CardSet, discards: CardSet, companions: CardSet) -> CardSet:
    """Return the cards of ``hand`` that may be discarded after ``discards``, one card at a time.

    ``hand`` holds the declarer's other cards: twelve before the first. After each card returned,
    the four discards can still become legal.

    >>> from dobbm.game.cards import names, parse_cards
    >>> hand = parse_cards("AS LS BS HS H6 A7 A8")
    >>> [names(next_discards(hand, parse_cards(discarded), COMPANIONS["plain"])) for discarded in (
    ...     "B6 B7", "B6 B7 B8", "B6 B7 LT AT")]
    [['A7', 'A8', 'AS', 'BS', 'H6', 'HS', 'LS'], ['A7', 'A8', 'H6'], []]
    """
    to_come = DISCARDS - discards.bit_count()
    if to_come == 0:
        return 0
    missing = trumps_missing(discards, companions)
    trumps = hand & companions & ~SOWS
    if missing == to_come:
        return trumps
    lonely = SOWS & ~companions
    if missing + 1 > min(to_come - 1, trumps.bit_count()):
        return hand & ~lonely
    return hand


def legal_discards(hand: CardSet, rules: Rules) -> Iterator[CardSet]:
    """Yield each legal set of discards from the twelve cards in ``hand``, sorted by card names."""
    for four in combinations(names(hand), DISCARDS):
        discards = sum([CARDS[name] for name in four])
        if trumps_missing(discards, companions_of(rules)) <= 0:
            yield discards


def discards_action(discards: CardSet) -> str:
    """Return the exchange action for a set of discards.

    >>> from dobbm.game.cards import parse_cards
    >>> discards_action(parse_cards("L9 B7 B6 A8"))
    'A8 B6 B7 L9'
    """
    return " ".join(names(discards))
