"""Opens, finds and runs all live tables of a process."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Self

from dobbm.game.actions import Seat
from dobbm.runtime.bans import Bans
from dobbm.runtime.bots import Bots, Pace
from dobbm.runtime.clock import STEP, Clock, SystemClock
from dobbm.runtime.entropy import Entropy, SystemEntropy, repeated_table
from dobbm.runtime.history import History, Offload, inline
from dobbm.runtime.live_table import FindNamesakes, Services
from dobbm.runtime.membership import Welcome
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.snapshot import Snapshot
from dobbm.runtime.store import MOST_EVENTS, Entry, Report, Store, StoreUnavailable, UnreadableEvent
from dobbm.runtime.supervisor import Supervisor
from dobbm.runtime.unreadable import RECHECK, UnreadableTables
from dobbm.table import shapes
from dobbm.table.deadlines import GONE
from dobbm.table.events import NAMES, Opened, to_json
from dobbm.table.house_rules import Options
from dobbm.table.presentation import present_listing
from dobbm.table.reducer import opened
from dobbm.table.refusals import Refusal
from dobbm.table.state import Table, log_name

OVERDUE = 1.0
"""A table is taken over if its deadline passed more than this many seconds ago."""
TAKEOVER_BATCH = 100
"""Maximum number of tables taken over at a time."""
HEARTBEAT = 2.0
"""Seconds between the reports of a process about who is connected to it."""
SILENCE = 15.0
"""Seconds between two keep-alives to a subscriber."""
IDLE = 600.0
"""A table is unloaded after this many seconds without a request or a subscriber."""
PRUNING = 3600.0
"""Seconds between two searches for tables that nobody has touched for long."""

log = logging.getLogger(__name__)


class Runtime:
    """The live tables of a store; an asynchronous context manager."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        pace: Pace,
        *,
        clock: Clock | None = None,
        entropy: Entropy | None = None,
        offload: Offload = inline,
        keep_for: float | None = None,
        texts: bool = True,
        most_events: int = MOST_EVENTS,
    ) -> None:
        """``clock`` and ``entropy`` default to those of the system.

        ``offload`` runs long computations; the default runs them on the event loop. Tables that
        nobody has touched for ``keep_for`` seconds are deleted, none if it is None. Without
        ``texts``, people cannot write texts at any table. A table ends after ``most_events``.
        """
        self.store = store
        self.clock = clock or SystemClock()
        self.entropy = entropy or SystemEntropy()
        self.counted: Counter[str] = Counter()
        """Events appended by this process since its start, by kind."""
        self.on_changed: list[Callable[[Table, Table], None]] = []
        """Called with a table before and after every event that this process stores."""
        self.namesakes: list[FindNamesakes] = []
        """Find the names of bots that members of a club bear; empty without clubs."""
        self._unreadable = UnreadableTables(self.clock)
        self._services = Services(
            store=store,
            clock=self.clock,
            entropy=self.entropy,
            bots=bots,
            pace=pace,
            history=History(store, offload),
            counted=self.counted,
            set_aside=self._unreadable.add,
            verify_name=lambda name: self.bans.verify_name(name),
            allows_texts=texts,
            most_events=most_events,
            changed=self.on_changed,
            listed=set(),
            namesakes=self.namesakes,
        )
        self._runners: dict[str, TableRunner] = {}
        self._loading: dict[str, asyncio.Task[TableRunner]] = {}
        self._supervisor = Supervisor(self.clock)
        self._interventions = 0
        self._keep_for = keep_for
        self.bans = Bans((), self.clock.now)
        self._process = self._services.entropy.token()
        """Names this process in its reports."""
        self._reported: set[str] = set()
        """The tables about which it had something to report the last time."""
        store.on_change(self._hear)
        store.on_report(self._hear_report)

    async def __aenter__(self) -> Self:
        self._interventions = await self.store.interventions()
        self.bans = Bans(await self.store.bans(), self.clock.now)
        self._supervisor.start("the watch for pauses", self._discount_pauses)
        if self.store.shared:
            self._supervisor.repeat("the heartbeat", self._report_presence, HEARTBEAT)
        self._supervisor.repeat("the watch for the host's commands", self._obey, HEARTBEAT)
        self._supervisor.repeat("the care of tables", self._care, HEARTBEAT)
        self._supervisor.repeat("the takeover of tables", self._take_over, OVERDUE)
        self._supervisor.repeat("the keep-alive", self._break_silence, OVERDUE)
        self._supervisor.repeat("the deletion of old tables", self._prune, PRUNING)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._supervisor.stop()
        for runner in self._runners.values():
            await runner.close()

    @property
    def alive(self) -> bool:
        """Whether the background tasks are running; if they are not, deadlines may be missed."""
        return self._supervisor.alive

    @property
    def tables(self) -> int:
        """The number of tables that this process has in memory."""
        return len(self._runners)

    @property
    def unreadable(self) -> int:
        """The number of tables that this process has set aside, as an event cannot be read."""
        return len(self._unreadable)

    @property
    def subscribers(self) -> int:
        """The number of subscribers to tables in this process."""
        return sum(len(runner.feed) for runner in self._runners.values())

    async def open_table(
        self,
        options: Options,
        name: str,
        bots: int,
        request: str | None = None,
        origin: int | None = None,
    ) -> Welcome:
        """Open a table and seat the caller and ``bots`` bots.

        The lobby shows the tables of each ``origin`` in turn. Repeated with the same ``request``,
        return the same table, seat and token. Raises ``Refusal`` with the code ``bot`` if the
        options name an unknown bot, or ``seats`` if ``bots`` is negative or leaves no seat.
        """
        self.bans.verify_name(name)
        runner = await self.start_table(options, bots, request, origin)
        return Welcome(runner.table.id, *await runner.sit(name, request))

    async def start_table(
        self, options: Options, bots: int, request: str | None = None, origin: int | None = None
    ) -> TableRunner:
        """Open a table with ``bots`` bots and nobody else, as ``open_table`` does."""
        self.verify_bot(options.bot)
        if not 0 <= bots < options.players:
            raise Refusal("seats", f"bots can take 0 to {options.players - 1} seats, not {bots}")
        table_id = repeated_table(request) if request else self._services.entropy.table_id()
        event = Opened(round(self.clock.now(), 3), options.to_json(), bots)
        first = Entry(table_id, 1, to_json(event), None, origin=origin, club=options.club)
        stored = await self.store.append(first)
        self.counted[NAMES[Opened]] += stored
        if not stored or table_id in self._runners or table_id in self._loading:
            return await self.table(table_id)
        runner = TableRunner([Snapshot(opened(table_id, event), event)], [], [], self._services)
        return self._keep(runner)

    async def join(
        self, table_id: str, name: str, request: str | None = None, wanted: Seat | None = None
    ) -> Welcome:
        """Seat a person at a table; repeated with the same ``request``, return the same seat.

        Raises ``Refusal`` with the code ``unknown`` if there is no such table, or as
        ``TableRunner.sit`` does.
        """
        self.bans.verify_name(name)
        runner = await self.table(table_id)
        return Welcome(table_id, *await runner.sit(name, request, wanted))

    async def lobby(self) -> list[shapes.Listed]:
        """Return the listed tables with a free seat and a person present, in a fair order."""
        listed: list[shapes.Listed] = []
        here = {name: self._runners.get(name) for name in self._services.listed}
        present = [name for name, runner in here.items() if runner and runner.is_attended]
        for listing in await self.store.lobby(present, self.clock.now() - GONE):
            runner = self._runners.get(listing.table)
            # Asking for the lobby keeps no table in memory.
            if runner is None or runner.table.number < listing.number:
                try:
                    runner = await self.table(listing.table, fresh=True)
                except (UnreadableEvent, Refusal):
                    continue  # set aside, closed or deleted meanwhile
            table = runner.table
            if not table.people or None not in table.seats:
                continue  # nobody is there to play with, or no seat is free any more
            listed.append(present_listing(table, runner.people.names))
        return listed

    async def table(self, table_id: str, *, fresh: bool = False) -> TableRunner:
        """Return the runner of a table; if ``fresh``, read changes by other processes first.

        Commands do not need ``fresh``: a decision based on a stale state is made again. Raises
        ``Refusal`` with the code ``unknown`` if there is no such table, and ``UnreadableEvent``
        if the table is set aside.
        """
        runner = self._runners.get(table_id)
        if runner is None:
            self._unreadable.verify(table_id)
            runner = await asyncio.shield(self._load_once(table_id))
        elif fresh and self.store.shared:
            await runner.refresh()
        runner.touched = self.clock.monotonic()
        return runner

    def verify_bot(self, name: str) -> None:
        """Raise ``Refusal`` with the code ``bot`` if there is no bot of this name."""
        if name not in (names := self._services.bots.names):
            raise Refusal("bot", f"unknown bot: the bots are {', '.join(names)}")

    def at_each(self, work: Callable[[TableRunner], None]) -> None:
        """Do something at every table; an error at one is logged."""
        for runner in [*self._runners.values()]:
            with self._guarded(runner.table.id):
                work(runner)

    def close_feeds(self) -> None:
        """End all subscriptions, because the process is shutting down."""
        for runner in self._runners.values():
            runner.feed.close()

    # -- tables in memory -----------------------------------------------------------------------

    def _load_once(self, table_id: str) -> asyncio.Task[TableRunner]:
        """Return the task that loads a table; concurrent requests share one task."""
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return task

    async def _load(self, table_id: str) -> TableRunner:
        if (await self.store.closed([table_id])).get(table_id):
            raise Refusal("closed", "the host has closed this table")
        try:
            snapshots = await self._services.history.load(table_id)
        except UnreadableEvent as error:
            self._unreadable.add(error)
            raise
        if self._unreadable.remove(table_id):
            await self.store.mark_unreadable(table_id, None, 0.0)
        people, texts = await self.store.people(table_id), await self.store.texts(table_id)
        runner = self._keep(TableRunner(snapshots, people, texts, self._services))
        await runner.resume()
        return runner

    def _keep(self, runner: TableRunner) -> TableRunner:
        table_id = runner.table.id
        self._runners[table_id] = runner
        self._supervisor.start(table_id, runner.run, f"table {log_name(table_id)}")
        return runner

    async def _unload(self, runner: TableRunner) -> None:
        """Unload a table that people may be following."""
        runner.feed.close()
        await self._forget(runner)

    async def _forget(self, runner: TableRunner) -> None:
        if self._runners.get(runner.table.id) is runner:  # nobody else has unloaded it
            del self._runners[runner.table.id]
            await runner.close()
            await self._supervisor.stop(runner.table.id)

    def _hear(self, table_id: str, number: int) -> None:
        """Handle a change by any process, even this one; an empty identifier means any table."""
        for name in [table_id] if table_id else [*self._runners]:
            runner = self._runners.get(name)
            if runner:
                runner.hear(number)

    def _hear_report(self, table_id: str, report: Report) -> None:
        """Handle a report of any process, even of this one."""
        runner = self._runners.get(table_id)
        if runner and report.process != self._process:
            with self._guarded(table_id):
                runner.hear_report(report)

    # -- background work ------------------------------------------------------------------------

    @contextmanager
    def _guarded(self, table_id: str) -> Iterator[None]:
        """Log any error at one table, so that the others go on."""
        name = f"the background work of table {log_name(table_id)}"
        with self._supervisor.guarded(name, passing=(StoreUnavailable,)):
            yield

    async def _take_over(self) -> None:
        """Take over overdue tables, whose process may have died."""
        self.at_each(lambda runner: runner.check_due(OVERDUE))
        for table_id in await self.store.claim_due(self.clock.now() - OVERDUE, TAKEOVER_BATCH):
            with self._guarded(table_id), suppress(UnreadableEvent):
                runner = await self.table(table_id, fresh=True)
                runner.take_over()

    async def _break_silence(self) -> None:
        """Send keep-alives to the subscribers that are due for one."""
        self.at_each(lambda runner: runner.feed.break_silence())

    async def _discount_pauses(self) -> None:
        """Keep discounting time in which the process was stopped, as nobody could play in it."""
        while True:
            due = self.clock.monotonic() + OVERDUE
            await self.clock.sleep(OVERDUE)
            paused = self.clock.monotonic() - due
            if paused > STEP:
                log.warning("the process did not run for %d seconds", paused)
                self.at_each(partial(TableRunner.discount, paused=paused))

    async def _care(self) -> None:
        """Set aside tables that cannot be read, follow the clock, and unload idle tables."""
        for error in [*self._unreadable.unmarked.values()]:
            with self._guarded(error.table):
                await self._mark(error)
        self.at_each(TableRunner.check_clock)
        for runner in [*self._runners.values()]:
            with self._guarded(runner.table.id):
                if runner.idle_for > IDLE:
                    await self._forget(runner)

    async def _prune(self) -> None:
        """Delete the tables that nobody has touched for long."""
        if self._keep_for is None:
            return
        pruned = await self.store.prune(self.clock.now() - self._keep_for, [*self._runners])
        if pruned:
            log.info("%d tables that nobody has touched for long were deleted", pruned)

    async def _obey(self) -> None:
        """Take notice of what the host has done with a command, such as a ban."""
        interventions = await self.store.interventions()
        if interventions == self._interventions:
            return
        self.bans = Bans(await self.store.bans(), self.clock.now)
        runners = [*self._runners.values()]
        closed = await self.store.closed([runner.table.id for runner in runners])
        for runner in runners:
            with self._guarded(runner.table.id), suppress(UnreadableEvent):
                if closed.get(runner.table.id, True):
                    await self._unload(runner)
                else:
                    await runner.refresh()
                    await runner.reload_texts()
                    runner.take_over()
                    runner.feed.nudge()  # the streams of banned people end
        self._interventions = interventions

    async def _mark(self, error: UnreadableEvent) -> None:
        """Unload a table that is set aside, and mark it in the store."""
        runner = self._runners.get(error.table)
        if runner:
            await self._unload(runner)
        await self.store.mark_unreadable(error.table, error.number, self.clock.now() + RECHECK)
        self._unreadable.unmarked.pop(error.table, None)

    async def _report_presence(self) -> None:
        """Store who was active, and tell the other processes who is connected to this one."""
        wall, times = self.clock.now(), dict[str, float]()
        reports: dict[str, Report] = {}

        def ask(runner: TableRunner) -> None:
            runner.hear_report()
            report = runner.report(self._process)
            times.update({person: wall - ago for person, ago in report.heard.items()})
            if any(report[1:]):
                reports[runner.table.id] = report

        self.at_each(ask)
        await self.store.seen(times, wall)
        ended = {
            table_id: Report(self._process, {}, [], [])
            for table_id in self._reported - reports.keys()
        }
        await self.store.report(ended | reports)
        self._reported = {*reports}
