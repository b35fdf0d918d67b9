"""Plays a table without HTTP: people are commands, and time passes only when a test says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from random import Random
from typing import Any, ParamSpec, Protocol, TypeVar

import pytest

from dobbm import Deal, Rules
from dobbm.ai.claims import play_out
from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import Seat
from dobbm.game.errors import DobbmError
from dobbm.runtime.audience import Audience
from dobbm.runtime.snapshot import Snapshot
from dobbm.runtime.store import Person
from dobbm.table import commands, deadlines
from dobbm.table.deadlines import Activity, Due, due
from dobbm.table.events import (
    Acted,
    Began,
    Claimed,
    Committed,
    Dealt,
    Event,
    Opened,
    Refused,
    StoodIn,
    TookBack,
)
from dobbm.table.house_rules import Options
from dobbm.table.reducer import apply_event, opened
from dobbm.table.refusals import Refusal
from dobbm.table.state import FinishedDeal, LedgerLine, Table

NAMES = ("Vroni", "Lois", "Moidl", "Sepp", "Nanni")
"""The names of the people on the seats 0, 1, …."""
DELAY = 1.0
"""Seconds that a bot's action takes."""
START = 1000.0
"""When every table is opened."""
LIMIT = 5000
"""More events or steps than any test needs."""

Given = ParamSpec("Given")
MadeEvent = TypeVar("MadeEvent", bound=Event | None, covariant=True)


def replayed(table_id: str, events: Iterable[Event]) -> Table:
    """Return the table that results from ``events``, the first of which must open it."""
    first, *others = events
    assert isinstance(first, Opened)
    return reduce(apply_event, others, opened(table_id, first))


def person_on(seat: Seat) -> str:
    """Return the identifier of the person who sits down on a seat."""
    return f"person-of-seat-{seat}"


PEOPLE = {person_on(seat): name for seat, name in enumerate(NAMES)}
"""Names by identifiers."""
STORED_PEOPLE = {id_: Person(id_, name, "", 0.0, {}) for id_, name in PEOPLE.items()}
"""The same people as a store keeps them; one mapping, so that messages share their parts."""


def sent(snapshot: Snapshot, seat: Seat | None, present: Iterable[Seat] = ()) -> str:
    """Return the message to a seat, or to a spectator, about an event."""
    return snapshot.message(Audience(STORED_PEOPLE, frozenset(present), {}), seat).decode()


class Decision(Protocol[MadeEvent]):
    """A command; the type says which events it may cause."""

    def decide(self, table: Table, now: float) -> MadeEvent: ...


