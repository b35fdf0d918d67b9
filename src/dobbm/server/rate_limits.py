"""The rate limiter: token buckets, and lanes in which requests wait for each other.

Existing libraries are too slow: on a separate thread, they scan all their counters a hundred times
a second, which takes a large part of a CPU core with a thousand clients.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from hashlib import sha256

from dobbm.runtime.clock import Clock
from dobbm.server.addresses import WIDER_4, WIDER_6, is_this_machine, networks_around
from dobbm.server.config import Limits
from dobbm.table.refusals import Refusal

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
CHANGE_RATE = 1.0
"""Average number of changes per second that a person may store, besides the moves of the game."""
CHANGE_BURST = 40
"""Number of changes that a person may store in one burst."""
ADDRESS_CHANGE_RATE = 10.0
"""Average number of changes per second that all people at an address may store."""
ADDRESS_CHANGE_BURST = 300
"""Number of changes that all people at an address may store in one burst."""
AT_ONCE = 16
"""Number of requests of an address that are answered at once; more wait for their turn."""
LANE = 8
"""Number of computations of one kind that may wait for another one of the same caller."""
LISTED_TABLES = 10
"""Number of tables per hour, or in one burst, that an address may show in the lobby."""
RESULTS = 30
"""Number of results of a day per hour, or in one burst, that an address may add or rename."""
COMPLAINTS = 20
"""Number of reports to the host per hour, or in one burst, that an address may make."""
MOST_NETWORKS = 1 + max(len(WIDER_4), len(WIDER_6))
"""Number of networks, from an address to the widest around it, that are limited."""
HOUR = 3600
"""Seconds per hour."""
SWEEP = 60.0
"""Seconds between sweeps that remove unused buckets."""


class TokenBuckets:
    """Token buckets by key; each gets ``rate`` tokens per second and holds at most ``size``."""

    def __init__(self, rate: float, size: float, clock: Clock) -> None:
        self._clock = clock
        self._rate = rate
        self._size = size
        self._levels: dict[str, tuple[float, float]] = {}
        """The level of each bucket after the last token was taken, and the monotonic time then."""
        self._swept = self._clock.monotonic()

    def take(self, key: str, tokens: float = 1.0) -> float:
        """Take tokens and return 0, or return the seconds until one is available.

        More tokens than there are may be taken; the next ones are then available later.
        """
        now = self._clock.monotonic()
        if now - self._swept > SWEEP:
            self._sweep(now)
        level = self._level(*self._levels.get(key, (self._size, now)), now)
        if level < 1:
            return (1 - level) / self._rate
        self._levels[key] = (level - tokens, now)
        return 0.0

    def charge(self, key: str, tokens: float = 1.0) -> float:
        """Take tokens, available or not; return the seconds until they would be available."""
        now = self._clock.monotonic()
        level = self._level(*self._levels.get(key, (self._size, now)), now) - tokens
        self._levels[key] = (level, now)
        return max(0.0, -level / self._rate)

    def _level(self, level: float, then: float, now: float) -> float:
        return min(self._size, level + (now - then) * self._rate)

    def _sweep(self, now: float) -> None:
        """Remove full buckets."""
        self._swept = now
        for key, (level, then) in list(self._levels.items()):
            if self._level(level, then, now) == self._size:
                del self._levels[key]


class _Nested:
    """Token buckets for what an address may do so often per hour; networks may do it more often.

    Each of the networks around an address may do it twice as often as the next narrower one.
    """

    def __init__(self, hourly: int, clock: Clock) -> None:
        sizes = [hourly * 2**step for step in range(MOST_NETWORKS)]
        self._buckets = [TokenBuckets(size / HOUR, size, clock) for size in sizes]

    def take(self, address: str, what: str) -> None:
        """Take a token of every network around an address; raise ``Refusal`` if one has none."""
        pairs = [*zip(self._buckets, networks_around(address), strict=False)]
        for tokens in (0.0, 1.0):
            for buckets, network in pairs:
                _take(buckets, network, what, tokens)


class Lanes:
    """Lanes by key: in each, one does its work and up to ``longest`` others wait for it."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._locks: dict[str, asyncio.Lock] = {}
        self._sizes: Counter[str] = Counter()
        """The number of those that work or wait in each lane."""

    def is_full(self, key: str) -> bool:
        """Return whether no more may wait in a lane."""
        return self._sizes[key] > self._longest

    @asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Wait for the others in the lane, and let the next ones wait until the block ends."""
        self._sizes[key] += 1
        lock = self._locks.setdefault(key, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            self._sizes[key] -= 1
            if not self._sizes[key]:
                del self._sizes[key], self._locks[key]


class RateLimiter:
    """The rate limits of this process, by token, seat and address (see ``address_of``)."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._clock = clock
        self._most_streams = limits.address_streams
        self._streams: Counter[str] = Counter()
        self._token = TokenBuckets(limits.requests, 2 * limits.requests, clock)
        self._address = TokenBuckets(limits.address_requests, 2 * limits.address_requests, clock)
        self._turns = TokenBuckets(2 * limits.address_requests, AT_ONCE, clock)
        self._phrases = TokenBuckets(PHRASE_RATE, PHRASE_BURST, clock)
        self._computations = TokenBuckets(COMPUTATION_RATE, COMPUTATION_BURST, clock)
        self._pages = TokenBuckets(PAGE_RATE, PAGE_BURST, clock)
        self._changes = TokenBuckets(CHANGE_RATE, CHANGE_BURST, clock)
        self._address_changes = TokenBuckets(ADDRESS_CHANGE_RATE, ADDRESS_CHANGE_BURST, clock)
        self._computing = Lanes(LANE)
        self._listed = _Nested(LISTED_TABLES, clock)
        self._tables = _Nested(limits.address_tables, clock)
        self._results = _Nested(RESULTS, clock)
        self._complaints = _Nested(COMPLAINTS, clock)

    async def turn(self, address: str) -> None:
        """Wait for the turn of a request, so that those of others need not wait for a flood.

        Even refusing a thousand requests at once would take a second.
        """
        if not is_this_machine(address):
            await self._wait(self._turns, address)

    def count_request(self, address: str, token: str | None) -> None:
        """Count a request; raise ``Refusal`` with the code ``limit`` if there are too many."""
        if not is_this_machine(address):
            _take(self._address, address, "requests from this address")
        if token:
            # Only the hash of a token is kept.
            _take(self._token, sha256(token.encode()).hexdigest(), "requests with this token")

    def count_change(self, address: str, person: str | None = None) -> None:
        """Count a change that is stored; raise ``Refusal`` with the code ``limit`` if too many are.

        Moves of the game need not be counted: a game has only so many.
        """
        if not is_this_machine(address):
            _take(self._address_changes, address, "changes from this address")
        if person is not None:
            _take(self._changes, person, "changes by this person")

    def count_phrase(self, seat: str) -> None:
        """Count a phrase; raise ``Refusal`` with the code ``limit`` if the seat says too many."""
        _take(self._phrases, seat, "phrases from this seat")

    def count_computation(self, address: str) -> None:
        """Count a computation; raise ``Refusal`` with the code ``limit`` if there are too many."""
        if not is_this_machine(address):
            _take(self._computations, address, "hints, claims, analyses and practice deals")

    def charge_computation(self, address: str, price: float) -> None:
        """Charge an address for more work on a computation that has been counted."""
        if not is_this_machine(address):
            self._computations.charge(address, price)

    async def old_page(self, address: str) -> None:
        """Count a page of old events, and wait until the address may receive it."""
        await self._wait(self._pages, address)

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

    def count_table(self, address: str, *, listed: bool) -> None:
        """Count a new table; raise ``Refusal`` with the code ``limit`` if there are too many.

        Few can be ``listed``, so that nobody can fill the lobby.
        """
        if not is_this_machine(address):
            if listed:
                self._listed.take(address, "new tables in the lobby from this address")
            self._tables.take(address, "new tables from this address")

    def count_result(self, address: str) -> None:
        """Count a result of a day; raise ``Refusal`` with the code ``limit`` if too many come."""
        if not is_this_machine(address):
            self._results.take(address, "results from this address")

    def count_complaint(self, address: str) -> None:
        """Count a report to the host; raise ``Refusal`` with the code ``limit`` for too many."""
        if not is_this_machine(address):
            self._complaints.take(address, "reports from this address")

    def verify_stream(self, address: str) -> None:
        """Raise ``Refusal`` with the code ``limit`` if the address has too many event streams."""
        if self._streams[address] >= self._most_streams and not is_this_machine(address):
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

    async def _wait(self, buckets: TokenBuckets, key: str) -> None:
        """Take a token, and wait until it is available."""
        if wait := buckets.charge(key):
            await self._clock.sleep(wait)


def _take(buckets: TokenBuckets, key: str, what: str, tokens: float = 1.0) -> None:
    wait = buckets.take(key, tokens)
    if wait:
        raise Refusal("limit", f"too many {what}", math.ceil(wait))
