"""The runtime's clocks: the interface, the system's clock and the time of one table.

Deadlines run on a monotonic clock, which nobody can set. Stored times are wall time.
``TableClock`` connects the two for one table.
"""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

STEP = 5.0
"""The wall clock counts as set if it differs from a table's time by more than this many seconds."""


class Clock(Protocol):
    """A source of time."""

    def now(self) -> float:
        """Return wall time in Unix seconds; it may jump forward or back."""

    def monotonic(self) -> float:
        """Return the seconds since an arbitrary moment; this time never runs backward."""

    async def sleep(self, seconds: float) -> None:
        """Sleep for ``seconds`` of monotonic time."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Return wall time in Unix seconds."""
        return time.time()

    def monotonic(self) -> float:
        """Return the seconds since an arbitrary moment."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Sleep for ``seconds``."""
        await asyncio.sleep(seconds)


class TableClock:
    """The time of one table, in Unix seconds to the millisecond.

    It starts at wall time, but never before the table's last event, and then advances with the
    monotonic clock. Setting the wall clock does not disturb it: ``step`` returns by how much the
    wall clock was set, and ``move`` makes up the difference.
    """

    def __init__(self, clock: Clock, last: float) -> None:
        """``last`` is the time of the table's last event."""
        self._clock = clock
        self._offset = max(clock.now(), last) - clock.monotonic()

    def now(self) -> float:
        """Return the time of an event that happens now."""
        return self.at(self._clock.monotonic())

    def at(self, monotonic: float) -> float:
        """Convert a monotonic time to the table's time."""
        return round(monotonic + self._offset, 3)

    def not_before(self, at: float) -> None:
        """Advance to ``at``, the time of another process's event, if it is later than now."""
        if at > self.now():
            self._offset = at - self._clock.monotonic()

    def follow(self, at: float, by: float) -> None:
        """Apply a ``ClockSet`` from another process.

        If the wall clock was set there, move the time by ``by`` seconds, too. If the event only
        discounts time in which no process ran the table, let the time continue unchanged.
        """
        now = self.now()
        if abs(at - (now + by)) < abs(at - now):
            self.move(by)
            wall = self._clock.now()
            if at - STEP <= wall < self.now():
                # The wall clock was set here, too, and the other process underestimated by how
                # much, because it did not run the table at the time.
                self._offset = wall - self._clock.monotonic()
        self.not_before(at)

    def step(self) -> float:
        """Return by how many seconds the wall clock was set, or 0 if it was not set."""
        apart = self._clock.now() - self.now()
        return round(apart, 3) if abs(apart) > STEP else 0.0

    def move(self, by: float) -> None:
        """Move the table's time forward by ``by`` seconds, or back if ``by`` is negative."""
        self._offset += by
