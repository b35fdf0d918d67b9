"""The state of a table: an immutable value that ``reducer`` computes from events."""

from __future__ import annotations

from hashlib import sha256
from math import inf
from typing import Literal, NamedTuple, TypeAlias

from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.game.rules import ContractName
from dobbm.game.session import Session
from dobbm.game.settlement import Settlement, settle
from dobbm.game.shuffle import Contribution, Cut, Proof, commitment, cutter
from dobbm.table.events import Absence, Proposal, VoteTopic
from dobbm.table.house_rules import GRACE, Options

Stage: TypeAlias = Literal["gathering", "shuffling", "playing", "between", "over"]
"""The stages, in this order: seats are free or people are not ready; the cards are being shuffled;
a deal is in progress; people review the finished deal; the session is over."""


def log_name(table_id: str) -> str:
    """Return a table's name for logs, which identifies the table but gives no access to it.

    >>> log_name("3Hh0qbLkzs7rXw1A")
    '94c9aae6'
    """
    return sha256(table_id.encode()).hexdigest()[:8]


class Occupant(NamedTuple):
    """The occupant of a seat."""

    person: str | None
    """Identifier of the person; None for a bot."""
    bank: float
    """Seconds left in the time bank for this deal."""
    stood_in: Absence | None = None
    """Why a bot stands in for the person; None if none does."""
    bot_since: float = 0.0
    """When a bot took over since the seat last acted in this deal; 0 if none has.

    A bot that takes over during the seat's turn starts to think then.
    """
    grace: float = GRACE
    """Seconds left in this deal during which the clock waits while the connection is lost."""
    sat: int = 0
    """The number of the event with which the person sat down; changing seats keeps it."""
    portrait: str | None = None
    """The portrait that the person has chosen; None leaves the choice to the page."""
    excused_until: float | None = None
    """Until when the person has said to be away, in Unix seconds, which may be past."""
    excused_from: float = 0.0
    """From when on the time until then is still to be left out of the person's turn.

    While it is to come, the person plans to be away.
    """

    def is_excused(self, now: float) -> bool:
        """Return whether the person has said to be away now."""
        return self.excused_from <= now < (self.excused_until or now)


class Account(NamedTuple):
    """The winnings in this session of somebody without a seat, in Schilling."""

    person: str | None
    """Identifier of the person; None for all bots that people have replaced."""
    amount: int


class Taken(NamedTuple):
    """A past turn: an action, or a take-back, for which ``action`` is None."""

    seat: Seat
    action: str | None


class FinishedDeal(NamedTuple):
    """A finished deal, with its shuffle, its people and its turns."""

    deal: Deal
    proof: Proof
    people: tuple[str | None, ...]
    """The person in each seat at the end of the deal; None for a bot."""
    payers: tuple[str | None, ...]
    """For each seat who pays: the person there or, if a person has left during the deal, that one;
    None for a bot."""
    first_turn: int
    taken: tuple[Taken, ...]
    """The turns from ``first_turn`` on."""
    next_dealer: Seat
    """The dealer of the next deal, if the session goes on."""


class LedgerLine(NamedTuple):
    """A finished deal as a line of the ledger."""

    number: int
    """The number of the deal at this table, from 1."""
    session: int
    must: bool
    """Whether the deal belongs to a Mußrunde."""
    ended: float
    """When the deal ended, in Unix seconds."""
    active: tuple[Seat, ...]
    """The seats that had cards."""
    declarer: Seat | None
    contract: ContractName | None
    doublings: int
    end: Settlement
    people: tuple[str | None, ...]
    """The person in each seat at the end of the deal; None for a bot."""
    payers: tuple[str | None, ...]
    """For each seat who pays, as in ``FinishedDeal``."""
    ledger: tuple[int, ...]
    """The winnings of each seat's occupant after the deal."""
    settled: tuple[Account, ...]
    """The winnings, after the deal, of those who no longer have a seat."""


class Question(NamedTuple):
    """A proposal that not everybody has answered yet."""

    what: Proposal
    seat: Seat
    """The seat of the proposer."""
    since: float
    agreed: frozenset[Seat] = frozenset()


class Written(NamedTuple):
    """A text that a person has written; the text itself is stored elsewhere."""

    number: int
    """The number of its event."""
    at: float
    seat: Seat
    person: str
    request: str | None = None
    """The identifier of the request; None if it had none."""


