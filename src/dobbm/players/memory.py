"""What an attentive player remembers of the cards that were played."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.actions import Seat
from dobbm.cards import CARDS, HEARTS, PACK, Card, CardSet
from dobbm.tricks import suit_of, winning_card
from dobbm.view import View


class Trick(NamedTuple):
    """The cards of one trick with the seats that played them, the leader first."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]

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


class Memory(NamedTuple):
    """The play as one seat has seen it."""

    tricks: tuple[Trick, ...]
    """The tricks taken, in order."""
    trick: Trick
    """The trick on the table; its seats are all four, its cards those played so far."""
    played: CardSet
    """All cards played."""
    unseen: CardSet
    """The cards that may be in another hand, or out of play without this seat's knowledge."""
    voids: dict[Seat, CardSet]
    """For each seat the suits that it has shown not to hold."""

    @classmethod
    def of(cls, view: View) -> Memory:
        """What the seat of ``view`` remembers in the play."""
        seats = _first_order(view)
        cards = [CARDS[action] for action in view.actions if action in CARDS]
        voids = dict.fromkeys(seats, 0)
        tricks = []
        for start in range(0, len(cards), 4):
            trick = Trick(seats, tuple(cards[start : start + 4]))
            _note_voids(trick, voids)
            if len(trick.cards) == 4:
                tricks.append(trick)
                turn = seats.index(trick.winner)
                seats = seats[turn:] + seats[:turn]
        on_table = Trick(seats, tuple(cards[4 * len(tricks) :]))
        played = sum(cards)
        own = view.hand | (view.discards or 0)
        return cls(tuple(tricks), on_table, played, PACK & ~played & ~own, voids)

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


def _first_order(view: View) -> tuple[Seat, ...]:
    """The active seats from the declarer on."""
    assert view.declarer is not None
    seats = [(view.declarer + turn) % view.players for turn in range(view.players)]
    if view.players == 5:
        seats.remove(view.dealer)
    return tuple(seats)


def _note_voids(trick: Trick, voids: dict[Seat, CardSet]) -> None:
    led = suit_of(trick.cards[0])
    for seat, card in zip(trick.seats, trick.cards, strict=False):
        if not card & led:
            voids[seat] |= led
            if not card & HEARTS:
                voids[seat] |= HEARTS
