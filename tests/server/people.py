"""People at a table over HTTP: they follow it, act, retry, and send requests twice.

Where several servers share a database, people send each request to any of them.
"""

from __future__ import annotations

from asyncio import CancelledError, Event, Task, create_task, gather, sleep, timeout
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from dobbm.game.actions import Seat
from dobbm.game.cards import parse_cards
from dobbm.game.exchange import discards_action, legal_discards
from dobbm.game.rules import Rules
from loading.wire import Answer, Message, Refused
from server.referee import Referee, code_of
from server.servers import Connection

TABLES = "/api/v1/tables"
AGAIN = 0.05
"""Seconds before a request that found no server is sent again."""
PATIENCE = 60.0
"""Seconds after which a test gives up waiting."""
ENTROPY = 16
"""Bytes that a person contributes to a shuffle."""
MISSED = {"shuffle"}
"""Codes of harmless refusals: the cards were dealt before the contribution arrived."""

Request = tuple[str, dict[str, Any]]
"""The last part of the path, and the body."""


@dataclass(eq=False)
class Person:
    """Somebody with a seat."""

    connections: Sequence[Connection]
    table: str
    seat: Seat
    token: str
    rng: Random
    requested: dict[int, str] = field(default_factory=dict)
    """The action chosen at each turn; a good player never changes it."""
    acknowledged: dict[int, float] = field(default_factory=dict)
    """The turns whose actions were acknowledged, and when, in seconds of ``perf_counter``."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Refusals of a good player's requests, by code."""
    number: int | None = None
    """The number of the last event received."""
    latest: dict[str, Any] | None = None
    """The last message received."""
    stream: Task[None] | None = None
    """The task that follows the table while the person is connected."""
    _news: Event = field(default_factory=Event)
    _unjudged: list[Message] = field(default_factory=list)
    _judged: int | None = None

    @property
    def path(self) -> str:
        return f"{TABLES}/{self.table}"

    def connect(self) -> None:
        """Follow the table, resuming after the last event received."""
        self.stream = create_task(self._listen())

    async def disconnect(self) -> None:
        """Cut the stream."""
        if self.stream:
            self.stream.cancel()
            with suppress(CancelledError):
                await self.stream
            self.stream = None

    async def ask(self, route: str, body: dict[str, Any]) -> Answer:
        """Send a request once."""
        return await self._connection().post(f"{self.path}/{route}", body, self.token)

    async def ask_twice(self, route: str, body: dict[str, Any]) -> tuple[Answer, Answer]:
        """Send the same request twice at the same time."""
        return await gather(self.ask(route, body), self.ask(route, body))

    async def insist(self, route: str, body: dict[str, Any]) -> None:
        """Send a request, often twice, until a server decides on it."""
        while True:
            asking = [self.ask(route, body) for _ in range(self.rng.choice((1, 1, 2)))]
            answers = await gather(*asking, return_exceptions=True)
            decided = [one for one in answers if isinstance(one, Answer) and one.status != 503]
            for answer in decided:
                self._note(route, body, answer)
            if decided:
                return
            await sleep(AGAIN)

    def due_requests(self) -> Iterator[Request]:
        """Yield the requests that a good player would make after the last message."""
        latest = self.latest
        if latest is None:
            return
        view, shuffle, turn = latest["view"], latest["shuffle"], latest["turn"]
        if view and view["to_act"] == self.seat:
            if turn not in self.requested:
                self.requested[turn] = self._choose(view)
            yield "actions", {"action": self.requested[turn], "turn": turn}
        if shuffle and shuffle["open"] and not self._has_contributed(shuffle):
            yield "shuffle", {"value": self._entropy(shuffle["commitment"])}
        if latest["stage"] == "between" and "next" not in latest["seats"][self.seat]["wishes"]:
            yield "next", {}

    async def play(self) -> None:
        """Make all due requests, again and again, even while servers die."""
        while True:
            self._news.clear()
            for route, body in self.due_requests():
                await self.insist(route, body)
            await self._news.wait()

    async def wait_for_event(self, number: int) -> None:
        """Wait until the stream has delivered an event."""
        async with timeout(PATIENCE):
            while self.number is None or self.number < number:
                self._news.clear()
                await self._news.wait()

    def be_judged(self, referee: Referee) -> None:
        """Let the referee check the messages received, which have no gaps or repetitions.

        Messages about events that the referee has not read yet are kept for later.
        """
        while self._unjudged and referee.knows_of(self._unjudged[0]):
            message = self._unjudged.pop(0)
            assert self._judged is None or message.number == self._judged + 1
            referee.judge_message(self.seat, message)
            self._judged = message.number

    @property
    def is_judged(self) -> bool:
        """Whether the referee has checked every message received."""
        return not self._unjudged

    async def history(self, number: int) -> list[Message]:
        """Return the messages about all events up to this one."""
        messages: list[Message] = []
        async with timeout(PATIENCE):
            async with self._connection().events(f"{self.path}/events", self.token, 0) as stream:
                async for message in stream:
                    messages.append(message)
                    if message.number == number:
                        break
        return messages

    async def _listen(self) -> None:
        while True:
            with suppress(OSError, Refused):
                connection = self._connection()
                async with connection.events(
                    f"{self.path}/events", self.token, self.number
                ) as stream:
                    async for message in stream:
                        self._unjudged.append(message)
                        self.number, self.latest = message.number, message.data
                        self._news.set()
            await sleep(AGAIN)

    def _note(self, route: str, body: dict[str, Any], answer: Answer) -> None:
        code = code_of(answer)
        if code:
            self.refusals[code] += 1
        elif route == "actions":
            self.acknowledged.setdefault(body["turn"], perf_counter())

    def _choose(self, view: dict[str, Any]) -> str:
        """Return a random legal action; of the discards, the first."""
        if view["legal"] is None:
            hand = parse_cards(" ".join(view["hand"]))
            return discards_action(next(legal_discards(hand, Rules(**view["rules"]))))
        legal: list[str] = view["legal"]
        return self.rng.choice(legal)

    def _has_contributed(self, shuffle: dict[str, Any]) -> bool:
        return any(one["seat"] == self.seat for one in shuffle["contributions"])

    def _entropy(self, commitment: str) -> str:
        """Return the contribution to a shuffle, the same one every time."""
        return Random(f"{self.token} {commitment}").randbytes(ENTROPY).hex()

    def _connection(self) -> Connection:
        return self.rng.choice(self.connections)
