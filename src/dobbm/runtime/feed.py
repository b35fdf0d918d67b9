"""Sends a table's snapshots to subscribers: recent ones from memory, older ones from the store."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from math import inf
from typing import NamedTuple

from dobbm.game.actions import Seat
from dobbm.runtime.clock import Clock, TableClock
from dobbm.runtime.history import History, Message, deltas_to, messages_to
from dobbm.runtime.people import People
from dobbm.runtime.sight import Sight
from dobbm.runtime.snapshot import Snapshot
from dobbm.table.deadlines import CONTRIBUTION
from dobbm.table.refusals import Refusal
from dobbm.table.state import FinishedDeal, LedgerLine, Table

KEPT = 8
"""Number of snapshots kept in memory for people who reconnect after a short interruption."""


MOST_NAMED = 12
"""Maximum number of spectators whose names are shown: a notice of PostgreSQL has 8000 bytes."""


class _Subscriber:
    """A subscriber of the table."""

    def __init__(self, now: float, seat: Seat | None, silence: float, name: str) -> None:
        self.seat = seat
        self.name = name
        """The name of a spectator who has given one."""
        self.silence = silence
        """Seconds between two keep-alives."""
        self.wake = asyncio.Event()
        self.kept_alive = now
        """When the subscriber last received a keep-alive, on the monotonic clock."""


class _Hidden(NamedTuple):
    """An event that spectators cannot see yet."""

    at: float
    """When the players at the table could first see the event, on the monotonic clock."""
    number: int


class Feed:
    """The newest snapshots of one table, and the table's subscribers."""

    def __init__(
        self,
        snapshots: list[Snapshot],
        people: People,
        clock: Clock,
        time: TableClock,
        history: History,
    ) -> None:
        self._snapshots = deque(snapshots, KEPT)
        self._people = people
        self._clock = clock
        self._history = history
        self._subscribers: dict[_Subscriber, None] = {}
        self._closing = False
        self._hidden: deque[_Hidden] = deque()
        self._read = time.now(), self.table.number
        """When the table was loaded, in the table's time, and the number of its last event then."""
        self._visible = 0 if self.table.number == 1 else None
        """The number of the last event that spectators may see; None if not looked up yet."""
        self._earlier: Snapshot | None = None
        """The snapshot for spectators while it is too old for ``_snapshots``."""
        self._hide(self.newest)

    def __len__(self) -> int:
        return len(self._subscribers)

    @property
    def spectators(self) -> list[str]:
        """The names of those who follow the table through this process and have no seat.

        A name is empty if the spectator has given none, and after the first ``MOST_NAMED``.
        """
        everybody = self._subscribers
        names = [one.name for one in everybody if one.seat is None and one.silence < inf]
        return [name if place < MOST_NAMED else "" for place, name in enumerate(names)]

    @property
    def newest(self) -> Snapshot:
        """The newest snapshot."""
        return self._snapshots[-1]

    @property
    def table(self) -> Table:
        """The current state of the table."""
        return self.newest.table

    def publish(self, snapshot: Snapshot) -> None:
        """Publish the next snapshot to the subscribers."""
        for earlier in self._snapshots:  # those who resume may have asked for any of them
            earlier.forget_messages()
        self._snapshots.append(snapshot)
        self._hide(snapshot)
        self._wake()

    def message(self, snapshot: Snapshot, seat: Seat | None) -> bytes:
        """Return the message to ``seat`` about a snapshot, as JSON."""
        return snapshot.message(self._people.audience(self.table), seat)

    async def latest(self, seat: Seat | None) -> Snapshot:
        """Return the latest snapshot that ``seat`` may see; a spectator's may be an older one."""
        visible = max(1, await self._visible_to(seat))
        for snapshot in reversed(self._snapshots):
            if snapshot.table.number <= visible:
                return snapshot
        if self._earlier is None or self._earlier.table.number != visible:
            self._earlier = await self._history.snapshot(self.table.id, visible)
        return self._earlier

    async def deal(self, number: int, seat: Seat | None) -> FinishedDeal:
        """Return the finished deal with this number, counted from 1.

        Raises ``Refusal`` with the code ``unknown`` if there is no such deal, or if ``seat`` may
        not see it yet.
        """
        table = (await self.latest(seat)).table
        if not 1 <= number <= table.finished:
            raise Refusal("unknown", f"this table has no finished deal {number}")
        if number == table.finished and table.last:
            return table.last
        return await self._history.deal(table.id, number)

    async def lines(self, after: int, seat: Seat | None) -> list[LedgerLine]:
        """Return a page of the lines of the deals after ``after`` that ``seat`` may see."""
        table = (await self.latest(seat)).table
        if not 0 <= after < table.finished:
            return []
        return await self._history.lines(table.id, after, table.finished)

    async def follow(
        self,
        seat: Seat | None,
        number: int,
        silence: float,
        name: str = "",
        *,
        deltas: bool = False,
    ) -> AsyncGenerator[list[Message]]:
        """Yield lists of messages to ``seat`` about the events after ``number``, until ``close``.

        With ``deltas``, a message that follows a recent one only says what has changed since then.
        The caller may empty a list. An empty one, a keep-alive, comes every ``silence``
        seconds. The stream ends when the person leaves the seat or moves it to another device, and
        must no longer see its cards.
        """
        person = None if seat is None else self._people.on_seat(self.table, seat)
        before: Sight | None = None
        with self._subscriber(seat, silence, name) as subscriber:
            while not self._closing:
                if person and not self._people.holds(self.table, seat, person):
                    return
                subscriber.wake.clear()
                if self._is_due(subscriber):
                    subscriber.kept_alive = self._clock.monotonic()
                    yield []
                messages = await self._messages(person and person.id, number, deltas, before)
                visible = await self._visible_to(seat)
                seen = [one for one in messages if one.number <= visible]
                hides = len(messages) > len(seen)
                del messages  # they would be kept for as long as a client does not read
                if seen:
                    number, before = seen[-1].number, seen[-1].sight
                    yield seen
                elif hides:
                    visible_at = self._hidden[0].at + self.table.options.delay
                    await self._woken(subscriber, visible_at - self._clock.monotonic())
                else:
                    await subscriber.wake.wait()

    async def until_dealt(self) -> None:
        """If all seats are taken, wait for the first deal, for at most two seconds."""
        end = self._clock.monotonic() + 2 * CONTRIBUTION
        with self._subscriber(None, inf, "") as subscriber:
            while self.table.deal_number == 0 and self.table.stage == "shuffling":
                if (left := end - self._clock.monotonic()) <= 0:
                    break
                await self._woken(subscriber, left)
                subscriber.wake.clear()

    def break_silence(self) -> None:
        """Wake the subscribers that are due for a keep-alive."""
        for subscriber in self._subscribers:
            if self._is_due(subscriber):
                subscriber.wake.set()

    def nudge(self) -> None:
        """Send a keep-alive to all subscribers at once, which lets their streams check for bans."""
        for subscriber in self._subscribers:
            subscriber.kept_alive = -inf
            subscriber.wake.set()

    def close(self) -> None:
        """End all subscriptions."""
        self._closing = True
        self._wake()

    def _hide(self, snapshot: Snapshot) -> None:
        """If the table delays events for spectators, hide the snapshot's event from them."""
        if self.table.options.delay:
            self._hidden.append(_Hidden(self._clock.monotonic(), snapshot.table.number))
            self._reveal()

    def _reveal(self) -> None:
        """Let spectators see the events whose delay has passed."""
        delay, now = self.table.options.delay, self._clock.monotonic()
        while self._hidden and self._hidden[0].at + delay <= now:
            self._visible = self._hidden.popleft().number

    async def _messages(
        self, person: str | None, number: int, deltas: bool, before: Sight | None
    ) -> list[Message]:
        """Return the messages to a person after event ``number``; old ones come page by page."""
        table = self.table
        if number >= table.number:
            return []
        audience = self._people.audience(table)
        if number + 1 < self._snapshots[0].table.number:
            return await self._history.messages(table.id, number, table.number, audience, person)
        newer = [one for one in self._snapshots if one.table.number > number]
        if deltas:
            return deltas_to(person, newer, audience, before)
        return messages_to(person, newer, audience)

    async def _visible_to(self, seat: Seat | None) -> int:
        """Return the number of the last event that ``seat`` may see.

        The delay is measured on the monotonic clock, so setting the wall clock neither skips an
        event nor reveals one too early.
        """
        delay = self.table.options.delay
        if seat is not None or not delay:
            return self.table.number
        self._reveal()
        if self._visible is None:
            at, number = self._read
            found = await self._history.number_at(self.table.id, at - delay, number)
            self._visible = self._visible or found
        return self._visible

    @contextmanager
    def _subscriber(self, seat: Seat | None, silence: float, name: str) -> Iterator[_Subscriber]:
        subscriber = _Subscriber(self._clock.monotonic(), seat, silence, name)
        self._subscribers[subscriber] = None
        try:
            yield subscriber
        finally:
            del self._subscribers[subscriber]

    async def _woken(self, subscriber: _Subscriber, seconds: float) -> None:
        """Wait until ``subscriber`` is woken, but no longer than ``seconds``."""

        async def ring() -> None:
            await self._clock.sleep(seconds)
            subscriber.wake.set()

        alarm = asyncio.create_task(ring())
        try:
            await subscriber.wake.wait()
        finally:
            alarm.cancel()

    def _is_due(self, subscriber: _Subscriber) -> bool:
        """Return whether the subscriber must receive a keep-alive now."""
        return self._clock.monotonic() >= subscriber.kept_alive + subscriber.silence

    def _wake(self) -> None:
        for subscriber in self._subscribers:
            subscriber.wake.set()
