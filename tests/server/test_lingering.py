"""A connection that ends: its client can read everything that it is to read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from starlette.types import Receive, Scope, Send

from dobbm.server.heads import HEAD_BYTES
from dobbm.server.http_protocol import HALF_CLOSED, PIPELINED
from dobbm.server.lingering import MOST, SILENCE, TURNS
from server.connections import OPEN, PIECE, POST, REQUEST, START, Connection
from server.serving import Guest
from server.simulated import Simulated

CLOSING = START + b"Connection: close\r\n\r\n"


def test_a_refusal_arrives_although_the_client_goes_on_sending(idle_server: Simulated) -> None:
    """A client may send the whole body before it reads; it closes the connection then."""
    connection = Connection(idle_server)
    connection.send(POST + b"Content-Length: 5000000\r\n\r\n")
    assert connection.refusal == (413, "size")
    assert connection.is_ended
    for _ in range(5):
        connection.send(PIECE * 1_000, seconds=SILENCE / 2)
        assert not connection.is_closed
    connection.end()
    assert connection.is_closed
    assert not connection.transport.is_aborted
    assert connection.statuses == [413]


def test_a_client_that_sends_for_ever_is_cut(idle_server: Simulated) -> None:
    """After many bytes, and after a long time."""
    connection = Connection(idle_server)
    connection.send(POST + b"Content-Length: 99000000\r\n\r\n")
    send_until_closed(connection, MOST // 4, seconds=0, times=5)
    assert connection.transport.is_aborted
    connection = Connection(idle_server)
    connection.send(b"GET /" + PIECE * 2)
    send_until_closed(connection, 1, seconds=SILENCE / 2, times=2 * TURNS)
    assert connection.statuses == [414]


def send_until_closed(connection: Connection, size: int, *, seconds: float, times: int) -> None:
    """Send this many bytes again and again; fail if the server does not close before long."""
    for _ in range(times):
        assert not connection.is_closed
        connection.send(b"x" * size, seconds)
    assert connection.is_closed


def test_a_client_that_is_silent_after_a_refusal_is_cut(idle_server: Simulated) -> None:
    connection = Connection(idle_server)
    connection.send(POST + b"Content-Length: 20000\r\n\r\n")
    connection.send(b"x" * 20_000, seconds=1.5 * SILENCE)
    assert not connection.is_closed
    connection.pass_time(SILENCE)
    assert connection.is_closed


@pytest.mark.parametrize(
    ("bad", "status"),
    [
        (b"HELO vroni\r\n", 400),
        (START + b"X: " + b"x" * HEAD_BYTES, 431),
        (b"GET /" + PIECE * 2, 414),
        (POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (POST + b"Content-Length: 99000000\r\n\r\n", 413),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nfive\r\n", 400),
        (POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
        (b"CONNECT localhost:80 HTTP/1.1\r\n\r\n", 405),
    ],
)
def test_requests_before_a_bad_one_are_answered(
    idle_server: Simulated, bad: bytes, status: int
) -> None:
    for requests in (0, 1, 3):
        connection = Connection(idle_server, "127.0.0.1")
        connection.send(OPEN * requests + bad)
        connection.send(PIECE * 20)
        assert connection.statuses == [201] * requests + [status]
        assert connection.is_ended
        assert not connection.state.tasks


def test_a_bad_request_gets_no_answer_in_the_middle_of_another(idle_server: Simulated) -> None:
    async def begin(_scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while (await receive())["type"] != "http.disconnect":
            pass

    connection = Connection(idle_server, app=begin)
    connection.send(REQUEST + b"HELO vroni\r\n")
    assert connection.statuses == [200]
    connection.send(PIECE * (MOST // len(PIECE) + 1))
    assert connection.is_closed
    assert not connection.state.tasks


def test_what_follows_the_last_request_is_not_carried_out(idle_server: Simulated) -> None:
    before = idle_server.runtime.tables
    connection = Connection(idle_server, "127.0.0.1")
    connection.send(CLOSING + OPEN)
    connection.send(OPEN)
    assert connection.statuses == [200]
    assert idle_server.runtime.tables == before
    assert connection.is_ended


@pytest.mark.parametrize(
    ("data", "statuses"),
    [
        (b"", []),
        (b"\r\n", []),
        (REQUEST, [200]),
        (OPEN + b"\r\n", [201]),
        (OPEN * 3, [201] * 3),
        (OPEN + REQUEST[:-1], [201, 400]),
        (OPEN[:-1], [400]),
        (START, [400]),
        (CLOSING, [200]),
        (REQUEST.replace(b"1.1", b"1.0"), [200]),
        (REQUEST * (PIPELINED + 7), [200] * (PIPELINED + 1) + [429]),
    ],
)
def test_a_client_that_has_nothing_more_to_send_is_answered(
    idle_server: Simulated, data: bytes, statuses: list[int]
) -> None:
    for at_once in (True, False):
        connection = Connection(idle_server, "127.0.0.1")
        if not at_once:
            connection.send(data)
        connection.end(data if at_once else b"")
        assert connection.statuses == statuses
        assert connection.is_closed
        assert not connection.transport.is_aborted
        assert not connection.state.tasks


def test_a_client_that_has_vanished_costs_little(
    idle_server: Simulated, caplog: pytest.LogCaptureFixture
) -> None:
    """It looks like one that has nothing more to send."""

    async def compute(_scope: Scope, receive: Receive, _send: Send) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    connection = Connection(idle_server, app=compute)
    connection.send(REQUEST * 3)
    connection.end()
    connection.pass_time(HALF_CLOSED - 1)
    assert connection.state.tasks
    connection.pass_time(1)
    assert connection.is_closed
    assert not connection.state.tasks
    assert not caplog.records


def stream_of(guest: Guest, query: bytes = b"") -> bytes:
    begin = b"GET %b/events%b HTTP/1.1\r\nHost: localhost\r\n" % (guest.path.encode(), query)
    return begin + b"Authorization: Bearer %b\r\n\r\n" % (guest.token or "").encode()


@pytest.mark.parametrize("at_once", [True, False])
def test_a_stream_ends_with_its_client(serve: Callable[..., Simulated], *, at_once: bool) -> None:
    """The others see at once that a page was left; who reads on has an event, and the end."""
    server = serve()
    vroni = server.open()
    connection = Connection(server)
    if at_once:
        connection.end(stream_of(vroni))
    else:
        connection.send(stream_of(vroni))
        assert server.runtime.subscribers == 1
        connection.end()
    assert connection.is_closed
    assert connection.statuses == [200]
    assert server.runtime.subscribers == 0
    assert b"\ndata: {" in connection.transport.written
    assert connection.transport.written.endswith(b"\n\n\r\n0\r\n\r\n")


def test_a_stream_that_ends_after_its_client_is_ended_once(
    idle_server: Simulated, caplog: pytest.LogCaptureFixture
) -> None:
    async def say(_scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        body = {"type": "http.response.body", "body": b"data: 1\n\n"}
        await send({**body, "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass
        await send({**body, "more_body": False})

    connection = Connection(idle_server, app=say)
    connection.send(REQUEST.replace(b"/healthz", b"/events"))
    connection.end()
    assert connection.transport.written.endswith(b"data: 1\n\n\r\n0\r\n\r\n")
    assert connection.is_closed
    assert not connection.state.tasks
    assert not caplog.records


def test_a_stream_without_events_ends_soon_after_its_client(
    serve: Callable[..., Simulated],
) -> None:
    server = serve()
    vroni = server.open()
    connection = Connection(server)
    connection.end(stream_of(vroni, b"?after=%d" % vroni.see()["number"]))
    connection.pass_time(HALF_CLOSED - 1)
    assert server.runtime.subscribers == 1
    connection.pass_time(1)
    assert connection.is_closed
    assert server.runtime.subscribers == 0
    assert connection.transport.written.endswith(b"\r\n0\r\n\r\n")


def test_a_client_that_has_nothing_more_to_send_gets_the_answer_that_it_waits_for(
    serve: Callable[..., Simulated],
) -> None:
    server = serve()
    vroni = server.open()
    connection = Connection(server)
    connection.end(stream_of(vroni, b"?beat=true&wait=1&after=%d" % vroni.see()["number"]))
    connection.pass_time(3)
    assert b"event: beat\n" in connection.transport.written
    assert connection.transport.written.endswith(b"\n\n\r\n0\r\n\r\n")
    assert connection.is_closed