class Table(NamedTuple):
    """The state of a table after some events; times are in Unix seconds."""

    id: str
    options: Options
    seats: tuple[Occupant | None, ...]
    ledger: tuple[int, ...]
    """Winnings of each seat's occupant so far in the session, in Schilling; losses are negative."""
    since: float
    """When the table began to wait for its next step, such as an action or the next deal.

    Time already charged to a bank, and time during which the clock stood still, moves this later.
    """
    number: int = 1
    """The number of events so far."""
    host: str | None = None
    """Identifier of the host, the person who opened the table; if the host leaves, the next person
    clockwise. None if nobody sits at the table."""
    seatings: int = 0
    """How often people have sat down."""
    settled: tuple[Account, ...] = ()
    """The winnings of people and bots that no longer have a seat."""
    leavers: tuple[tuple[Seat, str], ...] = ()
    """People who have left during the deal in progress, which is still theirs to pay."""
    session: Session | None = None
    """The session in progress or, once it is over, the last one; None before the first."""
    sessions: int = 0
    """The number of sessions that have begun at this table."""
    first_turn: int = 0
    """The first turn of the deal in progress, or of the next one."""
    taken: tuple[Taken, ...] = ()
    """The turns from ``first_turn`` on."""
    stand_ins: tuple[int, ...] = ()
    """Which actions of the deal in progress, or of the last one, bots have taken for people."""
    finished: int = 0
    """The number of deals finished at this table, including those of earlier sessions."""
    last: FinishedDeal | None = None
    """The last finished deal; earlier ones are read from the store."""
    secret: str | None = None
    """The server's part of the shuffle for the next deal or the deal in progress, once chosen."""
    deck_seed: str | None = None
    """The seed of the decks that other tables have, too; None without any."""
    contributions: tuple[Contribution, ...] = ()
    cut: Cut | None = None
    left_out: tuple[Seat, ...] = ()
    """Seats of the people whose contributions did not arrive in time for the deal in progress."""
    votes: frozenset[tuple[VoteTopic, Seat]] = frozenset()
    releases: frozenset[tuple[Seat, Seat]] = frozenset()
    """Pairs of the seat of a person who is away and one whose person agrees to give it to a bot."""
    question: Question | None = None
    refused: frozenset[Seat] = frozenset()
    """Seats whose proposals were refused at this turn."""
    delays: int = 0
    """How often people have asked for more time before the next deal."""
    ready_at: float | None = None
    """When everybody was ready for the next deal, or when the server committed to its shuffle if
    that was later. None until everybody is ready, and during a deal."""

    written: tuple[Written, ...] = ()
    """The last texts, at most ``MOST_TEXTS``."""
    without_texts: frozenset[str] = frozenset()
    """Identifiers of the people who want no texts at this table."""
    removed: frozenset[str] = frozenset()
    """Identifiers of the people whom the host has removed, who may not sit down before the first
    session begins."""

    @property
    def turn(self) -> int:
        """The number of actions so far; a take-back counts as one, too."""
        return self.first_turn + len(self.taken)

    @property
    def deal(self) -> Deal | None:
        """The deal in progress; None if there is none."""
        return self.session.deal if self.session else None

    @property
    def displayed_deal(self) -> Deal | None:
        """The deal in progress, or else the last finished one; None before the first deal."""
        if self.deal:
            return self.deal
        return self.last.deal if self.last else None

    @property
    def deal_number(self) -> int:
        """The number of the deal in progress or of the last one, from 1; 0 before the first."""
        return self.finished + (self.deal is not None)

    @property
    def stage(self) -> Stage:
        """The current stage of the table."""
        if self.deal:
            return "playing"
        if None in self.seats or self.unready:
            return "gathering"
        if self.session and self.session.over:
            return "over"
        return "between" if self.last and self.ready_at is None else "shuffling"

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people, whether or not bots stand in for them."""
        return tuple([seat for seat, one in enumerate(self.seats) if one and one.person])

    @property
    def attending(self) -> tuple[Seat, ...]:
        """The seats that people play themselves; the table waits only for these people."""
        seats = enumerate(self.seats)
        return tuple([seat for seat, one in seats if one and one.person and not one.stood_in])

    @property
    def unready(self) -> tuple[Seat, ...]:
        """The seats of the people who must still say that they are ready for the first deal."""
        if not self.options.ready_check or self.session:
            return ()
        return tuple([seat for seat in self.attending if ("ready", seat) not in self.votes])

    @property
    def texts(self) -> Literal["on", "off", "declined"]:
        """Whether people may write texts: the host may forbid them, and anybody seated decline."""
        if not self.options.texts:
            return "off"
        seated = {self.occupant(seat).person for seat in self.people}
        return "declined" if seated & self.without_texts else "on"

    def readable(self, seat: Seat) -> tuple[Written, ...]:
        """Return the texts written since the person in ``seat`` sat down."""
        since = self.occupant(seat).sat
        return tuple([one for one in self.written if one.number > since])

    @property
    def host_seat(self) -> Seat | None:
        """The seat of the host; None if nobody sits at the table."""
        return None if self.host is None else self.seat_of(self.host)

    @property
    def timed(self) -> bool:
        """Whether the table has a clock; it has none if one person plays against bots."""
        return len(self.people) > 1

    @property
    def review_ends(self) -> bool:
        """Whether the clock ends the review of a deal, and not only those who are there."""
        is_whole = len(self.attending) == len(self.people)
        return self.timed and (is_whole or not self.options.asks_who_is_there)

    @property
    def next_dealer(self) -> Seat | None:
        """The dealer of the deal in progress or, between two deals, of the next one.

        None before and after a session.
        """
        session = self.session
        if session is None or session.over:
            return None
        if self.options.decks:
            return (session.first_dealer + session.deals_finished) % self.options.players
        # Use the stored dealer, because settling the last deal for every message would be slow.
        return (
            self.last.next_dealer if self.last and session.deals_finished else session.first_dealer
        )

    @property
    def cutter(self) -> Seat | None:
        """The seat on the next dealer's right, which may cut (docs/rules.md 3).

        None during a deal, and before and after a session.
        """
        dealer = self.next_dealer
        return None if dealer is None or self.deal else cutter(dealer, self.options.players)

    @property
    def commitment(self) -> str | None:
        """The published commitment to the server's part of the shuffle; None if there is none."""
        return commitment(self.secret) if self.secret else None

    def counted_from(self, at: float = inf) -> float:
        """Return from when the time of whose turn it is counts: not while the person is excused.

        With ``at``, a time during the turn, return from when it counts if that ends then.
        """
        if self.deal is None or self.deal.to_act is None:
            return self.since
        one, since = self.occupant(self.deal.to_act), self.since
        away = max(since, one.excused_from)
        is_over_before = at == inf and since + self.options.free + one.bank <= away
        if one.excused_until is None or is_over_before:
            return since
        return since + max(0.0, min(at, one.excused_until) - away)

    def occupant(self, seat: Seat) -> Occupant:
        """Return the occupant of a taken seat."""
        occupant = self.seats[seat]
        assert occupant is not None
        return occupant

    def seat_of(self, person: str) -> Seat | None:
        """Return the seat of a person; None if the person has left."""
        for seat, one in enumerate(self.seats):
            if one and one.person == person:
                return seat
        return None

    def voters(self, topic: VoteTopic) -> tuple[Seat, ...]:
        """Return the seats that have voted for ``topic``."""
        return tuple(sorted(seat for voted, seat in self.votes if voted == topic))

    def releasing(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats whose people agree to give ``seat`` to a bot."""
        return tuple(sorted(voter for released, voter in self.releases if released == seat))

    def proof(self) -> Proof:
        """Return the shuffle proof of the next deal or the deal in progress."""
        assert self.secret
        return Proof(
            table=self.options.decks or self.id,
            deal=self.finished + 1,
            commitment=commitment(self.secret),
            secret=self.secret,
            contributions=self.contributions,
            cut=self.cut,
            left_out=self.left_out,
        )

    @property
    def oldest_turn(self) -> int:
        """The earliest turn that ``taken_at`` can look up."""
        return self.last.first_turn if self.last else self.first_turn

    def ledger_line(self) -> LedgerLine:
        """Return the line of the last finished deal; call it only before the next one begins."""
        assert self.last
        deal = self.last.deal
        contract = deal.contract
        return LedgerLine(
            number=self.finished,
            session=self.sessions,
            must=deal.setup.must,
            ended=self.since,
            active=deal.setup.active,
            declarer=deal.declarer,
            contract=contract and contract.name,
            doublings=deal.doublings,
            end=settle(deal),
            people=self.last.people,
            payers=self.last.payers,
            ledger=self.ledger,
            settled=self.settled,
        )

    def taken_at(self, turn: int) -> Taken:
        """Return the action or take-back at a past turn, from ``oldest_turn`` on."""
        if turn >= self.first_turn or not self.last:
            return self.taken[turn - self.first_turn]
        return self.last.taken[turn - self.last.first_turn]
