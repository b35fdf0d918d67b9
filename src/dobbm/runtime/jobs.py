"""Does the jobs of a live table one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from dobbm.runtime.supervisor import uninterrupted

Result = TypeVar("Result")

Failed: TypeAlias = Callable[[Exception, bool], None]
"""Handles the error of a job; the flag says whether somebody waits for the job's result."""


class _Job(NamedTuple):
    """Work for the runner; ``reply`` receives the result, or is None if nobody waits for it."""

    work: Callable[[], Awaitable[Any]]
    reply: asyncio.Future[Any] | None = None


class JobQueue:
    """Jobs in the order of their arrival; ``run`` does them."""

    def __init__(self, failed: Failed) -> None:
        self._failed = failed
        self._inbox: asyncio.Queue[_Job] = asyncio.Queue()

    async def run(self) -> None:
        """Do the jobs one at a time, until cancelled."""
        while True:
            job = await self._inbox.get()
            try:
                await self._do_job(job)
            except asyncio.CancelledError:
                self._dismiss(job)
                raise

    async def perform(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Queue a job and await its result; the job completes even if the caller is cancelled."""
        reply: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(_Job(work, reply))
        return await reply

    def post(self, work: Callable[[], Awaitable[Any]]) -> None:
        """Queue a job without waiting for it."""
        self._inbox.put_nowait(_Job(work))

    async def _do_job(self, job: _Job) -> None:
        try:
            result = await uninterrupted(job.work())
        except Exception as error:
            self._failed(error, job.reply is not None)
            if job.reply and not job.reply.done():
                job.reply.set_exception(error)
        else:
            if job.reply and not job.reply.done():
                job.reply.set_result(result)

    def _dismiss(self, job: _Job) -> None:
        """Cancel the replies to this job and to all queued ones, because the runner is stopping."""
        jobs = [job]
        while not self._inbox.empty():
            jobs.append(self._inbox.get_nowait())
        for one in jobs:
            if one.reply:
                one.reply.cancel()
