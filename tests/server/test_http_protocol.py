"""The limits of one connection."""

from __future__ import annotations

import json
from asyncio import Event
from collections.abc import Callable

import pytest
from starlette.types import Receive, Scope, Send

from dobbm.server.config import KEEP_ALIVE, SHUTDOWN_SECONDS, Settings
from dobbm.server.heads import COOKIE_BYTES, HEAD_BYTES
from dobbm.server.http_protocol import (
    GRACE,
    HEAD_SECONDS,
    MOST_HEADERS,
    PIPELINED,
    TARGET_BYTES,
)
from dobbm.server.lingering import SILENCE
from server.connections import PIECE, POST, REQUEST, START, TABLE, WHOLE, Connection
from server.simulated import Simulated


def test_a_request_is_answered_and_its_connection_kept(idle_server: Simulated) -> None:
    connection = Connection(idle_server)
    for number in range(1, 4):
        connection.send(REQUEST[:20])
        connection.send(REQUEST[20:], seconds=KEEP_ALIVE - 1)
        assert connection.statuses == [200] * number
        assert not connection.is_closed


def send_until_refused(connection: Connection, piece: bytes) -> int:
    """Send a piece again and again; return how many bytes the connection has taken."""
    sent = 0
    while not connection.statuses and not connection.is_closed:
        connection.send(piece)
        sent += len(piece)
        assert sent < 2 * HEAD_BYTES + len(piece)
    return sent


@pytest.mark.parametrize(
    ("begin", "piece"),
    [
        (START + b"Cookie: ", PIECE),
        (START, b"X-%s: 1\r\n" % PIECE),
        (START, PIECE),
        (b"", b"\r\n" * 500),
        (START + b"Cookie: ", PIECE * 200),
    ],
    ids=["value", "headers", "name", "empty-lines", "one-chunk"],
)
def test_an_endless_header_is_refused(idle_server: Simulated, begin: bytes, piece: bytes) -> None:
    connection = Connection(idle_server)
    connection.send(begin)
    send_until_refused(connection, piece)
    assert connection.refusal == (431, "size")
    connection.pass_time(SILENCE)
    assert connection.is_closed


def test_a_long_head_that_is_complete_at_once_is_refused(idle_server: Simulated) -> None:
    connection = Connection(idle_server)
    connection.send(START + b"Cookie: " + b"x" * HEAD_BYTES + b"\r\n\r\n")
    assert connection.refusal == (431, "size")


def test_the_number_of_headers_is_limited(idle_server: Simulated) -> None:
    connection = Connection(idle_server)
    connection.send(START + b"A: b\r\n" * (MOST_HEADERS - 1) + b"\r\n")
    assert connection.statuses == [200]
    connection = Connection(idle_server)
    connection.send(START + b"A: b\r\n" * MOST_HEADERS + b"\r\n")
    assert connection.refusal == (431, "size")


def test_what_follows_a_refusal_is_ignored(idle_server: Simulated) -> None:
    connection = Connection(idle_server)
    send_until_refused(connection, START * 100)
    written = connection.transport.written
    connection.send(REQUEST, seconds=2 * SILENCE)
    assert connection.transport.written == written
    assert connection.is_closed


@pytest.mark.parametrize("data", [b"\x16\x03\x01", b"HELO vroni\r\n", b"GET / HTTP/9\r\n\r\n"])
def test_what_is_not_http_is_refused(idle_server: Simulated, data: bytes) -> None:
    connection = Connection(idle_server)
    connection.send(data)
    assert connection.refusal == (400, "request")


def test_a_slow_head_is_cut(idle_server: Simulated) -> None:
    """A byte a second, and the time counts from the start of the connection."""
    connection = Connection(idle_server)
    for byte in START[: HEAD_SECONDS - 1]:
        connection.send(bytes([byte]), seconds=1)
    assert connection.statuses == []
    connection.pass_time(2)
    assert connection.refusal == (408, "slow")
    connection.pass_time(SILENCE)
    assert connection.is_closed


