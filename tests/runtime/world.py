"""A simulated world: servers that die, databases that fail, clocks that are set, and people.

Everything that happens in a world follows from its seed. ``python -m runtime.world SEED`` runs one
again and prints what happens in it.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, NamedTuple, TypeVar

from dobbm import PRESETS, DobbmError, Rules
from dobbm.ai import claims
from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import WEITER, Seat
from dobbm.game.deal import Deal
from dobbm.game.view import View
from dobbm.runtime.bots import STAND_IN, Pace
from dobbm.runtime.history import History, inline
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.memory_store import MemoryStore
from dobbm.runtime.runtime import Runtime
from dobbm.runtime.store import (
    Changed,
    Checkpoint,
    Entry,
    Json,
    Person,
    Report,
    Reported,
    StoreUnavailable,
    Text,
)
from dobbm.table.house_rules import Options
from hosted import Hosted
from rule_options import random_options
from runtime.guest import Guest, Spectator
from runtime.referee import BOT_SECONDS, Referee
from runtime.simulation import SeededEntropy, SimulatedClock, simulate

TABLES = 7
"""Tables in a world."""
EVENING = 100.0
"""Seconds in which people may do what they like; afterwards all of them cooperate."""
TROUBLE_INTERVAL = 15.0
"""Seconds between two troubles, on average."""
PATIENCE = 900.0
"""Seconds within which every table advances once all people cooperate."""
HOUR = 3600.0
MATCHES = (1, 1, 1, 12, 60)
"""Prices of a Match to choose from."""
CARDS_BEFORE_CLAIMS = 16
"""Cards that must be played before a claim is searched for a proof."""

REPLAY_COMMAND = "PYTHONPATH=tests .venv/bin/python -m runtime.world"
"""The command that runs the world of a seed again and prints what happens."""

PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)

Result = TypeVar("Result")
Notice = TypeVar("Notice")


class ServerDied(Exception):
    """The server has died, so its callers get no answer."""


class Conditions(NamedTuple):
    """How harsh a world is."""

    processes: int
    failure_rate: float
    """The share of database calls that fail."""
    delay_rate: float
    """The share of database calls and notices that are slow."""
    kills: bool
    sets_clocks: bool
    loses_notices: bool
    """Whether notices get lost."""

    @property
    def calm(self) -> bool:
        """Whether nothing goes wrong."""
        return not (
            self.failure_rate
            or self.delay_rate
            or self.kills
            or self.sets_clocks
            or self.loses_notices
        )


class InlineBots:
    """Bots that mostly pass, and play the first legal card."""

    names = ("simple", STAND_IN)

    async def act(self, name: str, deal: Deal, seat: Seat, seed: int) -> str:  # noqa: ARG002
        legal = deal.legal_actions() if deal.phase == "bidding" else []
        return WEITER if WEITER in legal and seed % 24 else first_legal_action(deal)

    async def proves(self, view: View) -> bool:
        return claims.sure_tricks(view)

    async def play_out(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        if deal.play and deal.play.played.bit_count() < CARDS_BEFORE_CLAIMS:
            raise DobbmError("it would take long to find out")
        return claims.play_out(deal, seat)


class UnreliableStore(MemoryStore):
    """The database as one process sees it: sometimes slow, sometimes unavailable."""

    def __init__(self, process: Process, database: MemoryDatabase, *, shared: bool) -> None:
        super().__init__(process.clock, database)
        self.shared = shared
        self._process = process
        self._world = process.world

    def on_change(self, callback: Changed) -> None:
        self._process.callback = callback
        super().on_change(self._unreliable(callback))

    def on_report(self, callback: Reported) -> None:
        super().on_report(self._unreliable(callback))

    def _unreliable(self, callback: Callable[[str, Notice], None]) -> Callable[[str, Notice], None]:
        """Return a callback whose notices are late or get lost, as the conditions say."""
        process, loop = self._process, asyncio.get_running_loop()

        def notify(table: str, notice: Notice) -> None:
            world = self._world
            if process.dead or loop.time() < process.notices_lost_until:
                return
            if world.rng.random() < world.conditions.delay_rate:
                delay = world.rng.choice([0.01, 0.3, 2.0])
                loop.call_later(delay, deliver, table, notice, context=process.context)
            else:
                process.context.run(callback, table, notice)

        def deliver(table: str, notice: Notice) -> None:
            if not process.dead:
                callback(table, notice)

        return notify

    async def append(self, entry: Entry) -> bool:
        await self._delay_or_fail()
        stored = await super().append(entry)
        if stored:
            self._world.referee.record(entry, self._process.clock.now())
        await self._delay_or_fail()
        return stored

    async def events(self, table: str, after: int = 0, limit: int | None = None) -> list[Json]:
        await self._delay_or_fail()
        return await super().events(table, after, limit)

    async def checkpoint(self, table: str, **bounds: Any) -> Checkpoint | None:
        await self._delay_or_fail()
        return await super().checkpoint(table, **bounds)

    async def save_checkpoints(self, table: str, made: Iterable[Checkpoint]) -> None:
        await self._delay_or_fail()
        await super().save_checkpoints(table, made)

    async def people(self, table: str) -> list[Person]:
        await self._delay_or_fail()
        return await super().people(table)

    async def texts(self, table: str, number: int | None = None) -> list[Text]:
        await self._delay_or_fail()
        return await super().texts(table, number)

    async def set_preferences(self, person: str, preferences: Json) -> None:
        await self._delay_or_fail()
        await super().set_preferences(person, preferences)

    async def seen(self, times: Mapping[str, float], now: float) -> None:
        await self._delay_or_fail()
        await super().seen(times, now)

    async def report(self, reports: Mapping[str, Report]) -> None:
        await self._delay_or_fail()
        await super().report(reports)

    async def claim_due(self, now: float, limit: int, lease: float = 5.0) -> list[str]:
        await self._delay_or_fail()
        claimed = await super().claim_due(now, limit, lease)
        await self._delay_or_fail()
        return claimed

    async def interventions(self) -> int:
        await self._delay_or_fail()
        return await super().interventions()

    async def _delay_or_fail(self) -> None:
        """Be slow or fail, as the conditions say; raise ``CancelledError`` in a dead process."""
        process, rng, conditions = self._process, self._world.rng, self._world.conditions
        if process.dead:
            raise asyncio.CancelledError
        if conditions.delay_rate and rng.random() < conditions.delay_rate:
            await asyncio.sleep(rng.choice([0.0, 0.0, 0.02, 1.0]))
        fails = conditions.failure_rate and rng.random() < conditions.failure_rate
        if fails or process.clock.monotonic() < process.disconnected_until:
            raise StoreUnavailable("the database does not answer")


class Process:
    """A server that can be killed."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.dead = False
        self.clock = world.clocks[name]
        self.disconnected_until = 0.0
        """When the database answers again, on the monotonic clock."""
        self.notices_lost_until = 0.0
        """When notices arrive again, on the monotonic clock."""
        self.callback: Changed | None = None
        self.context: Context = copy_context()
        self.context.run(PROCESS.set, self)
        self.tasks: dict[asyncio.Task[Any], None] = {}
        shared = world.conditions.processes > 1
        self.store = UnreliableStore(self, world.database, shared=shared)
        self.runtime = Runtime(
            self.store,
            InlineBots(),
            Pace(b"key", BOT_SECONDS),
            clock=self.clock,
            entropy=SeededEntropy(world.rng.getrandbits(64)),
        )

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Run ``work`` in the process."""
        return asyncio.get_running_loop().create_task(work, context=self.context)

    async def ask(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Return the result of ``work`` in the process; raise ``ServerDied`` if it dies."""
        task = self.start(work)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.wait([task])
        if task.cancelled():
            raise ServerDied
        return task.result()

    def add_task(self, task: asyncio.Task[Any]) -> None:
        """Keep track of a new task of the process."""
        self.tasks[task] = None
        task.add_done_callback(lambda done: self.tasks.pop(done, None))
        if self.dead:
            task.cancel()

    def kill(self) -> None:
        """Kill the process in the middle of whatever it does."""
        self.dead = True
        for task in [*self.tasks]:
            task.cancel()

    async def lose_notices(self, seconds: float) -> None:
        """Receive no notices for ``seconds``, then look for all changes."""
        self.notices_lost_until = self.clock.monotonic() + seconds
        await self.clock.sleep(seconds)
        if self.callback and not self.dead:
            self.context.run(self.callback, "", 0)


