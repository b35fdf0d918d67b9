"""What an attentive player remembers of the cards that were played."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from dobbm.actions import BIDS, Seat
from dobbm.cards import CARDS, HEARTS, PACK, SUITS, Card, CardSet, points
from dobbm.play import led_by
from dobbm.tricks import legal_cards, suit_of, winning_card
from dobbm.view import View


class Trick(NamedTuple):
    """The cards of one trick with the seats that play to it."""

    seats: tuple[Seat, ...]
    """All four in the order of play, the leader first."""
    cards: tuple[Card, ...]
    """In the order in which they were played, as many as there are so far."""

    @property
    def complete(self) -> bool:
        """Whether all four have played."""
        return len(self.cards) == 4

    @property
    def to_come(self) -> tuple[Seat, ...]:
        """The seats that play after the one whose turn it is."""
        return self.seats[len(self.cards) + 1 :]

    @property
    def best(self) -> Card:
        """The card that wins, or would win if no more were played."""
        return winning_card(sum(self.cards), self.cards[0])

    @property
    def winner(self) -> Seat:
        """The seat that played the best card."""
        return self.seats[self.cards.index(self.best)]

    @property
    def points(self) -> int:
        """The card points in the trick."""
        return points(sum(self.cards))


class Memory(NamedTuple):
    """The play as one seat has seen it.

    Whatever the rules say about revokes (docs/rules.md 9), a card that a deal goes on after was
    lawful, and shows what its player does not hold. A revoke that is penalised ends the deal: its
    card lies on the table, shows nothing and completes no trick.
    """

    tricks: tuple[Trick, ...]
    """The tricks taken, in order."""
    trick: Trick
    """The trick on the table, with or without cards; its first seat leads, or has led.

    As long as there is no declarer it has no seats.
    """
    played: CardSet
    """All cards played."""
    unseen: CardSet
    """The cards that may be in another hand, or out of play without this seat's knowledge."""
    voids: dict[Seat, CardSet]
    """For each active seat the suits that it has shown not to hold."""

    @classmethod
    def of(cls, view: View) -> Memory:
        """What the seat of ``view`` remembers."""
        seats = () if view.declarer is None else led_by(view.declarer, view.active)
        cards = _cards_played(view)
        lawful = cards[:-1] if _ended_by_revoke(view) else cards
        voids = dict.fromkeys(view.active, 0)
        tricks = []
        for start in range(0, len(lawful), 4):
            trick = Trick(seats, tuple(lawful[start : start + 4]))
            for seat, card in zip(seats, trick.cards, strict=False):
                voids[seat] |= suits_missing(card, trick.cards[0])
            if trick.complete:
                tricks.append(trick)
                seats = led_by(trick.winner, seats)
        on_table = Trick(seats, tuple(cards[4 * len(tricks) :]))
        played = 0
        for card in cards:
            played |= card
        own = view.hand | (view.discards or 0)
        return cls(tuple(tricks), on_table, played, PACK & ~played & ~own, voids)

    def cards_of(self, seat: Seat) -> int:
        """How many cards ``seat`` has played."""
        on_table = seat in self.trick.seats[: len(self.trick.cards)]
        return len(self.tricks) + on_table

    def played_by(self, seat: Seat) -> CardSet:
        """The cards that ``seat`` has played."""
        played = 0
        for trick in (*self.tricks, self.trick):
            if seat in trick.seats[: len(trick.cards)]:
                played |= trick.cards[trick.seats.index(seat)]
        return played

    def may_hold(self, *seats: Seat) -> CardSet:
        """The unseen cards that one of ``seats`` may hold, as far as they have shown."""
        held = 0
        for seat in seats:
            held |= self.unseen & ~self.voids[seat]
        return held

    def is_high(self, card: Card, *seats: Seat) -> bool:
        """Whether none of ``seats`` can hold a higher card of the suit of ``card``."""
        return self.may_hold(*seats) & suit_of(card) < card

    def may_beat(self, seat: Seat, card: Card, led: Card) -> bool:
        """Whether ``seat`` may hold what beats ``card`` in a trick to which ``led`` was led.

        A seat that has not shown a void in the suit led is taken to follow.
        """
        held = self.may_hold(seat)
        following = held & suit_of(led)
        answers = following or held & HEARTS
        return answers != 0 and winning_card(answers | card, led) != card


@cache
def suits_missing(card: Card, led: Card) -> CardSet:
    """The suits of which a hand had no card if it lawfully answered ``led`` with ``card``.

    >>> from dobbm.cards import A7, H6, L9, LEAVES
    >>> suits_missing(H6, L9) == LEAVES, suits_missing(A7, L9) == LEAVES | HEARTS
    (True, True)
    """
    return sum([suit for suit in SUITS if not card & legal_cards(card | suit, led)])


def _cards_played(view: View) -> list[Card]:
    """The cards in the order in which they were played, a revoke's too."""
    # A declarer who laid a single card away, a revoke, has not played it.
    laid_away = view.contract is not None and view.contract.exchanges
    said = sum([action in BIDS for action in view.actions]) + laid_away
    return [CARDS[action] for action in view.actions[said:] if action in CARDS]


def _ended_by_revoke(view: View) -> bool:
    return view.result is not None and view.result["outcome"] == "revoke"
