"""Runs a task on many items, optionally in an executor, and yields the answers in order."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import Any, ParamSpec, TypeAlias, TypeVar
from uuid import uuid4

from dobbm.copying import NeverCopied
from dobbm.game.arguments import Kind
from dobbm.game.errors import DobbmError

Item = TypeVar("Item")
Answer = TypeVar("Answer")
Result = TypeVar("Result")
Given = ParamSpec("Given")

Task: TypeAlias = Callable[[Item], Answer]
"""A callable that returns the answer to an item; its ``close`` method, if any, is called last."""
Part: TypeAlias = tuple[list[Answer], Exception | None]
"""The answers to a chunk of items, and the error that cut the chunk short, or None."""

CHUNK = 4
"""Default number of items submitted to a worker at a time."""
WINDOW = 4 * (os.cpu_count() or 1)
"""Maximum number of chunks submitted but not yet consumed, unless the executor has a ``window``."""

EXECUTOR = Kind("an executor", lambda value: isinstance(value, Executor)).or_none()
"""The kind of an argument that is an executor, or None."""

WINDOWS_LIMIT = 61
"""The maximum number of processes that a pool can wait for on Windows."""

HAS_MASKS = hasattr(signal, "pthread_sigmask")
"""Whether signals can be blocked; not on Windows."""

LOST = (
    "a worker process ended unexpectedly; workers import the program that starts them, "
    'so one of your own must begin its work under if __name__ == "__main__"'
)

_local = threading.local()
"""The task of this worker thread, keyed by its run."""


class Threads:
    """A pool of threads that start when they are first needed, and anew in a forked process."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._process = 0
        """The process in which the pool was started."""

    def submit(
        self, call: Callable[Given, Result], /, *arguments: Given.args, **named: Given.kwargs
    ) -> Future[Result]:
        """Submit a call to the pool."""
        if self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self._threads), os.getpid()
        return self._pool.submit(call, *arguments, **named)


class WorkerPool(NeverCopied, ProcessPoolExecutor):
    """A pool of spawned Python processes that end with this process, even if it is killed."""

    def __init__(self, workers: int) -> None:
        self._process = os.getpid()
        if sys.platform == "win32":
            workers = min(workers, WINDOWS_LIMIT)
        super().__init__(workers, mp_context=get_context("spawn"), initializer=_begin)

    def __exit__(self, *_: object) -> None:
        """Cancel the calls that have not started, and wait for the others."""
        self.shutdown(cancel_futures=True)

    def submit(
        self, call: Callable[Given, Result], /, *arguments: Given.args, **named: Given.kwargs
    ) -> Future[Result]:
        """Submit a call; Ctrl-C is blocked in a worker started for it until the worker is ready."""
        _verify_process(self._process)
        with no_interrupt(), _importable_main():
            return super().submit(call, *arguments, **named)


def run_all(
    make_task: Callable[[], Task[Item, Answer]],
    items: Iterable[Item],
    executor: Executor | None = None,
    chunk: int = CHUNK,
    run: str = "",
) -> Generator[Answer]:
    """Yield the answer to each item, in order; without an executor, compute it in this thread.

    Each worker makes its own task, and keeps it for later calls with the same ``run``; these must
    make equivalent tasks. Items are read only as answers are consumed, so there may be any number
    of them. An error from a task is raised in place of the answer to its item. Raises
    ``DobbmError`` if a worker process ends unexpectedly.
    """
    if executor is None:
        task = make_task()
        try:
            yield from map(task, items)
        finally:
            _close(task)
        return
    run, rest, process = run or uuid4().hex, iter(items), os.getpid()
    window = getattr(executor, "window", WINDOW)
    pending: deque[Future[Part[Answer]]] = deque()
    try:
        while True:
            _verify_process(process)
            while len(pending) < window and (some := list(islice(rest, chunk))):
                pending.append(executor.submit(_answer, run, make_task, some))
            if not pending:
                return
            answers, error = pending.popleft().result()
            yield from answers
            if error:
                raise error
    except BrokenExecutor:
        raise DobbmError(LOST) from None
    finally:
        # After Ctrl-C has ended its workers, a process pool fails on futures cancelled here. A
        # ``WorkerPool`` cancels them itself on exit.
        if not isinstance(executor, ProcessPoolExecutor):
            for future in pending:
                future.cancel()


def _answer(
    run: str, make_task: Callable[[], Task[Item, Answer]], items: list[Item]
) -> Part[Answer]:
    """Answer a chunk of items in a worker, with the task that it keeps for the run."""
    answers: list[Answer] = []
    try:
        task = _local.__dict__.get(run)
        if task is None:
            _close_tasks()
            task = _local.__dict__[run] = make_task()
        for item in items:
            answers.append(task(item))  # noqa: PERF401 - keeps the answers before an error
    except Exception as error:
        return answers, error
    return answers, None


def _close_tasks() -> None:
    """Close and forget this worker's task, if it has one."""
    while _local.__dict__:
        _close(_local.__dict__.popitem()[1])


def _close(task: Task[Any, Any]) -> None:
    close = getattr(task, "close", None)
    if close:
        close()


def _begin() -> None:
    """Set up a worker process so that Ctrl-C, or the end of its parent, ends it at once."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if HAS_MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    atexit.register(_close_tasks)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)


def _verify_process(process: int) -> None:
    """Raise ``DobbmError`` in a fork of the process that has the workers."""
    if process != os.getpid():
        raise DobbmError("this work was begun in another process, which has its workers")


@contextmanager
def _importable_main() -> Iterator[None]:
    """Hide the name of a main program that is no file, since a spawned process would look for it.

    Python names a program on standard input ``<stdin>``.
    """
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    if file is None or os.path.exists(file):
        yield
        return
    del main.__file__
    try:
        yield
    finally:
        main.__file__ = file


@contextmanager
def no_interrupt() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block; a process started there begins with it blocked."""
    if not HAS_MASKS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
