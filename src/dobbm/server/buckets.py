"""Token buckets: who comes too often must wait.

The libraries for this look through all that they count a hundred times a second, on a thread of
their own; with a thousand clients that is a good part of a core.
"""

from __future__ import annotations

from dobbm.runtime.clock import Clock

SWEEP = 60.0
"""Seconds between two searches for buckets that nobody draws from."""


class Buckets:
    """A bucket for every key: so many a second run into it, and so many it holds."""

    def __init__(self, rate: float, size: float, clock: Clock) -> None:
        self._clock = clock
        self._rate = rate
        self._size = size
        self._levels: dict[str, tuple[float, float]] = {}
        """How full each was, and when."""
        self._swept = self._clock.monotonic()

    def draw(self, key: str) -> float:
        """Take one; 0, or how many seconds it takes until there is one."""
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
        """Forget the buckets that are full."""
        self._swept = now
        for key, (level, then) in list(self._levels.items()):
            if self._level(level, then, now) == self._size:
                del self._levels[key]
