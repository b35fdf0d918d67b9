"""A ``dobbm serve`` of one's own: started, watched from outside, killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
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
"""Seconds in which a server must be ready, or end when it is told to."""
BETWEEN_LOOKS = 0.005
"""Seconds between two looks whether it is ready."""
TOLD = 2_000
"""Characters of the server's log that are shown when it does not start."""


class Use(NamedTuple):
    """What the processes of a server take."""

    cpu: float
    """Seconds of processor time so far."""
    memory: int
    """Resident bytes."""


class Server:
    """A server on a free port, with its workers in a process group of their own."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        """Nothing runs before ``start``; ``options`` are further ones of ``dobbm serve``."""
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port: int = probe.getsockname()[1]
        address = ["--host", HOST, "--port", str(self.port)]
        self._command = [COMMAND, "serve", *address, "--database", database, *options]
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._cpu_of_killed = 0.0

    async def start(self) -> float:
        """Start it; the seconds from then until ``/readyz`` answers 200.

        Raises ``RuntimeError`` with the end of its log if it does not come to that.
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
                told = self._log.read_text(errors="replace")[-TOLD:]
                raise RuntimeError(f"the server does not start:\n{told}")
            await sleep(BETWEEN_LOOKS)
        ready = perf_counter() - start
        wire.close()
        return ready

    def kill(self) -> None:
        """End it with SIGKILL, workers and all."""
        if self._process:
            self._cpu_of_killed = self.use().cpu
            with suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """End it as ``Ctrl-C`` would, or, if that takes too long, by force."""
        if self._process:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None

    def use(self) -> Use:
        """What it has used so far, those processes that were killed included, and holds now."""
        uses = list(_uses(self._process.pid)) if self._process else []
        cpu = self._cpu_of_killed + sum(use.cpu for use in uses)
        return Use(cpu, sum(use.memory for use in uses))


async def _is_ready(wire: Wire) -> bool:
    try:
        return (await wire.get("/readyz")).status == 200
    except OSError:
        return False


def _uses(group: int) -> Iterator[Use]:
    """What each process of a group takes; the fields of ``stat`` are told in ``man 5 proc``."""
    ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, _, text = stat.read_text().rpartition(")")
        except OSError:
            continue  # it has ended in the meantime
        fields = ["pid", "comm", *text.split()]
        if int(fields[4]) == group:
            yield Use((int(fields[13]) + int(fields[14])) / ticks, int(fields[23]) * page)
