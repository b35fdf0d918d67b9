"""Keeps a live table in memory: stores and publishes its changes, and acts on its deadlines.

A change is decided on using the table in memory, then stored, and only then published. If another
process has stored an event first, the table catches up and the change is decided on again.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from dobbm.game.errors import DobbmError
from dobbm.runtime.bots import Bots, Pace
from dobbm.runtime.changes import entry_of, in_lobby
from dobbm.runtime.clock import STEP, Clock, TableClock
from dobbm.runtime.entropy import Entropy
from dobbm.runtime.feed import Feed
from dobbm.runtime.history import History, apply_stored
from dobbm.runtime.jobs import JobQueue
from dobbm.runtime.people import People
from dobbm.runtime.snapshot import Snapshot
from dobbm.runtime.store import Person, Store, StoreUnavailable, Text, UnreadableEvent
from dobbm.runtime.table_clock import DeadlineTimer, Elapsed, Pending, event_of
from dobbm.table.commands import Act, Command
from dobbm.table.deadlines import Due, due
from dobbm.table.events import NAMES, ClockSet, Event, Sat, Wrote
from dobbm.table.reducer import apply_event
from dobbm.table.refusals import Refusal
from dobbm.table.state import Table, log_name

Decide: TypeAlias = Callable[[Table, float], Event | None]
"""A function from a table and a time to the next event, or to None if there is nothing to do."""

FindNamesakes: TypeAlias = Callable[[str], Awaitable[tuple[str, ...]]]
"""A function from a club to the names of bots that its members bear."""

TO_FINISH = 1_000
"""Events by which a full table may grow until its deal is finished."""

log = logging.getLogger(__name__)


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
    most_events: int
    """The number of events after which a table is full."""
    changed: list[Callable[[Table, Table], None]]
    """Called with a table before and after every event that this process stores."""
    listed: set[str]
    """The tables in memory that the lobby lists as soon as a person at them is present."""
    namesakes: list[FindNamesakes]
    """Find the names of bots that members of a club bear; empty without clubs."""


class LiveTable:
    """A table in memory, its people and its deadline; everything that changes it is a job."""

    def __init__(
        self,
        snapshots: list[Snapshot],
        people: list[Person],
        texts: list[Text],
        services: Services,
    ) -> None:
        """``snapshots`` are in order and end with the newest; there is at least one."""
        self._jobs = JobQueue(self._handle_failure)
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
            elapsed=lambda elapsed: self._jobs.post(partial(self._elapse, elapsed)),
            reschedule=lambda: self._jobs.post(self._reschedule),
        )
        self._is_behind = False
        """Whether the store may hold changes that this process has not read."""
        self._is_new = True
        """Whether this process has yet to run the table."""
        self.touched = self._clock.monotonic()
        """When the table was last requested, on the monotonic clock."""
        self._list()

    @property
    def table(self) -> Table:
        """The current state of the table."""
        return self.feed.table

    async def do(self, command: Command) -> Event | None:
        """Carry out a command; return its event, or None if the command was already carried out.

        Raises the errors of the command's ``decide``, and ``StoreUnavailable``.
        """
        return await self._jobs.perform(partial(self._carry_out, command))

    async def refresh(self) -> None:
        """Catch up with all changes by other processes."""
        await self._jobs.perform(self._refresh)

    async def reload_people(self) -> None:
        """Read the table's people from the store again, with their names and times last seen."""
        await self._jobs.perform(self._reload_people)

    async def reload_texts(self) -> None:
        """Read the table's texts from the store again: some may have been erased."""
        await self._jobs.perform(self._reload_texts)

    async def reload_namesakes(self) -> None:
        """Read which names of bots members of the table's club bear."""
        await self._jobs.perform(self._reload_namesakes)

    async def close(self) -> None:
        """Stop waiting for deadlines, for good."""
        self._services.listed.discard(self.table.id)
        await self._deadline.close()

    def _handle_failure(self, error: Exception, awaited: bool) -> None:
        if isinstance(error, UnreadableEvent) and error.number > self.table.number:
            self._services.set_aside(error)
        elif not isinstance(error, DobbmError):
            log.exception("table %s: a job failed", log_name(self.table.id))
        if not awaited or isinstance(error, StoreUnavailable):
            self._deadline.retry()

    # -- changes --------------------------------------------------------------------------------

    async def _carry_out(self, command: Command) -> Event | None:
        try:
            return await self._change(lambda table, at: command.decide(table, at))
        except Refusal as error:
            if error.code != "stale" or not await self._is_repeated(command):
                raise
            return None

    async def _is_repeated(self, command: Command) -> bool:
        """Return whether a command repeats an action of a deal that is no longer in memory."""
        if not isinstance(command, Act) or not 0 <= command.turn < self.table.oldest_turn:
            return False
        taken = await self._services.history.taken_at(self.table.id, command.turn)
        return command.repeats(taken)

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
            if self._is_full(self.table):
                raise Refusal("long", "this table is full: open a new one")
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
            before = self.table
            self._publish(changed)
            for note in self._services.changed:
                note(before, changed.table)
            self._schedule()
        return stored

    def _publish(self, changed: Snapshot) -> None:
        self.feed.publish(changed)
        self._list()

    def _list(self) -> None:
        """Keep the set of the tables that the lobby lists up to date."""
        listed = self._services.listed
        (listed.add if in_lobby(self.table) else listed.discard)(self.table.id)

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
        self._publish(snapshot)
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

    async def _reload_namesakes(self) -> None:
        if self.table.options.club:
            for find in self._services.namesakes:
                self.people.namesakes = await find(self.table.options.club)

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

    def _is_full(self, table: Table) -> bool:
        """Return whether nothing more may happen at a table, which has grown too long."""
        beyond = table.number - self._services.most_events
        return beyond >= 0 and (table.stage != "playing" or beyond >= TO_FINISH)

    def _due(self, table: Table) -> Due | None:
        if self._is_full(table):
            return None
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
        await self._reload_namesakes()
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


def _deleted() -> Refusal:
    """Return the error for a table that the host has deleted while it was in memory."""
    return Refusal("unknown", "there is no such table")
