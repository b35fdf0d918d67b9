"""Keeps background tasks running: logs every crash and restarts the task."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from dobbm.runtime.clock import Clock

RESTART = 1.0
"""Seconds between a crash and the restart."""
DEAD = 10.0
"""Repeated work counts as dead after this many seconds in which it was not completed."""

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class Interrupted(RuntimeError):
    """An awaited operation was cancelled, but the task that awaits it was not."""


async def uninterrupted(work: Awaitable[Result]) -> Result:
    """Await ``work``; raise ``Interrupted`` if it is cancelled but the current task is not.

    A worker pool may cancel a future that a bot awaits. Without this check, the background task
    would seem to have been stopped on purpose.
    """
    try:
        return await work
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        raise Interrupted("an awaited operation was cancelled") from error


class Supervisor:
    """Background tasks by key; when one crashes, all others keep running."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._completed: dict[str, float] = {}
        """When each repeated work was last completed, on the monotonic clock."""

    def start(self, key: str, work: Callable[[], Awaitable[None]], name: str = "") -> None:
        """Run ``work`` in the background until ``stop``; ``work`` should never return.

        The log shows ``name``, or the key if ``name`` is empty.
        """
        assert key not in self._tasks
        name = name or key
        self._tasks[key] = asyncio.create_task(self._keep_running(name, work), name=name)

    def repeat(self, key: str, work: Callable[[], Awaitable[None]], interval: float) -> None:
        """Do ``work`` at once and then every ``interval`` seconds, until ``stop``."""

        async def keep_repeating() -> None:
            while True:
                await work()
                self._completed[key] = self._clock.monotonic()
                await self._clock.sleep(interval)

        self._completed[key] = self._clock.monotonic()
        self.start(key, keep_repeating)

    @property
    def alive(self) -> bool:
        """Whether no task has ended, and all repeated work was completed in the last seconds.

        Repeated work that hangs, or crashes every time, counts as dead after ``DEAD`` seconds.
        """
        now = self._clock.monotonic()
        running = all(not task.done() for task in self._tasks.values())
        return running and all(now - at < DEAD for at in self._completed.values())

    async def stop(self, key: str | None = None) -> None:
        """Cancel the task with this key, or all tasks, and wait until they end."""
        keys = [*self._tasks] if key is None else [key]
        tasks = [self._tasks.pop(key) for key in keys if key in self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep_running(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await uninterrupted(work())
            except Exception:
                log.exception("%s crashed and will be restarted", name)
            await self._clock.sleep(RESTART)
