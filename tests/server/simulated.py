"""A server in this process, on simulated time.

A response is sent once everything is done that needs no time. Time passes only where a test waits,
and then costs nothing. The same test always has the same cards.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import Executor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeVar, TypeVarTuple, cast
from urllib.parse import unquote, urlencode

import httpx
from starlette.types import ASGIApp, Message, Scope
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from dobbm.arena.seating import first_legal_action
from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.runtime.bots import Pace
from dobbm.runtime.clock import Clock
from dobbm.runtime.entropy import Entropy
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.runtime import Runtime
from dobbm.server.app import Backend, make_app, running
from dobbm.server.config import Limits, Settings
from dobbm.server.threaded_bots import ThreadedBots
from dobbm.store import SqlStore
from hosted import Hosted
from runtime.simulation import SeededEntropy, SimulatedClock, SimulatedLoop
from server.serving import Stream, Tables

SECRET = "of the tests"
APP = make_app(Settings("unused", "unused"))
"""Built once, because that takes longer than most tests; what differs is the requests' state."""
BEHIND: Any = ProxyHeadersMiddleware(cast("Any", APP), "127.0.0.1")
"""The application as uvicorn serves it: a proxy on this machine passes on client addresses."""
THIS_MACHINE = ("127.0.0.1", 4711)
PATIENCE = 60.0
"""Simulated seconds after which a test gives up waiting."""
SOON = 0.1
"""Simulated seconds between two checks of a condition."""

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


class Loop(SimulatedLoop):
    """Does the work of threads at once."""

    def run_in_executor(
        self,
        executor: Executor | None,  # noqa: ARG002 - there are no threads
        func: Callable[[*Arguments], Result],
        *args: *Arguments,
    ) -> asyncio.Future[Result]:
        """Return a future for the result of ``func``, set later so that others can run between."""
        future: asyncio.Future[Result] = self.create_future()

        def deliver(done: Callable[[Any], None], what: object) -> None:
            if not future.done():
                done(what)

        try:
            self.call_soon(deliver, future.set_result, func(*args))
        except Exception as error:
            self.call_soon(deliver, future.set_exception, error)
        return future


async def aside(work: Callable[[], Result]) -> Result:
    """Offload long work of the runtime as a server does, so that other tasks can run."""
    return await asyncio.to_thread(work)


class ModestBots(ThreadedBots):
    """A server's bots, but they pass and play the first legal card."""

    async def act(self, name: str, deal: Deal, seat: Seat, seed: int) -> str:  # noqa: ARG002
        legal = deal.legal_actions()
        passes = [word for word in ("weiter", "gut") if word in legal]
        return passes[0] if passes else first_legal_action(deal)


class Exchange:
    """A request to an application, and the response as far as it has arrived."""

    def __init__(
        self, app: ASGIApp, request: httpx.Request, target: str, state: dict[str, Any]
    ) -> None:
        path, _, query = target.partition("?")
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "http",
            "method": request.method,
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": THIS_MACHINE,
            "server": THIS_MACHINE,
            "state": dict(state),
        }
        self.status = 0
        self.headers = httpx.Headers()
        self.body = b""
        self._incoming = self._messages(request)
        self._is_head = request.method == "HEAD"
        self._news = asyncio.Event()
        self._cut = asyncio.Event()
        self._task = asyncio.create_task(self._run(app, scope))

    async def answer(self) -> httpx.Response:
        """Wait for the whole response."""
        await self._task
        return httpx.Response(self.status, headers=self.headers, content=self.body)

    async def begun(self) -> None:
        """Wait for the status and headers of the response."""
        while not self.status:
            if self._task.done():
                await self._task
            await self._hear()

    async def read(self, known: int) -> bytes:
        """Return the bytes after the first ``known``; none if the response is complete."""
        while len(self.body) <= known and not self._task.done():
            await self._hear()
        return self.body[known:]

    async def cut(self) -> None:
        """Disconnect, and wait until the application has noticed."""
        self._cut.set()
        await self._task

    async def _hear(self) -> None:
        await self._news.wait()
        self._news.clear()

    async def _run(self, app: ASGIApp, scope: Scope) -> None:
        try:
            await app(scope, self._receive, self._send)
        finally:
            self._news.set()

    async def _messages(self, request: httpx.Request) -> AsyncIterator[Message]:
        assert isinstance(request.stream, httpx.AsyncByteStream)
        async for piece in request.stream:
            yield {"type": "http.request", "body": piece, "more_body": True}
        yield {"type": "http.request", "body": b"", "more_body": False}
        await self._cut.wait()
        while True:
            yield {"type": "http.disconnect"}

    async def _receive(self) -> Message:
        return await anext(self._incoming)

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = httpx.Headers(message["headers"])
        elif not self._is_head:
            self.body += message.get("body", b"")
        self._news.set()


