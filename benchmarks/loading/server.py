"""A ``dobbm serve`` process under test: started, watched from outside, killed and restarted."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from asyncio import sleep
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from loading.wire import Wire
from measuring import COMMAND

HOST = "127.0.0.1"
PATIENCE = 60.0
"""Maximum number of seconds to wait for a server to become ready, or to stop when asked."""
POLL_INTERVAL = 0.005
"""Seconds between two checks of whether the server is ready."""
LOG_TAIL = 2_000
"""Characters of the server's log quoted in the error when it does not start."""


class Use(NamedTuple):
    """The resources that the processes of a server use."""

    cpu: float
    """CPU seconds so far."""
    memory: int
    """Resident bytes."""


class Server:
    """A server on a free port, with its workers in a process group of their own."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        """Choose a port, but start nothing yet; ``options`` are more options of ``dobbm serve``."""
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port: int = probe.getsockname()[1]
        address = ["--host", HOST, "--port", str(self.port)]
        self._command = [COMMAND, "serve", *address, "--database", database, *options]
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._cpu_of_killed = 0.0

    async def start(self) -> float:
        """Start the server and return the seconds until ``/readyz`` answers 200.

        Raises ``RuntimeError`` with the end of the server's log if it does not become ready.
        """
        start = perf_counter()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdout=log, stderr=log, start_new_session=True
            )
        wire = Wire(HOST, self.port)
        while not await _is_ready(wire):
            if self._process.poll() is not None or perf_counter() - start > PATIENCE:
                self.kill()
                tail = self._log.read_text(errors="replace")[-LOG_TAIL:]
                raise RuntimeError(f"the server does not start:\n{tail}")
            await sleep(POLL_INTERVAL)
        ready = perf_counter() - start
        wire.close()
        return ready

    def kill(self) -> None:
        """Kill the server and its workers with SIGKILL."""
        if self._process:
            self._cpu_of_killed = self.use().cpu
            with suppress(ProcessLookupError):  # the server has already ended
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            # A worker that dies later keeps the port until then.
            while any(use.memory for use in _uses(self._process.pid)):
                time.sleep(POLL_INTERVAL)
            self._process = None

    def stop(self) -> None:
        """Stop the server as ``Ctrl-C`` would, or kill it if that takes too long."""
        if self._process:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None

    def use(self) -> Use:
        """Return the CPU time so far, including killed processes, and the memory held now."""
        uses = list(_uses(self._process.pid)) if self._process else []
        cpu = self._cpu_of_killed + sum(use.cpu for use in uses)
        return Use(cpu, sum(use.memory for use in uses))


async def _is_ready(wire: Wire) -> bool:
    try:
        return (await wire.get("/readyz")).status == 200
    except OSError:
        return False


def _uses(group: int) -> Iterator[Use]:
    """Yield the use of each process of a group; ``man 5 proc`` describes the fields of ``stat``."""
    ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, _, text = stat.read_text().rpartition(")")
        except OSError:
            continue  # the process has ended in the meantime
        fields = ["pid", "comm", *text.split()]
        if int(fields[4]) == group:
            yield Use((int(fields[13]) + int(fields[14])) / ticks, int(fields[23]) * page)
