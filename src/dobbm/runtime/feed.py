"""What those who look at a table are shown: its last snapshots, and older ones from the store."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from dobbm.game.actions import Seat
from dobbm.runtime.clock import Clock, TableClock
from dobbm.runtime.history import History, Message, messages_to
from dobbm.runtime.people import People
from dobbm.runtime.snapshot import Snapshot
from dobbm.table.clock import CONTRIBUTION
from dobbm.table.commands import TableError
from dobbm.table.state import Played, Table

KEPT = 8
"""Snapshots kept in memory for people who come back after a short cut."""


class _Follower:
    """Somebody who follows the table."""

    def __init__(self, now: float) -> None:
        self.wake = asyncio.Event()
        self.told = now
        """When it was told something last, on the monotonic clock."""


class _Hidden(NamedTuple):
    """An event that spectators do not see yet."""

    at: float
    """When it was shown to the others, on the monotonic clock."""
    number: int


class Feed:
    """The snapshots of one table, and those who follow it."""

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
        self._followers: dict[_Follower, None] = {}
        self._closing = False
        self._hidden: deque[_Hidden] = deque()
        self._read = time.now(), self.table.number
        """When the table was read, in its own time, and the number of its last event then."""
        self._visible = 0 if self.table.number == 1 else None
        """The last event that spectators may see; None: it has not been looked for."""
        self._hide(self.newest)

    def __len__(self) -> int:
        return len(self._followers)

    @property
    def newest(self) -> Snapshot:
        """The table as it stands."""
        return self._snapshots[-1]

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.newest.table

    def show(self, snapshot: Snapshot) -> None:
        """Show the next snapshot to those who follow."""
        self._snapshots.append(snapshot)
        self._hide(snapshot)
        self._wake()

    def message(self, snapshot: Snapshot, seat: Seat | None) -> bytes:
        """What ``seat`` is told of a snapshot, as JSON."""
        return snapshot.message(self._people.audience(self.table), seat)

    async def latest(self, seat: Seat | None) -> Snapshot:
        """The last snapshot that ``seat`` may see; spectators may be late."""
        visible = max(1, await self._visible_to(seat))
        for snapshot in reversed(self._snapshots):
            if snapshot.table.number <= visible:
                return snapshot
        return await self._history.snapshot(self.table.id, visible)

    async def deal(self, number: int, seat: Seat | None) -> Played:
        """The finished deal with this number, from 1.

        Raises ``TableError`` with the code ``unknown`` for one that ``seat`` cannot know of.
        """
        table = (await self.latest(seat)).table
        if not 1 <= number <= table.finished:
            raise TableError("unknown", f"no deal {number} is finished at this table")
        if number == table.finished and table.last:
            return table.last
        return await self._history.deal(table.id, number)

    async def follow(
        self, seat: Seat | None, number: int, silence: float
    ) -> AsyncGenerator[list[Message]]:
        """What ``seat`` is told of every event after ``number``, as it comes, until ``let_go``.

        An empty list says that nothing has come for ``silence`` seconds. It ends when a bot has
        the seat for good: whoever has left is not to see what the seat holds from then on.
        """
        with self._follower() as follower:
            while not self._closing:
                follower.wake.clear()
                messages = await self._messages(seat, number)
                visible = await self._visible_to(seat)
                if seen := [one for one in messages if one.number <= visible]:
                    number = seen[-1].number
                    yield seen
                elif messages:
                    shown_at = self._hidden[0].at + self.table.options.delay
                    until = min(shown_at, follower.told + silence)
                    await self._woken(follower, until - self._clock.monotonic())
                    if not self._is_silent(follower, silence):
                        continue
                    yield []
                elif seat is not None and seat not in self.table.people:
                    return
                else:
                    await follower.wake.wait()
                    if self.table.number > number or not self._is_silent(follower, silence):
                        continue
                    yield []
                follower.told = self._clock.monotonic()

    async def until_dealt(self) -> None:
        """Wait for the first deal of a table whose seats are taken: a second or so."""
        end = self._clock.monotonic() + 2 * CONTRIBUTION
        with self._follower() as follower:
            while self.table.deal_number == 0 and self.table.stage == "shuffling":
                if (left := end - self._clock.monotonic()) <= 0:
                    break
                await self._woken(follower, left)
                follower.wake.clear()

    def break_silence(self, silence: float) -> None:
        """Wake those who were told nothing for so many seconds."""
        for follower in self._followers:
            if self._is_silent(follower, silence):
                follower.wake.set()

    def let_go(self) -> None:
        """Let those who follow come to an end."""
        self._closing = True
        self._wake()

    def _hide(self, snapshot: Snapshot) -> None:
        """Hide an event, and what came before it, from spectators who are behind."""
        if self.table.options.delay:
            self._hidden.append(_Hidden(self._clock.monotonic(), snapshot.table.number))
            self._reveal()

    def _reveal(self) -> None:
        """Let spectators see what has been hidden for long enough."""
        delay, now = self.table.options.delay, self._clock.monotonic()
        while self._hidden and self._hidden[0].at + delay <= now:
            self._visible = self._hidden.popleft().number

    async def _messages(self, seat: Seat | None, number: int) -> list[Message]:
        """What ``seat`` is told of the events after ``number``, or of the first of them."""
        table = self.table
        if number >= table.number:
            return []
        audience = self._people.audience(table)
        if number + 1 < self._snapshots[0].table.number:
            return await self._history.messages(table.id, number, table.number, audience, seat)
        newer = [one for one in self._snapshots if one.table.number > number]
        return messages_to(seat, newer, audience)

    async def _visible_to(self, seat: Seat | None) -> int:
        """The number of the last event that ``seat`` may see.

        It is found by the monotonic clock: however the wall clock is set, no event is passed over,
        and none is seen too early.
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
    def _follower(self) -> Iterator[_Follower]:
        follower = _Follower(self._clock.monotonic())
        self._followers[follower] = None
        try:
            yield follower
        finally:
            del self._followers[follower]

    async def _woken(self, follower: _Follower, seconds: float) -> None:
        """Wait until somebody is woken, for so many seconds at most."""

        async def ring() -> None:
            await self._clock.sleep(seconds)
            follower.wake.set()

        alarm = asyncio.create_task(ring())
        try:
            await follower.wake.wait()
        finally:
            alarm.cancel()

    def _is_silent(self, follower: _Follower, silence: float) -> bool:
        return self._clock.monotonic() >= follower.told + silence

    def _wake(self) -> None:
        for follower in self._followers:
            follower.wake.set()