class Simulated(Tables):
    """Several server processes on one database, or a single one, all in this process."""

    address = "http://127.0.0.1:8000"

    def __init__(
        self,
        workers: int = 1,
        *,
        seed: int = 1,
        store: Callable[[Clock, MemoryDatabase], Hosted] | None = None,
        sqlite: Path | None = None,
        entropy: Entropy | None = None,
        limits: Limits | None = None,
        bot_seconds: float = 0.0,
        public_url: str | None = None,
        hosts: tuple[str, ...] = (),
        texts: bool = True,
        secret: str = SECRET,
        push: bool = False,
        bots: Callable[[], ThreadedBots] = ModestBots,
        founding: Literal["anyone", "host"] = "anyone",
    ) -> None:
        """``store`` makes the stores of processes that share a database.

        A single process has its store in memory, or with ``sqlite`` in this file.
        """
        self._runner = asyncio.Runner(loop_factory=Loop)
        self._loop = self._runner.get_loop()
        self._choice = Random(seed)
        self._sqlite = sqlite
        self._bots = bots
        self._database = MemoryDatabase()
        self.clock = SimulatedClock()
        self.entropy = entropy or SeededEntropy(seed)
        self.settings = Settings(
            "unused",
            secret,
            public_url,
            bot_seconds,
            limits or Limits(),
            hosts=hosts,
            texts=texts,
            push=push,
            founding=founding,
        )
        shared = workers > 1 or store is not None
        self._stores = [
            (store or Hosted)(self.clock, self._database) if shared else Hosted(self.clock)
            for _ in range(workers)
        ]
        self._running = AsyncExitStack()
        self.states: list[dict[str, Any]] = []
        """The application state that the requests to each process find."""
        self.start()

    def start(self) -> None:
        self.run(self._start())

    def stop(self) -> None:
        """Stop all processes. Stored data is there again after ``start``."""
        self.run(self._running.aclose())
        self.states.clear()
        self._database.callbacks.clear()
        self._database.reported.clear()

    def close(self) -> None:
        """Stop everything for good."""
        self.stop()
        self._runner.close()

    @property
    def runtime(self) -> Runtime:
        """The runtime of the first process."""
        runtime: Runtime = self.states[0]["runtime"]
        return runtime

    @property
    def hosted(self) -> Hosted:
        """The store of the first process, where the host intervenes."""
        return self._stores[0]

    def events(self, table: str) -> list[dict[str, Any]]:
        """Return the events of a table in the store of the first process."""
        return self.run(self._stores[0].events(table))

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run a coroutine, and return its result."""
        return self._loop.run_until_complete(work)

    def pass_time(self, seconds: float) -> None:
        self.run(asyncio.sleep(seconds))

    def skip_time(self, seconds: float) -> None:
        """Let seconds pass at once, as while the machine sleeps: what repeats is not repeated."""

        async def pause() -> None:
            self.clock.pause(seconds)

        self.run(pause())

    def clock_now(self) -> float:
        """Return the time of the wall clock, in Unix seconds."""

        async def now() -> float:
            return self.clock.now()

        return self.run(now())

    def close_feeds(self) -> None:
        """Close the feeds of all processes, as a server does before it stops."""
        for state in self.states:
            state["runtime"].close_feeds()

    def waiting(self, within: float = PATIENCE) -> Iterator[None]:
        end = self._loop.time() + within
        while self._loop.time() < end:
            yield
            self.pass_time(SOON)

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self.run(self.exchange(method, path, **options))

    async def exchange(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send a request while others may be running."""
        async with asyncio.timeout(PATIENCE):
            return await self.begin(method, path, **options).answer()

    @contextmanager
    def stream(
        self, path: str, params: dict[str, Any], headers: dict[str, str]
    ) -> Iterator[Stream]:
        target = f"{path}?{urlencode(params)}" if params else path
        exchange = self.run(self._open(target, headers))
        try:
            yield Stream(exchange.status, exchange.headers, self._lines(exchange))
        finally:
            self.run(exchange.cut())

    async def _open(self, target: str, headers: dict[str, str]) -> Exchange:
        exchange = self.begin("GET", target, headers=headers)
        await exchange.begun()
        return exchange

    def begin(self, method: str, target: str, **options: Any) -> Exchange:
        """Send a request to a random process."""
        state = self._choice.choice(self.states)
        return Exchange(BEHIND, httpx.Request(method, self.address, **options), target, state)

    def _lines(self, exchange: Exchange) -> Iterator[str]:
        read = 0
        text = ""
        while piece := self.run(asyncio.wait_for(exchange.read(read), PATIENCE)):
            read += len(piece)
            *lines, text = (text + piece.decode()).split("\n")
            yield from lines

    async def _start(self) -> None:
        for store in self._stores:
            process = running(self.settings, partial(self._backend, store), self.clock)
            self.states.append(await self._running.enter_async_context(process))

    @asynccontextmanager
    async def _backend(self, store: Hosted, settings: Settings) -> AsyncIterator[Backend]:
        bots = self._bots()
        pace = Pace(settings.secret.encode(), settings.bot_seconds)
        sql = await SqlStore.open(f"sqlite:///{self._sqlite}") if self._sqlite else None
        clock, entropy = self.clock, self.entropy
        async with Runtime(
            sql or store,
            bots,
            pace,
            clock=clock,
            entropy=entropy,
            offload=aside,
            texts=settings.texts,
            most_events=settings.limits.table_events,
        ) as runtime:
            yield Backend(runtime, bots)
        if sql:
            await sql.close()
        bots.close()
