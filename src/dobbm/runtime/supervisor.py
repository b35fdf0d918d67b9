"""Runs background work for ever: what crashes is logged and started again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from dobbm.runtime.clock import Clock

RESTART = 1.0
"""Seconds from a crash to the next start."""

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class Interrupted(RuntimeError):
    """Something that was awaited has been cancelled, and not the task that awaits it."""


async def uninterrupted(work: Awaitable[Result]) -> Result:
    """What ``work`` gives; only whoever cancels the current task may end it.

    Raises ``Interrupted`` if what a bot or a store awaits is cancelled, such as a pool's future:
    such a task must not look as if it was meant to end.
    """
    try:
        return await work
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        raise Interrupted("something that was awaited has been cancelled") from error


class Supervisor:
    """Background tasks by key; a crash in one leaves all others running."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start(self, key: str, work: Callable[[], Awaitable[None]], name: str = "") -> None:
        """Do ``work`` in the background until ``stop``; it is meant never to return.

        The log shows the ``name``, or the key if there is none.
        """
        assert key not in self._tasks
        name = name or key
        self._tasks[key] = asyncio.create_task(self._keep_running(name, work), name=name)

    @property
    def alive(self) -> bool:
        """Whether everything that was started is running, or about to be started again."""
        return all(not task.done() for task in self._tasks.values())

    async def stop(self, key: str | None = None) -> None:
        """Cancel the task with that key, or all, and wait for the end."""
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
                log.exception("%s has crashed and is started again", name)
            await self._clock.sleep(RESTART)
