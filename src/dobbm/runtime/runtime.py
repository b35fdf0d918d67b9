"""All live tables of a process: opens them, finds them, and keeps them going."""

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
from dobbm.table.clock import GONE
from dobbm.table.commands import TableError
from dobbm.table.events import NAMES, Opened, from_json, to_json
from dobbm.table.folding import opened
from dobbm.table.options import Options
from dobbm.table.state import log_name

OVERDUE = 1.0
"""Seconds after which a table that should have gone on is taken over."""
TOGETHER = 100
"""Tables that are taken over at a time."""
HEARTBEAT = 2.0
"""Seconds between two reports of who is connected: as late other processes may hear of it."""
DEAD = 5 * HEARTBEAT
"""Seconds without a heartbeat after which the runtime counts as dead."""
SILENCE = 15.0
"""Seconds after which those who follow a silent table are told that it is still there."""
IDLE = 600.0
"""Seconds after which a table that nobody looks at leaves the memory."""

log = logging.getLogger(__name__)


class Welcome(NamedTuple):
    """What somebody who sits down is given."""

    table: str
    seat: Seat
    token: str


class Runtime:
    """The live tables of a store. Use it as an asynchronous context."""

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
        """Without a clock and a source of chance it has the system's.

        ``offload`` does long work; without it, it is done on the event loop.
        """
        self.store = store
        self.clock = clock or SystemClock()
        self.counted: Counter[str] = Counter()
        """Events that this process has appended since the start, by kind."""
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
        self._supervisor.start("taking over", self._take_over)
        self._supervisor.start("breaking silence", self._break_silence)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._supervisor.stop()
        for runner in self._runners.values():
            runner.close()

    @property
    def alive(self) -> bool:
        """Whether the background work goes on: else deadlines may be missed."""
        beating = self.clock.monotonic() - self._beat_at < DEAD
        return beating and self._supervisor.alive

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._runners)

    @property
    def followers(self) -> int:
        """How many follow a table in this process."""
        return sum(len(runner.feed) for runner in self._runners.values())

    async def open_table(self, options: Options, name: str, bots: int) -> Welcome:
        """Open a table, seat the caller and ``bots``.

        Raises ``TableError`` with the code ``bot`` for a bot that does not exist, ``seats`` for
        more bots than seats.
        """
        self.verify_bot(options.bot)
        if not 0 <= bots < options.players:
            most = options.players - 1
            raise TableError("seats", f"bots can have 0 to {most} of the seats, not {bots}")
        table_id = self._services.entropy.table_id()
        event = Opened(round(self.clock.now(), 3), options.to_json(), bots)
        await self.store.append(Entry(table_id, 1, to_json(event), None))
        self.counted[NAMES[Opened]] += 1
        runner = TableRunner([Snapshot(opened(table_id, event), event)], [], self._services)
        self._keep(runner)
        return Welcome(table_id, *await runner.sit(name))

    async def join(self, table_id: str, name: str) -> Welcome:
        """Seat somebody; ``TableError`` with the code ``full`` if no seat is free."""
        runner = await self.table(table_id)
        return Welcome(table_id, *await runner.sit(name))

    async def lobby(self) -> list[dict[str, Any]]:
        """The tables that are listed, with a free seat and somebody there, the newest first."""
        shown = []
        for listing in await self.store.lobby():
            runner = await self.table(listing.table, fresh=True)
            table = runner.table
            if not runner.people.audience(table).present:
                continue  # nobody is there to play with
            names = [runner.people.on_seat(table, seat).name for seat in table.people]
            shown.append({"table": listing.table, "names": names, **listing.lobby})
        return shown

    async def table(self, table_id: str, *, fresh: bool = False) -> TableRunner:
        """A table; if ``fresh``, with all that other processes have done.

        Whoever changes a table need not ask for that: what is decided on an old state is decided
        again. Raises ``TableError`` with the code ``unknown``.
        """
        runner = self._runners.get(table_id)
        if runner is None:
            runner = await asyncio.shield(self._load_once(table_id))
        elif fresh and self.store.shared:
            await runner.refresh()
        runner.touched = self.clock.monotonic()
        return runner

    def verify_bot(self, name: str) -> None:
        """Raise ``TableError`` with the code ``bot`` for a bot that does not exist."""
        names = self._services.bots.names
        if name not in names:
            raise TableError("bot", f"the bots are {', '.join(names)}")

    def let_go(self) -> None:
        """Let those who follow tables come to an end: the process is closing."""
        for runner in self._runners.values():
            runner.feed.let_go()

    # -- tables in memory -----------------------------------------------------------------------

    def _load_once(self, table_id: str) -> asyncio.Task[TableRunner]:
        """The task that loads a table, one for all who ask meanwhile."""
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
        """A process has changed a table, perhaps this one; without a name, any table."""
        for name in [table_id] if table_id else [*self._runners]:
            runner = self._runners.get(name)
            if runner:
                runner.hear(number, from_json(event) if event else None)

    # -- background work ------------------------------------------------------------------------

    async def _take_over(self) -> None:
        """Take over tables that are overdue: after a start, or from a process that has died."""
        while True:
            for runner in self._runners.values():
                runner.check_due(OVERDUE)
            try:
                for table_id in await self.store.claim_due(self.clock.now() - OVERDUE, TOGETHER):
                    runner = await self.table(table_id, fresh=True)
                    runner.take_over()
            except (StoreUnavailable, TableError) as error:
                log.warning("tables cannot be taken over: %s", error.code)
            await self.clock.sleep(OVERDUE)

    async def _break_silence(self) -> None:
        """Tell those who follow silent tables that they are still connected."""
        while True:
            await self.clock.sleep(OVERDUE)
            for runner in self._runners.values():
                runner.feed.break_silence(SILENCE)

    async def _beat(self) -> None:
        """Report who is connected, forget erased names and idle tables."""
        while True:
            self._beat_at = self.clock.monotonic()
            try:
                await self._report()
            except StoreUnavailable as error:
                log.warning("who is connected could not be reported: %s", error.code)
            await self.clock.sleep(HEARTBEAT)

    async def _report(self) -> None:
        if self.store.shared:
            await self._report_presence()
        erasures = await self.store.erasures()
        runners = [*self._runners.values()]
        for runner in runners:
            runner.check_clock()
            if erasures != self._erasures:
                await runner.meet()
            if runner.idle_for > IDLE:
                await self._forget(runner)
        self._erasures = erasures

    async def _report_presence(self) -> None:
        """Tell other processes, and hear from them, who is connected."""
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