class Evening:
    """A table with its events and its time."""

    def __init__(
        self,
        bots: int = 0,
        players: int = 4,
        dealer: Seat | None = None,
        seed: int = 59,
        name: str = "stubai",
        **options: Any,
    ):
        """Open a table at which nobody sits yet; ``dealer`` deals first.

        The cards follow from ``seed`` and ``name``, the name of the table.
        """
        self.now = START
        self.rng = Random(seed)
        self.dealer = players - 1 if dealer is None else dealer
        self.gone: dict[Seat, float] = {}
        self.planned: set[Seat] = set()
        self.watchers: list[Callable[[Event], None]] = []
        """Called after each event."""
        rules = options.pop("rules", Rules())
        event = Opened(self.now, Options(players, rules, **options).to_json(), bots)
        self.events: list[Event] = [event]
        self.table: Table = opened(name, event)
        self.archive: list[FinishedDeal] = []
        """All finished deals."""
        self.ledger: list[LedgerLine] = []
        """A line for each of them."""

    @property
    def deal(self) -> Deal:
        """The deal in progress."""
        assert self.table.deal
        return self.table.deal

    @property
    def coming(self) -> Due | None:
        """The table's next deadline."""
        activity = Activity(dict(self.gone), frozenset(self.planned))
        return due(self.table, activity, DELAY)

    def happen(self, event: Event) -> None:
        """Apply an event to the table."""
        self.table = apply_event(self.table, event)
        self.events.append(event)
        assert len(self.events) < LIMIT, "the table goes round in circles"
        if self.table.last and self.table.finished > len(self.archive):
            self.archive.append(self.table.last)
            self.ledger.append(self.table.ledger_line())
        for watcher in self.watchers:
            watcher(event)

    def do(
        self,
        command: Callable[Given, Decision[MadeEvent]],
        *arguments: Given.args,
        **named: Given.kwargs,
    ) -> MadeEvent:
        """Carry out a command now; return its event, or raise its error."""
        event = command(*arguments, **named).decide(self.table, self.now)
        if event is not None:
            self.happen(event)
        return event

    def sit(self, people: int) -> None:
        """Let ``people`` more people sit down."""
        for _ in range(people):
            usual = person_on(self.table.seats.index(None))
            away = [person for person in PEOPLE if self.table.seat_of(person) is None]
            self.do(commands.Sit, usual if usual in away else away[0])

    def act(self, *actions: str) -> None:
        """Take ``actions`` in order, each as the person or bot whose turn it is."""
        for action in actions:
            seat = self.to_act
            occupant = self.table.occupant(seat)
            by_bot = not occupant.person or occupant.stood_in is not None
            if by_bot:
                self.happen(Acted(self.now, seat, action, by_bot))
            else:
                self.do(commands.Act, seat, action, self.table.turn)

    @property
    def to_act(self) -> Seat:
        seat = self.deal.to_act
        assert seat is not None
        return seat

    def vote(self, topic: Any, *seats: Seat) -> None:
        """Vote for ``topic`` on ``seats``, by default those of all attending people."""
        for seat in seats or self.table.attending:
            self.do(commands.Vote, seat, topic)

    def contribute(self, *seats: Seat) -> None:
        """Contribute to the shuffle on ``seats``, by default those of all people."""
        for seat in seats or self.table.people:
            self.do(commands.Contribute, seat, f"{seat:02x}", None)

    def step(self) -> Due | None:
        """Advance to the next deadline and let it happen; return it."""
        deadline = self.coming
        if deadline:
            self.now = max(self.now, deadline.at)
            self.happen(self.event_of(deadline))
        return deadline

    def wait(self, seconds: float) -> None:
        """Let time pass, with all deadlines in it."""
        until = self.now + seconds
        while (deadline := self.coming) and deadline.at <= until:
            self.step()
        self.now = until

    def until_dealt(self) -> None:
        """Advance until cards are dealt; all people contribute to the shuffle."""
        for _ in range(LIMIT):
            if self.table.deal:
                return
            if deadlines.missing(self.table) and self.table.secret:
                self.contribute(*deadlines.missing(self.table))
            if not self.step():
                self.vote("again" if self.table.stage == "over" else "next")
        raise AssertionError("no cards are dealt")

    def play_out(self) -> None:
        """Take first legal actions until the deal is finished."""
        number = self.table.deal_number
        while self.table.deal and self.table.deal_number == number:
            self.act(first_legal_action(self.table.deal))

    def event_of(self, deadline: Due) -> Event:
        """Return the event of a deadline."""
        now, seat, table = self.now, deadline.seat, self.table
        match deadline.what:
            case "begin":
                return Began(now, self.dealer)
            case "commit":
                return Committed(now, self.rng.randbytes(32).hex())
            case "deal":
                return Dealt(now, list(deadlines.missing(table)))
            case "lapse":
                return Refused(now, None)
            case "settle":
                return settlement(table, now)
        assert seat is not None
        if deadline.what == "act":
            planned = seat in self.planned and seat in table.attending
            self.planned.discard(seat)
            return Acted(now, seat, first_legal_action(self.deal), by_bot=not planned)
        return StoodIn(now, seat, deadline.what)


def settlement(table: Table, now: float) -> Event:
    """Return the event that settles a question to which all have agreed."""
    question = table.question
    assert question
    assert table.deal
    if question.what == "take_back":
        return TookBack(now, question.seat, 1)
    cards = winning_cards(table.deal, question.seat)
    return Claimed(now, question.seat, False, cards) if cards else Refused(now, None)


def winning_cards(deal: Deal, seat: Seat) -> list[str]:
    """Return cards with which ``seat`` takes all remaining tricks; none if that is impossible."""
    try:
        return list(play_out(deal, seat))
    except DobbmError:
        return []


def legal_rest(deal: Deal) -> list[str]:
    """Return cards with which the deal may legally end."""
    cards = []
    while legal := deal.legal_actions():
        cards.append(legal[0])
        deal = deal.apply(legal[0])
    return cards


def dealt(people: int = 4, players: int = 4, **more: Any) -> Evening:
    """Return an evening of ``people`` people and bots, with the first deal just dealt."""
    evening = Evening(players - people, players, **more)
    evening.sit(people)
    evening.until_dealt()
    return evening


SOLO = ("solo", "gut", "gut", "gut")
"""Forehand plays a Solo that nobody doubles."""


def between(people: int = 4, players: int = 4, **more: Any) -> Evening:
    """Return an evening after its first deal."""
    evening = dealt(people, players, **more)
    evening.play_out()
    return evening


def refused(
    evening: Evening, code: str, command: Callable[..., Any], *arguments: Any, **named: Any
) -> str:
    """Check that a command is refused with ``code`` and changes nothing; return the message."""
    before = evening.table
    with pytest.raises(Refusal) as caught:
        evening.do(command, *arguments, **named)
    assert caught.value.code == code
    assert evening.table is before
    return str(caught.value)
