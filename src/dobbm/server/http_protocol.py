"""The HTTP protocol of one connection, with limits for clients on the open Internet.

Uvicorn leaves most limits to a proxy. ``GuardedProtocol`` adds them to Uvicorn's protocol class:
limits on headers, on bodies that nobody reads, on pipelined requests and on connections. It also
detects clients that vanish, and answers the last requests of a server or client that stops.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import httptools
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from dobbm.server.config import IMPORT, SHUTDOWN_SECONDS, STREAMS, Settings
from dobbm.server.connections import Connections, detect_vanished_client
from dobbm.server.heads import (
    HEAD_BYTES,
    ParsingRefused,
    fault_in,
    head_too_long,
    own_cookies,
    stopping,
    too_many_requests,
    why,
)
from dobbm.server.lingering import LingeringTransport
from dobbm.server.problems import problem
from dobbm.server.unsent import UNREAD

TARGET_BYTES = 1_024
"""Maximum bytes of a request's target, its path and query; parsing a long query takes time."""
MOST_HEADERS = 64
"""Maximum number of headers of a request."""
HEAD_SECONDS = 10
"""Seconds within which the first line and the headers of a request must arrive."""
CHUNKED = 8
"""Maximum bytes on the wire per byte of a body: a chunk of one byte has five more around it."""
MOST_CHUNKS = 2_000
"""Maximum number of chunks in the body of a request: each takes time."""
PIPELINED = 8
"""Maximum number of requests that wait on one connection for the response to an earlier one."""
HALF_CLOSED = 5.0
"""Seconds for which a client that has closed its side is answered; it may have vanished."""
GRACE = 1.0
"""Seconds for which a stopping server still accepts requests on open connections."""

log = logging.getLogger(__name__)


