"""The HTTP protocol of one connection, with limits for clients on the open Internet.

Uvicorn trusts clients, and leaves limits to a proxy. Its protocol class is extended here: limits on
the size, number and time of request headers, on what follows them, on pipelined requests, and on
connections; dead connections are noticed; and a server that stops answers what it has received.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import resource
import socket
from collections import Counter
from contextlib import suppress
from functools import lru_cache
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

import httptools
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from dobbm.server.config import Settings
from dobbm.server.middleware import address_of
from dobbm.server.problems import AGAIN, problem

HEAD_BYTES = 16_384
"""Maximum bytes of a request's first line and headers."""
MOST_HEADERS = 100
"""Maximum number of headers of a request."""
PATIENCE = 10
"""Seconds within which a client must send the head of a request."""
KEEP_ALIVE = 150
"""Seconds after which an idle connection is closed.

Proxies keep theirs for up to two minutes; if the server closed first, it could meet a request.
"""
CHUNKED = 8
"""Bytes sent, at most, for each byte of a body: a chunk of one byte has a frame of five."""
MOST_CHUNKS = 1_000
"""Maximum number of pieces in which the body of a request may arrive."""
PIPELINED = 8
"""Maximum number of requests that wait on one connection for the response to an earlier one."""
MOST_CONNECTIONS = 5_000
"""Maximum number of connections to one process."""
WAVE = 500
"""Number of connections that must have ended before unused memory is returned to the system."""
CALM = 2.0
"""Seconds until then, in which more connections may end."""
RESERVED_FILES = 200
"""Open files, at most, of a process apart from its connections."""
LINGER = 0.5
"""Seconds between a refusal and the end of its connection, so that the client can read it."""
UNREACHABLE = 10
"""Seconds after which a client that acknowledges nothing counts as gone."""
PROBE_AFTER = 10
"""Seconds without traffic after which the connection is probed."""
PROBE_AGAIN = 3
"""Seconds between two probes."""

THIS_MACHINE = ("127.0.0.0/8", "::1")

GRACE = 1.0
"""Seconds during which a server that stops still takes requests on open connections."""
SHUTDOWN_SECONDS = 2.0
"""Seconds for requests to finish when the server stops; event streams end at once."""

log = logging.getLogger(__name__)


class ParsingRefused(Exception):
    """A request that the connection refuses while it is being parsed."""

    def __init__(self, answer: Response) -> None:
        super().__init__()
        self.answer = answer


