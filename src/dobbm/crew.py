"""One task for many items, shared among processes; the answers come in the order of the items.

The process that asks works too, so that nothing waits for the others to start. Each of these is a
fresh Python at the other end of a pipe that nobody else holds: however this process ends, its crew
finds the pipe closed and ends as well.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, Pipe, wait
from types import TracebackType
from typing import Any, Generic, Self, TypeAlias, TypeVar

from dobbm.game.errors import DobbmError

Item = TypeVar("Item")
Answer = TypeVar("Answer")
Task: TypeAlias = Callable[[Item], Answer]
Part: TypeAlias = tuple[list[Answer], Exception | None]
"""The answers to some items, as far as they go, and what the next one raised."""

TOGETHER = 4
"""Items in a job, unless told otherwise: a message costs little beside the work, and the last jobs
end about together."""
AHEAD = 2
"""Jobs that a mate is given before it has answered, so that it need not wait for the next."""
WINDOW = 16
"""Jobs a process that may be begun while the first of them is not done: this bounds the memory."""
FAREWELL = 10.0
"""Seconds that a mate has to close its task."""


class Crew(Generic[Item, Answer]):
    """This process and ``processes`` - 1 mates; leave the ``with`` block to send them home.

    ``make_task`` is called once in every process, and makes the function that is to be called for
    every item. It travels to the mates pickled, as items and answers do; answers should be short.
    A task with a method ``close`` is closed in the end, by the process that has it. ``together``
    items make a job: few where one takes long.

    >>> from functools import partial
    >>> from operator import methodcaller
    >>> with Crew(partial(methodcaller, "lower"), processes=2) as crew:
    ...     list(crew.map(["HS", "AT"]))
    ['hs', 'at']
    """

    def __init__(
        self,
        make_task: Callable[[], Task[Item, Answer]],
        processes: int,
        together: int = TOGETHER,
    ) -> None:
        self._together = together
        self._task = make_task()
        self._mates = [_Mate(make_task) for _ in range(processes - 1)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for mate in self._mates:
            mate.send_home()
        _close(self._task)
        for mate in self._mates:
            mate.see_off()

    def map(self, items: Iterable[Item]) -> Iterator[Answer]:
        """The answers to ``items``, in their order; never far ahead of who takes them.

        What the task raises for an item is raised in its place. Raises ``DobbmError`` if a mate is
        lost. After an error, or if not all answers are taken, the crew can only be sent home.
        """
        jobs = _jobs(items, self._together)
        begun: deque[_Job] = deque()
        while True:
            self._receive(0)
            while begun and (part := begun[0].part):
                begun.popleft()
                answers, error = part
                yield from answers
                if error:
                    raise error
            # So the job that is due, if there is one, is at a mate, and may be waited for.
            full = len(begun) == WINDOW * (1 + len(self._mates))
            job = None if full else next(jobs, None)
            if job:
                begun.append(job)
                self._assign(job)
            elif begun:
                self._receive()
            else:
                return

    def _assign(self, job: _Job) -> None:
        """Give a job to a mate with nothing to do next; if all are busy, do it now."""
        for mate in self._mates:
            if mate.has_room:
                mate.give(job)
                return
        job.part = _work(self._task, job.items)

    def _receive(self, seconds: float | None = None) -> None:
        """Take what the mates have done; if that is nothing, wait for it as long as told."""
        there = wait([mate.connection for mate in self._mates], seconds)
        for mate in self._mates:
            if mate.connection in there:
                mate.receive()


class _Job:
    """Some items, and what came of them."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items
        self.part: Part[Any] | None = None


class _Mate:
    """Another process at the same task, and what it has still to do."""

    def __init__(self, make_task: Callable[[], Task[Any, Any]]) -> None:
        self.connection, theirs = Pipe()
        self._ready = False
        self._jobs: deque[_Job] = deque()
        descriptor = theirs.fileno()
        self._process = subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-P", "-c", f"from dobbm.crew import serve; serve({descriptor})"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[descriptor],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            start_new_session=True,  # Ctrl-C is for the process that asks
        )
        theirs.close()
        self._send(make_task)

    @property
    def has_room(self) -> bool:
        """Whether it has started, and may be given another job."""
        return self._ready and len(self._jobs) < AHEAD

    def give(self, job: _Job) -> None:
        self._send(job.items)
        self._jobs.append(job)

    def receive(self) -> None:
        """Take its answer to the first of its jobs, or its word that it is ready."""
        try:
            part = self.connection.recv()
        except (EOFError, ConnectionError):
            status = self._process.wait()
            raise DobbmError(f"a process has ended with status {status}") from None
        if self._ready:
            self._jobs.popleft().part = part
        self._ready = True

    def _send(self, message: Any) -> None:
        with suppress(ConnectionError):  # that it is lost is told when its answer is due
            self.connection.send(message)

    def send_home(self) -> None:
        self.connection.close()
        self._process.terminate()

    def see_off(self) -> None:
        """Wait until it has gone, but not for ever."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        self._process.kill()
        self._process.wait()


def serve(descriptor: int) -> None:
    """Be a mate: do what comes through the pipe until sent home, or nobody is at its other end."""
    # Neither a library that is being imported nor half a task can be left in peace: a mate that is
    # sent home meanwhile goes when its task stands.
    dismissed: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: dismissed.append(number))
    task = None
    try:
        try:
            with Connection(descriptor) as connection, suppress(EOFError, ConnectionError):
                make_task = connection.recv()
                task = make_task()
                signal.signal(signal.SIGTERM, _leave)
                if dismissed:
                    return
                connection.send("ready")
                while True:
                    connection.send(_work(task, connection.recv()))
        finally:
            signal.signal(signal.SIGTERM, lambda *_: None)  # it is going home already
    finally:  # apart, because being sent home may interrupt even the line before
        _close(task)


def _leave(*_: Any) -> None:
    sys.exit()


def _close(task: Task[Any, Any] | None) -> None:
    """Let go what a task holds open, if anything."""
    close = getattr(task, "close", None)
    if close:
        close()


def _work(task: Task[Item, Answer], items: list[Item]) -> Part[Answer]:
    answers: list[Answer] = []
    for item in items:
        try:
            answers.append(task(item))
        except Exception as error:  # it is raised where the answer is awaited
            return answers, error
    return answers, None


def _jobs(items: Iterable[Any], together: int) -> Iterator[_Job]:
    rest = iter(items)
    while some := list(islice(rest, together)):
        yield _Job(some)
