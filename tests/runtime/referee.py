"""An omniscient referee: sees every event that is stored and every message that is sent.

Time is measured on the simulated monotonic clock, not taken from the stored events.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

import orjson

from dobbm import Deal
from dobbm.game.actions import DONE, Seat
from dobbm.game.cards import CARDS, names
from dobbm.game.errors import DobbmError
from dobbm.game.shuffle import verify
from dobbm.game.view import View
from dobbm.runtime.history import INTERVAL, Message
from dobbm.runtime.people import digest
from dobbm.runtime.runtime import HEARTBEAT, OVERDUE
from dobbm.runtime.store import Checkpoint, Entry
from dobbm.table.checkpoint import from_checkpoint, to_checkpoint
from dobbm.table.commands import Act, Command, agreed_by_all
from dobbm.table.deadlines import ANSWER, CONTRIBUTION, GONE, REVIEW
from dobbm.table.events import (
    Acted,
    ClockSet,
    Dealt,
    Delayed,
    Event,
    Opened,
    Refused,
    Sat,
    StoodIn,
    Waited,
    Wrote,
    from_json,
)
from dobbm.table.presentation import record_of
from dobbm.table.reducer import apply_event, opened
from dobbm.table.state import Table, Taken
from table.referee import Accounts

if TYPE_CHECKING:
    from runtime.guest import Guest
    from runtime.world import World

CARD = re.compile(rb"\b[AHLB][6-9TUOKS]\b")
TOLERATED_OUTAGE = 10.0
"""Seconds without a server that may still be charged to somebody."""
SLACK = 4.0
"""Seconds of slack where databases are slow and servers die."""
CALM_SLACK = 0.02
"""Seconds of slack in a calm world."""
TURNS = 6
"""A table that advances by this many turns is not stuck."""
BOT_SECONDS = 1.0
"""Seconds that a bot's action takes on average."""


