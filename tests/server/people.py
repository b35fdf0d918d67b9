"""People at a table over HTTP: they follow it, ask for things, insist, and send everything twice.

A door is a connection to one server; where several servers share a database, people use any of
them for anything.
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
from loading.wire import Answer, Message, Refused
from server.referee import Referee, code_of
from server.servers import Door

TABLES = "/api/v1/tables"
AGAIN = 0.05
"""Seconds until a request that found no server is made again."""
PATIENCE = 60.0
"""Seconds in which whatever must come has come."""
ENTROPY = 16
"""Bytes that a person contributes to a shuffle."""
MISSED = {"shuffle"}
"""The codes of refusals that mean no harm: the cards were dealt before the contribution came."""

Request = tuple[str, dict[str, Any]]
"""The last part of the path, and the body."""


@dataclass(eq=False)
class Person:
    """Somebody with a seat."""

    doors: Sequence[Door]
    table: str
    seat: Seat
    token: str
    rng: Random
    asked: dict[int, str] = field(default_factory=dict)
    """By turn, what a good player asked for, who never changes his mind."""
    acknowledged: dict[int, float] = field(default_factory=dict)
    """The turns at which it was acknowledged, and when, in seconds of ``perf_counter``."""
    refusals: Counter[str] = field(default_factory=Counter)
    """By code; of requests that a good player made."""
    number: int | None = None
    """Of the last event that the person was told of."""
    told: dict[str, Any] | None = None
    """What the stream told last."""
    stream: Task[None] | None = None
    """Follows the table, as long as the person is connected."""
    _news: Event = field(default_factory=Event)
    _unjudged: list[Message] = field(default_factory=list)
    _judged: int | None = None

    @property
    def path(self) -> str:
        """Where the table is."""
        return f"{TABLES}/{self.table}"

    def connect(self) -> None:
        """Begin to follow the table, where it was left off."""
        self.stream = create_task(self._listen())

    async def disconnect(self) -> None:
        """Drop the stream, without a farewell."""
        if self.stream:
            self.stream.cancel()
            with suppress(CancelledError):
                await self.stream
            self.stream = None

    async def ask(self, way: str, body: dict[str, Any]) -> Answer:
        """Ask for something, once."""
        return await self._door().post(f"{self.path}/{way}", body, self.token)

    async def ask_twice(self, way: str, body: dict[str, Any]) -> tuple[Answer, Answer]:
        """Ask for the same two times at once."""
        return await gather(self.ask(way, body), self.ask(way, body))

    async def insist(self, way: str, body: dict[str, Any]) -> None:
        """Ask, often twice, until the server decides."""
        while True:
            asking = [self.ask(way, body) for _ in range(self.rng.choice((1, 1, 2)))]
            answers = await gather(*asking, return_exceptions=True)
            decided = [one for one in answers if isinstance(one, Answer) and one.status != 503]
            for answer in decided:
                self._note(way, body, answer)
            if decided:
                return
            await sleep(AGAIN)

    def duties(self) -> Iterator[Request]:
        """What a good player asks for now, as far as the player has been told."""
        told = self.told
        if told is None:
            return
        view, shuffle, turn = told["view"], told["shuffle"], told["turn"]
        if view and view["to_act"] == self.seat:
            if turn not in self.asked:
                self.asked[turn] = self._choose(view)
            yield "actions", {"action": self.asked[turn], "turn": turn}
        if shuffle and shuffle["open"] and not self._has_contributed(shuffle):
            yield "shuffle", {"value": self._entropy(shuffle["commitment"])}
        if told["stage"] == "between" and "next" not in told["seats"][self.seat]["wishes"]:
            yield "next", {}

    async def play(self) -> None:
        """Do one's duty, again and again, whatever becomes of the server."""
        while True:
            self._news.clear()
            for way, body in self.duties():
                await self.insist(way, body)
            await self._news.wait()

    async def hear_of(self, number: int) -> None:
        """Wait until the stream has told of an event."""
        async with timeout(PATIENCE):
            while self.number is None or self.number < number:
                self._news.clear()
                await self._news.wait()

    def be_judged(self, referee: Referee) -> None:
        """Let the referee see what the person was told, which comes without gap or repetition.

        What has come since the referee looked is left for later.
        """
        while self._unjudged and referee.knows_of(self._unjudged[0]):
            message = self._unjudged.pop(0)
            assert self._judged is None or message.number == self._judged + 1
            referee.judge_message(self.seat, message)
            self._judged = message.number

    @property
    def is_judged(self) -> bool:
        """Whether the referee has seen everything that the person was told."""
        return not self._unjudged

    async def history(self, number: int) -> list[Message]:
        """What the server tells of the events from the first to this one."""
        messages: list[Message] = []
        async with timeout(PATIENCE):
            async with self._door().events(f"{self.path}/events", self.token, 0) as stream:
                async for message in stream:
                    messages.append(message)
                    if message.number == number:
                        break
        return messages

    async def _listen(self) -> None:
        while True:
            with suppress(OSError, Refused):
                door = self._door()
                async with door.events(f"{self.path}/events", self.token, self.number) as stream:
                    async for message in stream:
                        self._unjudged.append(message)
                        self.number, self.told = message.number, message.data
                        self._news.set()
            await sleep(AGAIN)

    def _note(self, way: str, body: dict[str, Any], answer: Answer) -> None:
        code = code_of(answer)
        if code:
            self.refusals[code] += 1
        elif way == "actions":
            self.acknowledged.setdefault(body["turn"], perf_counter())

    def _choose(self, view: dict[str, Any]) -> str:
        """Something lawful, by chance; of the discards the first."""
        if view["legal"] is None:
            hand = parse_cards(" ".join(view["hand"]))
            return discards_action(next(legal_discards(hand, view["rules"]["sow_companion"])))
        legal: list[str] = view["legal"]
        return self.rng.choice(legal)

    def _has_contributed(self, shuffle: dict[str, Any]) -> bool:
        return any(one["seat"] == self.seat for one in shuffle["contributions"])

    def _entropy(self, commitment: str) -> str:
        """For one shuffle always the same."""
        return Random(f"{self.token} {commitment}").randbytes(ENTROPY).hex()

    def _door(self) -> Door:
        return self.rng.choice(self.doors)