class World:
    """Servers on a database, and people at its tables."""

    def __init__(self, seed: int, write: Callable[[str], None] | None = None) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self.conditions = self._random_conditions()
        self.write = write
        self.clock = SimulatedClock()
        self.clocks = {name: SimulatedClock() for name in "ab"[: self.conditions.processes]}
        self.database = MemoryDatabase()
        self.processes: dict[str, Process] = {}
        self.referee = Referee(self)
        self.guests: list[Guest] = []
        self.spectators: list[Spectator] = []
        self._finishing = asyncio.Event()
        self.awake_since = 0.0
        """When the last time without any server ended, on the monotonic clock."""
        self.counted: Counter[str] = Counter()
        """The number of requests of each kind."""
        self.troubles: Counter[str] = Counter()
        """The number of troubles of each kind."""
        self.tasks: list[asyncio.Task[None]] = []
        self.failure: asyncio.Future[None] | None = None

    def _random_conditions(self) -> Conditions:
        rng = self.rng
        calm = rng.random() < 0.25
        return Conditions(
            processes=rng.choice([1, 1, 2]),
            failure_rate=0.0 if calm else rng.choice([0.0, 0.02, 0.1]),
            delay_rate=0.0 if calm else rng.choice([0.0, 0.1, 0.3]),
            kills=not calm and rng.random() < 0.6,
            sets_clocks=not calm and rng.random() < 0.6,
            loses_notices=not calm and rng.random() < 0.6,
        )

    def trouble(self, kind: str, what: str) -> None:
        """Record a trouble."""
        self.troubles[kind] += 1
        self.trace(f"{kind}: {what}")

    def trace(self, what: str) -> None:
        """Print a line about an event in the world, if output is wanted."""
        if self.write:
            self.write(f"{self.clock.monotonic():9.3f} {what}")

    def fail(self, error: BaseException) -> None:
        """Make the run fail with ``error``."""
        if self.failure and not self.failure.done():
            self.failure.set_exception(error)

    @property
    def finishing(self) -> bool:
        """Whether the final phase has begun, in which all people cooperate."""
        return self._finishing.is_set()

    async def idle(self, seconds: float) -> None:
        """Sleep for ``seconds``, or until the final phase begins."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._finishing.wait()

    @property
    def running(self) -> list[Process]:
        """The servers that are running."""
        return [process for process in self.processes.values() if not process.dead]

    # The course of an evening

    async def run(self) -> None:
        """Run the world; raise an error if anything goes wrong that should not."""
        loop = asyncio.get_running_loop()
        self.failure = loop.create_future()
        factory: Any = self._create_task  # typeshed expects tasks of one type
        loop.set_task_factory(factory)
        loop.set_exception_handler(self._on_unhandled)
        handler = _FailOnTraceback(self.fail)
        log = logging.getLogger("dobbm.runtime")
        log.addHandler(handler)
        try:
            for name in self.clocks:
                await self.start(name)
            evening = asyncio.create_task(self._run_evening())
            done, _ = await asyncio.wait(
                [evening, self.failure], return_when=asyncio.FIRST_COMPLETED
            )
            for one in done:
                one.result()
        finally:
            log.removeHandler(handler)

    async def _run_evening(self) -> None:
        self._seat_people()
        trouble = asyncio.create_task(self._make_trouble())
        await self.clock.sleep(EVENING)
        trouble.cancel()
        await self._recover()
        began = self.clock.monotonic()
        while not all(guest.has_arrived for guest in self.guests):
            assert self.clock.monotonic() - began < PATIENCE, "somebody finds no seat"
            await self.clock.sleep(1.0)
        self.trace("everybody plays on")
        self.referee.set_goals()
        self._finishing.set()
        began = self.clock.monotonic()
        while waiting := self.referee.unfinished():
            assert self.clock.monotonic() - began < PATIENCE, f"tables are stuck: {waiting}"
            await self.clock.sleep(1.0)
        for guest in self.guests:
            guest.stop_acting()
        await self.clock.sleep(1.0)
        await self._check_at_the_end()

    def _seat_people(self) -> None:
        rng = self.rng
        for _ in range(TABLES):
            players = rng.choice([4, 4, 5])
            bots = rng.choice([players - 1, players - 2, players - 2, players - 3, 0])
            options = Options(
                players,
                _random_rules(rng),
                bank=rng.choice([120.0, 20.0]),
                free=rng.choice([15.0, 5.0]),
                listed=rng.random() < 0.3,
                delay=rng.choice([0.0, 20.0]),
                ready_check=rng.random() < 0.3,
                texts=rng.random() < 0.8,
                deals=rng.choice([None, None, None, 2]),
                decks=rng.choice([None, None, "common"]),
            )
            comers = players - bots - (rng.random() < 0.1) + (rng.random() < 0.1)
            host = Guest(self, Random(rng.random()), options=options, bots=bots)
            self.guests.append(host)
            for _ in range(max(1, comers) - 1):
                self.guests.append(Guest(self, Random(rng.random()), host=host))
            if rng.random() < 0.2:
                self.spectators.append(Spectator(self, Random(rng.random()), host))
        everybody: list[Guest | Spectator] = [*self.guests, *self.spectators]
        self.tasks = [one.start() for one in everybody]

    async def start(self, name: str) -> None:
        """Start a server, for the first time or after its death."""
        process = Process(self, name)
        self.processes[name] = process
        self.trace(f"server {name} starts")
        while True:
            try:
                await process.ask(process.runtime.__aenter__())
            except StoreUnavailable:
                continue
            return

    async def _make_trouble(self) -> None:
        rng, conditions = self.rng, self.conditions
        kinds = [self._kill] * (2 * conditions.kills) + [self._set_clock] * conditions.sets_clocks
        kinds += [self._disconnect] * bool(conditions.failure_rate) + [
            self._lose_notices
        ] * conditions.loses_notices
        kinds += [self._erase]
        while True:
            await self.clock.sleep(rng.expovariate(1 / TROUBLE_INTERVAL))
            await rng.choice(kinds)()

    async def _kill(self) -> None:
        if not self.running:
            return
        victim = self.rng.choice(self.running)
        self.trouble("a server dies", victim.name)
        victim.kill()
        outage = self.rng.choice([0.1, 3.0, 3.0, 20.0, HOUR])
        if len(self.running) and outage == HOUR:
            outage = 60.0
        await self.clock.sleep(outage)
        if not self.running:
            self.awake_since = self.clock.monotonic()
            self.referee.record_outage(outage)
        await self.start(victim.name)

    async def _set_clock(self) -> None:
        by = self.rng.choice([HOUR, -HOUR, 40.0, -40.0])
        for name, clock in self.clocks.items():
            self.trouble("a clock is set", f"that of {name} by {by} s")
            clock.set(by)
        self.referee.clock_was_set(by)

    async def _disconnect(self) -> None:
        for process in self.running:
            seconds = self.rng.choice([0.5, 8.0])
            self.trouble("a server has no database", f"{process.name} for {seconds} s")
            process.disconnected_until = self.clock.monotonic() + seconds
        await self.clock.sleep(10)

    async def _lose_notices(self) -> None:
        if self.running:
            process = self.rng.choice(self.running)
            self.trouble("a server loses notices", process.name)
            await process.lose_notices(self.rng.choice([0.5, 10.0]))

    async def _erase(self) -> None:
        if self.running and self.rng.random() < 0.3:
            name = self.rng.choice([guest.name for guest in self.guests])
            self.trouble("a name is erased", name)
            await Hosted(self.clock, self.database).erase(name)

    async def _recover(self) -> None:
        """Start all servers and connect them to the database."""
        self.conditions = self.conditions._replace(failure_rate=0.0, delay_rate=0.0)
        for name, process in self.processes.items():
            process.disconnected_until = 0.0
            if process.notices_lost_until > self.clock.monotonic():
                await process.lose_notices(0.0)
            if process.dead:
                await self.start(name)

    async def _check_at_the_end(self) -> None:
        """Check that all processes, the database and the referee agree."""
        store = MemoryStore(self.clock, self.database)
        history = History(store, inline)
        for table_id, table_log in self.referee.logs.items():
            snapshots = await history.load(table_id)
            assert snapshots[-1].table == table_log.table, "a table is read as another one"
            for process in self.running:
                runner = process.runtime._runners.get(table_id)
                if runner:
                    assert runner.table == table_log.table, (
                        f"server {process.name} has missed something"
                    )
            table_log.check_checkpoints(self.database.checkpoints[table_id])
        for guest in self.guests:
            guest.check_at_the_end()
        for process in self.running:
            assert process.runtime.alive

    # Errors

    def _create_task(
        self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **more: Any
    ) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **more)
        context: Context | None = more.get("context")
        process = context[PROCESS] if context and PROCESS in context else PROCESS.get()
        if process:
            process.add_task(task)
        return task

    def _on_unhandled(self, _: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
        self.fail(about.get("exception") or AssertionError(about["message"]))


class _FailOnTraceback(logging.Handler):
    """Fails the world when the runtime logs a traceback."""

    def __init__(self, fail: Callable[[BaseException], None]) -> None:
        super().__init__()
        self._fail = fail

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            self._fail(record.exc_info[1])


def _random_rules(rng: Random) -> Rules:
    """Return a random preset with random changes."""
    changed = random_options(rng, 0.2) | {"match": rng.choice(MATCHES)}
    return Rules.of(rng.choice([*PRESETS]), **changed)


def run_world(seed: int, write: Callable[[str], None] | None = None) -> World:
    """Run the world of a seed and return it."""
    world = World(seed, write)
    try:
        simulate(world.run())
    except BaseException as error:
        error.add_note(f"live through it again: {REPLAY_COMMAND} {seed}")
        raise
    return world


if __name__ == "__main__":
    import runtime.world as canonical

    canonical.run_world(int(sys.argv[1]), print)
