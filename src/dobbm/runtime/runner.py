"""Runs a live table: carries out commands, publishes snapshots and acts on deadlines.

The runner decides on a change using the table in memory, stores the change, and only then publishes
it. If another process has stored an event first, the runner catches up and decides again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from functools import partial
from math import inf
from typing import Any, NamedTuple, TypeAlias, TypeVar

from dobbm.game.actions import Seat
from dobbm.game.errors import DobbmError
from dobbm.game.view import View
from dobbm.runtime.bots import Bots, Pace
from dobbm.runtime.clock import STEP, Clock, TableClock
from dobbm.runtime.entropy import Entropy, repeated_token
from dobbm.runtime.feed import Feed
from dobbm.runtime.history import History, Message, apply_stored, checkpoint_of
from dobbm.runtime.people import People, digest
from dobbm.runtime.snapshot import Snapshot, next_action
from dobbm.runtime.store import (
    Entry,
    Person,
    Report,
    Store,
    StoreUnavailable,
    Text,
    UnreadableEvent,
)
from dobbm.runtime.supervisor import uninterrupted
from dobbm.runtime.table_clock import DeadlineTimer, Elapsed, Pending, event_of
from dobbm.table.commands import (
    Act,
    Claim,
    ComeBack,
    Command,
    DeclineTexts,
    Propose,
    Sit,
    TableError,
    Write,
    decide,
    repeats,
    verify_claim,
)
from dobbm.table.deadlines import GONE, Due, due, restart_review, waited
from dobbm.table.events import NAMES, ClockSet, Event, Sat, Waited, Wrote, to_json
from dobbm.table.presentation import view_at_table
from dobbm.table.reducer import apply_event
from dobbm.table.state import Table, log_name
from dobbm.table.talk import clean_text

Decide: TypeAlias = Callable[[Table, float], Event | None]
"""A function from a table and a time to the next event, or to None if there is nothing to do."""

Result = TypeVar("Result")

log = logging.getLogger(__name__)

HANDOVER = 300.0
"""Seconds during which a code moves a seat to another device."""


class Services(NamedTuple):
    """The services that all runners of a process share."""

    store: Store
    clock: Clock
    entropy: Entropy
    bots: Bots
    pace: Pace
    history: History
    counted: Counter[str]
    """Events appended by this process, by kind."""
    set_aside: Callable[[UnreadableEvent], None]
    """Sets a table aside whose newest events cannot be read."""
    verify_name: Callable[[str | None], None]
    """Raises ``Banned`` if the host has banned a name."""
    allows_texts: bool
    """Whether people may write texts at the tables of this server."""


class ReadText(NamedTuple):
    """A text with the person who has written it."""

    number: int
    """The number of the event."""
    seat: Seat
    """Where the person sat."""
    name: str | None
    text: str


class _Job(NamedTuple):
    """Work for the runner; ``reply`` receives the result, or is None if nobody waits for it."""

    work: Callable[[], Awaitable[Any]]
    reply: asyncio.Future[Any] | None = None


class TableRunner:
    """The runner of one live table; ``run`` does its jobs one at a time."""

    def __init__(
        self,
        snapshots: list[Snapshot],
        people: list[Person],
        texts: list[Text],
        services: Services,
    ) -> None:
        """``snapshots`` are in order and end with the newest; there is at least one."""
        self._services = services
        self._store, self._clock = services.store, services.clock
        self._time = TableClock(self._clock, snapshots[-1].event.at)
        self.people = People(
            people, texts if services.allows_texts else None, self._clock, self._time
        )
        self.feed = Feed(snapshots, self.people, self._clock, self._time, services.history)
        self._deadline = DeadlineTimer(
            self._clock,
            self._time,
            services.bots,
            services.pace,
            elapsed=lambda elapsed: self._post(partial(self._elapse, elapsed)),
            reschedule=lambda: self._post(self._reschedule),
        )
        self._inbox: asyncio.Queue[_Job] = asyncio.Queue()
        self._is_behind = False
        """Whether the store may hold changes that this process has not read."""
        self._is_new = True
        """Whether this process has yet to run the table."""
        self.touched = self._clock.monotonic()
        """When the table was last requested, on the monotonic clock."""

    @property
    def table(self) -> Table:
        """The current state of the table."""
        return self.feed.table

    # -- requests from people -------------------------------------------------------------------

    async def do(self, command: Command) -> Event | None:
        """Carry out a command; return its event, or None if the command was already carried out.

        Raises the errors of ``decide``, and ``StoreUnavailable``.
        """
        return await self._perform(partial(self._carry_out, command))

    async def sit(
        self, name: str, request: str | None = None, wanted: Seat | None = None
    ) -> tuple[Seat, str]:
        """Seat a new person and return the seat and the person's token.

        The token follows from ``request``, if there is one, so repeating the request returns the
        same seat and token. Raises ``TableError`` as ``commands.sit`` does, or with the code
        ``seat`` if the person has left the seat since the first request.
        """
        entropy = self._services.entropy
        token = repeated_token(self.table.id, request) if request else entropy.token()
        person = Person(entropy.person_id(), name, digest(token), self._clock.now(), {})
        await self._perform(partial(self._seat, person, wanted))
        seat = self._known_seat(token)
        if seat is None:
            raise TableError("seat", "the seat that this request took has been left")
        return seat, token

    async def seat_of(self, token: str) -> Seat:
        """Return the seat of the person with this token, and record the person as active.

        Raises ``TableError`` with the code ``token`` if nobody with this token has a
        seat at this table, and ``Banned``.
        """
        seat = self._known_seat(token)
        if seat is None and self._store.shared:
            await self.refresh()  # the person may have joined through another process
            seat = self._known_seat(token)
        if seat is None:
            raise TableError("token", "this token does not open a seat at this table")
        person = self.people.on_seat(self.table, seat)
        self._services.verify_name(person.name)
        if self._waited(seat, self.table, self._time.now()):
            await self._perform(partial(self._excuse, seat, person))
        self.people.presence.hear(person.id)
        return seat

    async def sit_again(self, token: str, wanted: Seat) -> Seat:
        """Seat a person again who has been at this table, or move the person to another seat.

        Raises ``TableError`` with the code ``token`` if nobody with this token has been here, or as
        ``commands.sit`` does, and ``Banned``.
        """
        person = self.people.with_token(token)
        if person is None and self._store.shared:
            await self.refresh()
            person = self.people.with_token(token)
        if person is None:
            raise TableError("token", "nobody with this token has been at this table")
        self._services.verify_name(person.name)
        self.people.presence.hear(person.id)
        await self.do(Sit(person.id, wanted))
        return wanted

    async def offer_handover(self, seat: Seat) -> tuple[str, float]:
        """Return a code that moves ``seat`` to another device, and the time until it does."""
        code, until = self._services.entropy.token(), self._time.now() + HANDOVER
        before = self.people.on_seat(self.table, seat).token
        await self.set_preferences(seat, handover=[digest(code), until, before])
        return code, until

    async def take_handover(self, code: str, request: str | None = None) -> tuple[Seat, str]:
        """Return the seat that a code moves and its new token; the old one opens it no longer.

        A code moves the seat once. Repeated with the same ``request``, return the same token.
        Raises ``TableError`` with the code ``used``, or ``handover`` if the code is unknown or out
        of date.
        """
        return await self._perform(partial(self._take_handover, code, request))

    def _known_seat(self, token: str) -> Seat | None:
        """Return the seat of the person with this token, if this process knows of one."""
        person = self.people.with_token(token)
        return None if person is None else self.table.seat_of(person.id)

    async def come_back(self, seat: Seat) -> None:
        """Give ``seat`` back to its person if a bot is standing in."""
        if self.table.occupant(seat).stood_in:
            await self.do(ComeBack(seat))

    async def welcome_back(self, seat: Seat) -> None:
        """Give a person who may have been gone the seat back, and time to review the last deal."""
        if self.table.occupant(seat).stood_in == "gone":
            await self.come_back(seat)
        if restart_review(self.table, self._time.now(), seat):
            await self._perform(
                lambda: self._change(lambda table, at: restart_review(table, at, seat))
            )

    async def claim(self, seat: Seat) -> Event | None:
        """Claim the rest of the deal: at once if the claim can be proved, else as a proposal.

        Raises the errors of ``propose`` and ``claim`` in ``dobbm.table.commands``.
        """
        deal, turn = verify_claim(self.table, seat), self.table.turn
        if not await self._services.bots.proves(View.of(deal, seat)):
            return await self.do(Propose(seat, "claim"))
        cards = await self._services.bots.play_out(deal, seat)
        return await self.do(Claim(seat, cards, turn))

    def own_turn(self, seat: Seat) -> View:
        """Return the view of ``seat`` for a hint.

        Hints are for one person who plays against bots, on that person's turn. Raises
        ``TableError`` with the code ``phase`` if the table runs a clock, or ``turn`` if it is not
        the seat's turn.
        """
        if self.table.timed:
            raise TableError(
                "phase", "hints are available only where one person plays against bots"
            )
        deal = self.table.deal
        if deal is None or deal.to_act != seat:
            raise TableError("turn", "hints are available only on your turn")
        return view_at_table(deal, seat)

    def seed(self, purpose: str) -> int:
        """Return the random seed for a bot that gives advice at the current turn."""
        return self._services.pace.seed(self.table, purpose)

    async def set_preferences(self, seat: Seat, **preferences: Any) -> None:
        """Update the private preferences of the person in ``seat``."""
        await self._perform(partial(self._set_preferences, seat, preferences))

    async def mute(self, seat: Seat, muted: list[Seat]) -> None:
        """Mute the people in the seats ``muted`` for the person in ``seat``, and nobody else.

        People at a table of the lobby are strangers: who mutes one of them also declines texts.
        """
        await self._perform(partial(self._mute, seat, muted))
        if muted and self.table.options.listed:
            await self.do(DeclineTexts(seat, declined=True))

    async def write(self, seat: Seat, text: str, request: str | None = None) -> None:
        """Write a text to the others at the table; repeated with the same ``request``, only once.

        Raises ``TextError``, or ``TableError`` as ``commands.write`` does.
        """
        if self.people.texts is None:
            raise TableError("texts", "this server allows no texts")
        await self._perform(partial(self._write, Write(seat, request), clean_text(text)))

    def texts(self, seat: Seat) -> list[ReadText]:
        """Return the texts that the person in ``seat`` may read: those since sitting down."""
        person, kept = self.people.on_seat(self.table, seat), self.people.texts or {}
        muted = person.preferences.get("muted", ())
        return [
            ReadText(one.number, one.seat, self.people.names.get(one.person), kept[one.number].text)
            for one in self.table.readable(seat)
            if one.number in kept and one.person not in muted
        ]

    def streams(self, seat: Seat) -> int:
        """Return how many event streams the person in ``seat`` has open in this process."""
        return self.people.presence.streams(self.people.on_seat(self.table, seat).id)

    async def follow(
        self,
        seat: Seat | None,
        number: int,
        silence: float,
        patience: float = inf,
        name: str = "",
    ) -> AsyncGenerator[list[Message]]:
        """Yield lists of messages to ``seat`` about events after ``number``; see ``Feed.follow``.

        The others see the ``name`` of a spectator.

        The person in the seat counts as connected while the generator runs. It ends if nothing has
        been heard from the person for ``patience`` seconds: a proxy may keep the connection of a
        person open who has vanished.
        """
        presence, answers, is_lost = self.people.presence, patience < inf, False
        person = None if seat is None else self.people.on_seat(self.table, seat).id
        if person:
            presence.connect(person, answers=answers)
        try:
            if seat is not None:
                await self.welcome_back(seat)
            self._schedule()
            async with aclosing(self.feed.follow(seat, number, silence, name)) as stream:
                async for messages in stream:
                    is_lost = await self._has_lost(person, patience)
                    if is_lost:
                        return
                    yield messages
        finally:
            self.touched = self._clock.monotonic()
            if person:
                presence.disconnect(person, answers=answers, lost=is_lost)
                if is_lost:
                    self.feed.nudge()  # let the others know
                self._schedule()

    async def _has_lost(self, person: str | None, patience: float) -> bool:
        """Return whether nothing has been heard from a person for longer than ``patience``."""
        presence = self.people.presence
        if not person or presence.unheard_for(person) <= patience:
            return False
        if self._store.shared:
            await self.reload_people()  # another process may have heard from the person
        return presence.unheard_for(person) > patience

    def pulse(self) -> dict[str, Any]:
        """Return the time, who is connected, and who watches; none of this is an event."""
        spectators = self.feed.spectators + self.people.presence.spectators_elsewhere
        return {
            "now": round(self._time.now(), 3),
            "connected": self.people.connected(self.table),
            "spectators": len(spectators),
            "watching": sorted(filter(None, spectators)),
        }

    # -- requests from the runtime --------------------------------------------------------------

    def report(self, process: str) -> Report:
        """Return who follows the table through this ``process``."""
        return self.people.presence.report(process, self.feed.spectators, GONE)

    def hear_report(self, report: Report | None = None) -> None:
        """Take in the report of another process, if any, and forget old ones.

        If somebody has come or gone, the pages and the deadline must know.
        """
        presence = self.people.presence
        before = presence.followers, presence.spectators_elsewhere
        if report:
            presence.keep_report(report)
        presence.forget_old_reports()
        if (presence.followers, presence.spectators_elsewhere) != before:
            self.feed.nudge()
            if self._deadline.waiting:
                self._schedule()

    async def run(self) -> None:
        """Do the jobs in the inbox one at a time, until cancelled."""
        while True:
            job = await self._inbox.get()
            try:
                await self._do_job(job)
            except asyncio.CancelledError:
                self._dismiss(job)
                raise

    @property
    def is_inviting(self) -> bool:
        """Whether the lobby lists the table, and a person at it is present."""
        table = self.table
        return _lobby_entry(table) is not None and bool(self.people.audience(table).present)

    @property
    def idle_for(self) -> float:
        """Seconds since the table was last requested; 0 while it has subscribers."""
        return 0.0 if len(self.feed) else self._clock.monotonic() - self.touched

    async def resume(self) -> None:
        """Resume a table that was just loaded."""
        await self._perform(self._resume)

    def take_over(self) -> None:
        """Schedule the table's next deadline, unless this process is already waiting for one."""
        if not self._deadline.waiting:
            self._schedule()

    def check_due(self, overdue: float) -> None:
        """Take over the table if its deadline passed more than ``overdue`` seconds ago.

        The process that last changed the table might not be waiting for this deadline, because it
        might not know who is connected to this process.
        """
        if not self._deadline.waiting:
            coming = self._due(self.table)
            if coming and self._time.now() - coming.at > overdue:
                self._schedule()

    async def refresh(self) -> None:
        """Catch up with all changes by other processes."""
        await self._perform(self._refresh)

    async def reload_people(self) -> None:
        """Read the table's people from the store again, with their names and times last seen."""
        await self._perform(self._reload_people)

    async def reload_texts(self) -> None:
        """Read the table's texts from the store again: some may have been erased."""
        await self._perform(self._reload_texts)

    def hear(self, number: int) -> None:
        """Handle a notice that some process has changed the table.

        ``number`` is that of the new event; 0 means that something else has changed, or that
        notices may have been missed.
        """
        if number == 0 or number > self.table.number:
            self._post(partial(self._take_in, number))

    def check_clock(self) -> None:
        """If the wall clock was set, move the table's times accordingly.

        Do nothing if no deadline is pending.
        """
        if self._deadline.waiting and self._time.step():
            self._post(self._set_clock)

    def discount(self, paused: float) -> None:
        """Discount ``paused`` seconds in which this process was stopped: nobody could play."""
        self._time.move(-paused)
        self.people.presence.discount(paused)
        self.check_clock()

    async def close(self) -> None:
        """Stop waiting for deadlines, for good."""
        await self._deadline.close()

    # -- jobs -----------------------------------------------------------------------------------

    async def _perform(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Queue a job and await its result; the job completes even if the caller is cancelled."""
        reply: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(_Job(work, reply))
        return await reply

    def _post(self, work: Callable[[], Awaitable[Any]]) -> None:
        """Queue a job without waiting for it."""
        self._inbox.put_nowait(_Job(work))

    async def _do_job(self, job: _Job) -> None:
        try:
            result = await uninterrupted(job.work())
        except Exception as error:
            if isinstance(error, UnreadableEvent) and error.number > self.table.number:
                self._services.set_aside(error)
            elif not isinstance(error, DobbmError):
                log.exception("table %s: a job failed", log_name(self.table.id))
            if job.reply is None or isinstance(error, StoreUnavailable):
                self._deadline.retry()
            if job.reply and not job.reply.done():
                job.reply.set_exception(error)
        else:
            if job.reply and not job.reply.done():
                job.reply.set_result(result)

    def _dismiss(self, job: _Job) -> None:
        """Cancel the replies to this job and to all queued ones, because the runner is stopping."""
        jobs = [job]
        while not self._inbox.empty():
            jobs.append(self._inbox.get_nowait())
        for one in jobs:
            if one.reply:
                one.reply.cancel()

    async def _carry_out(self, command: Command) -> Event | None:
        try:
            return await self._change(lambda table, at: decide(table, at, command))
        except TableError as error:
            if error.code != "stale" or not await self._is_repeated(command):
                raise
            return None

    async def _is_repeated(self, command: Command) -> bool:
        """Return whether a command repeats an action of a deal that is no longer in memory."""
        if not isinstance(command, Act) or not 0 <= command.turn < self.table.oldest_turn:
            return False
        taken = await self._services.history.taken_at(self.table.id, command.turn)
        return repeats(taken, command.seat, command.action)

    async def _seat(self, person: Person, wanted: Seat | None) -> None:
        def sit(table: Table, at: float) -> Event | None:
            if self.people.with_digest(person.token):
                return None  # the request has been carried out before
            self.people.presence.hear(person.id)
            return decide(table, at, Sit(person.id, wanted))

        await self._change(sit, person)

    def _waited(self, seat: Seat, table: Table, at: float) -> Waited | None:
        """Return an event that covers the time without a connection of a person who returns."""
        lost = self.people.activity(table).gone_since.get(seat)
        return None if lost is None else waited(table, at, seat, lost)

    async def _excuse(self, seat: Seat, person: Person) -> None:
        if self._store.shared:
            await self._reload_people()  # another process may have heard from the person
        if self._waited(seat, self.table, self._time.now()):
            await self._change(partial(self._waited, seat))
        self.people.presence.hear(person.id)

    async def _set_preferences(self, seat: Seat, preferences: dict[str, Any]) -> None:
        person = self.people.on_seat(self.table, seat)
        if "plan" in preferences:
            preferences = {**preferences, "for": next_action(self.table, seat)}
        person = person._replace(preferences=person.preferences | preferences)
        await self._store.set_preferences(person.id, person.preferences)
        self.people.keep(person)
        self._schedule()

    async def _mute(self, seat: Seat, muted: list[Seat]) -> None:
        table, own = self.table, self.people.on_seat(self.table, seat)
        people = [table.occupant(one).person for one in table.people if one in muted]
        earlier = own.preferences.get("muted", ())
        away = [one for one in earlier if table.seat_of(one) is None]
        await self._set_preferences(seat, {"muted": [*away, *people]})

    async def _write(self, command: Write, text: str) -> None:
        await self._change(lambda table, at: decide(table, at, command), text=text)

    async def _take_handover(self, code: str, request: str | None) -> tuple[Seat, str]:
        if self._store.shared:
            await self._refresh()
        person = self.people.with_handover(digest(code))
        seat = person and self.table.seat_of(person.id)
        if person is None or seat is None:
            raise TableError("handover", "this code is unknown or out of date: show a new one")
        _, until, before = person.preferences["handover"]
        if until < self._time.now():
            raise TableError("handover", "this code is out of date: show a new one")
        self._services.verify_name(person.name)
        entropy, id_ = self._services.entropy, self.table.id
        token = repeated_token(id_, f"{code} {request}") if request else entropy.token()
        moved = person._replace(token=digest(token))
        if moved != person:
            # The offer names the token of the old device: the first device replaces it.
            if not await self._store.set_token(person.id, moved.token, before):
                raise TableError("used", "this code has been used: show a new one")
            self.people.keep(moved)
            self.feed.nudge()  # the streams to the other device end
        return seat, token

    async def _change(
        self, decide_on: Decide, person: Person | None = None, text: str | None = None
    ) -> Event | None:
        """Store and return the event from ``decide_on``, if any.

        ``person`` joins with it, or somebody writes ``text``.
        """
        await self._prepare()
        await self._set_clock()
        while True:
            try:
                event = decide_on(self.table, self._time.now())
                changed = event and Snapshot(apply_event(self.table, event), event)
            except DobbmError:
                # The fresh state may allow what the stale one refuses.
                if self._store.shared and await self._catch_up():
                    continue
                raise
            if changed is None:
                # The fresh state may need an event where the stale one needs none.
                if self._store.shared and await self._catch_up():
                    continue
                return None
            if await self._append(changed, person, text):
                return event
            if not await self._catch_up():
                raise _deleted()

    async def _append(
        self, changed: Snapshot, person: Person | None = None, text: str | None = None
    ) -> bool:
        """Store and publish an event; return False if another process has taken its number."""
        if person:
            self.people.keep(person)  # needed to compute the deadline stored with the event
        stored = False
        try:
            entry = entry_of(changed, self._due(changed.table), person, text)
            stored = await self._store.append(entry)
        except StoreUnavailable:
            self._is_behind = True
            raise
        finally:
            if person and not stored:
                self.people.forget(person)
        if stored:
            self._services.counted[NAMES[type(changed.event)]] += 1
            if entry.text:
                self.people.keep_text(entry.text, entry.oldest_text)
            self.feed.publish(changed)
            self._schedule()
        return stored

    # -- other processes ------------------------------------------------------------------------

    async def _take_in(self, number: int) -> None:
        """Read a change by another process, unless an earlier job has already read it."""
        if 0 < number <= self.table.number:
            return
        only_events = number > 0 and not self._is_behind
        self._is_behind = True  # until the change is read, even if the store fails now
        if only_events:
            await self._catch_up()
            self._is_behind = False
        else:
            await self._refresh()
        if number == 0:
            self._schedule()

    async def _catch_up(self) -> bool:
        """Apply the events appended by other processes; return whether there were any."""
        known = self.table.number
        table, news = self.table, []
        for stored in await self._store.events(table.id, known):
            table, event = apply_stored(table.id, table, stored)
            news.append(Snapshot(table, event))
        if any(isinstance(snapshot.event, Sat) for snapshot in news):
            await self._reload_people()
        if any(isinstance(snapshot.event, Wrote) for snapshot in news):
            await self._reload_texts()
        for snapshot in news:
            self._publish_remote(snapshot)
        return self.table.number > known

    def _publish_remote(self, snapshot: Snapshot) -> None:
        """Publish an event of another process, which now handles the deadlines."""
        if isinstance(snapshot.event, ClockSet):
            self._time.follow(*snapshot.event)
        else:
            self._time.not_before(snapshot.event.at)
        self.feed.publish(snapshot)
        self._deadline.stop()

    async def _refresh(self) -> None:
        await self._catch_up()
        await self._reload_people()
        self._is_behind = False

    async def _reload_people(self) -> None:
        found = await self._store.people(self.table.id)
        if self.table.people and not found:
            raise _deleted()
        self.people.update(found)

    async def _reload_texts(self) -> None:
        self.people.update_texts(await self._store.texts(self.table.id))

    async def _prepare(self) -> None:
        """Catch up with changes, and discount time in which no process ran the table."""
        if self._is_behind:
            await self._refresh()
        if self._is_new:
            rest = self._time.now() - self._last_run()
            # Nobody may be charged for time in which no process ran the table.
            if rest > STEP and self._due(self.table) and not await self._shift_time(rest):
                await self._catch_up()
            self._is_new = False

    def _last_run(self) -> float:
        """Return the last time at which some process ran the table, according to the store."""
        at = self.feed.newest.event.at
        if self._store.shared:  # other processes report who is present
            return max([at, *(person.seen for person in self.people.all.values())])
        return at

    async def _reschedule(self) -> None:
        """Catch up and schedule the next deadline after a failure."""
        await self._prepare()
        self._schedule()

    # -- time -----------------------------------------------------------------------------------

    def _due(self, table: Table) -> Due | None:
        delay = self._services.pace.delay(table, hurried=self.people.are_hurried(table))
        return due(table, self.people.activity(table), delay)

    def _schedule(self) -> None:
        """Wait for the table's next deadline; a runner that is behind catches up first."""
        if not self._is_behind:
            self._deadline.wait_for(self.table, self._due(self.table))
        elif not self._deadline.waiting:
            self._deadline.retry()

    async def _elapse(self, elapsed: Elapsed) -> None:
        """Act on a passed deadline if it is still current; otherwise wait for the next one."""
        if elapsed.pending.due.what == "gone" and self._store.shared:
            await self._reload_people()
        table, coming = self.table, self._due(self.table)
        if coming and Pending.of(table, coming) == elapsed.pending:
            await self._change(partial(self._event, elapsed, table.number))
        else:
            self._schedule()

    def _event(self, elapsed: Elapsed, number: int, table: Table, at: float) -> Event | None:
        """Return the event for a passed deadline; None if the table has events after ``number``."""
        if table.number != number:
            return None
        seat = elapsed.pending.due.seat
        plan = None if seat is None else self.people.plan_of(table, seat)
        return event_of(elapsed, table, at, plan, self._services.entropy)

    async def _resume(self) -> None:
        if self._store.shared:
            await self._refresh()  # changes made during loading were not announced to the runner
        await self._prepare()
        self._schedule()

    async def _set_clock(self) -> None:
        """If the wall clock was set, store a ``ClockSet`` to move all deadlines accordingly."""
        while by := self._time.step():
            self._time.move(by)
            stored = False
            try:
                stored = await self._shift_time(by)
            finally:
                if not stored:
                    self._time.move(-by)
            if not stored:
                await self._catch_up()

    async def _shift_time(self, by: float) -> bool:
        """Move all times at the table ``by`` seconds later, or earlier if ``by`` is negative.

        Return False if another process has stored an event first.
        """
        event = ClockSet(self._time.now(), round(by, 3))
        return await self._append(Snapshot(apply_event(self.table, event), event))


def _deleted() -> TableError:
    """Return the error for a table that the host has deleted while it was in memory."""
    return TableError("unknown", "there is no such table")


def entry_of(
    changed: Snapshot, coming: Due | None, person: Person | None = None, text: str | None = None
) -> Entry:
    """Return the entry that stores a change; ``coming`` is the table's next deadline."""
    written = changed.table.written
    return Entry(
        table=changed.table.id,
        number=changed.table.number,
        event=to_json(changed.event),
        due=coming.at if coming else None,
        lobby=_lobby_entry(changed.table),
        person=person,
        checkpoint=checkpoint_of(changed.table),
        text=None if text is None else Text(written[-1].number, written[-1].person, text),
        oldest_text=written[0].number if written else 0,
    )


def _lobby_entry(table: Table) -> dict[str, Any] | None:
    """Return the table's lobby entry, without names; None if not listed or without free seats."""
    if not table.options.listed or None not in table.seats:
        return None
    return {"free": table.seats.count(None), "options": table.options.to_json()}
