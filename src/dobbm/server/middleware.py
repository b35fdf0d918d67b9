"""Guards every request: checks its size, origin and rate, and adds security headers to responses.

Error responses get the headers, too. The middleware is plain ASGI for speed, because every request
passes through it.
"""

from __future__ import annotations

import asyncio
import logging
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dobbm.game.errors import RecordError, quoted
from dobbm.game.json_text import verify_keys
from dobbm.runtime.bans import Banned
from dobbm.runtime.runtime import Runtime
from dobbm.server.addresses import address_of
from dobbm.server.config import IMPORT, STREAMS, Settings
from dobbm.server.host_names import answers_to
from dobbm.server.problems import problem, refusal
from dobbm.server.rate_limits import RateLimiter
from dobbm.server.silent_proxies import SilentProxies
from dobbm.server.site import (
    FOR_EVER,
    banned_page,
    misnamed_page,
    wants_page,
)
from dobbm.table.refusals import Refusal

_PART_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]
"""Default headers of every response, also of the modules, styles and fonts of a page."""
_HEADERS = [
    *_PART_HEADERS,
    (
        b"content-security-policy",
        b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        b"object-src 'none'",
    ),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
"""Default headers of what may be opened in a window or run as a worker: they say nothing about the
eighty parts of a page, of which they would be a fifteenth."""
_FOR_EVER = FOR_EVER.encode()
_PARTS = (b"text/javascript", b"text/css", b"font/")
"""The types of files that are only ever part of a page, if they are kept for ever."""
_SECURE = (b"strict-transport-security", b"max-age=31536000")
"""Browsers use only HTTPS for a year."""

SAFE = ("GET", "HEAD", "OPTIONS")
OPERATORS_PATHS = ("/healthz", "/readyz", "/metrics")
"""Paths that are answered under any host name, because they reveal nothing about tables."""
PATIENCE = 10
"""Seconds within which a client must send the whole body of a request."""

log = logging.getLogger(__name__)


class Misnamed(Refusal):
    """A request that names a host that is not this server."""


class GuardMiddleware:
    """Middleware that refuses unwanted requests and adds security headers to all responses."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._proxies = SilentProxies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it; answer an unexpected error with 500."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        settings: Settings = scope["state"]["settings"]
        limiter: RateLimiter = scope["state"]["rate_limiter"]
        headers = Headers(scope=scope)
        secure = (settings.public_url or "").startswith("https:")
        started = False

        async def send_safely(message: Message) -> None:
            nonlocal started
            started = True
            if message["type"] == "http.response.start":
                _add_headers(message, secure=secure)
            await send(message)

        await limiter.turn(address_of(scope))
        try:
            limiter.count_request(address_of(scope), token_of(headers))
            _verify_host(scope, headers, settings)
            if self._proxies.look(scope, headers, settings.public_url):
                scope["state"]["note_proxy"]()
            _verify_origin(scope, headers, settings.public_url)
            runtime: Runtime = scope["state"]["runtime"]
            if not _is_about_privacy(scope):
                runtime.bans.verify_address(address_of(scope))
            body = await _read(scope, headers, receive, settings.limits.body)
        except (Refusal, Banned) as error:
            answer: Response = refusal(error)
            if isinstance(error, Banned) and wants_page(scope, headers):
                answer = banned_page()
            elif isinstance(error, Misnamed) and wants_page(scope, headers):
                answer = misnamed_page(scope, headers["host"])
            await answer(scope, receive, send_safely)
            return
        try:
            await self._app(_as_get(scope), body, send_safely)
        except Exception:
            if started:
                raise
            log.exception("a request failed")
            answer = problem(500, "error", "internal error; it has been logged")
            await answer(scope, receive, send_safely)


def _is_about_privacy(scope: Scope) -> bool:
    """Return whether a request is for what everybody may know, whose address is banned or not.

    That is the page of privacy with its files, and what is stored about the caller.
    """
    path: str = scope["path"]
    if scope["method"] != "GET":
        return False
    is_page = path == "/privacy" or path.startswith("/static/")
    return is_page or (path.startswith("/api/") and path.endswith(("/privacy", "/about")))


def _add_headers(start: Message, *, secure: bool) -> None:
    """Add the default headers that the start of a response does not have."""
    own = dict(start["headers"])
    kept = own.get(b"cache-control") == _FOR_EVER
    is_part = kept and own[b"content-type"].startswith(_PARTS)
    added = [*(_PART_HEADERS if is_part else _HEADERS), *([_SECURE] if secure else [])]
    start["headers"] += [(name, value) for name, value in added if name not in own]


def _verify_host(scope: Scope, headers: Headers, settings: Settings) -> None:
    """Raise ``Refusal`` if the request names a host that is not this server."""
    host = headers.get("host")
    if not host or scope["path"] in OPERATORS_PATHS:
        return
    public = urlsplit(settings.public_url or "").hostname
    known = [name for name in (public, *settings.hosts, "localhost") if name]
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        name = ""
    if not answers_to(name, known):
        raise Misnamed(
            "origin",
            f"this server answers to {', '.join(known)} and numeric addresses, "
            f"not to {quoted(host)}: serve it with --public-url to name another",
        )


def _verify_origin(scope: Scope, headers: Headers, public: str | None) -> None:
    """Raise ``Refusal`` if a browser sends the request from a page of another site."""
    origin, host = headers.get("origin"), headers.get("host")
    if scope["method"] in SAFE:
        return
    own = [public] if public else [f"http://{host}", f"https://{host}"]
    says_foreign = origin is None and headers.get("sec-fetch-site") == "cross-site"
    if says_foreign or origin not in (None, *own):
        raise Refusal("origin", "this request comes from another site's page")


async def _read(scope: Scope, headers: Headers, receive: Receive, most: int) -> Receive:
    """Read the body and return a callable that replays it.

    Raises ``Refusal`` if the body is longer than ``most`` bytes, does not arrive in time, or has a
    key twice.
    """
    if scope["method"] in SAFE and not {"content-length", "transfer-encoding"} & {*headers}:
        return receive
    if scope["path"] == IMPORT and scope["method"] == "POST":
        return receive
    size = headers.get("content-length", "0")
    if not size.isascii() or not size.isdigit() or int(size[:12]) > most:
        raise _too_long(most)
    try:
        async with asyncio.timeout(PATIENCE):
            body = await _body(receive, most)
    except TimeoutError:
        raise Refusal("slow", f"the request body must arrive within {PATIENCE} seconds") from None
    if body is None:
        # Nobody receives this. A route would raise errors whose tracebacks keep the body in memory.
        raise Refusal("slow", "the client has disconnected")
    if body:
        _verify_keys(body)
    return Replayed(body, receive)


class Replayed:
    """Receives a body that has been read, and then the ``rest``."""

    def __init__(self, body: bytes, rest: Receive) -> None:
        self.body = body
        self._rest = rest
        self._is_read = False

    async def __call__(self) -> Message:
        """Return the next message."""
        if self._is_read:
            return await self._rest()
        self._is_read = True
        return {"type": "http.request", "body": self.body, "more_body": False}


def _verify_keys(body: bytes) -> None:
    """Raise ``Refusal`` if an object in the body has a key twice: readers take one or the other."""
    try:
        verify_keys(body)
    except RecordError as error:
        raise Refusal("request", str(error)) from None


async def _body(receive: Receive, most: int) -> bytes | None:
    """Return the body; None if the client has disconnected. Raise ``Refusal`` if it is too long."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > most:
            raise _too_long(most)
        if not message.get("more_body"):
            return bytes(body)


def _too_long(most: int) -> Refusal:
    return Refusal("size", f"a request body may have at most {most} bytes")


def token_of(headers: Headers) -> str | None:
    """Return the bearer token of a request, if any."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def _as_get(scope: Scope) -> Scope:
    """Return the scope with HEAD replaced by GET; the server still sends only the headers.

    Event streams are excluded: a HEAD request for one would never end.
    """
    if scope["method"] != "HEAD" or scope["path"].endswith(STREAMS):
        return scope
    return {**scope, "method": "GET"}
