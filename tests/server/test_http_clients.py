"""Clients that people use for HTTP, and sockets that behave as they do, at a real server."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from dobbm.runtime.bots import Pace
from dobbm.runtime.clock import SystemClock
from dobbm.runtime.memory_store import MemoryStore
from dobbm.runtime.runtime import Runtime
from dobbm.server.app import Backend, running
from dobbm.server.config import Settings
from dobbm.server.http_protocol import GuardedProtocol
from server.connections import OPEN, POST, REQUEST, START, TABLE
from server.serving import HOST, PATIENCE
from server.simulated import APP, ModestBots

SETTINGS = Settings("unused", "of the tests")
TABLES = "/api/v1/tables"
JSON = "Content-Type: application/json"
MEGABYTE = b"x" * 1_000_000
CHUNKED_OPEN = POST + b"Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n%x;x=y\r\n%b\r\n" % (
    len(TABLE),
    TABLE,
)
CHUNKED_OPEN += b"0\r\nX-Sum: 1\r\nHost: club.example\r\n\r\n"
"""A body in a chunk with an extension, and trailers."""
FETCH = """
const [url, body, size] = process.argv.slice(1);
const headers = {"content-type": "application/json"};
for (const one of [body, "x".repeat(Number(size))]) {
    const answer = await fetch(url, {method: "POST", body: one, headers});
    console.log(answer.status, (await answer.text()).slice(0, 8));
}
"""
CHUNKED = """
const http = await import("node:http");
const [url, body, size] = process.argv.slice(1);
const headers = {"content-type": "application/json"};
for (const one of [body, "x".repeat(Number(size))])
    await new Promise((resolve) => {
        const request = http.request(url, {method: "POST", headers}, (answer) => {
            console.log(answer.statusCode);
            answer.resume().on("end", resolve);
        });
        request.write(one);
        request.end();
    });
