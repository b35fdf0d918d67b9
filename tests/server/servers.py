"""Servers for people to play on: in this process on simulated time, or as processes to kill."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from loading.server import HOST, Server
from loading.wire import Answer, Message, Refused, Wire
from server.simulated import Exchange, Simulated

SECRET = "the same for all"
SOON = 0.005
"""Seconds between two checks of a condition."""
AT_ONCE = 0.02
"""Seconds that a bot's action takes on a server under load."""


class SimulatedWire:
    """The interface of ``Wire`` to a server in this process; any of its workers may answer."""

    def __init__(self, server: Simulated) -> None:
        self._server = server

    async def get(self, path: str, token: str | None = None) -> Answer:
        return await self._ask("GET", path, token)

    async def post(self, path: str, body: object, token: str | None = None) -> Answer:
        return await self._ask("POST", path, token, json=body)

    @asynccontextmanager
    async def events(
        self, path: str, token: str, after: int | None
    ) -> AsyncIterator[AsyncIterator[Message]]:
        resumed = {} if after is None else {"Last-Event-ID": str(after)}
        exchange = self._server.begin("GET", path, headers=_headers(token) | resumed)
        await exchange.begun()
        if exchange.status != 200:
            answer = await exchange.answer()
            raise Refused(path, Answer(answer.status_code, {**answer.headers}, answer.json()))
        try:
            yield _messages(exchange)
        finally:
            await exchange.cut()

    def close(self) -> None:
        """Do nothing: there are no open connections."""

    async def _ask(self, method: str, path: str, token: str | None, **options: Any) -> Answer:
        answer = await self._server.exchange(method, path, headers=_headers(token), **options)
        return Answer(answer.status_code, {**answer.headers}, answer.json())


Connection: TypeAlias = Wire | SimulatedWire


def _headers(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


async def _messages(exchange: Exchange) -> AsyncIterator[Message]:
    """Yield the messages of an event stream as they arrive."""
    read, text = 0, b""
    while piece := await exchange.read(read):
        read += len(piece)
        *blocks, text = (text + piece).split(b"\n\n")
        for block in blocks:
            fields = dict(line.split(b": ", 1) for line in block.split(b"\n"))
            if b"data" in fields:
                yield Message(int(fields[b"id"]), json.loads(fields[b"data"]), at=0.0)


class Served(Server):
    """A ``dobbm serve`` for people who act without delay."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        at_once = ["--bot-seconds", str(AT_ONCE), "--limit-requests", "10000"]
        super().__init__(database, log, "--secret", SECRET, *at_once, *options)
        self.wire = Wire(HOST, self.port)

    def kill_worker(self, rng: Random) -> bool:
        """Kill a random worker, which will be replaced; return False if no worker has started."""
        workers = self._workers()
        if workers:
            with suppress(ProcessLookupError):  # it was killed before
                os.kill(rng.choice(workers), signal.SIGKILL)
        return bool(workers)

    def _workers(self) -> list[int]:
        """Return the workers that have started."""
        assert self._process
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        log = self._log.read_text()
        return [int(child) for child in children if f"Started server process [{child}]" in log]
