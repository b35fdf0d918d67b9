"""Plays a live table on simulated time: people are method calls, and an evening takes no time."""

from __future__ import annotations

import asyncio
import functools
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import aclosing, asynccontextmanager
from typing import Any, ParamSpec, TypeVar

from dobbm import Deal, DobbmError
from dobbm.ai import claims
from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import Seat
from dobbm.game.view import View
from dobbm.runtime.bots import STAND_IN, Pace
from dobbm.runtime.history import Message
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.runtime import IDLE, SILENCE, Runtime
from dobbm.table.commands import Act, Contribute, Vote
from dobbm.table.events import Event, VoteTopic, from_json
from dobbm.table.house_rules import Options
from dobbm.table.state import Table
from runtime.simulation import SeededEntropy, SimulatedClock, simulate
from runtime.stores import FaultyStore
from table.driver import replayed

NAMES = ("Vroni", "Lois", "Moidl", "Sepp", "Nanni")
BOT_SECONDS = 1.0
"""Seconds that a bot's action takes on average."""
SLOW = 2 * IDLE
"""Seconds that the slow bot thinks."""
PATIENCE = 120.0
"""Seconds within which whatever a test waits for must happen."""

Given = ParamSpec("Given")
Kind = TypeVar("Kind", bound=Event)


def simulated(test: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, None]:
    """Run a test on simulated time."""

    @functools.wraps(test)
    def run(*arguments: Given.args, **named: Given.kwargs) -> None:
        simulate(test(*arguments, **named))

    return run


