"""A referee who knows everything: sees every event that is stored and every message that is sent.

What the tables do is measured by the simulated time that really passed, not by what they store.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

import orjson

from dobbm import Deal, settle
from dobbm.game.actions import DONE, Seat
from dobbm.game.cards import CARDS, names
from dobbm.game.errors import DobbmError
from dobbm.game.shuffle import verify
from dobbm.game.view import View
from dobbm.runtime.history import INTERVAL, Message
from dobbm.runtime.runtime import HEARTBEAT, OVERDUE
from dobbm.runtime.store import Checkpoint, Entry
from dobbm.table.checkpoint import from_checkpoint, to_checkpoint
from dobbm.table.commands import Act, Command, agreed_by_all, decide, repeats
from dobbm.table.deadlines import ANSWER, CONTRIBUTION, GONE, REVIEW
from dobbm.table.events import (
    Acted,
    Began,
    ClockSet,
    Dealt,
    Event,
    Opened,
    Refused,
    Sat,
    StoodIn,
    from_json,
)
from dobbm.table.presentation import record_of
from dobbm.table.reducer import apply_event, opened
from dobbm.table.state import Table, Taken

if TYPE_CHECKING:
    from runtime.guest import Guest
    from runtime.world import World

CARD = re.compile(rb"\b[AHLB][6-9TUOKS]\b")
PATIENT_REST = 10.0
"""Seconds without any server which may still count as somebody's time."""
LAG = 4.0
"""Seconds by which what happens may be late where databases are slow and servers die."""
EXACT = 0.02
"""The same where all goes well."""
TURNS = 6
"""Turns after which a table counts as not stuck."""
BOT_SECONDS = 1.0
"""Seconds that a bot's action takes on average."""


class Referee:
    """Of all tables of a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.files: dict[str, File] = {}
        self.rests: list[tuple[float, float]] = []
        """When there was no server for long."""
        self.set_at = -1000.0
        """When the clock was set last, on the monotonic clock."""

    @property
    def now(self) -> float:
        """Seconds since the start of the world."""
        return self.world.clock.monotonic()

    def see(self, entry: Entry, wall: float) -> None:
        """An entry is stored, by a process whose clock shows ``wall``."""
        told = json.dumps([entry.event, entry.lobby])
        event = from_json(json.loads(told)[0])
        self.world.say(f"{entry.table[:4]} {entry.number} {event}")
        try:
            if entry.number == 1:
                assert isinstance(event, Opened)
                self.files[entry.table] = File(self, opened(entry.table, event), event)
            else:
                self.files[entry.table].see(entry, event)
            if self.now - self.set_at > LAG:
                assert abs(event.at - wall) < 5 + 2 * LAG, "an event is not stored with wall time"
        except BaseException as error:
            self.world.fail(error)
            raise

    def rest(self, seconds: float) -> None:
        """There was no server for so long."""
        self.rests.append((self.now - seconds, self.now))

    def clock_was_set(self, by: float) -> None:  # noqa: ARG002
        """The wall clock of all servers was set."""
        self.set_at = self.now

    def rested(self, since: float) -> float:
        """For how many seconds since then nobody's time has passed."""
        inside = [max(0.0, end - max(begin, since)) for begin, end in self.rests]
        return sum(max(0.0, seconds - PATIENT_REST) for seconds in inside)

    def early(self, since: float) -> float:
        """By how much what should come some time after ``since`` may come too early.

        A server that goes on for one that has died cannot know that the clock was set meanwhile.
        """
        if self.world.nature.kills and self.set_at >= since:
            return inf
        return EXACT if self.world.nature.calm and not self.world.finishing else LAG

    def mark(self) -> None:
        """From now on everybody plays on."""
        for file in self.files.values():
            file.goal = file.table.turn + TURNS

    def unfinished(self) -> list[str]:
        """The tables at which somebody is, and which have not gone on."""
        return [
            file.id
            for file in self.files.values()
            if not file.is_finished and any(guest.is_seated for guest in file.guests)
        ]