def test_a_slow_head_is_cut_on_a_used_connection(idle_server: Simulated) -> None:
    connection = Connection(idle_server)
    connection.send(REQUEST, seconds=2 * HEAD_SECONDS)
    for begin in (b"\r\n", b"G", b"E", b"T"):
        connection.send(begin, seconds=HEAD_SECONDS / 5)
    assert connection.statuses == [200]
    connection.pass_time(HEAD_SECONDS / 5)
    assert connection.statuses == [200, 408]


def test_a_connection_on_which_nothing_arrives_is_closed(idle_server: Simulated) -> None:
    connection = Connection(idle_server)
    connection.pass_time(HEAD_SECONDS - 0.1)
    assert not connection.is_closed
    connection.pass_time(0.2)
    assert connection.is_ended
    assert connection.transport.written == b""


def test_a_proxy_may_keep_an_idle_connection_for_two_minutes(idle_server: Simulated) -> None:
    connection = Connection(idle_server)
    connection.send(REQUEST, seconds=120)
    assert not connection.is_closed
    connection.pass_time(KEEP_ALIVE - 120)
    assert connection.is_ended


def test_a_body_that_is_only_too_long_leaves_the_connection(idle_server: Simulated) -> None:
    connection = Connection(idle_server)
    connection.send(POST + b"Content-Length: 20000\r\n\r\n" + b"x" * 20_000)
    connection.send(REQUEST)
    assert connection.statuses == [413, 200]


