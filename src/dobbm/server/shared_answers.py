"""Answers that cost work and are the same for all who ask: each is made once a second at most."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from math import inf
from typing import Generic, TypeVar

from dobbm.runtime.clock import Clock

LASTS = 1.0
"""Seconds for which an answer is given again before a new one is made."""

Answer = TypeVar("Answer")


class SharedAnswer(Generic[Answer]):
    """An answer for everybody, however many ask at once; an error counts as an answer."""

    def __init__(
        self, make: Callable[[], Awaitable[Answer]], clock: Clock, lasts: float = LASTS
    ) -> None:
        self._make = make
        self._lasts = lasts
        self._clock = clock
        self._making: asyncio.Task[Answer] | None = None
        self._until = -inf
        """The time on the monotonic clock until which the last answer is given."""

    async def get(self) -> Answer:
        """Return the last answer or, if that is too old, a new one."""
        if self._making is None or self._clock.monotonic() >= self._until:
            self._until = inf
            self._making = asyncio.create_task(self._renew())
        # Who goes away meanwhile must not end the work for the others.
        return await asyncio.shield(self._making)

    async def _renew(self) -> Answer:
        try:
            return await self._make()
        finally:
            self._until = self._clock.monotonic() + self._lasts
