"""A minimal HTTP/1.1 client: requests over kept-alive connections, and event streams.

It uses asyncio's streams directly because the load shares the processors with the server: with
thousands of streams, a general-purpose client would spend time that the server under test needs.
"""

from __future__ import annotations

import json
from asyncio import IncompleteReadError, StreamReader, StreamWriter, open_connection
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any, NamedTuple

READ_LIMIT = 2**20
"""Size of the read buffer in bytes; every line and every message is shorter."""


class BrokenAnswer(ConnectionError):
    """A connection that ended where a response was due, or a response that is not HTTP."""


class Answer(NamedTuple):
    """A response."""

    status: int
    headers: dict[str, str]
    """Headers by lower-case name."""
    body: Any
    """The parsed JSON; None if the response has none."""

    @property
    def failure(self) -> str:
        """The status and the error code, if any: the key under which a failure counts."""
        error = self.body.get("error") if isinstance(self.body, dict) else None
        return f"{self.status} {error['code']}" if isinstance(error, dict) else f"{self.status}"


class Refused(Exception):
    """An unexpected response."""

    def __init__(self, path: str, answer: Answer) -> None:
        super().__init__(f"{path}: {answer.failure}: {answer.body}")
        self.answer = answer


class Message(NamedTuple):
    """A message of an event stream."""

    number: int | None
    """The event's ``id``; None for a message without one."""
    data: dict[str, Any]
    at: float
    """When it was read, in seconds of ``perf_counter``."""
    name: str = ""
    """The event's name; empty for a whole table."""


class EventStream:
    """An open event stream: iterate over its messages, or cut it."""

    def __init__(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def __aiter__(self) -> AsyncIterator[Message]:
        """Yield the messages as they arrive; end when the server ends the stream.

        Raises ``BrokenAnswer`` when the connection is lost.
        """
        text = b""
        async for piece in _pieces(self._reader):
            at = perf_counter()
            *blocks, text = (text + piece).replace(b"\r\n", b"\n").split(b"\n\n")
            for block in blocks:
                message = _parse_message(block, at)
                if message:
                    yield message

    def cut(self) -> None:
        """Drop the connection without closing it properly, as a dead network would."""
        self._writer.transport.abort()


class Wire:
    """All connections to one server. A request uses an idle connection or opens a new one."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._idle: list[tuple[StreamReader, StreamWriter]] = []

    async def get(self, path: str, token: str | None = None) -> Answer:
        """Return the response to a GET; raise ``OSError`` if there is none."""
        return await self._ask(self._head("GET", path, token) + b"\r\n")

    async def post(self, path: str, body: object, token: str | None = None) -> Answer:
        """Return the response to a POST of JSON; raise ``OSError`` if there is none."""
        text = json.dumps(body).encode()
        about = f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
        return await self._ask(self._head("POST", path, token) + about.encode() + text)

    @asynccontextmanager
    async def events(self, path: str, token: str, after: int | None) -> AsyncIterator[EventStream]:
        """Open the event stream at ``path``, resumed after event number ``after``.

        Raises ``Refused`` if the server does not open it, and ``OSError`` if it does not respond.
        """
        reader, writer = await self._connect()
        try:
            resumed = "" if after is None else f"Last-Event-ID: {after}\r\n"
            about = f"Accept: text/event-stream\r\n{resumed}\r\n"
            writer.write(self._head("GET", path, token) + about.encode())
            status, headers = await _read_head(reader)
            if status != 200:
                raise Refused(path, Answer(status, headers, await _read_body(reader, headers)))
            yield EventStream(reader, writer)
        finally:
            writer.transport.abort()

    def close(self) -> None:
        """Close the idle connections."""
        while self._idle:
            self._idle.pop()[1].close()

    async def _ask(self, request: bytes) -> Answer:
        reader, writer = await self._idle_or_new_connection()
        try:
            writer.write(request)
            status, headers = await _read_head(reader)
            body = await _read_body(reader, headers)
        except BaseException:
            writer.transport.abort()
            raise
        if headers.get("connection") == "close":
            writer.close()
        else:
            self._idle.append((reader, writer))
        return Answer(status, headers, body)

    async def _idle_or_new_connection(self) -> tuple[StreamReader, StreamWriter]:
        while self._idle:
            reader, writer = self._idle.pop()
            if not reader.at_eof():
                return reader, writer
            writer.close()
        return await self._connect()

    async def _connect(self) -> tuple[StreamReader, StreamWriter]:
        return await open_connection(self._host, self._port, limit=READ_LIMIT)

    def _head(self, method: str, path: str, token: str | None) -> bytes:
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        return f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n{bearer}".encode()


async def _read_head(reader: StreamReader) -> tuple[int, dict[str, str]]:
    """Return the status and the headers of a response."""
    try:
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = (line.partition(":") for line in lines if line)
        return int(status.split()[1]), {name.lower(): text.strip() for name, _, text in headers}
    except (IncompleteReadError, IndexError, ValueError) as error:
        raise BrokenAnswer(str(error)) from None


async def _read_body(reader: StreamReader, headers: dict[str, str]) -> Any:
    """Return the JSON of a response; None if the body is empty or not JSON."""
    if "content-length" in headers:
        try:
            text = await reader.readexactly(int(headers["content-length"]))
        except IncompleteReadError as error:
            raise BrokenAnswer(str(error)) from None
    else:
        text = b"".join([piece async for piece in _pieces(reader)])
    is_json = headers.get("content-type", "").startswith("application/json")
    return json.loads(text) if text and is_json else None


async def _pieces(reader: StreamReader) -> AsyncIterator[bytes]:
    """Yield the chunks of a body in chunked transfer coding as they arrive."""
    try:
        while size := int(await reader.readuntil(b"\r\n"), 16):
            yield (await reader.readexactly(size + 2))[:-2]
        await reader.readuntil(b"\r\n")
    except (IncompleteReadError, ValueError) as error:
        raise BrokenAnswer(str(error)) from None


def _parse_message(block: bytes, at: float) -> Message | None:
    """Return the message in the lines of ``block``; None for a comment."""
    number, name, data = None, "", []
    for line in block.split(b"\n"):
        field, _, text = line.partition(b":")
        if field == b"id":
            number = int(text)
        elif field == b"event":
            name = text.decode().strip()
        elif field == b"data":
            data.append(text)
    return Message(number, json.loads(b"\n".join(data)), at, name) if data else None


def renewed(table: dict[str, Any], delta: dict[str, Any]) -> dict[str, Any]:
    """Return what a table becomes by an event named ``delta`` (docs/server.md)."""
    lists, gone = delta.pop("lists", {}), delta.pop("gone", [])
    after = {**table, **delta}
    if table["view"] and after["view"]:
        after["view"] = {**table["view"], **delta.get("view", {})}
    for name, (stay, more) in lists.items():
        after["view"][name] = after["view"][name][:stay] + more
    for name in gone:
        del (after if name in after else after["view"])[name]
    return after
