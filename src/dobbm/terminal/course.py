"""What has happened in a deal, as far as the view of a seat tells it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from dobbm.actions import BIDDING, DOUBLING, EXCHANGE, PLAY, WEITER, Phase, Seat
from dobbm.bidding import Bidding
from dobbm.cards import NAMES
from dobbm.doubling import Doubling
from dobbm.memory import Memory, Trick
from dobbm.view import View


class Step(NamedTuple):
    """One action, with who took it and when."""

    seat: Seat
    phase: Phase
    action: str
    """As in the view: another seat's discards are hidden."""
    consents: bool = False
    """Whether this *weiter* lets somebody else's Dobbm pass."""


class Course(NamedTuple):
    """A deal so far."""

    steps: tuple[Step, ...]
    taken: tuple[Trick, ...]
    """The tricks taken, in order."""
    on_table: Trick | None
    """The trick that has been led to and not been taken."""

    @classmethod
    def of(cls, view: View) -> Course:
        """What the seat of ``view`` has seen and heard."""
        actions = iter(view.actions)
        steps = [*_bids(view, actions)]
        if view.declarer is None or view.contract is None:
            return cls(tuple(steps), (), None)
        if view.contract.exchanges:
            steps += [Step(view.declarer, EXCHANGE, action) for action in islice(actions, 1)]
        steps += _doubling_words(view, actions)
        memory = Memory.of(view)
        for seats, cards in (*memory.tricks, memory.trick):
            steps += [
                Step(seat, PLAY, NAMES[card]) for seat, card in zip(seats, cards, strict=False)
            ]
        return cls(tuple(steps), memory.tricks, memory.trick if memory.trick.cards else None)

    @property
    def trick(self) -> Trick | None:
        """The trick that is being played, or the last one if the next has not been led to."""
        return self.on_table or (self.taken[-1] if self.taken else None)

    def taken_by(self, *seats: Seat) -> list[Trick]:
        """The tricks that any of ``seats`` has taken."""
        return [trick for trick in self.taken if trick.winner in seats]


def own_side(view: View) -> tuple[Seat, ...]:
    """The seats whose tricks the seat of ``view`` may look back at (docs/rules.md 7).

    None before there is a declarer, and for a dealer on holiday.
    """
    if view.declarer is None or view.seat not in view.active:
        return ()
    if view.seat == view.declarer:
        return (view.declarer,)
    return tuple([seat for seat in view.active if seat != view.declarer])


def _bids(view: View, actions: Iterator[str]) -> Iterator[Step]:
    bidding = Bidding.start(view.active, must=view.must)
    while bidding.to_speak and (word := next(actions, None)):
        consents = word == WEITER and bidding.contract is not None
        yield Step(bidding.to_speak[0], BIDDING, word, consents)
        bidding = bidding.apply(word)


def _doubling_words(view: View, actions: Iterator[str]) -> Iterator[Step]:
    assert view.declarer is not None
    doubling = Doubling.start(view.rules, view.active, view.declarer)
    while doubling.to_ask and (word := next(actions, None)):
        yield Step(doubling.to_ask[0], DOUBLING, word)
        doubling = doubling.apply(word)
