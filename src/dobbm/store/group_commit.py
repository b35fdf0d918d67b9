"""Group commit: the calls that arrive during one transaction share the next one."""

from __future__ import annotations

from asyncio import Future, Queue, Task, create_task, get_running_loop, wait
from collections.abc import Awaitable, Callable
from typing import Generic, TypeAlias, TypeVar

from dobbm.runtime.supervisor import uninterrupted

Item = TypeVar("Item")
Answer = TypeVar("Answer")
RunBatch: TypeAlias = Callable[[list[Item]], Awaitable[list[Answer]]]

MAX_BATCH = 200
"""Maximum number of entries per transaction, or of reads per query; an error fails all of them."""


class Batcher(Generic[Item, Answer]):
    """Calls ``run_batch`` on groups of up to ``largest`` items, one group at a time.

    While one group runs, new items wait for the next. ``run_batch`` returns its answers in the
    order of the items; if it raises an error, every caller of the group gets that error.
    """

    def __init__(self, run_batch: RunBatch[Item, Answer], largest: int) -> None:
        self._run_batch = run_batch
        self._largest = largest
        self._queue: Queue[tuple[Item, Future[Answer]]] = Queue()
        self._closed = False
        self._task: Task[None] = create_task(self._work())

    async def do(self, item: Item) -> Answer:
        """Return the answer for one item; it may be processed even if the caller is cancelled."""
        if self._closed:
            raise RuntimeError("the batcher is closed")
        answer: Future[Answer] = get_running_loop().create_future()
        self._queue.put_nowait((item, answer))
        return await answer

    async def close(self) -> None:
        """Finish all pending items, then stop."""
        self._closed = True
        await self._queue.join()
        self._task.cancel()
        await wait([self._task])

    async def _work(self) -> None:
        while True:
            group = [await self._queue.get()]
            while len(group) < self._largest and not self._queue.empty():
                group.append(self._queue.get_nowait())
            await self._do_batch(group)
            for _ in group:
                self._queue.task_done()

    async def _do_batch(self, group: list[tuple[Item, Future[Answer]]]) -> None:
        waiting = [future for _, future in group]
        try:
            answers = await uninterrupted(self._run_batch([item for item, _ in group]))
        except Exception as error:  # passed on to the waiting callers
            for future in waiting:
                if not future.done():
                    future.set_exception(error)
            return
        for future, answer in zip(waiting, answers, strict=True):
            if not future.done():  # otherwise the caller was cancelled
                future.set_result(answer)