"""


class Server:
    """A server on a thread, with its tables in memory."""

    def __init__(self) -> None:
        self.ready = Event()
        self._socket = socket.create_server((HOST, 0))
        self.port: int = self._socket.getsockname()[1]
        self.address = f"http://{HOST}:{self.port}"
        config = uvicorn.Config(
            self._app, http=GuardedProtocol, interface="asgi3", ws="none", log_config=None
        )
        self._server = uvicorn.Server(config)

    def run(self) -> None:
        self._server.run([self._socket])

    def stop(self) -> None:
        self._server.should_exit = True

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await APP(scope, receive, send)
            return
        async with running(SETTINGS, _in_memory) as state:
            scope["state"].update(state)
            await send({"type": "lifespan.startup.complete"})
            self.ready.set()
            await receive()
            await receive()
        await send({"type": "lifespan.shutdown.complete"})


@asynccontextmanager
async def _in_memory(_: Settings) -> AsyncIterator[Backend]:
    bots = ModestBots()
    async with Runtime(MemoryStore(SystemClock()), bots, Pace(b"", 0.0)) as runtime:
        yield Backend(runtime, bots)
    bots.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    thread = Thread(target=server.run)
    thread.start()
    assert server.ready.wait(PATIENCE)
    yield server
    server.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def run(*command: str | Path) -> list[str]:
    """Run a program, or skip the test without it; return the lines that it prints."""
    if not shutil.which(command[0]):
        pytest.skip(f"there is no {command[0]}")
    done = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    return done.stdout.splitlines()


def exchange(server: Server, pieces: Iterable[bytes], *, ends: bool = False) -> list[int]:
    """Send each piece as a segment of its own, and end the client's side if it ``ends``.

    Return the statuses of all responses up to the end of the connection.
    """
    with socket.create_connection((HOST, server.port), PATIENCE) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in pieces:
            connection.sendall(piece)
        if ends:
            connection.shutdown(socket.SHUT_WR)
        received = b""
        while part := connection.recv(65_536):
            received += part
    return [int(response[:3]) for response in received.split(b"HTTP/1.1 ")[1:]]


@pytest.mark.parametrize("version", ["--http1.0", "--http1.1", "--http2"])
def test_curl_opens_a_table(server: Server, version: str) -> None:
    """With ``--http2`` it offers an upgrade."""
    options = ["--silent", "--fail", version, "--header", JSON, "--data", TABLE.decode()]
    assert '"token"' in run("curl", *options, server.address + TABLES)[0]


@pytest.mark.parametrize(
    "more", [[], ["--header", "Expect:"], ["--header", "Transfer-Encoding: chunked"]]
)
def test_curl_learns_that_a_body_is_too_long(
    server: Server, tmp_path: Path, more: list[str]
) -> None:
    body = tmp_path / "body"
    body.write_bytes(5 * MEGABYTE)
    options = ["--silent", "--write-out", "\n%{http_code}", "--header", JSON, *more]
    *_, status = run("curl", *options, "--data-binary", f"@{body}", server.address + TABLES)
    assert status == "413"


@pytest.mark.parametrize("script", [FETCH, CHUNKED], ids=["fetch", "chunked"])
def test_node_posts_bodies(server: Server, script: str) -> None:
    options = ["--input-type=module", "--eval", script, server.address + TABLES]
    lines = run("node", *options, TABLE.decode(), "5000000")
    assert [line[:3] for line in lines] == ["201", "413"]


def test_java_posts_bodies(server: Server) -> None:
    """Its client offers an upgrade with every request."""
    source = Path(__file__).parent / "clients" / "Bodies.java"
    lines = run("java", source, server.address + TABLES, TABLE.decode())
    assert lines == ["201", "201", "413", "413"]


@pytest.mark.parametrize("size", [17_000, 1_000_000, 20_000_000])
def test_python_learns_that_a_body_is_too_long(server: Server, size: int) -> None:
    """It sends the whole body before it reads."""
    client = HTTPConnection(HOST, server.port, timeout=PATIENCE)
    client.request("POST", TABLES, b"x" * size, {"Content-Type": "application/json"})
    assert client.getresponse().status == 413
    client.close()


def test_a_refusal_arrives_after_all_has_been_sent(server: Server) -> None:
    long = POST + b"Content-Length: 5000000\r\n\r\n"
    assert exchange(server, [long, *[MEGABYTE] * 5]) == [413]
    assert exchange(server, [POST + b"Transfer-Encoding: chunked\r\n\r\n", *[MEGABYTE] * 5]) == [
        400
    ]
    assert exchange(server, [START + b"Cookie: ", MEGABYTE, MEGABYTE]) == [431]
    assert exchange(server, [OPEN, long, MEGABYTE, MEGABYTE]) == [201, 413]


def test_a_client_that_ends_its_side_is_answered(server: Server) -> None:
    """As ``nc -N`` does."""
    assert exchange(server, [OPEN], ends=True) == [201]
    assert exchange(server, [OPEN * 3 + REQUEST], ends=True) == [201, 201, 201, 200]
    assert exchange(server, [OPEN[:-1]], ends=True) == [400]
    assert exchange(server, [START], ends=True) == [400]
    assert exchange(server, [b"\r\n"], ends=True) == []
    assert exchange(server, [REQUEST.replace(b"1.1", b"1.0"), b"\n"], ends=True) == [200]


def test_a_request_may_come_in_one_byte_segments(server: Server) -> None:
    body = TABLE.ljust(1_200)
    head = POST + b"Content-Length: %d\r\n\r\n" % len(body)
    assert exchange(server, [head, *[bytes([byte]) for byte in body]], ends=True) == [201]
    assert exchange(server, [bytes([byte]) for byte in OPEN], ends=True) == [201]


def test_the_refusal_says_what_is_no_http(server: Server) -> None:
    with socket.create_connection((HOST, server.port), PATIENCE) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\nHost: localhost\n\n")
        received = connection.recv(65_536)
    assert b"this is not a request in HTTP: Expected CRLF after version" in received


def test_a_stream_in_http_1_0_has_no_chunks(server: Server) -> None:
    """As a proxy asks that has not been told of 1.1."""
    [line] = run("curl", "--silent", "--header", JSON, "--data", "{}", server.address + TABLES)
    opened = json.loads(line)
    path = f"{TABLES}/{opened['table']}/events"
    with socket.create_connection((HOST, server.port), PATIENCE) as connection:
        head = f"GET {path} HTTP/1.0\r\nAuthorization: Bearer {opened['token']}\r\n\r\n"
        connection.sendall(head.encode())
        received = b""
        while b"\ndata: " not in received:
            received += connection.recv(65_536)
    headers, _, body = received.partition(b"\r\n\r\n")
    assert b"chunked" not in headers
    assert body.startswith(b"retry: 500\nid: ")


@pytest.mark.parametrize(
    ("request_", "statuses"),
    [
        (OPEN.replace(b"\r\nHost", b"\r\nExpect: 100-continue\r\nHost"), [100, 201]),
        (POST + b"Expect: 100-continue\r\nContent-Length: 5000000\r\n\r\n", [413]),
        (OPEN.replace(b"1.1\r\n", b"1.0\r\nConnection: keep-alive\r\n"), [201]),
        (OPEN.replace(b" /", b" http://localhost/", 1), [201]),
        (OPEN.replace(b"\r\nHost", b"\r\nUser-Agent: Caf\xe9\r\nHost"), [201]),
        (OPEN.replace(b"\r\nHost", b"\r\nConnection: close\r\nHost") + OPEN, [201]),
        (b"\r\n\r\n" + OPEN + b"\r\n\r\n" + OPEN, [201, 201]),
        (OPEN.replace(b"\r\nHost", b"\r\nHost: club.example\r\nHost"), [400]),
        (OPEN.replace(b"\r\nHost", b"\r\nGuest"), [400]),
        (OPEN.replace(b"\r\nHost", b"\r\nGuest").replace(b"HTTP/1.1", b"HTTP/1.0"), [201]),
        (CHUNKED_OPEN, [201]),
        (OPEN.replace(b"\r\n", b"\n"), [400]),
        (START + b"X: a\r\n b\r\n\r\n", [400]),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]),
    ],
    ids=[
        "expect",
        "expect-too-long",
        "keep-alive",
        "absolute",
        "obs-text",
        "after-close",
        "empty-lines",
        "two-hosts",
        "no-host",
        "no-host-long-ago",
        "trailers",
        "bare-lf",
        "folded",
        "http2",
    ],
)
def test_a_rare_request_is_answered(server: Server, request_: bytes, statuses: list[int]) -> None:
    assert exchange(server, [request_], ends=True) == statuses
