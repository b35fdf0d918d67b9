"""The processes of a server: a single one, or workers and their supervisor.

Uvicorn's supervisor queries its workers one after another and waits for each answer, so one dead
worker can delay the replacement of all. Here every worker reports from its event loop, so that the
supervisor never waits and also detects an event loop that hangs.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from types import FrameType
from typing import Protocol, TypeVar, TypeVarTuple

import uvicorn
from uvicorn.config import STARTUP_FAILURE

from dobbm.server.config import SHUTDOWN_SECONDS
from dobbm.server.systemd import ServiceManager

TICKS = 5
"""Uvicorn's ticks of 0.1 seconds between two reports of a process."""
POLL = 0.2
"""Seconds between two checks of the workers."""
START_SECONDS = 60.0
"""Seconds within which a worker must be ready."""
SILENT_SECONDS = 5.0
"""Seconds without a report after which a worker is replaced."""
STOP_SECONDS = SHUTDOWN_SECONDS + 5
"""Seconds within which a worker must stop."""
PAUSE = 1.0
"""Seconds between a failed start of a worker and the next one."""

log = logging.getLogger("dobbm.serve")
_spawn = multiprocessing.get_context("spawn")

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


class StateListener(Protocol):
    """Receives reports about a server process."""

    def beat(self) -> None:
        """Report that the event loop runs."""

    def stop(self) -> None:
        """Report that the process is stopping."""


class ReportingServer(uvicorn.Server):
    """A Uvicorn server that reports from its event loop."""

    def __init__(self, config: uvicorn.Config, listener: StateListener) -> None:
        super().__init__(config)
        self._listener = listener

    async def on_tick(self, counter: int) -> bool:
        """Report every few ticks; return whether to stop."""
        if counter % TICKS == 0:
            self._listener.beat()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Report the shutdown, then shut down."""
        self._listener.stop()
        await super().shutdown(sockets)
        self._captured_signals.clear()  # Uvicorn would raise them again


class _Pipe:
    """The worker's end of the pipe to its supervisor."""

    def __init__(self, end: Connection) -> None:
        self._end = end
        os.set_blocking(end.fileno(), False)

    def beat(self) -> None:
        """Write a byte, unless the pipe is full because the supervisor hangs."""
        with suppress(OSError):
            os.write(self._end.fileno(), b".")

    def stop(self) -> None:
        """Do nothing: the supervisor notices the end of the process."""


def _work(config: uvicorn.Config, sockets: list[socket.socket], end: Connection) -> None:
    """Run a worker."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    ReportingServer(config, _Pipe(end)).run(sockets)


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """Make the processes that are started inside the block ignore Ctrl-C.

    It reaches every process of the terminal, but only the first one should react.
    """
    resource_tracker.ensure_running()  # it would unblock the signal again
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def run_apart(do: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
    """Return the result of a function that runs in another process, and whose memory is freed."""
    with _ctrl_c_ignored(), ProcessPoolExecutor(1, _spawn) as pool:
        return pool.submit(do, *arguments).result()


class Worker:
    """A worker process."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        self._reports, end = _spawn.Pipe(duplex=False)
        os.set_blocking(self._reports.fileno(), False)
        self._process = _spawn.Process(target=_work, args=(config, sockets, end))
        with _ctrl_c_ignored():
            self._process.start()
        end.close()
        self.is_ready = False
        """Whether the worker has reported at least once."""
        self._heard = time.monotonic()
        self._stopped: float | None = None

    @property
    def pid(self) -> int | None:
        """The process identifier."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether the process has ended."""
        return self._process.exitcode is not None

    @property
    def could_not_start(self) -> bool:
        """Whether the process ended because the application failed to start."""
        return self._process.exitcode == STARTUP_FAILURE and not self.is_ready

    def watch(self) -> None:
        """Read its reports; kill it if it has been silent for too long or does not stop."""
        now = time.monotonic()
        try:
            if os.read(self._reports.fileno(), 65_536):
                self.is_ready, self._heard = True, now
        except BlockingIOError:
            pass
        limit = SILENT_SECONDS if self.is_ready else START_SECONDS
        since = self._heard
        if self._stopped is not None:
            limit, since = STOP_SECONDS, self._stopped
        if now - since > limit and not self.ended:
            log.warning("process %s hangs: killed", self.pid)
            self._process.kill()
            self._process.join()

    def stop(self) -> None:
        """Ask the process to stop."""
        if self._stopped is None and not self.ended:
            self._stopped = time.monotonic()
            self._process.terminate()

    def close(self) -> None:
        """Release the resources of an ended process."""
        self._process.join()
        self._process.close()
        self._reports.close()


