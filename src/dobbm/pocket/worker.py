"""The side of Python in the page's worker: its device and the page's requests.

``client/pocket/worker.js`` is the other side. It offers the module ``dobbm_browser``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

from dobbm.pocket.boot import Pocket, opened
from dobbm.runtime.store import StoreUnavailable
from dobbm.server.authentication import API


class BrowserDevice:
    """The browser's database; see ``Device``."""

    def __init__(self, database: Any, to_js: Callable[[Any], Any]) -> None:
        """``database`` is that of ``client/pocket/device.js``; ``to_js`` is Pyodide's."""
        self._database = database
        self._to_js = to_js

    async def write(self, rows: Mapping[str, str | None]) -> None:
        """See ``Device``."""
        to_js = self._to_js
        refused = await self._database.write(to_js([*rows]), to_js([*rows.values()]))
        if refused:
            raise StoreUnavailable(f"this device does not keep the table: {refused}")

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """See ``Device``."""
        keys, rows = (await self._database.read(prefix)).to_py()
        return [*zip(keys, rows, strict=True)]


class Requests:
    """Passes the page's requests on; those whose answers are wanted no longer can be given up."""

    def __init__(self, pocket: Pocket, to_js: Callable[[Any], Any]) -> None:
        self._pocket = pocket
        self._to_js = to_js
        self._gone: dict[int, asyncio.Event] = {}

    async def answer(
        self, number: int, method: str, path: str, headers: Any, body: Any, reply: Any
    ) -> None:
        """Answer a request; ``reply`` is called with the parts of the answer."""
        gone = self._gone[number] = asyncio.Event()

        def start(status: int, sent: list[tuple[str, str]]) -> None:
            reply.start(status, self._to_js(sent))

        def chunk(data: bytes, more: bool) -> None:
            reply.chunk(self._to_js(data), more)

        try:
            sent = body.to_bytes() if body else b""
            await self._pocket.request(
                method, API + path, headers.to_py(), sent, start, chunk, gone
            )
        finally:
            del self._gone[number]

    def complete(self) -> None:
        """Say that the files have arrived which some bots need."""
        self._pocket.complete()

    def give_up(self, number: int) -> None:
        """Tell a request that nobody waits for its answer any more."""
        if number in self._gone:
            self._gone[number].set()


_running = AsyncExitStack()


async def start() -> Requests:
    """Start the API on what the browser keeps; it runs until the worker ends."""
    import dobbm_browser  # type: ignore[import-not-found]
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    device = BrowserDevice(dobbm_browser.device, to_js)
    return Requests(
        await _running.enter_async_context(opened(device, thinks=bool(dobbm_browser.newKernel))),
        to_js,
    )