class Referee:
    """The referee of all tables of a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.logs: dict[str, TableLog] = {}
        self.outages: list[tuple[float, float]] = []
        """The beginning and end of each time without a server."""
        self.clock_set_at = -1000.0
        """When the clock was last set, on the monotonic clock."""

    @property
    def now(self) -> float:
        """Seconds since the start of the world."""
        return self.world.clock.monotonic()

    def record(self, entry: Entry, wall: float) -> None:
        """Check an entry stored by a process whose clock shows ``wall``."""
        event = from_json(orjson.loads(orjson.dumps(entry.event)))
        self.world.trace(f"{entry.table[:4]} {entry.number} {event}")
        try:
            if entry.number == 1:
                assert isinstance(event, Opened)
                self.logs[entry.table] = TableLog(self, opened(entry.table, event), event)
            else:
                self.logs[entry.table].record(entry, event)
            if self.now - self.clock_set_at > SLACK:
                assert abs(event.at - wall) < 5 + 2 * SLACK, "an event is not stored with wall time"
        except BaseException as error:
            self.world.fail(error)
            raise

    def record_outage(self, seconds: float) -> None:
        """Record that there was no server during the last ``seconds``."""
        self.outages.append((self.now - seconds, self.now))

    def clock_was_set(self, by: float) -> None:  # noqa: ARG002
        """Record that the wall clock of all servers was set."""
        self.clock_set_at = self.now

    def outage_seconds(self, since: float) -> float:
        """Return for how many seconds since ``since`` nobody can have been charged."""
        inside = [max(0.0, end - max(begin, since)) for begin, end in self.outages]
        return sum(max(0.0, seconds - TOLERATED_OUTAGE) for seconds in inside)

    def tolerance(self, since: float) -> float:
        """Return by how many seconds a deadline that began at ``since`` may come too early.

        A server that takes over from a dead one cannot know that the clock was set meanwhile.
        """
        if self.world.conditions.kills and self.clock_set_at >= since:
            return inf
        return CALM_SLACK if self.world.conditions.calm and not self.world.finishing else SLACK

    def set_goals(self) -> None:
        """Expect all tables to advance from here."""
        for log in self.logs.values():
            log.goal = log.table.turn + TURNS

    def unfinished(self) -> list[str]:
        """Return the tables with people that have not advanced far enough."""
        return [
            log.id
            for log in self.logs.values()
            if not log.is_finished and any(guest.is_seated for guest in log.guests)
        ]


class TableLog:
    """Everything that the referee has seen of one table."""

    def __init__(self, referee: Referee, table: Table, event: Opened) -> None:
        self.referee = referee
        self.id = table.id
        self.states = [table]
        self.events: list[Event] = [event]
        self.times = [referee.now]
        """When each event was stored, on the monotonic clock."""
        self.taken: list[Taken] = []
        """Each turn's seat and action."""
        self.guests: list[Guest] = []
        """The people who have received a seat here."""
        self.goal = 0
        self.accounts = Accounts()
        self.tokens: dict[str, str] = {}
        """The digests of people's tokens."""
        """The payments of the session so far."""
        self.turn_began = referee.now
        self.turn_banks: tuple[float, ...] = ()
        self.asked_at = 0.0
        self.between_since = 0.0
        self.ready_since: float | None = None
        self._checked: dict[tuple[int, Seat | None], bytes] = {}
        self._fields = [expected_fields(table, event)]
        """Fields that every message about each event contains."""
        self._views: dict[Seat | None, tuple[Deal, bytes]] = {}
        self._public_cards: list[frozenset[str]] = [frozenset()]
        """The cards that everybody has seen, after each event."""

    @property
    def table(self) -> Table:
        """The current state of the table."""
        return self.states[-1]

    @property
    def is_finished(self) -> bool:
        """Whether the table has advanced far enough, or has played all its deals."""
        ended = self.table.options.deals is not None and self.table.stage == "over"
        return ended or self.table.turn >= self.goal

    # Events

    def record(self, entry: Entry, event: Event) -> None:
        """Check the next event."""
        before, now = self.table, self.referee.now
        table = apply_event(before, event)
        assert entry.number == table.number
        self.states.append(table)
        self.events.append(event)
        self.times.append(now)
        self._fields.append(expected_fields(table, event))
        self._check_deadline(before, event, now)
        self._check_banks(before, table, now)
        self._check_action(before, event)
        self._record_times(before, table, event, now)
        self._check_ledger(before, table, event)
        self._check_entry(entry, event)
        self.taken += [table.taken_at(turn) for turn in range(before.turn, table.turn)]
        self._record_cards(before, table)

    def _check_entry(self, entry: Entry, event: Event) -> None:
        table = self.table
        assert (entry.checkpoint is not None) == (table.number % INTERVAL == 0)
        if entry.checkpoint:
            self._check_checkpoint(entry.checkpoint)
        stored = orjson.dumps(entry.event).decode()
        for guest in self.guests:
            assert f'"{guest.name}"' not in stored
        if entry.person:
            self.tokens[entry.person.id] = entry.person.token
        if isinstance(event, Sat):
            for guest in self.guests:
                if digest(guest.token) == self.tokens[event.person]:
                    guest.seat = event.seat
        else:
            assert entry.person is None

    def check_checkpoints(self, made: dict[int, Checkpoint]) -> None:
        """Check that the stored checkpoints are complete and match the states."""
        assert [*made] == [*range(INTERVAL, self.table.number + 1, INTERVAL)]
        for checkpoint in made.values():
            self._check_checkpoint(checkpoint)

    def _check_checkpoint(self, checkpoint: Checkpoint) -> None:
        state = self.states[checkpoint.number - 1]
        restored = orjson.loads(orjson.dumps(checkpoint.state))
        assert from_checkpoint(self.id, restored) == state
        assert restored == orjson.loads(orjson.dumps(to_checkpoint(state)))
        assert (checkpoint.turn, checkpoint.finished) == (state.turn, state.finished)

    def _check_ledger(self, before: Table, table: Table, event: Event) -> None:
        """Check that the ledger is the sum of all payments, and that no money is created."""
        if table.finished > before.finished:
            assert table.last
            assert table.last.proof.deal == table.finished == before.finished + 1
            verify(orjson.loads(orjson.dumps(record_of(self.id, table.last, {}))))
        self.accounts.follow(before, table, event)

    def _check_action(self, before: Table, event: Event) -> None:
        """Check that every action of a person was requested or planned."""
        if isinstance(event, Acted):
            occupant = before.occupant(event.seat)
            if event.by_bot:
                assert not occupant.person or occupant.stood_in, "a bot acts for a person"
            else:
                guest = self.guest_on(event.seat)
                assert guest, "somebody acts who does not know of the seat"
                assert guest.has_requested(before, event), "an action that nobody has asked for"

    def seat_then(self, token: str, number: int) -> Seat | None:
        """Return the seat after event ``number`` of the person with this token, if any."""
        person = next((id_ for id_, one in self.tokens.items() if one == digest(token)), None)
        return None if person is None else self.states[number - 1].seat_of(person)

    def guest_on(self, seat: Seat) -> Guest | None:
        """Return the person who has received a seat."""
        occupant = self.table.seats[seat]
        key = self.tokens.get(occupant.person) if occupant and occupant.person else None
        return next((guest for guest in self.guests if digest(guest.token) == key), None)

    # Time

    def _record_times(self, before: Table, table: Table, event: Event, now: float) -> None:
        if table.turn != before.turn or isinstance(event, Dealt):
            self.turn_began = now
            self.turn_banks = tuple(one.bank if one else 0.0 for one in table.seats)
        if table.question and not before.question:
            self.asked_at = now
        restarts = isinstance(event, Delayed | Sat)
        if restarts or table.stage == "between" != before.stage:
            self.between_since = now
        if table.ready_at is None:
            self.ready_since = None
        elif self.ready_since is None or table.ready_at != before.ready_at:
            self.ready_since = self.ready_since if isinstance(event, ClockSet) else now

    def _check_banks(self, before: Table, table: Table, now: float) -> None:
        """Check that nobody is charged time that has not passed."""
        if before.deal is None or not self.turn_banks:
            return
        passed = now - self.turn_began - self.referee.outage_seconds(self.turn_began)
        seat = before.deal.to_act
        assert seat is not None
        for other, occupant in enumerate(table.seats):
            if occupant and occupant.person and table.deal:
                spent = self.turn_banks[other] - occupant.bank
                most = max(0.0, passed - table.options.free) if other == seat else 0.0
                tolerance = self.referee.tolerance(self.turn_began)
                assert spent <= most + tolerance, "somebody is charged too much"

    def _check_deadline(self, before: Table, event: Event, now: float) -> None:
        """Check that no deadline comes too early, or too late in a calm world."""
        world, options = self.referee.world, before.options
        on_time: list[float] = []
        match event:
            case Acted(by_bot=True):
                assert self._has_passed(0.5 * BOT_SECONDS, self.turn_began), "a bot hurries"
            case StoodIn(why="clock"):
                patience = options.free + self.turn_banks[event.seat]
                assert self._has_passed(patience, self.turn_began), "the bank is not empty"
            case Waited(seat=seat, seconds=seconds):
                guest = self.guest_on(seat)
                if guest and world.conditions.calm and world.conditions.processes == 1:
                    assert self._has_passed(seconds, guest.last_heard), "somebody was there"
            case StoodIn(why="gone"):
                guest = self.guest_on(event.seat)
                if guest and world.conditions.calm:
                    unheard, interval = now - guest.last_heard, 2 * HEARTBEAT + 1
                    if world.conditions.processes > 1:  # the other one reports only now and then
                        assert unheard <= interval or unheard >= GONE - interval, (
                            "somebody is there"
                        )
                    else:
                        assert self._has_passed(GONE, guest.last_heard), "somebody is there"
            case Dealt(left_out=missing):
                since = self.ready_since
                if since is None:
                    since = self.between_since
                    assert self._has_passed(REVIEW, since), "a deal is hardly looked at"
                    on_time.append(since + REVIEW)
                elif missing:
                    waited = self._has_passed(CONTRIBUTION, since)
                    assert waited, "contributions are not waited for"
            case Refused(seat=None):
                if not agreed_by_all(before):
                    assert self._has_passed(ANSWER, self.asked_at), "a question lapses too early"
                    on_time.append(self.asked_at + ANSWER)
        for deadline in on_time:
            if world.conditions.calm and not world.finishing:
                delay = 0.1 if world.conditions.processes == 1 else OVERDUE + HEARTBEAT
                assert now <= deadline + delay, "what is due comes late"

    def _has_passed(self, seconds: float, since: float) -> bool:
        """Return whether so many seconds have passed, within the tolerance."""
        return self.referee.now - since >= seconds - self.referee.tolerance(since)

    # Commands

    def valid_answers(self, first: int, command: Command) -> set[str | None]:
        """Return the codes that are right in any state from number ``first`` on."""
        states = self.states[first - 1 :]
        valid = {refusal(partial(_carried_out, state, command)) for state in states}
        if isinstance(command, Act):
            taken = self.taken[command.turn : command.turn + 1]
            if any(command.repeats(one) for one in taken):
                valid.add(None)
        return valid

    # Messages

    def check_message(self, seat: Seat | None, message: Message) -> None:
        """Check that a message is true and reveals nothing that is hidden from its seat."""
        number, data, *_ = message
        assert number <= len(self.states), "an event is sent that is not stored"
        key = (number, seat)
        seen = self._checked.get(key)
        if data == seen:
            return
        state = self.states[number - 1]
        for field in (
            b'"seat":%b,' % (b"null" if seat is None else b"%d" % seat),
            *self._fields[number - 1],
        ):
            assert field in data, f"{field!r} is not told"
        assert self._expected_view(state, seat) in data, "the view is wrong"
        self._check_for_leaks(state, seat, data)
        if seen:
            one, other = orjson.loads(data), orjson.loads(seen)
            assert stable_parts(one) == stable_parts(other), "two messages about one event differ"
        self._checked[key] = data

    def _expected_view(self, state: Table, seat: Seat | None) -> bytes:
        """Return a part of the message that proves its view to be right."""
        deal = state.displayed_deal
        if deal is None:
            return b'"view":null'
        if deal.phase == DONE:
            return b'"phase":"done"'
        known = self._views.get(seat)
        if known is None or known[0] is not deal:
            view = orjson.dumps(View.of(deal, seat).to_json())
            known = self._views[seat] = deal, view
        return known[1]

    def _check_for_leaks(self, state: Table, seat: Seat | None, data: bytes) -> None:
        deal = state.displayed_deal
        if deal is None or deal.phase != DONE:
            known = self._known_cards(state, seat)
            for card in {*CARD.findall(data)}:
                assert card.decode() in known, f"seat {seat} sees {card.decode()}"
        if seat is None or not isinstance(self.events[state.number - 1], Wrote):
            assert b'"text":' not in data, "a text is sent to somebody who does not sit there"
        if state.secret:
            assert state.secret.encode() not in data, "the secret of a shuffle is sent"
        for person in state.seats:
            assert not (person and person.person and person.person.encode() in data)
        for guest in self.guests:
            assert guest.token.encode() not in data

    def _known_cards(self, state: Table, seat: Seat | None) -> frozenset[str]:
        """Return the cards that a seat has seen or planned to play."""
        known = self._public_cards[state.number - 1]
        if seat is None:
            return known
        guest, deal = self.guest_on(seat), state.displayed_deal
        known = known.union(guest.plans if guest else ())
        if deal:
            known = known.union(names(deal.setup.hands()[seat]))
            if seat == deal.declarer and deal.contract and deal.contract.exchanges:
                known = known.union(names(deal.setup.dobb))
        return known

    def _record_cards(self, before: Table, table: Table) -> None:
        deal, earlier = table.displayed_deal, before.displayed_deal
        if deal is earlier:
            self._public_cards.append(self._public_cards[-1])
        else:
            actions = deal.actions if deal else ()
            self._public_cards.append(frozenset(action for action in actions if action in CARDS))