@pytest.mark.parametrize("method", [b"POST", b"GET"])
@pytest.mark.parametrize("chunk", [b"1;" + PIECE + b"\r\nx\r\n", b"1\r\nx\r\n"])
def test_a_body_in_tiny_chunks_is_bounded(
    idle_server: Simulated, method: bytes, chunk: bytes
) -> None:
    connection = Connection(idle_server)
    start = POST.replace(b"POST", method, 1).replace(b"/tables", b"/talk", 1)
    connection.send(start + b"Transfer-Encoding: chunked\r\n\r\n")
    for _ in range(200):
        connection.send(chunk * (1_000 // len(chunk) + 1))
    assert connection.is_ended
    assert connection.statuses == [413]


def test_headers_after_the_body_count_for_nothing(idle_server: Simulated) -> None:
    """A proxy passes them on unread, so they could name another client."""
    connection = Connection(idle_server, "127.0.0.1")
    connection.send(
        POST
        + b"X-Forwarded-For: 192.0.2.9\r\nTransfer-Encoding: chunked\r\n\r\n"
        + b"2\r\n{}\r\n0\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n"
    )
    assert connection.statuses == [201]
    assert connection.protocol.headers[-1] == (b"transfer-encoding", b"chunked")


def test_few_requests_may_wait_for_an_earlier_one(idle_server: Simulated) -> None:
    connection = Connection(idle_server, "127.0.0.1")
    connection.send(REQUEST * (PIPELINED + 1))
    assert connection.statuses == [200] * (PIPELINED + 1)
    connection = Connection(idle_server, "127.0.0.1")
    connection.send(REQUEST * (PIPELINED + 7))
    assert connection.statuses == [200] * (PIPELINED + 1) + [429]
    assert connection.is_ended


def test_a_client_that_hangs_up_early_leaves_no_error(
    idle_server: Simulated, caplog: pytest.LogCaptureFixture
) -> None:
    for requests in (1, 2, PIPELINED + 1, PIPELINED + 7):
        connection = Connection(idle_server, "127.0.0.1")
        connection.hang_up(b"GET /api/v1/tables HTTP/1.1\r\nHost: localhost\r\n\r\n" * requests)
        assert not connection.statuses
        assert not connection.state.tasks
    assert not caplog.records


def test_a_long_target_is_refused(idle_server: Simulated) -> None:
    connection = Connection(idle_server, "127.0.0.1")
    connection.send(b"GET /")
    assert send_until_refused(connection, PIECE) < 3 * TARGET_BYTES
    assert connection.refusal == (414, "size")
    for target in (b"/healthz?" + b"a&" * TARGET_BYTES, b"/" + b"%2e" * TARGET_BYTES):
        connection = Connection(idle_server, "127.0.0.1")
        connection.send(b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.statuses == [414]
    connection = Connection(idle_server, "127.0.0.1")
    connection.send(REQUEST.replace(b"healthz", b"healthz?fbclid=" + b"x" * (TARGET_BYTES - 20)))
    assert connection.statuses == [200]


def test_the_cookies_of_other_servers_are_not_read(idle_server: Simulated) -> None:
    connection = Connection(idle_server, "127.0.0.1")
    others = b"; ".join(b"other%d=1" % number for number in range(1_000))
    connection.send(START + b"Cookie: " + others + b"; dobbm-stubai=7; more=8\r\n\r\n")
    assert connection.statuses == [200]
    assert connection.protocol.headers[-1] == (b"cookie", b" dobbm-stubai=7")
    connection.send(START + b"Cookie: " + b"dobbm-a=1;" * 1_000 + b"\r\n\r\n")
    assert len(connection.protocol.headers[-1][1]) <= COOKIE_BYTES


@pytest.mark.parametrize("dropped", [False, True])
def test_with_a_client_all_its_requests_end(idle_server: Simulated, *, dropped: bool) -> None:
    """The one that is being answered and those that wait for it, even if the last has arrived."""
    seen: list[str] = []

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        seen.append("begins")
        while (await receive())["type"] != "http.disconnect":
            pass
        seen.append("ends")
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    connection = Connection(idle_server, app=app)
    connection.send(REQUEST * 3)
    assert seen == ["begins"]
    (connection.transport.abort if dropped else connection.protocol.drop)()
    connection.pass_time(1)
    assert seen == ["begins", "ends"]
    assert not connection.state.tasks
    assert connection.transport.written == b""


UPGRADE = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n5\r\n%b\r\n%x\r\n%b\r\n0\r\nX: y\r\n\r\n" % (
    TABLE[:5],
    len(TABLE) - 5,
    TABLE[5:],
)
"""A body in two chunks, with a trailer."""


@pytest.mark.parametrize("body", [WHOLE, CHUNKED], ids=["whole", "chunked"])
@pytest.mark.parametrize("step", [1, 50, 5_000])
def test_a_request_that_offers_an_upgrade_is_answered_without_one(
    idle_server: Simulated, body: bytes, step: int
) -> None:
    """Its body counts, and so do the requests after it."""
    connection = Connection(idle_server, "127.0.0.1")
    data = (POST + UPGRADE + body) * 2 + START + UPGRADE + b"\r\n"
    for place in range(0, len(data), step):
        connection.send(data[place : place + step])
    assert connection.statuses == [201, 201, 200]
    assert not connection.is_ended


def test_an_offer_of_an_upgrade_evades_no_check(idle_server: Simulated) -> None:
    connection = Connection(idle_server, "127.0.0.1")
    connection.send(POST + UPGRADE + b"Content-Length: 15\r\n\r\n" + b'{"a": 1, "a": 2}'[:15])
    assert connection.statuses == [422]
    connection.send((START + UPGRADE + b"\r\n") * (PIPELINED + 7))
    assert connection.statuses == [422] + [200] * (PIPELINED + 1) + [429]
    for refused in (
        UPGRADE + b"Content-Length: 20000\r\n\r\n",
        UPGRADE + b"X: y\r\n" * MOST_HEADERS,
    ):
        connection = Connection(idle_server)
        connection.send(POST + refused)
        assert connection.refusal[1] == "size"


@pytest.mark.parametrize("target", [b"localhost:80", b"/healthz"])
def test_the_server_is_no_proxy(idle_server: Simulated, target: bytes) -> None:
    connection = Connection(idle_server)
    connection.send(b"CONNECT " + target + b" HTTP/1.1\r\nHost: localhost\r\n\r\n" + REQUEST)
    assert connection.refusal == (405, "method")


@pytest.mark.parametrize("target", [b"http://localhost", b"http://[::1/", b"http://a:99999999/"])
def test_a_target_that_is_none_is_refused(idle_server: Simulated, target: bytes) -> None:
    connection = Connection(idle_server)
    connection.send(b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert connection.refusal == (400, "request")


@pytest.mark.parametrize("body", [WHOLE, CHUNKED], ids=["whole", "chunked"])
def test_a_request_may_come_byte_by_byte(idle_server: Simulated, body: bytes) -> None:
    connection = Connection(idle_server, "127.0.0.1")
    padded = b"Content-Length: 1200\r\n\r\n" + TABLE.ljust(1_200)
    for data in (POST + body, POST + padded):
        for byte in data:
            connection.protocol.data_received(bytes([byte]))
        connection.pass_time(1)
    assert connection.statuses == [201, 201]


def test_a_body_may_have_many_chunks(idle_server: Simulated) -> None:
    connection = Connection(idle_server, "127.0.0.1")
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in TABLE.ljust(1_200))
    connection.send(POST + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n")
    assert connection.statuses == [201]


def test_the_settings_name_the_proxies_that_are_trusted() -> None:
    settings = Settings("unused", "unused", trusted_proxies=("10.0.0.0/8",), hosts=("club",))
    assert Settings.from_json(settings.to_json()) == settings


def test_a_server_that_stops_closes_idle_connections_after_a_while(idle_server: Simulated) -> None:
    """A request that crosses the news on the way is answered."""
    quiet, late = Connection(idle_server), Connection(idle_server)
    for connection in (quiet, late):
        connection.send(REQUEST)
        connection.protocol.shutdown()
    late.send(REQUEST, seconds=GRACE / 2)
    assert late.statuses == [200, 200]
    assert b"connection: close" in late.transport.written
    assert late.is_ended
    assert not quiet.is_closed
    quiet.pass_time(GRACE / 2)
    assert quiet.is_ended
    quiet.pass_time(SHUTDOWN_SECONDS)
    assert quiet.is_closed


@pytest.mark.parametrize("part", [START, POST + b"Content-Length: 100\r\n\r\n{"])
def test_a_server_that_stops_refuses_half_a_request(idle_server: Simulated, part: bytes) -> None:
    connection = Connection(idle_server)
    connection.send(part)
    connection.protocol.shutdown()
    connection.pass_time(GRACE)
    assert connection.refusal == (503, "stopping")
    connection.pass_time(SHUTDOWN_SECONDS)
    assert connection.is_closed
    assert not connection.state.tasks


def test_a_server_that_stops_does_not_wait_for_a_long_computation(
    idle_server: Simulated, caplog: pytest.LogCaptureFixture
) -> None:
    async def compute(_scope: Scope, _receive: Receive, _send: Send) -> None:
        await Event().wait()

    connection = Connection(idle_server, app=compute)
    connection.send(REQUEST)
    connection.protocol.shutdown()
    connection.pass_time(GRACE)
    assert connection.statuses == []
    connection.pass_time(SHUTDOWN_SECONDS - GRACE)
    assert connection.refusal == (503, "stopping")
    assert not connection.state.tasks
    assert not caplog.records


def test_a_server_that_stops_does_not_wait_for_a_stream_that_goes_on(
    serve: Callable[..., Simulated], caplog: pytest.LogCaptureFixture
) -> None:
    server = serve()
    vroni = server.open()
    path = f"/api/v1/tables/{vroni.table}/events"
    reading = Connection(server)
    reading.send(b"GET %b HTTP/1.1\r\nHost: localhost\r\n\r\n" % path.encode())
    assert reading.statuses == [200]
    reading.protocol.shutdown()
    reading.pass_time(SHUTDOWN_SECONDS)
    assert reading.is_closed
    assert not reading.state.tasks
    assert not caplog.records


def test_a_refusal_has_the_form_of_all_others(idle_server: Simulated) -> None:
    connection = Connection(idle_server)
    connection.send(START)
    send_until_refused(connection, PIECE)
    _, _, body = connection.transport.written.partition(b"\r\n\r\n")
    message = f"the headers of a request may have at most {HEAD_BYTES} bytes"
    assert json.loads(body) == {"error": {"code": "size", "action": None, "message": message}}
