"""The parts of a request's head that the protocol looks at, and how it refuses requests."""

from __future__ import annotations

from collections.abc import Collection

from httptools import HttpParserCallbackError, HttpParserError
from starlette.responses import Response

from dobbm.server.config import COOKIE
from dobbm.server.problems import AGAIN, problem

HEAD_BYTES = 16_384
"""Maximum bytes of a request's first line and headers."""
COOKIE_BYTES = 512
"""Maximum bytes that the application reads of the cookies of a request."""


class ParsingRefused(Exception):
    """A request that a parser callback refuses, with the response to send."""

    def __init__(self, answer: Response) -> None:
        super().__init__()
        self.answer = answer


def own_cookies(header: bytes) -> bytes:
    """Return the server's own cookies from a Cookie header; it may have others of its domain.

    >>> own_cookies(b"theme=dark; dobbm-gF7I57kihz4Bxa_o=ey")
    b' dobbm-gF7I57kihz4Bxa_o=ey'
    """
    own = [pair for pair in header.split(b";") if pair.lstrip().startswith(COOKIE)]
    return b";".join(own)[:COOKIE_BYTES]


def fault_in(version: str, headers: Collection[tuple[bytes, bytes]]) -> Response | None:
    """Return the refusal of a request that a proxy might read in another way than we."""
    hosts = sum([name == b"host" for name, _ in headers])
    if hosts != 1 and (hosts or version >= "1.1"):  # RFC 9112, 3.2: before, it may name none
        return problem(400, "request", "a request has one Host")
    sent = [value.strip().lower() for name, value in headers if name == b"transfer-encoding"]
    if set(sent) - {b"chunked"}:
        return problem(501, "request", "of all Transfer-Encodings, only chunked is read")
    return None


def why(error: HttpParserError) -> str:
    """Return why the parser does not read a request, to add to a message; empty if it is unknown.

    Its words quote nothing of the request.
    """
    return "" if isinstance(error, HttpParserCallbackError) else f": {error}"


def too_many_requests() -> Response:
    """Return the refusal of too many pipelined requests."""
    return problem(429, "limit", "too many requests that do not wait for the response", 1)


def head_too_long() -> Response:
    """Return the refusal of a head that is too long."""
    return problem(431, "size", f"the headers of a request may have at most {HEAD_BYTES} bytes")


def stopping() -> Response:
    """Return the refusal of a server that stops."""
    return problem(503, "stopping", "the server is stopping: send the request again", AGAIN)
