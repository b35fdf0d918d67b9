"""Tables of simulated people who play over HTTP as a good client would (docs/server.md).

Each person holds an event stream open, thinks when it is their turn, acts, repeats the request
until the server decides, and is ready for the next deal some time after the last.
"""

from __future__ import annotations

from asyncio import Event, Task, TaskGroup, sleep, timeout
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from time import perf_counter
from typing import Any

from dobbm.game.actions import DONE, Seat
from dobbm.game.cards import NAMES, parse_cards
from dobbm.game.exchange import discards_action, legal_discards
from dobbm.game.rules import Rules
from loading.metrics import Metrics
from loading.wire import Answer, EventStream, Message, Refused, Wire, renewed

SEATS = 4
RETRY_INTERVAL = 0.2
"""Seconds until a request that did not reach a server is repeated."""
LONGEST_THINKING = 5.0
"""Longest thinking time, as a multiple of the mean; nobody should run out of time."""
PATIENCE = 600.0
"""Maximum number of seconds to wait for the history of a table."""
ENTROPY = 16
"""Bytes that a person contributes to a shuffle."""


@dataclass
class Load:
    """The state shared by all tables of a measurement."""

    wire: Wire
    tasks: TaskGroup
    bot: str
    """The player in the seats without a person."""
    pace: float
    """Mean thinking time of a person, in seconds."""
    delta: bool = False
    """Whether event streams only say what has changed, as those of the page do."""
    metrics: Metrics = field(default_factory=Metrics)
    ready_at: float = 0.0
    """When the server last became ready, in seconds of ``perf_counter``."""
    _running: set[Task[None]] = field(default_factory=set)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` concurrently until it ends or ``cancel_all`` cancels it."""
        task = self.tasks.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def cancel_all(self) -> None:
        """Cancel all running tasks, so that nobody listens or acts any more."""
        for task in self._running:
            task.cancel()

    async def post_with_retries(self, path: str, body: object, token: str | None = None) -> Answer:
        """Repeat a POST until the server decides, counting failures; return the final response."""
        while True:
            try:
                answer = await self.wire.post(path, body, token)
            except OSError:
                self.metrics.errors["no connection"] += 1
                await sleep(RETRY_INTERVAL)
                continue
            if answer.status not in (200, 201):
                self.metrics.errors[answer.failure] += 1
            if answer.status not in (429, 503):
                return answer
            await sleep(float(answer.headers.get("retry-after", RETRY_INTERVAL)))


class Table:
    """A table, as far as any of its people has seen it."""

    def __init__(self, load: Load, name: str) -> None:
        self.load = load
        self.name = name
        self.path = ""
        self.people: list[Person] = []
        self.newest = 0
        """The highest event number that anybody has received."""
        self.turn = 0
        """The highest turn that anybody has received."""
        self.finished = 0
        """The number of the last finished deal."""
        self.asked: dict[int, tuple[Seat, float]] = {}
        """The requesting seat and the time of the first request, by the turn after the action."""

    async def open(self, people: int, seed: int) -> None:
        """Seat the people one after another, each with an event stream."""
        bots = SEATS - people
        about = {"players": SEATS, "rules": {}, "bots": bots, "bot": self.load.bot}
        path = "/api/v1/tables"
        for index in range(people):
            name = f"{self.name}-{index}"
            answer = await self.load.post_with_retries(path, {"name": name, **about})
            if answer.status != 201:
                raise Refused(path, answer)
            if index == 0:
                self.path = f"/api/v1/tables/{answer.body['table']}"
                path, about = f"{self.path}/seats", {}
            rng = Random(f"{seed} {name}")
            person = Person(self, answer.body["seat"], answer.body["token"], rng)
            self.people.append(person)
            self.load.run(person.listen())
            await person.listening.wait()

    def hear(self, message: Message) -> None:
        """Update the table from a message to one of its people, counting new actions and deals."""
        turn, view = message.data["turn"], message.data["view"]
        self.newest = max(self.newest, message.number or 0)
        if turn > self.turn:
            self.load.metrics.actions += turn - self.turn
            self.turn = turn
        if view and view["phase"] == DONE and message.data["deal"] > self.finished:
            self.load.metrics.deals += 1
            self.finished = message.data["deal"]


class Person:
    """A client with a seat and its token."""

    def __init__(self, table: Table, seat: Seat, token: str, rng: Random) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.listening = Event()
        """Set while an event stream is open."""
        self.asked: dict[int, str] = {}
        """The chosen action of each turn."""
        self.acknowledged: set[int] = set()
        """The turns whose action was acknowledged."""
        self._load = table.load
        self._rng = rng
        self._stream: EventStream | None = None
        self._number: int | None = None
        self._turn = 0
        self._last_reviewed = 0
        self._commitment = ""
        self._away = 0.0
        self._resuming: tuple[float, int] | None = None
        """When a dropped stream was requested again, and the newest event by then."""

    async def listen(self) -> None:
        """Hold an event stream open, resuming where it was dropped."""
        while True:
            end = "stream ended"
            try:
                await self._listen_once()
            except OSError:
                end = "stream lost"
            except Refused as refused:
                end = f"stream {refused.answer.failure}"
            if not self._away:
                self._load.metrics.errors[end] += 1
            self._stream = None
            self.listening.clear()
            await sleep(self._away or RETRY_INTERVAL)
            self._away = 0.0
            if self._number is not None and self._resuming is None:
                self._resuming = perf_counter(), self.table.newest

    def cut(self, away: float) -> bool:
        """Drop the event stream for ``away`` seconds; return False if none could be dropped."""
        if self._stream is None or self._resuming:
            return False
        self._away = away
        self._stream.cut()
        self._stream = None
        return True

    async def history(self) -> dict[int, str]:
        """Return this person's actions by turn, from all events that the server has stored.

        If the server has lost events, the wait times out, and the result covers the events sent.
        """
        actions: dict[int, str] = {}
        with suppress(TimeoutError):
            async with timeout(PATIENCE):
                while not await self._read_history(actions):
                    await sleep(RETRY_INTERVAL)
        return actions

    async def _read_history(self, actions: dict[int, str]) -> bool:
        """Add this person's actions; return False if others read so much that one must wait."""
        path = f"{self.table.path}/events"
        try:
            async with self._load.wire.events(path, self.token, 0) as stream:
                async for message in stream:
                    change = message.data["change"]
                    own = change["kind"] == "acted" and change["seat"] == self.seat
                    if own and not change["by_bot"]:
                        actions[message.data["turn"] - 1] = change["action"]
                    if (message.number or 0) >= self.table.newest:
                        break
        except Refused as refused:
            if refused.answer.status != HTTPStatus.TOO_MANY_REQUESTS:
                raise
            return False
        return True

    async def _listen_once(self) -> None:
        path = f"{self.table.path}/events{'?delta=true' if self._load.delta else ''}"
        async with self._load.wire.events(path, self.token, self._number) as stream:
            self._stream = stream
            self.listening.set()
            self._check_resumed(perf_counter())
            table: dict[str, Any] = {}
            async for message in stream:
                table = renewed(table, message.data) if message.name else message.data
                self._hear(message._replace(data=table))

    def _hear(self, message: Message) -> None:
        self._count_gaps(message.number)
        self._time(message)
        self.table.hear(message)
        self._check_resumed(message.at)
        deal, turn = message.data["deal"], message.data["turn"]
        shuffle, view = message.data["shuffle"], message.data["view"]
        if shuffle and shuffle["commitment"] != self._commitment:
            self._commitment = shuffle["commitment"]
            self._load.run(self._contribute(cuts=shuffle["cutter"] == self.seat))
        if view and view["to_act"] == self.seat and turn not in self.asked:
            self.asked[turn] = self._choose(view)
            self._load.run(self._act(turn))
        if view and view["phase"] == DONE and deal > self._last_reviewed:
            self._last_reviewed = deal
            self._load.run(self._get_ready())

    def _count_gaps(self, number: int | None) -> None:
        if number is None:
            return
        if self._number is not None:
            self._load.metrics.lost += max(0, number - self._number - 1)
            self._load.metrics.doubled += number <= self._number
        self._number = max(number, self._number or 0)

    def _time(self, message: Message) -> None:
        """Record how long another seat's action took to reach this stream, if it is new."""
        turn = message.data["turn"]
        if turn <= self._turn:
            return
        self._turn = turn
        seat, start = self.table.asked.get(turn, (self.seat, 0.0))
        if seat != self.seat and self._resuming is None:
            self._load.metrics.seen.append(message.at - start)

    def _check_resumed(self, now: float) -> None:
        if self._resuming and (self._number or 0) >= self._resuming[1]:
            since = max(self._resuming[0], self._load.ready_at)
            self._load.metrics.resumed.append(max(0.0, now - since))
            self._resuming = None

    def _choose(self, view: dict[str, Any]) -> str:
        """Choose a legal action at random; for discards, the first legal ones."""
        if view["legal"] is None:
            hand = parse_cards(" ".join(view["hand"]))
            return discards_action(next(legal_discards(hand, Rules(**view["rules"]))))
        legal: list[str] = view["legal"]
        return self._rng.choice(legal)

    async def _act(self, turn: int) -> None:
        await self._think()
        body = {"action": self.asked[turn], "turn": turn}
        start = perf_counter()
        self.table.asked[turn + 1] = self.seat, start
        answer = await self._load.post_with_retries(f"{self.table.path}/actions", body, self.token)
        if answer.status == 200:
            self._load.metrics.acknowledged.append(perf_counter() - start)
            self.acknowledged.add(turn)

    async def _contribute(self, *, cuts: bool) -> None:
        body: dict[str, object] = {"value": self._rng.randbytes(ENTROPY).hex()}
        if cuts:
            body["cut"] = self._rng.randrange(1, len(NAMES))
        await self._load.post_with_retries(f"{self.table.path}/shuffle", body, self.token)

    async def _get_ready(self) -> None:
        await self._think()
        await self._load.post_with_retries(f"{self.table.path}/next", {}, self.token)

    async def _think(self) -> None:
        pace = self._load.pace
        await sleep(min(self._rng.expovariate(1 / pace), LONGEST_THINKING * pace) if pace else 0.0)
