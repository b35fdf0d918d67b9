"""Guards every request: checks its size, origin and rate, and adds security headers to responses.

Error responses get the headers, too. The middleware is plain ASGI for speed, because every request
passes through it.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dobbm.game.errors import quoted
from dobbm.runtime.bans import HOUSEHOLD, Banned
from dobbm.runtime.clock import Clock
from dobbm.runtime.runtime import Runtime
from dobbm.server.config import Limits, Settings
from dobbm.server.problems import STATUS, Refusal, problem
from dobbm.server.rate_limits import Lanes, TokenBuckets

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Default headers of every response."""

SAFE = ("GET", "HEAD", "OPTIONS")
STREAMS = "/events"
"""Path suffix of event streams."""
PHRASE_RATE = 0.5
"""Average number of phrases per second that a seat may say."""
PHRASE_BURST = 10
"""Number of phrases that a seat may say in one burst."""
COMPUTATION_RATE = 2.0
"""Average cost per second of the computations of an address; a hint costs 1."""
COMPUTATION_BURST = 20
"""Cost of the computations that an address may request in one burst."""
RECENT = 128
"""A stream that resumes at most this many events ago is not counted as one of old events."""
PAGE_RATE = 10.0
"""Average number per second of pages of old events that an address receives."""
PAGE_BURST = 64
"""Number of pages of old events that an address receives in one burst: 4,096 events."""
LANE = 8
"""Number of computations of one kind that may wait for another one of the same caller."""
HOUR = 3600
"""Seconds per hour."""
YEAR = 31_536_000
"""Seconds for which browsers use only HTTPS."""
OPERATORS_PATHS = ("/healthz", "/readyz", "/metrics")
"""Paths that are answered under any host name, because they reveal nothing about tables."""
PATIENCE = 10
"""Seconds within which a client must send the whole body of a request."""
log = logging.getLogger(__name__)


class RateLimiter:
    """The rate limits of this process, by token, seat and address (see ``address_of``)."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._clock = clock
        self._most_streams = limits.address_streams
        self._streams: Counter[str] = Counter()
        self._token = TokenBuckets(limits.requests, 2 * limits.requests, clock)
        self._address = TokenBuckets(limits.address_requests, 2 * limits.address_requests, clock)
        self._phrases = TokenBuckets(PHRASE_RATE, PHRASE_BURST, clock)
        self._computations = TokenBuckets(COMPUTATION_RATE, COMPUTATION_BURST, clock)
        self._pages = TokenBuckets(PAGE_RATE, PAGE_BURST, clock)
        self._computing = Lanes(LANE)
        self._tables = TokenBuckets(limits.address_tables / HOUR, limits.address_tables, clock)

    def count_request(self, address: str, token: str | None) -> None:
        """Count a request; raise ``Refusal`` with the code ``limit`` if there are too many."""
        if not _is_this_machine(address):
            _take(self._address, address, "requests from this address")
        if token:
            # Only the hash of a token is kept.
            _take(self._token, sha256(token.encode()).hexdigest(), "requests with this token")

    def count_phrase(self, seat: str) -> None:
        """Count a phrase; raise ``Refusal`` with the code ``limit`` if the seat says too many."""
        _take(self._phrases, seat, "phrases from this seat")

    def count_computation(self, address: str) -> None:
        """Count a computation; raise ``Refusal`` with the code ``limit`` if there are too many."""
        if not _is_this_machine(address):
            _take(self._computations, address, "hints, claims, analyses and practice deals")

    def charge_computation(self, address: str, price: float) -> None:
        """Charge an address for more work on a computation that has been counted."""
        if not _is_this_machine(address):
            self._computations.charge(address, price)

    async def old_page(self, address: str) -> None:
        """Count a page of old events, and wait until the address may receive it."""
        if wait := self._pages.charge(address):
            await self._clock.sleep(wait)

    def verify_old_pages(self, address: str) -> None:
        """Raise ``Refusal`` with the code ``limit`` if the address waits for old events already."""
        _take(self._pages, address, "old events for this address", 0)

    def computing(self, caller: str) -> AbstractAsyncContextManager[None]:
        """Return a context in which no other computation of the caller runs.

        Raises ``Refusal`` with the code ``limit`` if too many wait for their turn.
        """
        if self._computing.is_full(caller):
            raise Refusal("limit", "your earlier requests of this kind are still running", 1)
        return self._computing.turn(caller)

    def count_table(self, address: str) -> None:
        """Count a new table; raise ``Refusal`` with the code ``limit`` if there are too many."""
        if not _is_this_machine(address):
            _take(self._tables, address, "new tables from this address")

    def verify_stream(self, address: str) -> None:
        """Raise ``Refusal`` with the code ``limit`` if the address has too many event streams."""
        if self._streams[address] >= self._most_streams and not _is_this_machine(address):
            raise Refusal(
                "limit", f"an address may have at most {self._most_streams} event streams", 1
            )

    @contextmanager
    def stream(self, address: str) -> Iterator[None]:
        """Count an event stream while it is open."""
        self._streams[address] += 1
        try:
            yield
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]


def _take(buckets: TokenBuckets, key: str, what: str, tokens: float = 1.0) -> None:
    wait = buckets.take(key, tokens)
    if wait:
        raise Refusal("limit", f"too many {what}", math.ceil(wait))


class GuardMiddleware:
    """Middleware that refuses unwanted requests and adds security headers to all responses."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

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
                added = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    added.setdefault(name, value)
                added.setdefault("Cache-Control", "no-store")
                if secure:
                    added.setdefault("Strict-Transport-Security", f"max-age={YEAR}")
            await send(message)

        try:
            limiter.count_request(address_of(scope), token_of(headers))
            _verify_host(scope, headers, settings)
            _verify_origin(scope, headers, settings.public_url)
            runtime: Runtime = scope["state"]["runtime"]
            runtime.bans.verify_address(address_of(scope))
            body = await _read(scope, headers, receive, settings.limits.body)
        except (Refusal, Banned) as refused:
            after = getattr(refused, "after", None)
            answer = problem(STATUS[refused.code], refused.code, str(refused), after)
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


