"""Opens, finds and runs all live tables of a process."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any, NamedTuple, Self

from dobbm.game.actions import Seat
from dobbm.runtime.bots import Bots, Pace
from dobbm.runtime.clock import Clock, SystemClock
from dobbm.runtime.entropy import Entropy, SystemEntropy
from dobbm.runtime.history import History, Offload, inline
from dobbm.runtime.runner import Services, TableRunner
from dobbm.runtime.snapshot import Snapshot
from dobbm.runtime.store import Entry, Json, Store, StoreUnavailable
from dobbm.runtime.supervisor import Supervisor
from dobbm.table.commands import TableError
from dobbm.table.deadlines import GONE
from dobbm.table.events import NAMES, Opened, from_json, to_json
from dobbm.table.house_rules import Options
from dobbm.table.reducer import opened
from dobbm.table.state import log_name

OVERDUE = 1.0
"""A table is taken over if its deadline passed more than this many seconds ago."""
TAKEOVER_BATCH = 100
"""Maximum number of tables taken over at a time."""
HEARTBEAT = 2.0
"""Seconds between presence reports.

Each process writes its own report and then reads those of the others, so its information is up to
two intervals old.
"""
DEAD = 5 * HEARTBEAT
"""The runtime counts as dead after this many seconds without a heartbeat."""
SILENCE = 15.0
"""Seconds without a message after which a subscriber receives a keep-alive."""
IDLE = 600.0
"""A table is unloaded after this many seconds without a request or a subscriber."""

log = logging.getLogger(__name__)


class Welcome(NamedTuple):
    """The table, seat and secret token of a person who has taken a seat."""

    table: str
    seat: Seat
    token: str


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
    ) -> None:
        """``clock`` and ``entropy`` default to those of the system.

        ``offload`` runs long computations; the default runs them on the event loop.
        """
        self.store = store
        self.clock = clock or SystemClock()
        self.counted: Counter[str] = Counter()
        """Events appended by this process since its start, by kind."""
        self._services = Services(
            store=store,
            clock=self.clock,
            entropy=entropy or SystemEntropy(),
            bots=bots,
            pace=pace,
            history=History(store, offload),
            counted=self.counted,
        )
        self._runners: dict[str, TableRunner] = {}
        self._loading: dict[str, asyncio.Task[TableRunner]] = {}
        self._supervisor = Supervisor(self.clock)
        self._erasures = 0
        self._beat_at = self.clock.monotonic()
        store.on_change(self._hear)

    async def __aenter__(self) -> Self:
        self._erasures = await self.store.erasures()
        self._supervisor.start("the heartbeat", self._beat)
        self._supervisor.start("the takeover of tables", self._take_over)
        self._supervisor.start("the keep-alive", self._break_silence)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._supervisor.stop()
        for runner in self._runners.values():
            runner.close()

    @property
    def alive(self) -> bool:
        """Whether the background tasks are running; if they are not, deadlines may be missed."""
        beating = self.clock.monotonic() - self._beat_at < DEAD
        return beating and self._supervisor.alive

    @property
    def tables(self) -> int:
        """The number of tables that this process has in memory."""
        return len(self._runners)

    @property
    def subscribers(self) -> int:
        """The number of subscribers to tables in this process."""
        return sum(len(runner.feed) for runner in self._runners.values())

    async def open_table(self, options: Options, name: str, bots: int) -> Welcome:
        """Open a table, and seat the caller and ``bots`` bots.

        Raises ``TableError`` with the code ``bot`` if the options name an unknown bot, or ``seats``
        if ``bots`` is negative or leaves no seat for the caller.
        """
        self.verify_bot(options.bot)
        if not 0 <= bots < options.players:
            most = options.players - 1
            raise TableError("seats", f"bots can take 0 to {most} of the seats, not {bots}")
        table_id = self._services.entropy.table_id()
        event = Opened(round(self.clock.now(), 3), options.to_json(), bots)
        await self.store.append(Entry(table_id, 1, to_json(event), None))
        self.counted[NAMES[Opened]] += 1
        runner = TableRunner([Snapshot(opened(table_id, event), event)], [], self._services)
        self._keep(runner)
        return Welcome(table_id, *await runner.sit(name))

    async def join(self, table_id: str, name: str) -> Welcome:
        """Seat a person at a table.

        Raises ``TableError`` with the code ``unknown`` if there is no such table, or ``full`` if
        no seat is free.
        """
        runner = await self.table(table_id)
        return Welcome(table_id, *await runner.sit(name))

    async def lobby(self) -> list[dict[str, Any]]:
        """Return the listed tables that have a free seat and a person present, the newest first."""
        listed = []
        present = [name for name, runner in self._runners.items() if runner.is_inviting]
        for listing in await self.store.lobby(present, self.clock.now() - GONE):
            runner = self._runners.get(listing.table)
            # Asking for the lobby keeps no table in memory.
            if runner is None or runner.table.number < listing.number:
                runner = await self.table(listing.table, fresh=True)
            table = runner.table
            if not table.people:
                continue  # nobody is there to play with
            names = [runner.people.on_seat(table, seat).name for seat in table.people]
            listed.append({"table": listing.table, "names": names, **listing.lobby})
        return listed

    async def table(self, table_id: str, *, fresh: bool = False) -> TableRunner:
        """Return the runner of a table; if ``fresh``, read changes by other processes first.

        Commands do not need ``fresh``: a decision based on a stale state is made again. Raises
        ``TableError`` with the code ``unknown`` if there is no such table.
        """
        runner = self._runners.get(table_id)
        if runner is None:
            runner = await asyncio.shield(self._load_once(table_id))
        elif fresh and self.store.shared:
            await runner.refresh()
        runner.touched = self.clock.monotonic()
        return runner

    def verify_bot(self, name: str) -> None:
        """Raise ``TableError`` with the code ``bot`` if there is no bot of this name."""
        names = self._services.bots.names
        if name not in names:
            raise TableError("bot", f"unknown bot: the bots are {', '.join(names)}")

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
        snapshots = await self._services.history.load(table_id)
        people = await self.store.people(table_id)
        runner = TableRunner(snapshots, people, self._services)
        self._keep(runner)
        await runner.resume()
        return runner

    def _keep(self, runner: TableRunner) -> None:
        table_id = runner.table.id
        self._runners[table_id] = runner
        self._supervisor.start(table_id, runner.run, f"table {log_name(table_id)}")

    async def _forget(self, runner: TableRunner) -> None:
        runner.close()
        del self._runners[runner.table.id]
        await self._supervisor.stop(runner.table.id)

    def _hear(self, table_id: str, number: int, event: Json | None) -> None:
        """Handle a change by any process, even this one; an empty identifier means any table."""
        for name in [table_id] if table_id else [*self._runners]:
            runner = self._runners.get(name)
            if runner:
                runner.hear(number, from_json(event) if event else None)

    # -- background work ------------------------------------------------------------------------

    async def _take_over(self) -> None:
        """Keep looking for overdue tables, whose process may have died, and take them over."""
        while True:
            for runner in self._runners.values():
                runner.check_due(OVERDUE)
            try:
                for table_id in await self.store.claim_due(
                    self.clock.now() - OVERDUE, TAKEOVER_BATCH
                ):
                    runner = await self.table(table_id, fresh=True)
                    runner.take_over()
            except (StoreUnavailable, TableError) as error:
                log.warning("cannot take over tables: %s", error.code)
            await self.clock.sleep(OVERDUE)

    async def _break_silence(self) -> None:
        """Send keep-alives to subscribers that have received nothing for a while."""
        while True:
            await self.clock.sleep(OVERDUE)
            for runner in self._runners.values():
                runner.feed.break_silence(SILENCE)

    async def _beat(self) -> None:
        """Report who is connected, drop erased names and unload idle tables, at every heartbeat."""
        while True:
            self._beat_at = self.clock.monotonic()
            try:
                await self._report()
            except StoreUnavailable as error:
                log.warning("cannot report who is connected: %s", error.code)
            await self.clock.sleep(HEARTBEAT)

    async def _report(self) -> None:
        if self.store.shared:
            await self._report_presence()
        erasures = await self.store.erasures()
        runners = [*self._runners.values()]
        for runner in runners:
            runner.check_clock()
            if erasures != self._erasures:
                await runner.reload_people()
            if runner.idle_for > IDLE:
                await self._forget(runner)
        self._erasures = erasures

    async def _report_presence(self) -> None:
        """Exchange reports with other processes about who is connected."""
        times: dict[str, float] = {}
        for runner in self._runners.values():
            times |= runner.people.presence.recent(GONE)
        await self.store.seen(times, self.clock.now())
        followed = [runner for runner in self._runners.values() if len(runner.feed)]
        seen = await self.store.last_seen([runner.table.id for runner in followed])
        for runner in followed:
            for person in runner.people.all:
                if person in seen:
                    runner.people.presence.seen_elsewhere(person, seen[person])
