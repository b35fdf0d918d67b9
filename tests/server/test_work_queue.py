"""The queue of a thread: urgent work first, a bounded number of waiting jobs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any

import pytest

from dobbm.server.work_queue import WorkQueue
from dobbm.table.refusals import Refusal


def in_an_event_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @wraps(test)
    def run(*arguments: Any, **options: Any) -> None:
        asyncio.run(test(*arguments, **options))

    return run


class Work:
    """Work on the queue's thread, which records what is done; the first job waits to be let go."""

    def __init__(self, longest: int = 10) -> None:
        self.queue = WorkQueue(ThreadPoolExecutor(1), longest)
        self.done: list[str] = []
        self.release = threading.Event()

    def wait(self) -> None:
        self.release.wait(10)

    async def begin(self) -> asyncio.Future[None]:
        return await self.queue.start(0, self.wait)

    async def add(self, name: str, rank: int, *, is_bounded: bool = True) -> asyncio.Task[Any]:
        """Let a job wait for its turn."""

        async def result() -> None:
            await (await self.queue.start(rank, self.done.append, name, is_bounded=is_bounded))

        task = asyncio.create_task(result())
        await asyncio.sleep(0)
        return task


@pytest.fixture
def work() -> Iterator[Work]:
    work = Work(longest=3)
    yield work
    work.release.set()
    work.queue.close()


@in_an_event_loop
async def test_the_most_urgent_job_comes_first_then_the_oldest(work: Work) -> None:
    first = await work.begin()
    tasks = [await work.add(name, rank) for name, rank in [("a", 1), ("b", 1), ("c", 0)]]
    work.release.set()
    await asyncio.gather(first, *tasks)
    assert work.done == ["c", "a", "b"]


@in_an_event_loop
async def test_a_full_queue_refuses_all_but_the_jobs_that_must_be_done(work: Work) -> None:
    first = await work.begin()
    tasks = [await work.add(name, 1) for name in "abc"]
    with pytest.raises(Refusal) as refused:
        await (await work.add("d", 0))
    assert (refused.value.code, refused.value.after) == ("limit", 2)
    tasks.append(await work.add("e", 0, is_bounded=False))
    work.release.set()
    await asyncio.gather(first, *tasks)
    assert work.done == ["e", "a", "b", "c"]


@in_an_event_loop
async def test_a_cancelled_job_never_starts_and_makes_room(work: Work) -> None:
    first = await work.begin()
    a, b, c = [await work.add(name, 1) for name in "abc"]
    b.cancel()
    await asyncio.wait([b])
    d = await work.add("d", 1)
    work.release.set()
    await asyncio.gather(first, a, c, d)
    assert work.done == ["a", "c", "d"]


@in_an_event_loop
async def test_a_job_cancelled_at_its_turn_gives_the_turn_to_the_next(work: Work) -> None:
    first = await work.begin()
    a, b = [await work.add(name, 1) for name in "ab"]
    first.add_done_callback(lambda _: a.cancel())
    work.release.set()
    await asyncio.wait_for(b, 10)
    assert work.done in (["b"], ["a", "b"])


@in_an_event_loop
async def test_a_running_job_whose_caller_is_gone_keeps_the_thread_until_its_end(
    work: Work,
) -> None:
    first = await work.begin()
    first.cancel()
    a = await work.add("a", 0)
    assert len(work.queue) == 1
    work.release.set()
    await a
    assert len(work.queue) == 0


@in_an_event_loop
async def test_a_failed_job_fails_for_its_caller_only(work: Work) -> None:
    def fail() -> None:
        raise ValueError("of the test")

    failing = await work.queue.start(0, fail)
    with pytest.raises(ValueError, match="of the test"):
        await failing
    await (await work.add("a", 0))
    assert work.done == ["a"]
