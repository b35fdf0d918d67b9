"""The setup of a deal, fixed before the bidding, and the verification of its parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dobbm.game.actions import Seat
from dobbm.game.arguments import is_ordered
from dobbm.game.cards import CARDS, NAMES, Card, CardSet
from dobbm.game.errors import DeckError, RecordError, quoted
from dobbm.game.fields import whole_number
from dobbm.game.rules import Rules


class Setup(NamedTuple):
    """The setup of a deal, fixed before the bidding."""

    deck: tuple[Card, ...]
    """The 36 cards in dealing order, after the cut."""
    dealer: Seat
    players: int
    must: bool
    """Whether the deal belongs to a Mußrunde."""
    rules: Rules

    @property
    def active(self) -> tuple[Seat, ...]:
        """The four seats that play, forehand first (docs/rules.md 2)."""
        return active_seats(self.dealer, self.players)

    @property
    def dobb(self) -> CardSet:
        """The four cards of the talon."""
        return sum(self.deck[32:])

    def hands(self) -> tuple[CardSet, ...]:
        """Return each seat's hand as dealt; a dealer on holiday gets none (docs/rules.md 3)."""
        deck = self.deck
        hands = [0] * self.players
        for turn, seat in enumerate(self.active):
            first, second = 4 * turn, 16 + 4 * turn
            hands[seat] = sum(deck[first : first + 4]) + sum(deck[second : second + 4])
        return tuple(hands)


def active_seats(dealer: Seat, players: int) -> tuple[Seat, ...]:
    """Return the four active seats, forehand first; with five players, the dealer sits out."""
    return tuple([(dealer + turn) % players for turn in range(1, 5)])


def verified_players(players: int) -> int:
    """Return the number of players as an int; raise ``RecordError`` unless it is 4 or 5."""
    number = whole_number(players, "players", RecordError)
    if number not in (4, 5):
        raise RecordError(f'"players" must be 4 or 5, not {quoted(number)}')
    return number


def verified_seat(seat: Seat, players: int, place: str) -> Seat:
    """Return a seat as an int; raise ``RecordError``, which names ``place``, if there is none."""
    number = whole_number(seat, place, RecordError)
    if not 0 <= number < players:
        raise RecordError(f'"{place}" must be a seat from 0 to {players - 1}, not {quoted(number)}')
    return number


def verified_deck(deck: Iterable[Card | str]) -> tuple[Card, ...]:
    """Return a deck as a tuple; raise ``DeckError`` unless it has each of the 36 cards once."""
    cards = cards_of(deck)
    if len(cards) != len(NAMES):
        raise DeckError(f"a deck has {len(NAMES)} cards, not {len(cards)}")
    if set(cards) != NAMES.keys():
        missing = next(name for card, name in NAMES.items() if card not in cards)
        raise DeckError(f"a deck has each of the {len(NAMES)} cards once, but {missing} is missing")
    return cards


def cards_of(deck: Iterable[Card | str]) -> tuple[Card, ...]:
    """Return cards in their order, each given itself or by its name; raise ``DeckError`` if not."""
    if not is_ordered(deck):
        raise DeckError(f"a deck must be a list of cards in dealing order, not {quoted(deck)}")
    return tuple([card if type(card) is int else _card_of(card) for card in deck])


def _card_of(card: Card | str) -> Card:
    if not isinstance(card, str):
        return whole_number(card, "a card", DeckError)
    if card not in CARDS:
        raise DeckError(f"{quoted(card)} is not a card")
    return CARDS[card]
