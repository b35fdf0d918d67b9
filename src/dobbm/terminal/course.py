"""What has happened in a deal, as far as the view of a seat tells it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from dobbm.actions import BIDDING, DOUBLING, EXCHANGE, PLAY, WEITER, Phase, Seat
from dobbm.bidding import Bidding
from dobbm.cards import CARDS, Card, points
from dobbm.doubling import Doubling
from dobbm.tricks import winning_card
from dobbm.view import View


class Step(NamedTuple):
    """One action, with who took it and when."""

    seat: Seat
    phase: Phase
    action: str
    """As in the view: another seat's discards are hidden."""
    consents: bool = False
    """Whether this *weiter* lets somebody else's Dobbm pass."""


class Trick(NamedTuple):
    """The cards of one trick in the order in which they were played."""

    seats: tuple[Seat, ...]
    """In the order of play, the leader first."""
    cards: tuple[Card, ...]

    @property
    def complete(self) -> bool:
        """Whether all four have played."""
        return len(self.cards) == 4

    @property
    def winner(self) -> Seat:
        """Who has taken the trick; only a complete one has a winner."""
        return self.seats[self.cards.index(winning_card(sum(self.cards), self.cards[0]))]

    @property
    def points(self) -> int:
        """The card points in the trick."""
        return points(sum(self.cards))


class Course(NamedTuple):
    """A deal so far."""

    steps: tuple[Step, ...]
    tricks: tuple[Trick, ...]
    """All tricks, the one on the table too."""

    @classmethod
    def of(cls, view: View) -> Course:
        """What the seat of ``view`` has seen and heard."""
        active = active_seats(view)
        actions = iter(view.actions)
        steps = [*_bids(view, active, actions)]
        declarer, contract = view.declarer, view.contract
        if declarer is None or contract is None:
            return cls(tuple(steps), ())
        if contract.exchanges:
            steps += [Step(declarer, EXCHANGE, action) for action in islice(actions, 1)]
        steps += _doubling_words(view, active, actions)
        tricks = _tricks(active, declarer, [CARDS[action] for action in actions if action in CARDS])
        for trick in tricks:
            cards = view.actions[len(steps) : len(steps) + 4]
            steps += [
                Step(seat, PLAY, card) for seat, card in zip(trick.seats, cards, strict=False)
            ]
        return cls(tuple(steps), tuple(tricks))

    @property
    def trick(self) -> Trick | None:
        """The trick that is being played, or the last one if the next has not been led to."""
        return self.tricks[-1] if self.tricks else None

    def taken_by(self, *seats: Seat) -> list[Trick]:
        """The complete tricks that any of ``seats`` has taken."""
        return [trick for trick in self.tricks if trick.complete and trick.winner in seats]


def active_seats(view: View) -> tuple[Seat, ...]:
    """The four who play, forehand first."""
    return tuple([(view.dealer + turn) % view.players for turn in range(1, 5)])


def own_side(view: View) -> tuple[Seat, ...]:
    """The seats whose tricks the seat of ``view`` may look back at (docs/rules.md 7).

    None before there is a declarer, and for a dealer on holiday.
    """
    active = active_seats(view)
    if view.declarer is None or view.seat not in active:
        return ()
    if view.seat == view.declarer:
        return (view.declarer,)
    return tuple([seat for seat in active if seat != view.declarer])


def _bids(view: View, active: tuple[Seat, ...], actions: Iterator[str]) -> Iterator[Step]:
    bidding = Bidding.start(active, must=view.must)
    while bidding.to_speak and (word := next(actions, None)):
        consents = word == WEITER and bidding.contract is not None
        yield Step(bidding.to_speak[0], BIDDING, word, consents)
        bidding = bidding.apply(word)


def _doubling_words(view: View, active: tuple[Seat, ...], actions: Iterator[str]) -> Iterator[Step]:
    assert view.declarer is not None
    doubling = Doubling.start(view.rules, active, view.declarer)
    while doubling.to_ask and (word := next(actions, None)):
        yield Step(doubling.to_ask[0], DOUBLING, word)
        doubling = doubling.apply(word)


def _tricks(active: tuple[Seat, ...], declarer: Seat, cards: list[Card]) -> list[Trick]:
    turn = active.index(declarer)
    seats = active[turn:] + active[:turn]
    tricks = []
    for start in range(0, len(cards), 4):
        trick = Trick(seats, tuple(cards[start : start + 4]))
        tricks.append(trick)
        if trick.complete:
            turn = seats.index(trick.winner)
            seats = seats[turn:] + seats[:turn]
    return tricks
