"""The server's application: the API, the pages, and a backend that runs while the server runs."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
    suppress,
)
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, TypeAlias, TypeVar
from urllib.parse import urlsplit

from dobbm.extras import MissingLibrary, extra_server

with extra_server("dobbm.server.app"):
    from fastapi import FastAPI, Request, Response
    from starlette.middleware import Middleware

from dobbm.game.errors import DobbmError
from dobbm.runtime.bots import Pace
from dobbm.runtime.clock import Clock, SystemClock
from dobbm.runtime.device_messages import PushService
from dobbm.runtime.runtime import Runtime
from dobbm.server import health, logs
from dobbm.server.api import make_api
from dobbm.server.authentication import API
from dobbm.server.club_access import club_state
from dobbm.server.club_api import CLUB_ROUTERS
from dobbm.server.config import ENVIRONMENT, Settings
from dobbm.server.connections import Connections
from dobbm.server.lobby_routes import shared_lobby
from dobbm.server.pocket_folder import PocketFolder, make_pocket_router
from dobbm.server.quotas import Quotas
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.site import BOTH, SERVER, File, Site, add_missing_page, make_router
from dobbm.server.threaded_bots import ThreadedBots
from dobbm.store import SqlStore
from dobbm.store.notes import PROXY, Note, Notes

SWITCH_INTERVAL = 0.001
"""Thread switch interval in seconds; Python's default of 5 ms noticeably delays the event loop."""
DAY = 24 * 3600.0
"""Seconds per day."""

Done = TypeVar("Done")

log = logging.getLogger(__name__)


class Backend(NamedTuple):
    """The runtime and the bots that the routes call."""

    runtime: Runtime
    bots: ThreadedBots


Start: TypeAlias = Callable[[Settings], AbstractAsyncContextManager[Backend]]
"""A function that returns a context manager: it starts a backend and stops it on exit."""


@asynccontextmanager
async def start_backend(settings: Settings) -> AsyncIterator[Backend]:
    """Start the store, bots and runtime of a server process, and stop them on exit."""
    store = await SqlStore.open(settings.database)
    bots = ThreadedBots(at_once=settings.bot_seconds == 0)
    loading = asyncio.create_task(bots.load())
    try:
        pace = Pace(settings.secret.encode(), settings.bot_seconds)
        keep_for = None if settings.keep_days is None else settings.keep_days * DAY
        runtime = Runtime(
            store,
            bots,
            pace,
            offload=_Offload(),
            keep_for=keep_for,
            texts=settings.texts,
            most_events=settings.limits.table_events,
        )
        async with runtime:
            _tune_garbage_collection()
            sys.setswitchinterval(SWITCH_INTERVAL)
            with _on_shutdown_signal(runtime.close_feeds):
                yield Backend(runtime, bots)
    finally:
        bots.close()
        await asyncio.wait([loading])
        await store.close()


@asynccontextmanager
async def running(
    settings: Settings, start: Start = start_backend, clock: Clock | None = None
) -> AsyncIterator[dict[str, Any]]:
    """Run the backend of a server process; yield the state that every request receives."""
    metrics, clock = health.Metrics(), clock or SystemClock()
    notes = Notes(settings.database)
    with suppress(OSError, DobbmError):
        notes.remove(PROXY)  # it may have been mended since
    async with start(settings) as (runtime, bots), AsyncExitStack() as stack:
        quotas = Quotas(runtime.store, settings.limits, clock)
        await quotas.stored()  # so that the log says at once if there is no room
        service = _push_service(settings, clock)
        clubs = await stack.enter_async_context(club_state(runtime, service))
        await stack.enter_async_context(metrics.reporting(runtime, quotas, notes))
        yield {
            "settings": settings,
            "runtime": runtime,
            "bots": bots,
            "metrics": metrics,
            "rate_limiter": RateLimiter(settings.limits, clock),
            "lobby": shared_lobby(runtime, clock),
            "quotas": quotas,
            "clubs": clubs,
            "note_proxy": partial(_note_proxy, notes, clock),
            "readiness": health.shared_readiness(runtime, clock),
            "figures": health.shared_figures(metrics, runtime, quotas, notes, clock),
            "connections": Connections(settings),
        }


def make_app(settings: Settings) -> FastAPI:
    """Return an application with these settings; its routes and middleware hold no state."""
    outside = [Middleware(logs.LoggingMiddleware)]
    app = make_api(outside, lambda _: running(settings), CLUB_ROUTERS)
    app.include_router(health.router)
    edition = SERVER if settings.pocket is None else BOTH
    site = Site(edition=edition, has_contact=settings.contact is not None)
    app.include_router(make_router(site))
    if settings.pocket is not None:
        app.include_router(make_pocket_router(PocketFolder(Path(settings.pocket))))
    add_missing_page(app, site)

    @cache
    def description() -> File:
        return File.named("openapi.json", json.dumps(app.openapi()).encode())

    @app.get("/openapi.json", include_in_schema=False)
    @app.get(f"{API}/openapi.json", include_in_schema=False)
    async def describe(request: Request) -> Response:
        return description().answer(request.headers, "no-store")

    return app


def _push_service(settings: Settings, clock: Clock) -> PushService | None:
    """Return what reaches push services; None if the host does not want it, or it is missing."""
    if not settings.push or not settings.public_url:
        return None
    try:
        from dobbm.server.push_service import WebPush
    except MissingLibrary as error:
        log.warning("no messages to devices: %s", error)
        return None
    subject = f"https://{urlsplit(settings.public_url).netloc}"
    return WebPush(settings.secret, subject, others=settings.push_hosts, now=clock.now)


def _note_proxy(notes: Notes, clock: Clock) -> None:
    """Note for the host's commands that a proxy names no clients."""
    with suppress(OSError, DobbmError):  # it is in the log
        notes.write(PROXY, Note(clock.now()))


class _Offload:
    """Runs the runtime's long jobs on one thread, one at a time."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "history")

    async def __call__(self, work: Callable[[], Done]) -> Done:
        """Run ``work`` on the thread and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


@contextmanager
def _on_shutdown_signal(do: Callable[[], None]) -> Iterator[None]:
    """Call ``do`` as soon as the process receives SIGINT or SIGTERM.

    Uvicorn waits for open streams before it shuts the application down, so shutdown is too late to
    close them. Outside the main thread, where Python cannot set signal handlers, this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(do)
        handler = handlers[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    for number in handlers:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _tune_garbage_collection() -> None:
    """Make full garbage collections rare.

    A table consists of tens of thousands of objects without reference cycles; scanning the objects
    of 500 tables would delay responses for too long.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10, 500)


def _end_with_parent() -> None:
    """End this worker when its parent process ends, even if the parent is killed."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def from_environment() -> FastAPI:
    """Return the application of a server process, with the settings from its environment."""
    settings = Settings.from_json(os.environ[ENVIRONMENT])
    logs.configure(settings.log_level)
    _end_with_parent()
    return make_app(settings)
