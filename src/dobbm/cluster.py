"""The workers of a Dask cluster, as an executor (docs/matches.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures import wait as wait_for
from functools import partial
from importlib.metadata import version
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from dobbm.copying import NeverCopied
from dobbm.extras import extra_cluster
from dobbm.game.errors import DobbmError

with extra_cluster("a cluster"):
    from distributed import Client, KilledWorker
    from distributed import Future as Task
    from distributed.comm.addressing import resolve_address
    from distributed.comm.core import CommClosedError

Result = TypeVar("Result")
Given = ParamSpec("Given")

PATIENCE = 20
"""How long to wait for the scheduler, and then for its first worker, in seconds."""

PER_THREAD = 4
"""The number of calls submitted ahead for each thread of the workers."""


class Cluster(NeverCopied, Executor):
    """An executor on the cluster whose scheduler has this address, such as ``tcp://10.0.0.5:8786``.

    The cluster repeats a call whose worker is lost. Leaving the ``with`` block cancels what is
    unfinished.

    Raises ``DobbmError`` if there is no such scheduler, if it has no workers, or if a worker has
    another version of the package or none. In the ``with`` block, it also replaces the errors of a
    cluster that is lost.
    """

    def __init__(self, address: str) -> None:
        try:
            resolve_address(address)
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
        except Exception as error:  # another program at this address may answer anything
            raise DobbmError(f"there is no cluster at {address}: {error}") from None
        try:
            self._verify_workers(address)
        except BaseException:
            self._client.close()
            raise
        self._pending: set[Future[Any]] = set()

    @property
    def window(self) -> int:
        """The number of calls to submit ahead, so that every worker is busy (``run_all``)."""
        return PER_THREAD * max(1, sum(self._client.nthreads().values()))

    def submit(
        self, call: Callable[Given, Result], /, *arguments: Given.args, **named: Given.kwargs
    ) -> Future[Result]:
        """Submit a call to whichever worker is free."""
        task = self._client.submit(call, *arguments, pure=False, **named)
        future: Future[Result] = Future()
        self._pending.add(future)
        future.add_done_callback(partial(self._done, task))
        # The executor of Dask itself leaves some futures pending for ever if the cluster is lost.
        assert self._client.loop
        self._client.loop.add_callback(self._pass_on, task, future)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, after all calls have finished or, if not ``wait``, at once."""
        if wait and not cancel_futures:
            wait_for([*self._pending])
        self._client.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Cancel the calls that have not finished, and leave the cluster."""
        self.shutdown(cancel_futures=True)
        if isinstance(error, KilledWorker):
            raise DobbmError(f"the cluster gave up: {error}") from None
        if isinstance(error, (CancelledError, CommClosedError)):
            raise DobbmError("the connection to the cluster is lost") from None

    def _done(self, task: Task[Any], future: Future[Any]) -> None:
        self._pending.discard(future)
        if future.cancelled() and task.status != "cancelled":
            task.cancel()

    async def _pass_on(self, task: Task[Result], future: Future[Result]) -> None:
        """Give a future the outcome of its task."""
        try:
            result = await self._client.gather(task, asynchronous=True)
        except (asyncio.CancelledError, CancelledError):
            future.cancel()
        except Exception as error:
            if future.set_running_or_notify_cancel():
                future.set_exception(error)
        else:
            if future.set_running_or_notify_cancel():
                future.set_result(result)

    def _verify_workers(self, address: str) -> None:
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise DobbmError(f"the cluster at {address} has no workers") from None
        ours = own_version()
        for worker, found in self._client.run(own_version, on_error="return").items():
            if isinstance(found, OSError):
                continue  # this worker has just been lost
            if isinstance(found, Exception):
                raise DobbmError(f"Dobbm is not installed on the worker {worker}: {found}")
            if found != ours:
                raise DobbmError(f"the worker {worker} has Dobbm {found}, not {ours}")


def own_version() -> str:
    """Return the version of the package in this process."""
    return version("dobbm")
