"""An executor without threads, which browsers do not have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class LoopExecutor(Executor):
    """Runs everything on the event loop, in a later turn, so that what is ready goes out first."""

    def submit(
        self, do: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """See ``Executor``."""
        future: Future[Result] = Future()
        asyncio.get_running_loop().call_soon(_run, future, lambda: do(*args, **kwargs))
        return future


def _run(future: Future[Result], do: Callable[[], Result]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(do())
    except Exception as error:
        future.set_exception(error)
