"""The parts of a request's head that the protocol looks at: cookies, hosts, and faults."""

from __future__ import annotations

from collections.abc import Iterable

from httptools import HttpParserCallbackError, HttpParserError

from dobbm.server.config import COOKIE

COOKIE_BYTES = 512
"""Maximum bytes that the application reads of the cookies of a request."""


def own_cookies(header: bytes) -> bytes:
    """Return the server's own cookies from a Cookie header; it may have others of its domain.

    >>> own_cookies(b"theme=dark; dobbm-gF7I57kihz4Bxa_o=ey")
    b' dobbm-gF7I57kihz4Bxa_o=ey'
    """
    own = [pair for pair in header.split(b";") if pair.lstrip().startswith(COOKIE)]
    return b";".join(own)[:COOKIE_BYTES]


def of_one_host(version: str, headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether a request names one host; before HTTP/1.1, it may name none (RFC 9112, 3.2).

    Of two, a proxy might read another one than we.
    """
    hosts = sum([name == b"host" for name, _ in headers])
    return hosts == 1 or (hosts == 0 and version < "1.1")


def why(error: HttpParserError) -> str:
    """Return why the parser does not read a request, to add to a message; empty if it is unknown.

    Its words quote nothing of the request.
    """
    return "" if isinstance(error, HttpParserCallbackError) else f": {error}"
