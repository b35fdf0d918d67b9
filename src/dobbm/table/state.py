"""A table as it stands: an immutable value, which ``folding`` makes of events."""

from __future__ import annotations

from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias

from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.game.session import Session
from dobbm.game.shuffle import Contribution, Cut, Proof, commitment, cutter
from dobbm.table.events import Absence, Proposal, Wish
from dobbm.table.options import Options

Stage: TypeAlias = Literal["gathering", "shuffling", "playing", "between", "over"]
"""Seats are free; the cards are shuffled; a deal is played; it is done, and people look at it; the
session has ended."""


def log_name(table_id: str) -> str:
    """What a table is called in logs: it tells tables apart, but does not open them.

    >>> log_name("3Hh0qbLkzs7rXw1A")
    '94c9aae6'
    """
    return sha256(table_id.encode()).hexdigest()[:8]


class Occupant(NamedTuple):
    """Who has a seat."""

    person: str | None
    """None: a bot has it."""
    bank: float
    """Seconds left in the time bank, for the deal."""
    stood_in: Absence | None = None
    """Why a bot acts for the person; None: nobody does."""
    bot_since: float = 0.0
    """When a bot took over, if it did so in the turn of the seat; its time begins then."""


class Taken(NamedTuple):
    """What happened at a turn: an action, or a taking back, which is without action."""

    seat: Seat
    action: str | None


class Played(NamedTuple):
    """A finished deal."""

    deal: Deal
    proof: Proof
    people: tuple[str | None, ...]
    """Who sat on each seat when it ended; None: a bot."""
    first_turn: int
    taken: tuple[Taken, ...]
    """What happened at each turn from ``first_turn`` on."""
    next_dealer: Seat
    """Who deals after it, if the session goes on."""


class Question(NamedTuple):
    """A proposal that has not been answered by all."""

    what: Proposal
    seat: Seat
    """Who asks."""
    since: float
    agreed: frozenset[Seat] = frozenset()


class Table(NamedTuple):
    """A table after some events; times are in Unix seconds."""

    id: str
    options: Options
    seats: tuple[Occupant | None, ...]
    ledger: tuple[int, ...]
    """What each seat has won (or lost, below 0) in the session so far, in Schilling."""
    since: float
    """When the turn began: the last action, the end of the deal, the commitment. It is later by
    what the bank has paid for and by the time in which the clock stood still."""
    number: int = 1
    """How many events there have been."""
    session: Session | None = None
    """None until all seats are taken for the first time."""
    sessions: int = 0
    """How many have begun."""
    first_turn: int = 0
    """The turn at which the deal in progress began, or the next one will."""
    taken: tuple[Taken, ...] = ()
    """What happened at each turn from ``first_turn`` on."""
    finished: int = 0
    """How many deals were finished here, in earlier sessions too."""
    last: Played | None = None
    """The deal that was finished last; earlier ones are read from the store."""
    secret: str | None = None
    """The server's part of the next shuffle, or of that of the deal in progress."""
    contributions: tuple[Contribution, ...] = ()
    cut: Cut | None = None
    left_out: tuple[Seat, ...] = ()
    """The people without whose contribution the deal in progress was dealt."""
    wishes: frozenset[tuple[Wish, Seat]] = frozenset()
    question: Question | None = None
    refused: frozenset[Seat] = frozenset()
    """Whose questions were not agreed to at this turn."""
    ready_at: float | None = None
    """When the next deal was wanted by all; None: it is not wanted yet."""

    @property
    def turn(self) -> int:
        """How many actions there have been; a taking back counts as one more."""
        return self.first_turn + len(self.taken)

    @property
    def deal(self) -> Deal | None:
        """The deal in progress."""
        return self.session.deal if self.session else None

    @property
    def shown_deal(self) -> Deal | None:
        """The deal in progress, or the one that was finished last."""
        if self.deal:
            return self.deal
        return self.last.deal if self.last else None

    @property
    def deal_number(self) -> int:
        """The number of the deal in progress, or of the last one; from 1, 0 before the first."""
        return self.finished + (self.deal is not None)

    @property
    def stage(self) -> Stage:
        """What the table is about."""
        if self.deal:
            return "playing"
        if None in self.seats:
            return "gathering"
        if self.session and self.session.over:
            return "over"
        return "between" if self.last and self.ready_at is None else "shuffling"

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people have, whether bots stand in for them or not."""
        return tuple([seat for seat, one in enumerate(self.seats) if one and one.person])

    @property
    def attending(self) -> tuple[Seat, ...]:
        """The seats of people for whom no bot stands in: those who are asked and waited for."""
        return tuple([seat for seat in self.people if not self.occupant(seat).stood_in])

    @property
    def timed(self) -> bool:
        """Whether a clock runs: not where one person plays bots only."""
        return len(self.people) > 1

    @property
    def next_dealer(self) -> Seat | None:
        """Who deals the next deal; None before and after a session."""
        session = self.session
        if session is None or session.over:
            return None
        # Settling the last deal again for every message would be slow.
        return (
            self.last.next_dealer if self.last and session.deals_finished else session.first_dealer
        )

    @property
    def cutter(self) -> Seat | None:
        """Who may cut the next deck: the player on the dealer's right (docs/rules.md 3)."""
        dealer = self.next_dealer
        return None if dealer is None or self.deal else cutter(dealer, self.options.players)

    @property
    def commitment(self) -> str | None:
        """What the server has published of its part of the shuffle."""
        return commitment(self.secret) if self.secret else None

    def occupant(self, seat: Seat) -> Occupant:
        """Who has a seat that is taken."""
        occupant = self.seats[seat]
        assert occupant is not None
        return occupant

    def seat_of(self, person: str) -> Seat | None:
        """Where a person sits; None for one who has left."""
        return next((seat for seat in self.people if self.occupant(seat).person == person), None)

    def wishing(self, wish: Wish) -> tuple[Seat, ...]:
        """The seats that have asked for something."""
        return tuple(sorted(seat for wished, seat in self.wishes if wished == wish))

    def proof(self) -> Proof:
        """The proof of the deck that is shuffled next, or with which the deal is played."""
        assert self.secret
        return Proof(
            table=self.id,
            deal=self.finished + 1,
            commitment=commitment(self.secret),
            secret=self.secret,
            contributions=self.contributions,
            cut=self.cut,
            left_out=self.left_out,
        )

    @property
    def oldest_turn(self) -> int:
        """The first turn that ``taken_at`` knows."""
        return self.last.first_turn if self.last else self.first_turn

    def taken_at(self, turn: int) -> Taken:
        """What happened at a turn that has passed, from ``oldest_turn`` on."""
        if turn >= self.first_turn or not self.last:
            return self.taken[turn - self.first_turn]
        return self.last.taken[turn - self.last.first_turn]