def expected_fields(table: Table, event: Event) -> list[bytes]:
    """Return fields that every message about an event contains, as JSON."""
    ledger = ",".join(map(str, table.ledger))
    lines = (
        f'"table":"{table.id}"',
        f'"number":{table.number}',
        f'"turn":{table.turn}',
        f'"stage":"{table.stage}"',
        f'"deal":{table.deal_number}',
        f'"ledger":[{ledger}]',
        f'"at":{event.at}',
    )
    return [field.encode() for field in lines]


def stable_parts(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message without presence, names and preferences, which change between events."""
    rest = {key: value for key, value in message.items() if key != "own"}
    rest["seats"] = [
        {key: value for key, value in seat.items() if key not in ("present", "name")}
        for seat in message["seats"]
    ]
    rest["held"] = [one["kind"] for one in message["held"] or ()]
    change = message["change"].items()
    rest["change"] = {key: value for key, value in change if key not in ("phrase", "text")}
    view = message["view"]
    if view and "record" in view:
        meta = {key: value for key, value in view["record"]["meta"].items() if key != "names"}
        rest["view"] = {**view, "record": {**view["record"], "meta": meta}}
    return rest


def refusal(work: Callable[[], object]) -> str | None:
    """Return the code of the error that ``work`` raises, or None if it succeeds."""
    try:
        work()
    except DobbmError as error:
        return error.code
    return None


def _carried_out(table: Table, command: Command) -> Table:
    event = command.decide(table, table.since)
    return apply_event(table, event) if event else table
