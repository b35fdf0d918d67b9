"""Time, handed in: the system's, or a simulated one.

Deadlines run on a monotonic clock, which nobody can set. What is stored is wall time.
``TableClock`` connects the two for one table.
"""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

STEP = 5.0
"""Seconds by which the wall clock may differ from a table's before it counts as having been set."""


class Clock(Protocol):
    """A source of time."""

    def now(self) -> float:
        """Wall time in Unix seconds; it may be set forward or back."""

    def monotonic(self) -> float:
        """Seconds since some moment; they never run backward."""

    async def sleep(self, seconds: float) -> None:
        """Wait so many monotonic seconds."""


class SystemClock:
    """The clock of the machine."""

    def now(self) -> float:
        """Wall time in Unix seconds."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some moment."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds."""
        await asyncio.sleep(seconds)


class TableClock:
    """The time of one table, in Unix seconds to the millisecond.

    It starts as wall time, never before the table's last event, and from then on passes as the
    monotonic clock does. So it keeps going when the wall clock is set; ``step`` says by how much
    the two have come apart, and ``move`` brings them together again.
    """

    def __init__(self, clock: Clock, last: float) -> None:
        """``last``: when the last event of the table happened."""
        self._clock = clock
        self._offset = max(clock.now(), last) - clock.monotonic()

    def now(self) -> float:
        """The time of an event that happens now."""
        return self.at(self._clock.monotonic())

    def at(self, monotonic: float) -> float:
        """The time when the monotonic clock shows this."""
        return round(monotonic + self._offset, 3)

    def not_before(self, at: float) -> None:
        """Take in an event of another process, whose clock may be ahead."""
        if at > self.now():
            self._offset = at - self._clock.monotonic()

    def follow(self, at: float, by: float) -> None:
        """Take in that another process has found its wall clock set by so many seconds.

        Where it was not set, but nobody had run the table, time goes on as before.
        """
        now = self.now()
        if abs(at - (now + by)) < abs(at - now):
            self.move(by)
        self.not_before(at)

    def step(self) -> float:
        """By how many seconds the wall clock was set; 0 if it was not."""
        apart = self._clock.now() - self.now()
        return round(apart, 3) if abs(apart) > STEP else 0.0

    def move(self, by: float) -> None:
        """Show a time that is later, or earlier where ``by`` is negative."""
        self._offset += by
