"""Connections to a simulated server, byte by byte, through the protocol class of a real one."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.types import ASGIApp
from uvicorn import Config
from uvicorn.server import ServerState

from dobbm.server.http_protocol import GuardedProtocol
from server.simulated import BEHIND, THIS_MACHINE, Simulated

Address = tuple[str, int]
HIGH_WATER = 65_536
"""Bytes that wait in a transport when it asks for no more."""

START = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
REQUEST = START + b"\r\n"
POST = b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
TABLE = b'{"name": "Vroni", "bots": 3}'
WHOLE = b"Content-Length: %d\r\n\r\n" % len(TABLE) + TABLE
OPEN = POST + WHOLE
"""Opens a table."""
PIECE = b"x" * 1_000


class Transport(asyncio.Transport):
    """The server's end of a connection, which keeps what is written."""

    def __init__(self, loop: asyncio.AbstractEventLoop, client: Address) -> None:
        super().__init__()
        self.written = b""
        self.is_read = True
        """Whether the client reads what is written."""
        self._unread = 0
        self.is_paused = False
        self.is_aborted = False
        self.is_ended = False
        """Whether the server has ended its side."""
        self.protocol: GuardedProtocol
        self._loop = loop
        self._closing = False
        self._client = client
        self.options: dict[tuple[int, int], int] = {}

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self if name == "socket" else default

    def getpeername(self) -> Address:
        return self._client

    def getsockname(self) -> Address:
        return THIS_MACHINE

    def setsockopt(self, level: int, option: int, value: int) -> None:
        self.options[level, option] = value

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self._closing
        assert not self.is_ended
        self.written += bytes(data)
        if not self.is_read:
            self._unread += len(data)
            if self._unread > HIGH_WATER:
                self.protocol.pause_writing()

    def get_write_buffer_size(self) -> int:
        return self._unread

    def write_eof(self) -> None:
        self.is_ended = True

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        self.is_ended = True
        if not self._closing:
            self._closing = True
            self._loop.call_soon(self.protocol.connection_lost, None)

    def abort(self) -> None:
        self.is_aborted = True
        self.close()


class Connection:
    """A connection of a client at this address."""

    def __init__(self, server: Simulated, client: str = "192.0.2.7", app: ASGIApp = BEHIND) -> None:
        self._server = server
        self._app: Any = app
        self.state = ServerState()
        self.transport = server.run(self._open((client, 4711)))
        self.protocol = self.transport.protocol

    async def _open(self, client: Address) -> Transport:
        loop = asyncio.get_running_loop()
        transport = Transport(loop, client)
        config = Config(
            self._app, ws="none", proxy_headers=False, timeout_keep_alive=150, log_config=None
        )
        transport.protocol = GuardedProtocol(
            config=config, server_state=self.state, app_state=self._server.states[0], _loop=loop
        )
        transport.protocol.connection_made(transport)
        await asyncio.sleep(0)
        return transport

    def send(self, data: bytes, seconds: float = 0.0) -> None:
        """Send these bytes, then let this much time pass."""

        async def arrive() -> None:
            if data and not self.transport.is_paused and not self.is_closed:
                self.protocol.data_received(data)
            await asyncio.sleep(seconds)
            for _ in range(100):
                await asyncio.sleep(0)

        self._server.run(arrive())

    def hang_up(self, data: bytes) -> None:
        """Send these bytes, and end the connection before the server can answer."""

        async def arrive() -> None:
            self.protocol.data_received(data)
            self.transport.close()
            for _ in range(1_000):
                await asyncio.sleep(0)

        self._server.run(arrive())

    def end(self, data: bytes = b"") -> None:
        """Send these bytes and end the client's side; let the server do what needs no time."""

        async def end() -> None:
            if data:
                self.protocol.data_received(data)
            if not self.is_closed and not self.protocol.eof_received():
                self.transport.close()

        self._server.run(end())
        self.pass_time(0)

    def pass_time(self, seconds: float) -> None:
        self.send(b"", seconds)

    @property
    def is_closed(self) -> bool:
        return self.transport.is_closing()

    @property
    def is_ended(self) -> bool:
        """Whether the server sends nothing more; it may still read."""
        return self.transport.is_ended

    @property
    def statuses(self) -> list[int]:
        """The statuses of the responses so far."""
        parts = self.transport.written.split(b"HTTP/1.1 ")[1:]
        return [int(part[:3]) for part in parts]

    @property
    def refusal(self) -> tuple[int, str]:
        """The status and the code of the only response, a refusal, after which it closes."""
        [status] = self.statuses
        head, _, body = self.transport.written.partition(b"\r\n\r\n")
        assert b"\r\nconnection: close" in head
        assert f"content-length: {len(body)}".encode() in head
        return status, json.loads(body)["error"]["code"]