class WorkerSupervisor:
    """Keeps a number of workers alive; SIGHUP replaces them one after another."""

    def __init__(
        self,
        config: uvicorn.Config,
        sockets: list[socket.socket],
        manager: ServiceManager,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._monotonic = monotonic
        self._config = config
        self._sockets = sockets
        self._manager = manager
        self._workers: list[Worker] = []
        self._retired: list[Worker] = []
        """Workers that have been asked to stop."""
        self._to_replace: list[Worker] = []
        """Workers still to be replaced after SIGHUP."""
        self._newcomer: Worker | None = None
        """The worker that replaces the oldest one as soon as it is ready."""
        self._not_before = 0.0
        """When the next worker may start, on the monotonic clock."""
        self._stopping = False
        self._replacing = False
        self._begun = False
        """Whether all workers have been ready at the same time."""

    def run(self) -> int:
        """Run until SIGTERM or SIGINT; return the exit status."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        signal.signal(signal.SIGHUP, self._replace)
        failed = False
        while not self._stopping and not failed:
            failed = self._turn()
            time.sleep(POLL)
        self._manager.stop()
        for worker in self._all():
            worker.stop()
        while living := [worker for worker in self._all() if not worker.ended]:
            for worker in living:
                worker.watch()
            time.sleep(POLL / 4)
        return 1 if failed else 0

    def _turn(self) -> bool:
        """Check all workers once; return whether one of the first workers failed to start."""
        for worker in self._all():
            worker.watch()
        self._bury()
        if any(worker.could_not_start for worker in self._workers) and not self._begun:
            return True
        self._replace_dead()
        self._replace_next()
        if all(worker.is_ready for worker in self._workers):
            self._begun = True
        if self._begun:
            self._manager.beat()
        return False

    def _all(self) -> Iterator[Worker]:
        yield from self._workers
        yield from self._retired
        if self._newcomer:
            yield self._newcomer

    def _start(self) -> Worker:
        return Worker(self._config, self._sockets)

    def _bury(self) -> None:
        for worker in [worker for worker in self._retired if worker.ended]:
            self._retired.remove(worker)
            worker.close()

    def _replace_dead(self) -> None:
        """Replace workers that have ended."""
        for worker in [worker for worker in self._workers if worker.ended]:
            log.warning("process %s has ended: replaced", worker.pid)
            if worker.could_not_start:
                self._not_before = self._monotonic() + PAUSE
            self._workers.remove(worker)
            worker.close()
        while len(self._workers) < self._config.workers and self._monotonic() >= self._not_before:
            self._workers.append(self._start())

    def _replace_next(self) -> None:
        """Take the next step of replacing all workers: start one or retire one."""
        if self._replacing:
            self._replacing = False
            self._to_replace = list(self._workers)
        self._to_replace = [worker for worker in self._to_replace if worker in self._workers]
        if self._newcomer and self._newcomer.ended:
            log.error("the new process did not start: the old ones remain")
            self._newcomer.close()
            self._newcomer, self._to_replace = None, []
        if self._newcomer and self._newcomer.is_ready:
            self._workers.append(self._newcomer)
            self._newcomer = None
            while len(self._workers) > self._config.workers:
                oldest = self._workers.pop(0)
                self._retired.append(oldest)
                oldest.stop()
        elif self._to_replace and not self._newcomer:
            self._newcomer = self._start()

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _replace(self, _number: int, _frame: FrameType | None) -> None:
        self._replacing = True