class File:
    """What the referee knows of one table."""

    def __init__(self, referee: Referee, table: Table, event: Opened) -> None:
        self.referee = referee
        self.id = table.id
        self.states = [table]
        self.events: list[Event] = [event]
        self.times = [referee.now]
        """When each event was stored, on the monotonic clock."""
        self.taken: list[Taken] = []
        """What happened at each turn."""
        self.guests: list[Guest] = []
        """Who has come here and knows it."""
        self.goal = 0
        self.paid = (0,) * table.options.players
        """In the session so far."""
        self.turn_began = referee.now
        self.turn_banks: tuple[float, ...] = ()
        self.asked_at = 0.0
        self.between_since = 0.0
        self.ready_since: float | None = None
        self._judged: dict[tuple[int, Seat | None], bytes] = {}
        self._fields = [fields(table, event)]
        """What every message about an event contains."""
        self._views: dict[Seat | None, tuple[Deal, bytes]] = {}
        self._played: list[frozenset[str]] = [frozenset()]
        """The cards that everybody has seen, after each event."""

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.states[-1]

    @property
    def is_finished(self) -> bool:
        """Whether the table has gone on, so that it is not stuck."""
        return self.table.turn >= self.goal

    # Events

    def see(self, entry: Entry, event: Event) -> None:
        """The next event."""
        before, now = self.table, self.referee.now
        table = apply_event(before, event)
        assert entry.number == table.number
        self.states.append(table)
        self.events.append(event)
        self.times.append(now)
        self._fields.append(fields(table, event))
        self._look_at_deadline(before, event, now)
        self._look_at_banks(before, table, now)
        self._look_at_action(before, event)
        self._keep_times(before, table, event, now)
        self._look_at_money(before, table, event)
        self._look_at_entry(entry, event)
        self.taken += [table.taken_at(turn) for turn in range(before.turn, table.turn)]
        self._learn_cards(before, table)

    def _look_at_entry(self, entry: Entry, event: Event) -> None:
        table = self.table
        assert (entry.checkpoint is not None) == (table.number % INTERVAL == 0)
        if entry.checkpoint:
            self._look_at_checkpoint(entry.checkpoint)
        for guest in self.guests:
            assert f'"{guest.name}"' not in json.dumps([entry.event, entry.lobby])
        assert (entry.person is not None) == isinstance(event, Sat)

    def look_at_checkpoints(self, made: dict[int, Checkpoint]) -> None:
        """All checkpoints that are stored must be of these states, and none may be missing."""
        assert [*made] == [*range(INTERVAL, self.table.number + 1, INTERVAL)]
        for checkpoint in made.values():
            self._look_at_checkpoint(checkpoint)

    def _look_at_checkpoint(self, checkpoint: Checkpoint) -> None:
        state = self.states[checkpoint.number - 1]
        told = json.loads(json.dumps(checkpoint.state))
        assert from_checkpoint(self.id, told) == state
        assert told == json.loads(json.dumps(to_checkpoint(state)))
        assert (checkpoint.turn, checkpoint.finished) == (state.turn, state.finished)

    def _look_at_money(self, before: Table, table: Table, event: Event) -> None:
        """The ledger is what was paid, and no money comes or goes."""
        if isinstance(event, Began):
            self.paid = (0,) * table.options.players
        if table.finished > before.finished:
            assert table.last
            assert table.last.proof.deal == table.finished == before.finished + 1
            payments = settle(table.last.deal).payments
            self.paid = tuple(sum(both) for both in zip(self.paid, payments, strict=True))
            verify(json.loads(json.dumps(record_of(self.id, table.last, {}))))
        assert table.ledger == self.paid
        assert sum(table.ledger) == 0

    def _look_at_action(self, before: Table, event: Event) -> None:
        """Nobody's action is done that the person has not asked for."""
        if isinstance(event, Acted):
            occupant = before.occupant(event.seat)
            if event.by_bot:
                assert not occupant.person or occupant.stood_in, "a bot acts for a person"
            else:
                guest = self.guest_on(event.seat)
                assert guest, "somebody acts who does not know of the seat"
                assert guest.has_asked(before, event), "an action that nobody has asked for"

    def guest_on(self, seat: Seat) -> Guest | None:
        """Who has a seat and knows it."""
        return next((guest for guest in self.guests if guest.seat == seat), None)

    # Time

    def _keep_times(self, before: Table, table: Table, event: Event, now: float) -> None:
        if table.turn != before.turn or isinstance(event, Dealt):
            self.turn_began = now
            self.turn_banks = tuple(one.bank if one else 0.0 for one in table.seats)
        if table.question and not before.question:
            self.asked_at = now
        if table.stage == "between" != before.stage:
            self.between_since = now
        if table.ready_at is None:
            self.ready_since = None
        elif self.ready_since is None or table.ready_at != before.ready_at:
            self.ready_since = self.ready_since if isinstance(event, ClockSet) else now

    def _look_at_banks(self, before: Table, table: Table, now: float) -> None:
        """Nobody is charged time that has not passed."""
        if before.deal is None or not self.turn_banks:
            return
        passed = now - self.turn_began - self.referee.rested(self.turn_began)
        seat = before.deal.to_act
        assert seat is not None
        for other, occupant in enumerate(table.seats):
            if occupant and occupant.person and table.deal:
                spent = self.turn_banks[other] - occupant.bank
                most = max(0.0, passed - table.options.free) if other == seat else 0.0
                early = self.referee.early(self.turn_began)
                assert spent <= most + early, "somebody is charged too much"

    def _look_at_deadline(self, before: Table, event: Event, now: float) -> None:
        """What comes by itself comes neither early nor, where all goes well, late."""
        world, options = self.referee.world, before.options
        on_time: list[float] = []
        match event:
            case Acted(by_bot=True):
                assert self._comes_after(0.5 * BOT_SECONDS, self.turn_began), "a bot hurries"
            case StoodIn(why="clock"):
                patience = options.free + self.turn_banks[event.seat]
                assert self._comes_after(patience, self.turn_began), "the bank is not empty"
            case StoodIn(why="gone"):
                guest = self.guest_on(event.seat)
                if guest and world.nature.calm:
                    unheard, told = now - guest.last_there, 2 * HEARTBEAT + 1
                    if world.nature.processes > 1:  # the other one tells it now and then
                        assert unheard <= told or unheard >= GONE - told, "somebody is there"
                    else:
                        assert self._comes_after(GONE, guest.last_there), "somebody is there"
            case Dealt(left_out=missing):
                since = self.ready_since
                if since is None:
                    since = self.between_since
                    assert self._comes_after(REVIEW, since), "a deal is hardly looked at"
                    on_time.append(since + REVIEW)
                elif missing:
                    waited = self._comes_after(CONTRIBUTION, since)
                    assert waited, "contributions are not waited for"
            case Refused(seat=None):
                if not agreed_by_all(before):
                    assert self._comes_after(ANSWER, self.asked_at), "a question lapses too early"
                    on_time.append(self.asked_at + ANSWER)
        for deadline in on_time:
            if world.nature.calm and not world.finishing:
                slow = 0.1 if world.nature.processes == 1 else OVERDUE + HEARTBEAT
                assert now <= deadline + slow, "what is due comes late"

    def _comes_after(self, seconds: float, since: float) -> bool:
        """Whether so much time has passed since then."""
        return self.referee.now - since >= seconds - self.referee.early(since)

    # Commands

    def right_answers(self, first: int, command: Command) -> set[str | None]:
        """The codes that are right in some state from the one with number ``first`` on."""
        right = {
            refusal(partial(decide, state, 0.0, command)) for state in self.states[first - 1 :]
        }
        if isinstance(command, Act):
            taken = self.taken[command.turn : command.turn + 1]
            if any(repeats(one, command.seat, command.action) for one in taken):
                right.add(None)
        return right

    # Messages

    def judge(self, seat: Seat | None, message: Message) -> None:
        """What a seat is told of an event must be true, and tell nothing that is hidden from it."""
        number, data = message
        assert number <= len(self.states), "an event is told that is not stored"
        key = (number, seat)
        seen = self._judged.get(key)
        if data == seen:
            return
        state = self.states[number - 1]
        for field in (
            b'"seat":%b,' % (b"null" if seat is None else b"%d" % seat),
            *self._fields[number - 1],
        ):
            assert field in data, f"{field!r} is not told"
        assert self._view(state, seat) in data, "the view is wrong"
        self._look_for_leaks(state, seat, data)
        if seen:
            one, other = json.loads(data), json.loads(seen)
            assert stripped(one) == stripped(other), "two messages about one event differ"
        self._judged[key] = data

    def _view(self, state: Table, seat: Seat | None) -> bytes:
        """A part of the message by which its view is known to be right."""
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

    def _look_for_leaks(self, state: Table, seat: Seat | None, data: bytes) -> None:
        deal = state.displayed_deal
        if deal is None or deal.phase != DONE:
            known = self._known(state, seat)
            for card in {*CARD.findall(data)}:
                assert card.decode() in known, f"seat {seat} sees {card.decode()}"
        if state.secret:
            assert state.secret.encode() not in data, "the secret of a shuffle is told"
        for person in state.seats:
            assert not (person and person.person and person.person.encode() in data)
        for guest in self.guests:
            assert guest.token.encode() not in data

    def _known(self, state: Table, seat: Seat | None) -> frozenset[str]:
        """The cards that a seat has seen: its own, the Dobb it took up, those played, and those it
        has planned to play.
        """
        known = self._played[state.number - 1]
        if seat is None:
            return known
        guest, deal = self.guest_on(seat), state.displayed_deal
        known = known.union(guest.plans if guest else ())
        if deal:
            known = known.union(names(deal.setup.hands()[seat]))
            if seat == deal.declarer and deal.contract and deal.contract.exchanges:
                known = known.union(names(deal.setup.dobb))
        return known

    def _learn_cards(self, before: Table, table: Table) -> None:
        deal, earlier = table.displayed_deal, before.displayed_deal
        if deal is earlier:
            self._played.append(self._played[-1])
        else:
            actions = deal.actions if deal else ()
            self._played.append(frozenset(action for action in actions if action in CARDS))


