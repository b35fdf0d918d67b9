"""Servers for people to play at: in this process, or in others that can be killed."""

from __future__ import annotations

import os
import signal
import socket
from asyncio import create_task, sleep
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import uvicorn

from dobbm.web.app import make_app
from dobbm.web.settings import Limits, Settings
from loading.server import HOST, Server
from loading.wire import Wire

SECRET = "the same for all"
SOON = 0.005
"""Seconds between two looks at what is waited for."""
AT_ONCE = 0.02
"""Seconds that the bots of a server under load take."""


@asynccontextmanager
async def serving(url: str) -> AsyncIterator[Wire]:
    """A server in this process whose bots take no time, and a wire to it."""
    settings = Settings(url, SECRET, bot_seconds=0.0, limits=Limits(requests=10_000))
    with socket.socket() as listening:
        listening.bind((HOST, 0))
        config = uvicorn.Config(make_app(settings), log_config=None, access_log=False)
        server = uvicorn.Server(config)
        # Not `serve`, which would answer Ctrl-C in place of the tests.
        running = create_task(server._serve([listening]))
        while not server.started and not running.done():
            await sleep(SOON)
        wire = Wire(HOST, listening.getsockname()[1])
        yield wire
        wire.close()
        server.should_exit = True
        await running


class Served(Server):
    """A ``dobbm serve`` that people with no time to lose play at."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        at_once = ["--bot-seconds", str(AT_ONCE), "--limit-requests", "10000"]
        super().__init__(database, log, "--secret", SECRET, *at_once, *options)
        self.wire = Wire(HOST, self.port)

    def kill_worker(self, rng: Random) -> bool:
        """End one of several workers with SIGKILL, another takes its place; False: none serves."""
        workers = self._workers()
        if workers:
            with suppress(ProcessLookupError):  # it has been killed before
                os.kill(rng.choice(workers), signal.SIGKILL)
        return bool(workers)

    def _workers(self) -> list[int]:
        """The processes that serve; what dies before it has started is long waited for."""
        assert self._process
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        log = self._log.read_text()
        return [int(child) for child in children if f"Started server process [{child}]" in log]
