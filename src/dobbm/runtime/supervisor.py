"""Keeps background work running: an error is logged, and stops nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from dobbm.runtime.clock import Clock
from dobbm.runtime.store import StoreDamaged, StoreUnavailable

RESTART = 1.0
"""Seconds between a crash and the restart."""
DEAD = 10.0
"""Repeated work counts as dead after this many seconds in which it was not completed, or after two
intervals if they are longer."""
QUIET = 600.0
"""Seconds in which the same error of the same work is logged only once."""

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
        if _is_stopped():
            raise
        raise Interrupted("an awaited operation was cancelled") from error


def _is_stopped() -> bool:
    task = asyncio.current_task()
    return task is None or bool(task.cancelling())


class Supervisor:
    """Background tasks by key; when one crashes, all others keep running."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._alive_until: dict[str, float] = {}
        """When each repeated work counts as dead unless it is completed, on the monotonic clock."""
        self._logged: dict[tuple[str, str], float] = {}
        """When each error of each work was logged, on the monotonic clock."""

    def start(self, key: str, work: Callable[[], Awaitable[None]], name: str = "") -> None:
        """Run ``work`` in the background until ``stop``; ``work`` should never return.

        The log shows ``name``, or the key if ``name`` is empty.
        """
        assert key not in self._tasks
        name = name or key
        self._tasks[key] = asyncio.create_task(self._keep_running(name, work), name=name)

    def repeat(self, key: str, work: Callable[[], Awaitable[None]], interval: float) -> None:
        """Do ``work`` at once and then every ``interval`` seconds, until ``stop``.

        It may raise ``StoreUnavailable``: then it is done again after the next interval.
        """

        async def keep_repeating() -> None:
            while True:
                try:
                    await work()
                except StoreUnavailable as error:
                    self._log(key, error)
                self._alive_until[key] = self._clock.monotonic() + max(DEAD, 2 * interval)
                await self._clock.sleep(interval)

        self._alive_until[key] = self._clock.monotonic() + DEAD
        self.start(key, keep_repeating)

    @contextmanager
    def guarded(self, what: str, *, passing: tuple[type[Exception], ...] = ()) -> Iterator[None]:
        """Log any error of a part of some work, so that the other parts go on.

        Only errors of the types ``passing``, which concern all parts, end the work; damage to the
        store concerns one.
        """
        try:
            yield
        except StoreDamaged as error:
            self._log(what, error)
        except passing:
            raise
        except asyncio.CancelledError as error:
            if _is_stopped():
                raise
            self._log(what, error)
        except Exception as error:
            self._log(what, error)

    @property
    def alive(self) -> bool:
        """Whether no task has ended, and all repeated work was completed in the last seconds.

        Repeated work that hangs, or crashes every time, counts as dead after a while.
        """
        now = self._clock.monotonic()
        running = all(not task.done() for task in self._tasks.values())
        return running and all(now < until for until in self._alive_until.values())

    async def stop(self, key: str | None = None) -> None:
        """Cancel the task with this key, or all tasks, and wait until they end."""
        keys = [*self._tasks] if key is None else [key]
        tasks = [self._tasks.pop(key) for key in keys if key in self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep_running(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            with self.guarded(name):
                await work()
            await self._clock.sleep(RESTART)

    def _log(self, what: str, error: BaseException) -> None:
        """Log an error, unless the same was logged a short time ago."""
        now, key = self._clock.monotonic(), (what, repr(error))
        self._logged = {one: at for one, at in self._logged.items() if now - at < QUIET}
        if key in self._logged:
            return
        self._logged[key] = now
        if isinstance(error, StoreUnavailable):
            log.warning("%s failed: %s", what, error)
        else:
            log.error("%s failed", what, exc_info=error)
