"""The rate limiter: token buckets, and lanes in which requests wait for each other.

Existing libraries are too slow: on a separate thread, they scan all their counters a hundred times
a second, which takes a large part of a CPU core with a thousand clients.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from dobbm.runtime.clock import Clock

SWEEP = 60.0
"""Seconds between sweeps that remove unused buckets."""


class TokenBuckets:
    """Token buckets by key; each gets ``rate`` tokens per second and holds at most ``size``."""

    def __init__(self, rate: float, size: float, clock: Clock) -> None:
        self._clock = clock
        self._rate = rate
        self._size = size
        self._levels: dict[str, tuple[float, float]] = {}
        """The level of each bucket after the last token was taken, and the monotonic time then."""
        self._swept = self._clock.monotonic()

    def take(self, key: str, tokens: float = 1.0) -> float:
        """Take tokens and return 0, or return the seconds until one is available.

        More tokens than there are may be taken; the next ones are then available later.
        """
        now = self._clock.monotonic()
        if now - self._swept > SWEEP:
            self._sweep(now)
        level = self._level(*self._levels.get(key, (self._size, now)), now)
        if level < 1:
            return (1 - level) / self._rate
        self._levels[key] = (level - tokens, now)
        return 0.0

    def charge(self, key: str, tokens: float = 1.0) -> float:
        """Take tokens, available or not; return the seconds until they would be available."""
        now = self._clock.monotonic()
        level = self._level(*self._levels.get(key, (self._size, now)), now) - tokens
        self._levels[key] = (level, now)
        return max(0.0, -level / self._rate)

    def _level(self, level: float, then: float, now: float) -> float:
        return min(self._size, level + (now - then) * self._rate)

    def _sweep(self, now: float) -> None:
        """Remove full buckets."""
        self._swept = now
        for key, (level, then) in list(self._levels.items()):
            if self._level(level, then, now) == self._size:
                del self._levels[key]


class Lanes:
    """Lanes by key: in each, one does its work and up to ``longest`` others wait for it."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._locks: dict[str, asyncio.Lock] = {}
        self._sizes: Counter[str] = Counter()
        """The number of those that work or wait in each lane."""

    def is_full(self, key: str) -> bool:
        """Return whether no more may wait in a lane."""
        return self._sizes[key] > self._longest

    @asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Wait for the others in the lane, and let the next ones wait until the block ends."""
        self._sizes[key] += 1
        lock = self._locks.setdefault(key, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            self._sizes[key] -= 1
            if not self._sizes[key]:
                del self._sizes[key], self._locks[key]