class GuardedProtocol(HttpToolsProtocol):
    """One connection; ``app_state`` must contain ``settings`` and ``connections``."""

    transport: LingeringTransport

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._settings: Settings = self.app_state["settings"]
        self._register: Connections = self.app_state["connections"]
        self._most = self._usual = HEAD_BYTES + CHUNKED * self._settings.limits.body
        self._received = 0
        """Bytes received of the current request; 0 between two requests."""
        self._in_head = True
        """Whether the next byte belongs to the head of a request."""
        self._head_bytes = 0
        """Bytes of the head of the current request; 0 between two requests."""
        self._chunks = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._closed = False
        """Whether the connection ignores all further data, because it is about to end."""
        self._last: Response | None = None
        """The refusal to send once all earlier requests are answered."""
        self._stopping = False
        self._current: RequestResponseCycle | None = None
        """The request that the application is answering; others may wait behind it."""
        self._task: asyncio.Task[None] | None = None
        self._following = False
        """Whether the application is answering with an event stream."""
        self._said = False
        """Whether it has sent a whole event."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, or abort it if there are too many."""
        super().connection_made(LingeringTransport(transport, self.loop))
        if not self._register.add(self):
            log.debug("too many connections")
            self.drop()
            return
        detect_vanished_client(transport.get_extra_info("socket"))
        self._deadline = self.loop.call_later(HEAD_SECONDS, self._time_out)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything that belongs to the connection."""
        self._closed = True
        self._register.remove(self)
        self._end_timers()
        self._disconnect()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse data; refuse the request if it exceeds a limit."""
        if self._closed or self.transport.is_closing():
            self.transport.discard(data)
            return
        self._unset_keepalive_if_required()
        self._received += len(data)
        try:
            self._parse(data)
        except httptools.HttpParserError as error:
            cause = error.__context__
            self._refuse(
                cause.answer
                if isinstance(cause, ParsingRefused)
                else problem(400, "request", f"this is not a request in HTTP{why(error)}")
            )
        if self._received > HEAD_BYTES and self._in_head:
            self._refuse(head_too_long())
        elif self._received > self._most:
            self._refuse(problem(413, "size", "the request is too long"))
        self._set_timers()

    def eof_received(self) -> bool:  # type: ignore[override]
        """Return whether to answer more, although the client has closed its side; it may read on.

        Event streams end after an event: people who leave a page close both sides, which looks the
        same.
        """
        self.transport.client_ended = True
        if self._head_bytes:
            self._refuse(problem(400, "request", "the request is incomplete"))
        if self._following and self._said:
            self._end_stream()
        if self.transport.is_closing() or not self._is_answering():
            return False
        self._closed = True
        self._end_timers()
        end = self._end_stream if self._following else self.drop
        self._deadline = self.loop.call_later(HALF_CLOSED, end)
        return True

    def on_url(self, url: bytes) -> None:
        """Add a part of the request's target."""
        self._count_head(url)
        if self._head_bytes > TARGET_BYTES:
            message = f"the target of a request may have at most {TARGET_BYTES} bytes"
            raise ParsingRefused(problem(414, "size", message))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header; ignore trailers, because proxies may forward them unchecked."""
        if self._in_head:
            self._count_head(name + value)
            if len(self.headers) >= MOST_HEADERS:
                raise ParsingRefused(
                    problem(431, "size", f"a request may have at most {MOST_HEADERS} headers")
                )
            own = own_cookies(value) if name.lower() == b"cookie" else value
            super().on_header(name, own)

    def on_headers_complete(self) -> None:
        """Start the request, or queue it behind an earlier one."""
        if self.parser.get_method() == b"CONNECT":
            raise ParsingRefused(problem(405, "method", "this server is not a proxy"))
        if self.parser.should_upgrade():
            return  # see _parse
        if len(self.pipeline) == PIPELINED:
            raise ParsingRefused(too_many_requests())
        if fault := fault_in(self.parser.get_http_version(), self.headers):
            raise ParsingRefused(fault)
        super().on_headers_complete()
        file = self._settings.limits.archive if self.scope["path"] == IMPORT else 0
        self._most = self._usual + file
        self._in_head = False
        if self._stopping:
            self.cycle.keep_alive = False

    def on_chunk_header(self) -> None:
        """Begin a chunk of the body."""
        self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            raise ParsingRefused(problem(413, "size", "the request has too many chunks"))

    def on_message_complete(self) -> None:
        """End the body of a request."""
        self._head_bytes = self._chunks = 0
        if self.parser.should_upgrade():
            return
        super().on_message_complete()
        self._in_head = True
        self._received = 0
        if self._is_answering():
            self._register.wake(self)

    def on_response_complete(self) -> None:
        """Wait for the next request, or end the connection if there will be none."""
        super().on_response_complete()
        if self.transport.is_closing():
            self.pipeline.clear()
            self._end_timers()
        elif not self._is_answering():
            if self._last:
                self._close_with(self._last)
            elif self._closed:
                self.transport.close()
            else:
                self._set_timers()
        if not self._is_answering():
            self._register.rest(self)

    def shutdown(self) -> None:
        """Finish current requests and those that arrive within ``GRACE``, then close."""
        self._stopping = True
        if self._is_answering():
            self.cycle.keep_alive = False
        self.loop.call_later(GRACE, self._stop_receiving)
        self.loop.call_later(SHUTDOWN_SECONDS, self._stop_answering)

    def make_room(self) -> None:
        """Close the waiting connection, so that another one fits."""
        if self._has_begun() or self.transport.is_closing():
            self.drop()
        else:
            self._closed = True
            self._register.remove(self)
            self.transport.finish()

    def drop(self) -> None:
        """Abort the connection."""
        self._closed = True
        self._register.remove(self)
        self._disconnect()
        self.transport.abort()

    def _end_stream(self) -> None:
        """End an event stream as if it were complete, to a client that has closed its side."""
        if self.transport.is_closing():
            return
        if self._current and self._current.response_started and self._current.chunked_encoding:
            self.transport.write(b"0\r\n\r\n")
        self._closed = True
        self._disconnect()
        self.transport.finish()
        self.loop.call_later(HALF_CLOSED, self.transport.abort)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._current = cycle
        self._following, self._said = cycle.scope["path"].endswith(STREAMS), False

        async def quiet_app(scope: Scope, receive: Receive, send: Send) -> None:
            """Log no error if the request is cancelled or the client goes away."""

            async def send_if_open(message: Message) -> None:
                if self.transport.is_closing():
                    self._disconnect()
                elif cycle.more_body:  # an early refusal; what is missing may never be sent
                    cycle.keep_alive = False
                if scope["http_version"] == "1.0":  # which knows no chunks: the end is the end
                    cycle.chunked_encoding = False
                    cycle.expected_content_length = len(message.get("body", b""))
                held = len(message.get("body", b"")) if self.flow.write_paused else 0
                self._register.unsent.look(self, scope, held)
                await send(message)
                self._register.unsent.look(self, scope)
                self._said |= self._following and message.get("body", b"").endswith(b"\n\n")
                if self._said and self.transport.client_ended and not cycle.response_complete:
                    self._end_stream()

            scope.setdefault("extensions", {})[UNREAD] = lambda: self.flow.write_paused
            with suppress(asyncio.CancelledError):
                await app(scope, receive, send_if_open)

        self._task = self.loop.create_task(cycle.run_asgi(quiet_app))  # type: ignore[arg-type]
        self._task.add_done_callback(self.tasks.discard)
        self.tasks.add(self._task)

    def _parse(self, data: bytes) -> None:
        """Parse data; read a request that offers an upgrade as if it did not.

        The parser would leave out its body, and stops after its head.
        """
        while data:
            try:
                self.parser.feed_data(data)
            except httptools.HttpParserUpgrade as stopped:
                data = self._head_without_upgrade() + data[stopped.args[0] :]
            else:
                return

    def _head_without_upgrade(self) -> bytes:
        version = self.parser.get_http_version().encode()
        lines = [b"%b %b HTTP/%b" % (self.parser.get_method(), self.url, version)]
        lines += [b"%b: %b" % header for header in self.headers if header[0] != b"upgrade"]
        return b"\r\n".join([*lines, b"", b""])

    def _is_answering(self) -> bool:
        return self._current is not None and not self._current.response_complete

    def _has_begun(self) -> bool:
        """Return whether a request has arrived in part."""
        return self._received > 0 or not self._in_head

    def _count_head(self, part: bytes) -> None:
        self._head_bytes += len(part)
        if self._head_bytes > HEAD_BYTES:
            raise ParsingRefused(head_too_long())

    def _set_timers(self) -> None:
        """Set the timer for the rest of the request, or for the next one."""
        if self._closed or self.transport.is_closing():
            return
        answering = self._is_answering()
        # While the application reads the body, the middleware limits the time.
        if self._has_begun() and (self._in_head or not answering):
            if self._deadline is None:
                self._deadline = self.loop.call_later(HEAD_SECONDS, self._time_out)
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
        """Refuse a slow head; close a connection that is silent."""
        if self._has_begun() and self._in_head:
            self._refuse(problem(408, "slow", f"headers must arrive within {HEAD_SECONDS} seconds"))
        else:
            # Nothing has arrived, or the rest of the body is missing although the answer was sent.
            self.transport.close()

    def _stop_receiving(self) -> None:
        """End the grace of a stopping server: refuse incomplete requests."""
        if self._is_answering():
            if not self._in_head:
                self._refuse(stopping())
        elif self._has_begun():
            self._refuse(stopping())
        else:
            self.transport.close()

    def _stop_answering(self) -> None:
        """Cancel a request that takes too long while the server stops."""
        if self._is_answering() and not self.transport.is_closing():
            if self.cycle.response_started or self.pipeline or self._closed or self._has_begun():
                self.drop()
            else:
                self._close_with(stopping())
        self.transport.finish()
        if self._task:
            self._task.cancel()

    def _refuse(self, answer: Response) -> None:
        """Refuse the incoming request, after the answers to earlier ones; close the connection."""
        if self._closed or self.transport.is_closing():
            return
        log.debug("refused a connection: %d %s", answer.status_code, bytes(answer.body).decode())
        self._closed = True
        self._end_timers()
        if self._is_answering() and (self._in_head or self.pipeline):
            self._last = answer
            if not self._in_head:
                self.pipeline.popleft()  # the incoming request itself
        else:
            self._close_with(answer)

    def _close_with(self, answer: Response) -> None:
        """Send this response instead of the application's, and close the connection."""
        if self._is_answering() and self.cycle.response_started:
            self.drop()  # the client would mistake the response for a part of the other
            return
        self._closed = True
        self._end_timers()
        self._disconnect()
        status = HTTPStatus(answer.status_code)
        headers = [*self.server_state.default_headers, *answer.raw_headers]
        lines = [b"HTTP/1.1 %d %b" % (status, status.phrase.encode())]
        lines += [b"%b: %b" % header for header in (*headers, (b"connection", b"close"))]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(answer.body)]))
        self.transport.close()

    def _disconnect(self) -> None:
        """Make the application see that the client has disconnected."""
        self.pipeline.clear()
        if self._current:
            self._current.disconnected = True
            self._current.message_event.set()