def fields(table: Table, event: Event) -> list[bytes]:
    """Fields of every message about an event, as JSON."""
    ledger = ",".join(map(str, table.ledger))
    told = (
        f'"table":"{table.id}"',
        f'"number":{table.number}',
        f'"turn":{table.turn}',
        f'"stage":"{table.stage}"',
        f'"deal":{table.deal_number}',
        f'"ledger":[{ledger}]',
        f'"at":{event.at}',
    )
    return [field.encode() for field in told]


def stripped(told: dict[str, Any]) -> dict[str, Any]:
    """A message without what may change while nothing happens: who is there, names, wishes."""
    rest = {key: value for key, value in told.items() if key != "own"}
    rest["seats"] = [
        {key: value for key, value in seat.items() if key not in ("present", "name")}
        for seat in told["seats"]
    ]
    rest["change"] = {key: value for key, value in told["change"].items() if key != "phrase"}
    view = told["view"]
    if view and "record" in view:
        meta = {key: value for key, value in view["record"]["meta"].items() if key != "names"}
        rest["view"] = {**view, "record": {**view["record"], "meta": meta}}
    return rest


def refusal(work: Callable[[], object]) -> str | None:
    """The code of the error that is raised; None if there is none."""
    try:
        work()
    except DobbmError as error:
        return error.code
    return None
