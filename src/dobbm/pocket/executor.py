"""An executor without threads, which browsers do not have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

TURNS = 8
"""How often the event loop goes round before something runs that may take long."""

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class LoopExecutor(Executor):
    """Runs everything on the event loop, some turns later, so that what is ready goes out first.

    A bot that thinks about its answer to a card must not delay the acknowledgement of that card.
    """

    def __init__(self, pause: float = 0.0) -> None:
        """``pause`` is the time in seconds between the turns, in which messages may arrive."""
        self._pause = pause

    def submit(
        self, do: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """See ``Executor``."""
        future: Future[Result] = Future()
        self._wait(TURNS, lambda: _run(future, lambda: do(*args, **kwargs)))
        return future

    def _wait(self, turns: int, do: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        if turns:
            loop.call_later(self._pause, self._wait, turns - 1, do)
        else:
            do()


def _run(future: Future[Result], do: Callable[[], Result]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(do())
    except Exception as error:
        future.set_exception(error)
