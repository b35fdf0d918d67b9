"""Starts the API inside a worker and passes it the page's requests, without a socket."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, nullcontext
from typing import Any
from urllib.parse import unquote, urlsplit

from dobbm.pocket.cookies import Jar
from dobbm.pocket.device import Device
from dobbm.pocket.device_store import DeviceStore, verify_format
from dobbm.pocket.executor import LoopExecutor
from dobbm.pocket.pocket_bots import PocketBots
from dobbm.runtime.bots import Pace
from dobbm.runtime.clock import Clock, SystemClock
from dobbm.runtime.entropy import Entropy
from dobbm.runtime.runtime import Runtime
from dobbm.server.api import make_api
from dobbm.server.config import Settings
from dobbm.server.lobby_routes import shared_lobby
from dobbm.server.quotas import Quotas
from dobbm.server.rate_limits import RateLimiter

HOST = b"localhost"
"""The name of the server, which the page never shows."""
HERE = ("127.0.0.1", 0)
"""The address of the only client: this machine's, to which the limits per address do not apply."""
KEPT_COOKIES = b"set-cookie"
PAUSE = 0.004
"""Seconds between the turns of the event loop before a bot thinks; browsers take no less."""

Headers = Iterable[tuple[str, str]]


class Pocket:
    """The running API; ``opened`` starts it."""

    def __init__(self, state: dict[str, Any], jar: Jar, bots: PocketBots) -> None:
        self._app = make_api()
        self._state = state
        self._jar = jar
        self._bots = bots
        self.complete = bots.complete.set
        """Call it when the files have arrived which some bots need."""

    async def request(
        self,
        method: str,
        url: str,
        headers: Headers,
        body: bytes,
        start: Callable[[int, list[tuple[str, str]]], object],
        chunk: Callable[[bytes, bool], object],
        gone: asyncio.Event,
    ) -> None:
        """Answer a request: call ``start`` once, then ``chunk`` for each part of the answer.

        The second argument of ``chunk`` says whether more follows. ``gone`` is set when the page no
        longer wants the answer, as at the end of an event stream.
        """
        parts = urlsplit(url)
        sent = [(name.lower().encode(), value.encode()) for name, value in headers]
        sent.append((b"host", HOST))
        if body:
            sent.append((b"content-length", b"%d" % len(body)))
        if cookies := self._jar.header(parts.path):
            sent.append((b"cookie", cookies.encode()))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(parts.path),
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": sent,
            "client": HERE,
            "server": (HOST.decode(), 80),
            "state": dict(self._state),
        }
        # Requests to read may last, such as the stream of events.
        with nullcontext() if method == "GET" else self._bots.answering():
            await self._app(scope, _receiving(body, gone), self._sending(start, chunk))

    def _sending(
        self,
        start: Callable[[int, list[tuple[str, str]]], object],
        chunk: Callable[[bytes, bool], object],
    ) -> Callable[[Any], Any]:
        async def send(message: dict[str, Any]) -> None:
            if message["type"] != "http.response.start":
                chunk(message.get("body", b""), message.get("more_body", False))
                return
            shown = []
            for name, value in message["headers"]:
                if name == KEPT_COOKIES:
                    await self._jar.take(value.decode())
                else:
                    shown.append((name.decode(), value.decode()))
            start(message["status"], shown)

        return send


def _receiving(body: bytes, gone: asyncio.Event) -> Callable[[], Any]:
    """Return an ASGI ``receive`` that passes the body, then waits until the page has gone."""
    is_sent = False

    async def receive() -> dict[str, Any]:
        nonlocal is_sent
        if not is_sent:
            is_sent = True
            return {"type": "http.request", "body": body, "more_body": False}
        await gone.wait()
        return {"type": "http.disconnect"}

    return receive


@asynccontextmanager
async def opened(
    device: Device,
    *,
    clock: Clock | None = None,
    entropy: Entropy | None = None,
    bot_seconds: float = Settings.bot_seconds,
    thinks: bool = True,
) -> AsyncIterator[Pocket]:
    """Run the API on what a device keeps; ``clock`` and ``entropy`` default to the system's.

    ``thinks`` says whether the device runs a kernel, which all but simple bots need.
    Raises ``NewerTables`` and changes nothing if a newer version has written the tables.
    """
    await verify_format(device)
    clock = clock or SystemClock()
    settings = Settings(database="", secret=await _secret(device), bot_seconds=bot_seconds)
    jar = Jar(device)
    await jar.load()
    store = await DeviceStore.open(clock, device)
    pause = PAUSE if bot_seconds else 0.0
    at_once = bot_seconds == 0
    bots = PocketBots(at_once=at_once, thread=lambda _: LoopExecutor(pause), thinks=thinks)
    pace = Pace(settings.secret.encode(), bot_seconds)
    async with (
        Runtime(store, bots, pace, clock=clock, entropy=entropy, texts=False) as runtime,
    ):
        state = {
            "settings": settings,
            "runtime": runtime,
            "bots": bots,
            "rate_limiter": RateLimiter(settings.limits, clock),
            "lobby": shared_lobby(runtime, clock),
            "quotas": Quotas(store, settings.limits, clock),
            "note_proxy": lambda: None,
        }
        yield Pocket(state, jar, bots)


async def _secret(device: Device) -> str:
    """Return the key that signs the cookies, made at the first start."""
    for _, row in await device.read("secret"):
        return row
    made = secrets.token_urlsafe(32)
    await device.write({"secret": made})
    return made