class Connections:
    """The connections of this process: how many there are, of whom, and which are idle."""

    def __init__(self, settings: Settings, most: int | None = None) -> None:
        self._settings = settings
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most = most or min(MOST_CONNECTIONS, max(1, files - RESERVED_FILES))
        self._by_address: Counter[str] = Counter()
        self._open: dict[GuardedProtocol, str] = {}
        self._idle: dict[GuardedProtocol, None] = {}
        """Connections that wait for a request or the rest of one, the first to wait first."""
        self._peak = 0
        """The largest number of open connections since memory was last returned."""

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: GuardedProtocol) -> bool:
        """Add a new connection; return False if its address has too many, or all have.

        The connection that has waited for a request for the longest time makes room.
        """
        address = address_of({"client": connection.client})
        exempt = is_within(address, (*THIS_MACHINE, *self._settings.trusted_proxies))
        most = self._settings.limits.address_connections
        if not exempt and self._by_address[address] >= most:
            return False
        if len(self._open) >= self._most:
            if not self._idle:
                return False
            next(iter(self._idle)).make_room()
        self._open[connection] = address
        self._by_address[address] += 1
        self._peak = max(self._peak, len(self._open))
        self.rest(connection)
        return True

    def rest(self, connection: GuardedProtocol) -> None:
        """Record that the connection waits for a request, or for the rest of one."""
        if connection in self._open:
            self._idle[connection] = None

    def wake(self, connection: GuardedProtocol) -> None:
        """Record that the connection has received a whole request."""
        self._idle.pop(connection, None)

    def remove(self, connection: GuardedProtocol) -> None:
        """Remove a connection that is closed."""
        self.wake(connection)
        address = self._open.pop(connection, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
        if self._peak - len(self._open) == WAVE:
            asyncio.get_running_loop().call_later(CALM, self._end_wave)

    def _end_wave(self) -> None:
        self._peak = len(self._open)
        return_memory()


class GuardedProtocol(HttpToolsProtocol):
    """One connection. ``app_state`` has the ``settings`` and the ``connections``."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._settings: Settings = self.app_state["settings"]
        self._register: Connections = self.app_state["connections"]
        self._most = HEAD_BYTES + CHUNKED * self._settings.limits.body
        self._received = 0
        """Bytes received of the current request; 0 between two requests."""
        self._in_head = True
        """Whether the next byte belongs to the head of a request."""
        self._head_bytes = 0
        self._chunks = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._closed = False
        """Whether everything that arrives is ignored, because the connection is about to end."""
        self._stopping = False
        self._task: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, or close it at once if there are too many."""
        super().connection_made(transport)
        if not self._register.add(self):
            log.debug("too many connections")
            self.drop()
            return
        notice_death(transport.get_extra_info("socket"))
        self._deadline = self.loop.call_later(PATIENCE, self._time_out)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._closed = True
        self._register.remove(self)
        self._end_timers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived, within the limits."""
        if self._closed:
            return
        self._unset_keepalive_if_required()
        self._received += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self.cycle.keep_alive = False  # the request is answered, without an upgrade
        except httptools.HttpParserError as error:
            cause = error.__context__
            self._refuse(
                cause.answer
                if isinstance(cause, ParsingRefused)
                else problem(400, "request", "this is not a request in HTTP")
            )
        if self._received > HEAD_BYTES and self._in_head:
            self._refuse(_head_too_long())
        elif self._received > self._most:
            self._refuse(problem(413, "size", "the request is too long"))
        self._set_timers()

    def on_message_begin(self) -> None:
        """Begin a request."""
        self._head_bytes = self._chunks = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Take a part of the address."""
        self._count_head(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; ignore those after the body, which proxies have not checked."""
        if self._in_head:
            self._count_head(name + value)
            if len(self.headers) >= MOST_HEADERS:
                raise ParsingRefused(
                    problem(431, "size", f"a request may have at most {MOST_HEADERS} headers")
                )
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Start the request, or queue it behind the one before."""
        self._in_head = False
        if len(self.pipeline) >= PIPELINED:
            message = "too many requests that do not wait for the response"
            raise ParsingRefused(problem(429, "limit", message, 1))
        super().on_headers_complete()
        if self._stopping:
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            raise ParsingRefused(problem(413, "size", "the request has too many chunks"))
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End the body of a request."""
        super().on_message_complete()
        self._in_head = True
        self._received = 0
        if self._is_answering():
            self._register.wake(self)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if not self.transport.is_closing() and not self._is_answering():
            self._register.rest(self)
            self._set_timers()

    def shutdown(self) -> None:
        """Answer the request that is there or arrives during a short grace, then close."""
        self._stopping = True
        if self._is_answering():
            self.cycle.keep_alive = False
        self.loop.call_later(GRACE, self._stop_receiving)
        self.loop.call_later(SHUTDOWN_SECONDS, self._stop_answering)

    def make_room(self) -> None:
        """Close the connection, which waits for a request, in favor of another."""
        if self._has_begun():
            self.drop()
        else:
            self._closed = True
            self._register.remove(self)
            self.transport.close()

    def drop(self) -> None:
        """Close the connection at once."""
        self._closed = True
        self._register.remove(self)
        self._disconnect()
        self.transport.abort()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._task = self.loop.create_task(cycle.run_asgi(_Quiet(app)))  # type: ignore[arg-type]
        self._task.add_done_callback(self.tasks.discard)
        self.tasks.add(self._task)

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _has_begun(self) -> bool:
        """Return whether a part of a request has arrived, and not yet all of it."""
        return self._received > 0 or not self._in_head

    def _count_head(self, part: bytes) -> None:
        self._head_bytes += len(part)
        if self._head_bytes > HEAD_BYTES:
            raise ParsingRefused(_head_too_long())

    def _set_timers(self) -> None:
        """Limit the time until the request is complete, or the next one begins."""
        if self._closed or self.transport.is_closing():
            return
        answering = self._is_answering()
        # While the application reads the body, it has a limit of its own (``middleware``).
        if self._has_begun() and (self._in_head or not answering):
            if self._deadline is None:
                self._deadline = self.loop.call_later(PATIENCE, self._time_out)
            return
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if not answering and self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def _end_timers(self) -> None:
        self._unset_keepalive_if_required()
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _time_out(self) -> None:
        """End a connection whose request does not arrive."""
        if self._has_begun() and self._in_head:
            self._refuse(problem(408, "slow", f"headers must arrive within {PATIENCE} seconds"))
        else:
            # Nothing has arrived, or the rest of a request that was answered long ago does not.
            self.transport.close()

    def _stop_receiving(self) -> None:
        """End a stopping server's wait for requests."""
        if self._is_answering():
            if not self._in_head:
                self._refuse(_stopping())
        elif self._has_begun():
            self._refuse(_stopping())
        else:
            self.transport.close()

    def _stop_answering(self) -> None:
        """End a stopping server's work on a request."""
        if not self._closed and self._is_answering():
            if self.cycle.response_started or self.pipeline or self._has_begun():
                self.drop()
            else:
                self._close_with(_stopping())
        if self._task:
            self._task.cancel()

    def _refuse(self, answer: Response) -> None:
        """Refuse the request that is arriving, and close the connection."""
        if self._closed or self.transport.is_closing():
            return
        log.debug("refused a connection: %d %s", answer.status_code, bytes(answer.body).decode())
        answering = self._is_answering()
        # The client would take the refusal for the response to another request, or a part of it.
        if answering == self._in_head or (
            answering and (self.cycle.response_started or self.pipeline)
        ):
            self.drop()
        else:
            self._close_with(answer)

    def _close_with(self, answer: Response) -> None:
        """Send a response in place of the application's, and close the connection."""
        self._closed = True
        self._end_timers()
        self._disconnect()
        status = HTTPStatus(answer.status_code)
        headers = [*self.server_state.default_headers, *answer.raw_headers]
        lines = [
            b"HTTP/1.1 %d %b" % (status, status.phrase.encode()),
            *(b"%b: %b" % header for header in headers),
            b"connection: close",
        ]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(answer.body)]))
        # If unread data were left when the connection is closed, the client would see a reset.
        self.flow.pause_reading()
        self.loop.call_later(LINGER, self.transport.close)

    def _disconnect(self) -> None:
        """Tell the application that nobody waits for its response."""
        if self._is_answering():
            self.cycle.disconnected = True
            self.cycle.message_event.set()


class _Quiet:
    """The application, whose requests may be cancelled when the server stops."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(asyncio.CancelledError):
            await self._app(scope, receive, send)


def _head_too_long() -> Response:
    return problem(431, "size", f"the headers of a request may have at most {HEAD_BYTES} bytes")


def _stopping() -> Response:
    return problem(503, "stopping", "the server is stopping: send the request again", AGAIN)


def notice_death(connection: socket.socket) -> None:
    """Let the system end the connection soon after its client has vanished without a word."""
    options = [
        (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
        (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, PROBE_AGAIN),
    ]
    if hasattr(socket, "TCP_KEEPIDLE"):  # macOS has neither of these
        options.append((socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, PROBE_AFTER))
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREACHABLE))
    for level, option, value in options:
        connection.setsockopt(level, option, value)


def return_memory() -> None:
    """Return unused memory to the system; only GNU's C library has a function for that."""
    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)


def is_within(host: str, networks: tuple[str, ...]) -> bool:
    """Return whether an address is in one of the networks.

    >>> is_within("10.1.2.3", ("10.0.0.0/8", "::1"))
    True
    """
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in _parsed(networks))


@lru_cache(maxsize=8)
def _parsed(networks: tuple[str, ...]) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(network) for network in networks)
