"""A queue of computations for one thread: the most urgent first, and only so many of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple, TypeVar, TypeVarTuple

from dobbm.table.refusals import Refusal

AGAIN = 2
"""Seconds after which clients should retry when the queue is full."""

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


class _Waiting(NamedTuple):
    """A computation that waits for its turn; the smallest has its turn first."""

    rank: int
    number: int
    turn: asyncio.Future[None]


class WorkQueue:
    """Runs computations on a thread, one at a time, in the order of their ranks."""

    def __init__(self, thread: Executor, longest: int) -> None:
        """``longest`` is the number of computations that may wait; see ``start``."""
        self._thread = thread
        self._longest = longest
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._is_busy = False

    def __len__(self) -> int:
        """Return the number of computations that wait."""
        return sum(not one.turn.done() for one in self._waiting)

    async def start(
        self,
        rank: int,
        do: Callable[[*Arguments], Result],
        *arguments: *Arguments,
        is_bounded: bool = True,
    ) -> asyncio.Future[Result]:
        """Wait for the turn of a computation, start it, and return its future.

        Ranks count from 0, the most urgent. If the caller is cancelled while it waits, the
        computation never starts; a computation that has started runs to its end. Raises ``Refusal``
        with the code ``limit`` if the queue is full and ``is_bounded``.
        """
        if is_bounded and len(self) >= self._longest:
            raise Refusal("limit", "the server is busy with other computations", AGAIN)
        if self._is_busy:
            await self._turn(rank)
        self._is_busy = True
        running = asyncio.get_running_loop().run_in_executor(self._thread, do, *arguments)
        running.add_done_callback(lambda _: self._next())
        # Cancelling the shield leaves the computation, and with it the thread, in use.
        return asyncio.shield(running)

    def close(self) -> None:
        """Wait for the running computation."""
        self._thread.shutdown()

    async def _turn(self, rank: int) -> None:
        waiting = _Waiting(rank, next(self._numbers), asyncio.get_running_loop().create_future())
        heappush(self._waiting, waiting)
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting.turn.done() and not waiting.turn.cancelled():
                self._next()  # the turn came at the same moment
            raise

    def _next(self) -> None:
        """Give the turn to the most urgent computation that still wants it."""
        self._is_busy = False
        while self._waiting:
            turn = heappop(self._waiting).turn
            if not turn.done():
                self._is_busy = True
                turn.set_result(None)
                return