def _verify_host(scope: Scope, headers: Headers, settings: Settings) -> None:
    """Raise ``Refusal`` if the request names a host that is not this server.

    Another site could otherwise point its own name to a server in a private network, and its pages
    could then read the tables (DNS rebinding). That is impossible with a numeric address.
    """
    host = headers.get("host")
    if not host or scope["path"] in OPERATORS_PATHS:
        return
    public = urlsplit(settings.public_url or "").hostname
    known = [name for name in (public, *settings.hosts, "localhost") if name]
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        name = ""
    if name.rstrip(".") not in known and not _is_address(name):
        raise Refusal(
            "origin",
            f"this server answers to {', '.join(known)} and numeric addresses, "
            f"not to {quoted(host)}: serve it with --public-url to name another",
        )


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _verify_origin(scope: Scope, headers: Headers, public: str | None) -> None:
    """Raise ``Refusal`` if a browser sends the request from a page of another site."""
    origin = headers.get("origin")
    if origin is None or scope["method"] in SAFE:
        return
    host = headers.get("host")
    if origin not in ([public] if public else [f"http://{host}", f"https://{host}"]):
        raise Refusal("origin", "this request comes from another site's page")


async def _read(scope: Scope, headers: Headers, receive: Receive, most: int) -> Receive:
    """Read the body and return a callable that replays it.

    Raises ``Refusal`` if the body is longer than ``most`` bytes or does not arrive in time.
    """
    if scope["method"] in SAFE and not {"content-length", "transfer-encoding"} & {*headers}:
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
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def read() -> Message:
        return whole.pop() if whole else await receive()

    return read


async def _body(receive: Receive, most: int) -> bytes | None:
    """Return the body; None if the client has disconnected. Raise ``Refusal`` if it is too long."""
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > most:
            raise _too_long(most)
        if not message.get("more_body"):
            return body


def _too_long(most: int) -> Refusal:
    return Refusal("size", f"a request body may have at most {most} bytes")


def address_of(scope: Scope) -> str:
    """Return a client's address; for IPv6, the network that its household shares.

    >>> address_of({"client": ("2001:db8::17:1", 4711)})
    '2001:db8::/64'
    >>> address_of({"client": ("::ffff:192.0.2.1", 4711)})
    '192.0.2.1'
    """
    client = scope.get("client")
    host = client[0] if client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address) or address.is_loopback:
        return host
    return str(address.ipv4_mapped or IPv6Network((address, HOUSEHOLD), strict=False))


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


def _is_this_machine(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return not address
