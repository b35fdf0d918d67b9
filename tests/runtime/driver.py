"""A table on simulated time: people are method calls, and an evening takes no time at all."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import aclosing, asynccontextmanager
from typing import Any, ParamSpec, TypeVar

from dobbm import Deal, DobbmError
from dobbm.ai import claims
from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import Seat
from dobbm.game.view import View
from dobbm.runtime.bots import Pace
from dobbm.runtime.entropy import SeededEntropy
from dobbm.runtime.history import Message
from dobbm.runtime.memory_store import MemoryDatabase
from dobbm.runtime.runner import TableRunner
from dobbm.runtime.runtime import IDLE, SILENCE, Runtime
from dobbm.runtime.simulation import SimulatedClock, simulate
from dobbm.table.commands import Act, Contribute, Vote
from dobbm.table.events import Event, VoteTopic, from_json
from dobbm.table.house_rules import Options
from dobbm.table.reducer import replayed
from dobbm.table.state import Table
from runtime.stores import CutOff

NAMES = ("Vroni", "Lois", "Moidl", "Sepp", "Nanni")
BOT_SECONDS = 1.0
"""Seconds that a bot's action takes on average."""
SLOW = 2 * IDLE
"""Seconds that the slow bot thinks."""
PATIENCE = 120.0
"""Seconds in which whatever must come has come."""

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

    names = ("simple", "trained", "broken", "interrupted", "slow")

    def __init__(self) -> None:
        self.doubts = False
        """Whether they believe no claim."""
        self.slow_turns = 0
        """How often the slow bot was asked."""

    async def act(self, name: str, deal: Deal, seat: Seat, seed: int) -> str:  # noqa: ARG002
        if name == "broken":
            raise ZeroDivisionError("the bot has no idea")
        if name == "interrupted":
            raise asyncio.CancelledError
        if name == "slow":
            self.slow_turns += 1
            await asyncio.sleep(SLOW)
        return first_legal_action(deal)

    async def proves(self, view: View) -> bool:
        return not self.doubts and claims.sure_tricks(view)

    async def play_out(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        return claims.play_out(deal, seat)


class Server:
    """A process that serves tables."""

    def __init__(
        self, clock: SimulatedClock, database: MemoryDatabase | None, *, shared: bool
    ) -> None:
        """Servers on one ``database`` share its tables."""
        self.clock = clock
        self.store = CutOff(clock, database)
        self.store.shared = shared and database is not None
        self.bots = InlineBots()
        self.runtime = Runtime(
            self.store,
            self.bots,
            Pace(b"key", BOT_SECONDS),
            clock=clock,
            entropy=SeededEntropy(59),
        )


class Evening:
    """One table of a server, and the people at it."""

    def __init__(self, server: Server, runner: TableRunner, tokens: dict[Seat, str]) -> None:
        self.server = server
        self.runner = runner
        self.tokens = tokens
        self.told: dict[Seat | None, list[Message]] = {}
        """What everybody who has followed was told."""
        self.silences: dict[Seat | None, list[float]] = {}
        """When they were told that nothing has come, on the monotonic clock."""
        self.streams: dict[Seat | None, asyncio.Task[None]] = {}
        """Of those who are connected."""

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
        """Everything that has happened, as it is stored."""
        return [from_json(one) for one in await self.server.store.events(self.table.id)]

    async def all(self, kind: type[Kind]) -> list[Kind]:
        """Everything of one kind that has happened."""
        return [event for event in await self.events() if isinstance(event, kind)]

    async def last(self, kind: type[Kind]) -> Kind:
        """The last event of a kind."""
        return (await self.all(kind))[-1]

    async def connect(self, *seats: Seat | None, number: int = 0) -> None:
        """These seats open a stream, after event ``number``; None: a spectator."""
        for seat in seats:
            self.told[seat], self.silences[seat] = [], []
            self.streams[seat] = asyncio.create_task(self._follow(seat, number))
        await self.clock.sleep(0.001)

    async def disconnect(self, *seats: Seat | None) -> None:
        """These seats lose their streams."""
        for seat in seats:
            stream = self.streams.pop(seat)
            stream.cancel()
            await asyncio.gather(stream, return_exceptions=True)

    async def _follow(self, seat: Seat | None, number: int) -> None:
        async with aclosing(self.runner.follow(seat, number, SILENCE)) as told:
            async for messages in told:
                self.told[seat] += messages
                if not messages:
                    self.silences[seat].append(self.now)

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        await self.clock.sleep(seconds)

    async def until(self, condition: Callable[[], Any]) -> None:
        """Let time pass until something is so."""
        start = self.now
        while not condition():
            assert self.now - start < PATIENCE, "it does not come about"
            await self.clock.sleep(0.01)

    async def act(self, *actions: str) -> None:
        """Whoever is to act does so, one after the other; they are people."""
        for action in actions:
            await self.runner.do(Act(self.to_act, action, self.table.turn))

    async def first_legal(self) -> None:
        """The seat to act, a person's, takes the first legal action."""
        await self.act(first_legal_action(self.deal))

    async def vote(self, wish: VoteTopic, *seats: Seat) -> None:
        """These people ask for something; without seats all."""
        for seat in seats or self.table.people:
            await self.runner.do(Vote(seat, wish))

    async def contribute(self, *seats: Seat) -> None:
        """These people contribute to the shuffle; without seats all."""
        for seat in seats or self.table.people:
            await self.runner.do(Contribute(seat, f"{seat:02x}"))

    async def until_dealt(self) -> None:
        """Let time pass until cards are dealt."""
        await self.until(lambda: self.table.deal)

    async def until_acted(self) -> None:
        """Let time pass until somebody has acted."""
        turn = self.table.turn
        await self.until(lambda: self.table.turn > turn)

    async def until_told(self, seat: Seat | None, count: int) -> None:
        """Let time pass until a seat has been told of this many events."""
        await self.until(lambda: len(self.told[seat]) >= count)

    async def play_out(self) -> None:
        """Everybody takes the first legal action until the deal is done; bots in their time."""
        number = self.table.deal_number
        while self.table.deal and self.table.deal_number == number:
            if self.to_act in self.table.attending:
                await self.first_legal()
            else:
                await self.until_acted()

    async def replayed(self) -> Table:
        """The table that the stored events make."""
        return replayed(self.table.id, await self.events())


@asynccontextmanager
async def serving(
    clock: SimulatedClock | None = None,
    database: MemoryDatabase | None = None,
    *,
    shared: bool = True,
) -> AsyncIterator[Server]:
    """A server, for as long as it runs; without ``shared`` it has its ``database`` for itself."""
    server = Server(clock or SimulatedClock(), database, shared=shared)
    async with server.runtime:
        yield server


async def sat_down(server: Server, people: int = 4, players: int = 4, **options: Any) -> Evening:
    """A table at which so many people sit; bots have the other seats."""
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
    """A table of a server of its own; everybody is connected, and the first deal is dealt."""
    async with serving() as server:
        table = await sat_down(server, people, players, **options)
        await table.connect(*table.table.people)
        await table.until_dealt()
        yield table
        await table.disconnect(*table.streams)


def shown(message: Message) -> Any:
    """What a message says."""
    return json.loads(message.data)


async def refusal(asked: Awaitable[Any]) -> str | None:
    """The code with which something is refused; None if it is done."""
    try:
        await asked
    except DobbmError as error:
        return error.code
    return None