class InlineBots:
    """Bots that take the first legal action without a thread."""

    names = ("simple", STAND_IN, "broken", "interrupted", "slow")

    def __init__(self) -> None:
        self.proves_nothing = False
        """Whether they prove no claim."""
        self.asked: Counter[str] = Counter()
        """How often each bot was asked for an action."""

    async def act(self, name: str, deal: Deal, seat: Seat, seed: int) -> str:  # noqa: ARG002
        self.asked[name] += 1
        if name == "broken":
            raise ZeroDivisionError("the bot has no idea")
        if name == "interrupted":
            raise asyncio.CancelledError
        if name == "slow":
            await asyncio.sleep(SLOW)
        return first_legal_action(deal)

    async def proves(self, view: View) -> bool:
        return not self.proves_nothing and claims.sure_tricks(view)

    async def play_out(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        return claims.play_out(deal, seat)


class Server:
    """A process that serves tables."""

    def __init__(
        self,
        clock: SimulatedClock,
        database: MemoryDatabase | None,
        *,
        shared: bool,
        texts: bool = True,
    ) -> None:
        """Servers with the same ``database`` share its tables."""
        self.clock = clock
        self.store = FaultyStore(clock, database)
        self.store.shared = shared and database is not None
        self.bots = InlineBots()
        self.runtime = Runtime(
            self.store,
            self.bots,
            Pace(b"key", BOT_SECONDS),
            clock=clock,
            entropy=SeededEntropy(59 + (len(database.callbacks) if database else 0)),
            texts=texts,
        )


class Evening:
    """A table of a server, and the people at it."""

    def __init__(self, server: Server, runner: TableRunner, tokens: dict[Seat, str]) -> None:
        self.server = server
        self.runner = runner
        self.tokens = tokens
        self.received: dict[Seat | None, list[Message]] = {}
        """The messages to everybody who has followed the table; None stands for a spectator."""
        self.silences: dict[Seat | None, list[float]] = {}
        """When they were sent a keep-alive, on the monotonic clock."""
        self.streams: dict[Seat | None, asyncio.Task[None]] = {}
        """The open event streams."""

    @property
    def clock(self) -> SimulatedClock:
        return self.server.clock

    @property
    def now(self) -> float:
        """Seconds since the start of the simulation."""
        return self.clock.monotonic()

    @property
    def table(self) -> Table:
        return self.runner.table

    @property
    def deal(self) -> Deal:
        assert self.table.deal
        return self.table.deal

    @property
    def to_act(self) -> Seat:
        assert self.deal.to_act is not None
        return self.deal.to_act

    async def events(self) -> list[Event]:
        """Return all events of the table as stored."""
        return [from_json(one) for one in await self.server.store.events(self.table.id)]

    async def all(self, kind: type[Kind]) -> list[Kind]:
        """Return all events of one kind."""
        return [event for event in await self.events() if isinstance(event, kind)]

    async def last(self, kind: type[Kind]) -> Kind:
        """Return the last event of a kind."""
        return (await self.all(kind))[-1]

    async def connect(self, *seats: Seat | None, number: int = 0) -> None:
        """Open a stream for each seat after event ``number``; None stands for a spectator."""
        for seat in seats:
            self.received[seat], self.silences[seat] = [], []
            self.streams[seat] = asyncio.create_task(self._follow(seat, number))
        await self.clock.sleep(0.001)

    async def disconnect(self, *seats: Seat | None) -> None:
        """Close the streams of ``seats``."""
        for seat in seats:
            stream = self.streams.pop(seat)
            stream.cancel()
            await asyncio.gather(stream, return_exceptions=True)

    async def _follow(self, seat: Seat | None, number: int) -> None:
        async with aclosing(self.runner.follow(seat, number, SILENCE)) as batches:
            async for messages in batches:
                self.received[seat] += messages
                if not messages:
                    self.silences[seat].append(self.now)

    async def wait(self, seconds: float) -> None:
        await self.clock.sleep(seconds)

    async def until(self, condition: Callable[[], Any]) -> None:
        """Wait until ``condition`` is true."""
        start = self.now
        while not condition():
            assert self.now - start < PATIENCE, "it does not come about"
            await self.clock.sleep(0.01)

    async def act(self, *actions: str) -> None:
        """Take ``actions`` in order, each for the person whose turn it is."""
        for action in actions:
            await self.runner.do(Act(self.to_act, action, self.table.turn))

    async def first_legal(self) -> None:
        """Take the first legal action for the person whose turn it is."""
        await self.act(first_legal_action(self.deal))

    async def vote(self, topic: VoteTopic, *seats: Seat) -> None:
        """Vote for ``topic`` on ``seats``, by default all people."""
        for seat in seats or self.table.people:
            await self.runner.do(Vote(seat, topic))

    async def contribute(self, *seats: Seat) -> None:
        """Contribute to the shuffle for ``seats``, by default all people."""
        for seat in seats or self.table.people:
            await self.runner.do(Contribute(seat, f"{seat:02x}"))

    async def until_dealt(self) -> None:
        """Wait until cards are dealt."""
        await self.until(lambda: self.table.deal)

    async def until_acted(self) -> None:
        """Wait until somebody has acted."""
        turn = self.table.turn
        await self.until(lambda: self.table.turn > turn)

    async def until_received(self, seat: Seat | None, count: int) -> None:
        """Wait until ``seat`` has received ``count`` messages."""
        await self.until(lambda: len(self.received[seat]) >= count)

    async def play_out(self) -> None:
        """Take first legal actions for the people until the deal is finished; bots act when due."""
        number = self.table.deal_number
        while self.table.deal and self.table.deal_number == number:
            if self.to_act in self.table.attending:
                await self.first_legal()
            else:
                await self.until_acted()

    async def replayed(self) -> Table:
        """Return the table rebuilt from the stored events."""
        return replayed(self.table.id, await self.events())


@asynccontextmanager
async def serving(
    clock: SimulatedClock | None = None,
    database: MemoryDatabase | None = None,
    *,
    shared: bool = True,
    texts: bool = True,
) -> AsyncIterator[Server]:
    """Run a server within the block; unless ``shared``, it has ``database`` to itself."""
    server = Server(clock or SimulatedClock(), database, shared=shared, texts=texts)
    async with server.runtime:
        yield server


async def open_table(server: Server, people: int = 4, players: int = 4, **options: Any) -> Evening:
    """Open a table, seat ``people`` at it, and bots on the other seats."""
    runtime = server.runtime
    bots = players - people
    welcome = await runtime.open_table(Options(players, **options), NAMES[0], bots)
    tokens = {welcome.seat: welcome.token}
    for name in NAMES[1:people]:
        seated = await runtime.join(welcome.table, name)
        tokens[seated.seat] = seated.token
    return Evening(server, await runtime.table(welcome.table), tokens)


@asynccontextmanager
async def evening(people: int = 4, players: int = 4, **options: Any) -> AsyncIterator[Evening]:
    """Open a table of its own server with everybody connected and the first deal dealt."""
    async with serving() as server:
        table = await open_table(server, people, players, **options)
        await table.connect(*table.table.people)
        await table.until_dealt()
        yield table
        await table.disconnect(*table.streams)


def decoded(message: Message) -> Any:
    """Return a message as JSON."""
    return json.loads(message.data)


async def refusal(request: Awaitable[Any]) -> str | None:
    """Return the error code of a refused request, or None if it succeeds."""
    try:
        await request
    except DobbmError as error:
        return error.code
    return None
