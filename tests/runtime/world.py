"""A simulated world: servers that die, databases that stumble, clocks that are set, and people.

Everything that happens in a world follows from its seed. ``python -m runtime.world SEED`` lives
through one again and tells what happens in it.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, NamedTuple, TypeVar

from dobbm import PRESETS, DobbmError, Rules
from dobbm.ai import claims
from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import WEITER, Seat
from dobbm.game.deal import Deal
from dobbm.game.view import View
from dobbm.runtime.bots import Pace
from dobbm.runtime.entropy import SeededEntropy
from dobbm.runtime.history import History, inline
from dobbm.runtime.memory_store import MemoryDatabase, MemoryStore
from dobbm.runtime.runtime import Runtime
from dobbm.runtime.simulation import SimulatedClock, simulate
from dobbm.runtime.store import Changed, Checkpoint, Entry, Json, Person, StoreUnavailable
from dobbm.table.house_rules import Options
from runtime.guest import Guest, Spectator
from runtime.referee import BOT_SECONDS, Referee

TABLES = 7
"""In a world."""
EVENING = 100.0
"""Seconds in which people may do what they like; then all play on."""
CALM = 15.0
"""Seconds from one trouble to the next, on average."""
PATIENCE = 900.0
"""Seconds in which a table has certainly gone on, if all who attend do what can be done."""
HOUR = 3600.0
MATCHES = (1, 1, 1, 12, 60)
"""Schilling that end a session: most are short, so that there are many."""
LATE = 16
"""Cards that are played before a claim that others grant is looked into."""

AGAIN = "PYTHONPATH=tests .venv/bin/python -m runtime.world"
"""The command that replays the world of a seed and prints what happens."""

PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)

Result = TypeVar("Result")


class Gone(Exception):
    """The server has died, and whoever has asked it for something never hears of it."""


class Nature(NamedTuple):
    """What kind of world it is."""

    processes: int
    stumbles: float
    """How often the database fails."""
    lags: float
    """How often it is slow."""
    kills: bool
    sets_clocks: bool
    deaf: bool
    """Whether notices are lost."""

    @property
    def calm(self) -> bool:
        """Whether all goes well."""
        return not (self.stumbles or self.lags or self.kills or self.sets_clocks or self.deaf)


class InlineBots:
    """Bots that mostly pass, and play the first legal card."""

    names = ("simple", "trained")

    async def act(self, name: str, deal: Deal, seat: Seat, seed: int) -> str:  # noqa: ARG002
        legal = deal.legal_actions() if deal.phase == "bidding" else []
        return WEITER if WEITER in legal and seed % 24 else first_legal_action(deal)

    async def proves(self, view: View) -> bool:
        return claims.sure_tricks(view)

    async def play_out(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        if deal.play and deal.play.played.bit_count() < LATE:
            raise DobbmError("it would take long to find out")
        return claims.play_out(deal, seat)


class ShakyStore(MemoryStore):
    """The database as one process sees it: slow now and then, and sometimes not there."""

    def __init__(self, process: Process, database: MemoryDatabase, *, shared: bool) -> None:
        super().__init__(process.clock, database)
        self.shared = shared
        self._process = process
        self._world = process.world

    def on_change(self, callback: Changed) -> None:
        process, loop = self._process, asyncio.get_running_loop()

        def tell(table: str, number: int, event: Json | None) -> None:
            world = self._world
            if process.dead or loop.time() < process.deaf_until:
                return
            if world.rng.random() < world.nature.lags:
                late = world.rng.choice([0.01, 0.3, 2.0])
                loop.call_later(late, hear, table, number, event, context=process.context)
            else:
                process.context.run(callback, table, number, event)

        def hear(table: str, number: int, event: Json | None) -> None:
            if not process.dead:
                callback(table, number, event)

        process.told = callback
        super().on_change(tell)

    async def append(self, entry: Entry) -> bool:
        await self._stumble()
        stored = await super().append(entry)
        if stored:
            self._world.referee.see(entry, self._process.clock.now())
        await self._stumble()
        return stored

    async def events(self, table: str, after: int = 0, limit: int | None = None) -> list[Json]:
        await self._stumble()
        return await super().events(table, after, limit)

    async def checkpoint(self, table: str, **bounds: Any) -> Checkpoint | None:
        await self._stumble()
        return await super().checkpoint(table, **bounds)

    async def save_checkpoints(self, table: str, made: Iterable[Checkpoint]) -> None:
        await self._stumble()
        await super().save_checkpoints(table, made)

    async def people(self, table: str) -> list[Person]:
        await self._stumble()
        return await super().people(table)

    async def set_preferences(self, person: str, preferences: Json) -> None:
        await self._stumble()
        await super().set_preferences(person, preferences)

    async def seen(self, times: Mapping[str, float], now: float) -> None:
        await self._stumble()
        await super().seen(times, now)

    async def last_seen(self, ids: Iterable[str]) -> dict[str, float]:
        await self._stumble()
        return await super().last_seen(ids)

    async def claim_due(self, now: float, limit: int, lease: float = 5.0) -> list[str]:
        await self._stumble()
        claimed = await super().claim_due(now, limit, lease)
        await self._stumble()
        return claimed

    async def erasures(self) -> int:
        await self._stumble()
        return await super().erasures()

    async def _stumble(self) -> None:
        """Be slow, or fail, or die."""
        process, rng, nature = self._process, self._world.rng, self._world.nature
        if process.dead:
            raise asyncio.CancelledError
        if nature.lags and rng.random() < nature.lags:
            await asyncio.sleep(rng.choice([0.0, 0.0, 0.02, 1.0]))
        fails = nature.stumbles and rng.random() < nature.stumbles
        if fails or process.clock.monotonic() < process.cut_off_until:
            raise StoreUnavailable("the database does not answer")


class Process:
    """A server, until it is killed."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.dead = False
        self.clock = world.clocks[name]
        self.cut_off_until = 0.0
        """Until then the database does not answer."""
        self.deaf_until = 0.0
        """Until then notices are lost."""
        self.told: Changed | None = None
        self.context: Context = copy_context()
        self.context.run(PROCESS.set, self)
        self.tasks: dict[asyncio.Task[Any], None] = {}
        shared = world.nature.processes > 1
        self.store = ShakyStore(self, world.database, shared=shared)
        self.runtime = Runtime(
            self.store,
            InlineBots(),
            Pace(b"key", BOT_SECONDS),
            clock=self.clock,
            entropy=SeededEntropy(world.rng.getrandbits(64)),
        )

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Have the process do something."""
        return asyncio.get_running_loop().create_task(work, context=self.context)

    async def ask(self, work: Coroutine[Any, Any, Result]) -> Result:
        """The answer of the process; ``Gone`` if it dies meanwhile."""
        task = self.start(work)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.wait([task])
        if task.cancelled():
            raise Gone
        return task.result()

    def owns(self, task: asyncio.Task[Any]) -> None:
        """A task of the process has begun."""
        self.tasks[task] = None
        task.add_done_callback(lambda done: self.tasks.pop(done, None))
        if self.dead:
            task.cancel()

    def kill(self) -> None:
        """Let the process die in the middle of whatever it does."""
        self.dead = True
        for task in [*self.tasks]:
            task.cancel()

    async def lose_notices(self, seconds: float) -> None:
        """Lose the connection on which notices come; whatever may have been missed is looked at
        when it is there again.
        """
        self.deaf_until = self.clock.monotonic() + seconds
        await self.clock.sleep(seconds)
        if self.told and not self.dead:
            self.context.run(self.told, "", 0, None)


class World:
    """Servers on a database, and people at its tables."""

    def __init__(self, seed: int, tell: Callable[[str], None] | None = None) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self.nature = self._drawn_nature()
        self.tell = tell
        self.clock = SimulatedClock()
        self.clocks = {name: SimulatedClock() for name in "ab"[: self.nature.processes]}
        self.database = MemoryDatabase()
        self.processes: dict[str, Process] = {}
        self.referee = Referee(self)
        self.guests: list[Guest] = []
        self.spectators: list[Spectator] = []
        self._finishing = asyncio.Event()
        self.awake_since = 0.0
        """When there was no server at all for the last time, on the monotonic clock."""
        self.counted: Counter[str] = Counter()
        """What people have done, and how it was answered."""
        self.troubles: Counter[str] = Counter()
        """What has gone wrong."""
        self.lives: list[asyncio.Task[None]] = []
        self.failure: asyncio.Future[None] | None = None

    def _drawn_nature(self) -> Nature:
        rng = self.rng
        calm = rng.random() < 0.25
        return Nature(
            processes=rng.choice([1, 1, 2]),
            stumbles=0.0 if calm else rng.choice([0.0, 0.02, 0.1]),
            lags=0.0 if calm else rng.choice([0.0, 0.1, 0.3]),
            kills=not calm and rng.random() < 0.6,
            sets_clocks=not calm and rng.random() < 0.6,
            deaf=not calm and rng.random() < 0.6,
        )

    def trouble(self, kind: str, what: str) -> None:
        """Something goes wrong."""
        self.troubles[kind] += 1
        self.say(f"{kind}: {what}")

    def say(self, what: str) -> None:
        """Write something down, if somebody wants to read it."""
        if self.tell:
            self.tell(f"{self.clock.monotonic():9.3f} {what}")

    def fail(self, error: BaseException) -> None:
        """The world is not as it should be."""
        if self.failure and not self.failure.done():
            self.failure.set_exception(error)

    @property
    def finishing(self) -> bool:
        """Whether everybody plays on, whatever happens."""
        return self._finishing.is_set()

    async def rest(self, seconds: float) -> None:
        """Do nothing for a while, or until everybody plays on."""
        await asyncio.wait([asyncio.create_task(self._finishing.wait())], timeout=seconds)

    @property
    def living(self) -> list[Process]:
        """The servers that run."""
        return [process for process in self.processes.values() if not process.dead]

    # The course of an evening

    async def live(self) -> None:
        """Everything that happens; raises for whatever should not."""
        loop = asyncio.get_running_loop()
        self.failure = loop.create_future()
        factory: Any = self._task  # typeshed knows only tasks of one kind
        loop.set_task_factory(factory)
        loop.set_exception_handler(self._unhandled)
        handler = _Listening(self.fail)
        log = logging.getLogger("dobbm.runtime")
        log.addHandler(handler)
        try:
            for name in self.clocks:
                await self.start(name)
            evening = asyncio.create_task(self._evening())
            done, _ = await asyncio.wait(
                [evening, self.failure], return_when=asyncio.FIRST_COMPLETED
            )
            for one in done:
                one.result()
        finally:
            log.removeHandler(handler)

    async def _evening(self) -> None:
        self._seat_people()
        trouble = asyncio.create_task(self._make_trouble())
        await self.clock.sleep(EVENING)
        trouble.cancel()
        await self._calm_down()
        self.say("everybody plays on")
        self.referee.mark()
        self._finishing.set()
        began = self.clock.monotonic()
        while waiting := self.referee.unfinished():
            assert self.clock.monotonic() - began < PATIENCE, f"tables are stuck: {waiting}"
            await self.clock.sleep(1.0)
        for guest in self.guests:
            guest.stop_acting()
        await self.clock.sleep(1.0)
        await self._look_at_the_end()

    def _seat_people(self) -> None:
        rng = self.rng
        for _ in range(TABLES):
            players = rng.choice([4, 4, 5])
            bots = rng.choice([players - 1, players - 2, players - 2, players - 3, 0])
            options = Options(
                players,
                _drawn_rules(rng),
                bank=rng.choice([120.0, 20.0]),
                free=rng.choice([15.0, 5.0]),
                listed=rng.random() < 0.3,
                delay=rng.choice([0.0, 20.0]),
            )
            comers = players - bots - (rng.random() < 0.1) + (rng.random() < 0.1)
            host = Guest(self, Random(rng.random()), options=options, bots=bots)
            self.guests.append(host)
            for _ in range(max(1, comers) - 1):
                self.guests.append(Guest(self, Random(rng.random()), host=host))
            if rng.random() < 0.2:
                self.spectators.append(Spectator(self, Random(rng.random()), host))
        everybody: list[Guest | Spectator] = [*self.guests, *self.spectators]
        self.lives = [one.come() for one in everybody]

    async def start(self, name: str) -> None:
        """A server is started, where none or a dead one was."""
        process = Process(self, name)
        self.processes[name] = process
        self.say(f"server {name} starts")
        while True:
            try:
                await process.ask(process.runtime.__aenter__())
            except StoreUnavailable:
                continue
            return

    async def _make_trouble(self) -> None:
        rng, nature = self.rng, self.nature
        kinds = [self._kill] * (2 * nature.kills) + [self._set_clock] * nature.sets_clocks
        kinds += [self._cut_off] * bool(nature.stumbles) + [self._lose_notices] * nature.deaf
        kinds += [self._erase]
        while True:
            await self.clock.sleep(rng.expovariate(1 / CALM))
            await rng.choice(kinds)()

    async def _kill(self) -> None:
        if not self.living:
            return
        victim = self.rng.choice(self.living)
        self.trouble("a server dies", victim.name)
        victim.kill()
        asleep = self.rng.choice([0.1, 3.0, 3.0, 20.0, HOUR])
        if len(self.living) and asleep == HOUR:
            asleep = 60.0
        await self.clock.sleep(asleep)
        if not self.living:
            self.awake_since = self.clock.monotonic()
            self.referee.rest(asleep)
        await self.start(victim.name)

    async def _set_clock(self) -> None:
        by = self.rng.choice([HOUR, -HOUR, 40.0, -40.0])
        for name, clock in self.clocks.items():
            self.trouble("a clock is set", f"that of {name} by {by} s")
            clock.set(by)
        self.referee.clock_was_set(by)

    async def _cut_off(self) -> None:
        for process in self.living:
            seconds = self.rng.choice([0.5, 8.0])
            self.trouble("a server has no database", f"{process.name} for {seconds} s")
            process.cut_off_until = self.clock.monotonic() + seconds
        await self.clock.sleep(10)

    async def _lose_notices(self) -> None:
        if self.living:
            process = self.rng.choice(self.living)
            self.trouble("a server loses notices", process.name)
            await process.lose_notices(self.rng.choice([0.5, 10.0]))

    async def _erase(self) -> None:
        if self.living and self.rng.random() < 0.3:
            name = self.rng.choice([guest.name for guest in self.guests])
            self.trouble("a name is erased", name)
            await MemoryStore(self.clock, self.database).erase(name)

    async def _calm_down(self) -> None:
        """All servers run, and the database answers."""
        self.nature = self.nature._replace(stumbles=0.0, lags=0.0)
        for name, process in self.processes.items():
            process.cut_off_until = 0.0
            if process.deaf_until > self.clock.monotonic():
                await process.lose_notices(0.0)
            if process.dead:
                await self.start(name)

    async def _look_at_the_end(self) -> None:
        """All that is known anywhere is what the referee has seen."""
        store = MemoryStore(self.clock, self.database)
        history = History(store, inline)
        for table_id, file in self.referee.files.items():
            snapshots = await history.load(table_id)
            assert snapshots[-1].table == file.table, "a table is read as another one"
            for process in self.living:
                runner = process.runtime._runners.get(table_id)
                if runner:
                    assert runner.table == file.table, f"server {process.name} has missed something"
            file.look_at_checkpoints(self.database.checkpoints[table_id])
        for guest in self.guests:
            guest.look_at_the_end()
        for process in self.living:
            assert process.runtime.alive

    # What goes wrong

    def _task(
        self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **more: Any
    ) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **more)
        context: Context | None = more.get("context")
        process = context[PROCESS] if context and PROCESS in context else PROCESS.get()
        if process:
            process.owns(task)
        return task

    def _unhandled(self, _: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
        self.fail(about.get("exception") or AssertionError(about["message"]))


class _Listening(logging.Handler):
    """Fails for what the runtime logs with a traceback."""

    def __init__(self, fail: Callable[[BaseException], None]) -> None:
        super().__init__()
        self._fail = fail

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            self._fail(record.exc_info[1])


def _drawn_rules(rng: Random) -> Rules:
    """A preset, with some of its options changed."""
    changes: dict[str, list[Any]] = {
        "unit": [1, 2, 5],
        "sow_companion": ["plain", "any"],
        "doubling_from": ["declarer", "dealer"],
        "revokes": ["prevented", "penalised"],
        "max_doublings": [None, 0, 2],
    }
    changed = [option for option in changes if rng.random() < 0.3]
    drawn = {one: rng.choice(changes[one]) for one in changed}
    return Rules.of(rng.choice([*PRESETS]), match=rng.choice(MATCHES), **drawn)


def lived(seed: int, tell: Callable[[str], None] | None = None) -> World:
    """The world of a seed, after its evening."""
    world = World(seed, tell)
    try:
        simulate(world.live())
    except BaseException as error:
        error.add_note(f"live through it again: {AGAIN} {seed}")
        raise
    return world


if __name__ == "__main__":
    import runtime.world as one_and_only

    one_and_only.lived(int(sys.argv[1]), print)
