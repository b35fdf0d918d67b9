"""The rate limiter: token buckets.

Existing libraries are too slow: on a separate thread, they scan all their counters a hundred times
a second, which takes a large part of a CPU core with a thousand clients.
"""

from __future__ import annotations

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

    def take(self, key: str) -> float:
        """Take a token and return 0, or return the seconds until one is available."""
        now = self._clock.monotonic()
        if now - self._swept > SWEEP:
            self._sweep(now)
        level = self._level(*self._levels.get(key, (self._size, now)), now)
        if level < 1:
            return (1 - level) / self._rate
        self._levels[key] = (level - 1, now)
        return 0.0

    def _level(self, level: float, then: float, now: float) -> float:
        return min(self._size, level + (now - then) * self._rate)

    def _sweep(self, now: float) -> None:
        """Remove full buckets."""
        self._swept = now
        for key, (level, then) in list(self._levels.items()):
            if self._level(level, then, now) == self._size:
                del self._levels[key]
