"""The house: opens tables, seats people, lets them act, and shows what happens."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import suppress
from hashlib import sha256
from typing import Any, NamedTuple, Self

from dobbm.actions import Seat
from dobbm.claims import play_out, proved
from dobbm.deal import Deal
from dobbm.house.analysis import Analysis
from dobbm.house.bots import LADDER, Bots, Step
from dobbm.house.clockwork import Clockwork
from dobbm.house.live import Live, Moment
from dobbm.house.tables import Decide, now
from dobbm.players import Explanation
from dobbm.store import Person, Store, StoreUnavailable
from dobbm.table import clock, commands
from dobbm.table.commands import TableError
from dobbm.table.events import Event, Opened
from dobbm.table.options import Options
from dobbm.table.state import Table
from dobbm.view import View

HEARTBEAT = 2.0
"""Seconds between two reports of who is connected: as late other processes may hear of it."""
IDLE = 600.0
"""Seconds after which a table that nobody looks at leaves the memory."""

log = logging.getLogger(__name__)


class Welcome(NamedTuple):
    """What somebody who sits down is given."""

    table: str
    seat: Seat
    token: str


class House:
    """All tables of a store. Use it as an asynchronous context."""

    def __init__(self, store: Store, key: bytes, bot_seconds: float) -> None:
        """``key``: of the bots' chance; ``bot_seconds``: how long they take for an action."""
        self.store = store
        self._bots = Bots(key, bot_seconds)
        self._clockwork = Clockwork(store, self._bots)
        self._tables = self._clockwork.tables
        self._chores: list[asyncio.Task[None]] = []
        self._closing = False
        self._erasures = 0

    async def __aenter__(self) -> Self:
        self._erasures = await self.store.erasures()
        chores = (self._clockwork.take_over, self._beat, self._bots.warm_up)
        self._chores = [asyncio.create_task(chore()) for chore in chores]
        return self

    async def __aexit__(self, *_: object) -> None:
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await self._clockwork.stop()
        self._bots.close()

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    @property
    def streams(self) -> int:
        """How many event streams are open."""
        return sum(len(live.watchers) for live in self._tables)

    @property
    def counted(self) -> Counter[str]:
        """Events that this process has added since the start, by kind."""
        return self._tables.counted

    async def open_table(self, options: Options, name: str, bots: int) -> Welcome:
        """Open a table, seat the caller and ``bots``.

        Raises ``TableError`` with the code ``bot`` for a bot that there is not, ``seats`` for more
        bots than seats.
        """
        _verify_bot(options.bot)
        if not 0 <= bots < options.players:
            most = options.players - 1
            raise TableError("seats", f"bots can have 0 to {most} of the seats, not {bots}")
        live = await self._tables.open(
            secrets.token_urlsafe(12), Opened(now(), options.to_json(), bots)
        )
        return await self._seat(live, name)

    async def join(self, table_id: str, name: str) -> Welcome:
        """Seat somebody; ``TableError`` with the code ``full`` if no seat is free."""
        return await self._seat(await self._tables.get(table_id), name)

    async def lobby(self) -> list[dict[str, Any]]:
        """The tables that are listed, with a free seat and somebody there, the newest first."""
        shown = []
        for listing in await self.store.lobby():
            live = await self._tables.get(listing.table, fresh=True)
            if not live.present(now()):
                continue  # nobody is there to play with
            names = [live.person_of(seat).name for seat in live.table.people]
            shown.append({"table": listing.table, "names": names, **listing.lobby})
        return shown

    async def live(self, table_id: str, *, fresh: bool = False) -> Live:
        """A table; if ``fresh``, with all that other processes have done.

        Raises ``TableError`` with the code ``unknown``.
        """
        return await self._tables.get(table_id, fresh=fresh)

    async def seat_of(self, live: Live, token: str) -> Seat:
        """Whose token it is; the request shows that the person is there.

        Raises ``TableError`` with the code ``token`` for a token that opens no seat.
        """
        seat = live.seat_of(_hash(token))
        if seat is None and self.store.shared:
            # The person may have sat down through another process.
            await self._tables.catch_up(live)
            await self._tables.meet(live)
            seat = live.seat_of(_hash(token))
        if seat is None:
            raise TableError("token", "this token opens no seat at this table")
        live.heard[live.person_of(seat).id] = now()
        return seat

    async def do(self, live: Live, decide: Decide) -> Event | None:
        """Decide on a change, and store it; None if nothing was to be done.

        Raises what ``decide`` raises, and ``StoreUnavailable``.
        """
        async with live.lock:
            return await self._tables.change(live, decide)

    async def come_back(self, live: Live, seat: Seat) -> None:
        """Give a person the seat back, if a bot stands in."""
        if live.table.occupant(seat).stood_in:
            await self.do(live, lambda table, at: commands.come_back(table, at, seat))

    async def claim(self, live: Live, seat: Seat) -> Event | None:
        """Grant a claim that can be proved, put another to the others; errors as ``propose``."""
        deal = commands.verify_claim(live.table, seat)
        view, turn = View.of(deal, seat), live.table.turn
        if not await asyncio.to_thread(proved, view):
            return await self.do(live, lambda table, at: commands.propose(table, at, seat, "claim"))
        cards = await asyncio.to_thread(play_out, deal, seat)

        def granted(table: Table, at: float) -> Event | None:
            if table.turn != turn:
                raise TableError("stale", "somebody has acted meanwhile")
            return commands.claim(table, at, seat, cards, proved=True)

        return await self.do(live, granted)

    async def hint(self, live: Live, seat: Seat) -> tuple[int, list[Explanation]]:
        """What a bot in the place of ``seat`` thinks of every action, and at which turn.

        Raises ``TableError`` with the code ``phase`` where a clock runs, ``turn`` for a seat that
        is not to act.
        """
        table = live.table
        if table.timed:
            raise TableError("phase", "there are hints only where one person plays bots")
        if table.deal is None or table.deal.to_act != seat:
            raise TableError("turn", "there is a hint when it is one's turn")
        return table.turn, await self._bots.explain(table, seat)

    async def analysis(self, deal: Deal) -> Analysis:
        """What the cards of a deal that is done were worth."""
        return await self._bots.analyse(deal)

    async def practise(self, deal: Deal, seat: Seat | None, bot: str) -> tuple[Deal, list[Step]]:
        """Let bots play a deal on until ``seat`` is to act, or to its end; and what they did.

        Raises ``TableError`` with the code ``bot`` for a bot that there is not.
        """
        _verify_bot(bot)
        return await self._bots.play_on(deal, seat, bot)

    async def set_wishes(self, live: Live, seat: Seat, **wishes: Any) -> None:
        """Keep what a person wants of the server for this seat alone, and what nobody else sees."""
        async with live.lock:
            person = live.person_of(seat)
            person = person._replace(wishes=person.wishes | wishes)
            await self.store.set_wishes(person.id, person.wishes)
            live.people[person.id] = person
        self._clockwork.schedule(live)

    def message(self, live: Live, moment: Moment, seat: Seat | None) -> bytes:
        """What ``seat`` is told of a moment, as JSON."""
        return live.message(moment, seat, now())

    async def latest(self, live: Live, seat: Seat | None) -> Moment:
        """The last moment that ``seat`` may see; a spectator's may be late."""
        delay = live.table.options.delay
        if seat is not None or not delay:
            return live.moments[-1]
        moments = [*live.moments]
        until = now() - delay
        if moments[0].event.at > until:
            moments = await self._tables.since(live, 0)
        return next((one for one in reversed(moments) if one.event.at <= until), moments[0])

    async def follow(
        self, live: Live, seat: Seat | None, number: int, silence: float
    ) -> AsyncGenerator[Moment | None]:
        """Every moment after event ``number``, as it comes, until ``let_go``.

        None tells that ``silence`` seconds have passed without one. A person who follows is
        connected.
        """
        person = None if seat is None else live.person_of(seat).id
        watcher = asyncio.Event()
        live.watchers.add(watcher)
        try:
            if person is not None and seat is not None:
                await self._connect(live, seat, person)
            while not self._closing:
                watcher.clear()
                for moment in await self._tables.since(live, number):
                    if seat is None:
                        until = moment.event.at + live.table.options.delay
                        while (wait := until - now()) > silence:
                            await asyncio.sleep(silence)
                            yield None
                        await asyncio.sleep(max(0.0, wait))
                    yield moment
                    number = moment.table.number
                try:
                    async with asyncio.timeout(silence):
                        await watcher.wait()
                except TimeoutError:
                    yield None
        finally:
            live.watchers.discard(watcher)
            live.touched = now()
            if person is not None:
                live.streams[person] -= 1
                live.heard[person] = now()
                self._clockwork.schedule(live)

    async def dealt(self, live: Live) -> None:
        """Wait for the first deal of a table whose seats are taken: a second or so."""
        watcher = asyncio.Event()
        live.watchers.add(watcher)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(2 * clock.CONTRIBUTION):
                    while live.table.deal_number == 0 and live.table.stage == "shuffling":
                        await watcher.wait()
                        watcher.clear()
        finally:
            live.watchers.discard(watcher)

    def let_go(self) -> None:
        """Let those who follow tables come to an end: the house is closing."""
        self._closing = True
        for live in self._tables:
            live.wake()

    async def _seat(self, live: Live, name: str) -> Welcome:
        token = secrets.token_urlsafe(32)
        person = Person(secrets.token_urlsafe(9), name, _hash(token), now(), {})
        async with live.lock:
            live.people[person.id] = person
            live.heard[person.id] = person.seen
            try:
                await self._tables.change(
                    live, lambda table, at: commands.sit(table, at, person.id), person
                )
            except BaseException:
                del live.people[person.id]
                raise
            seat = live.table.seat_of(person.id)
        assert seat is not None
        return Welcome(live.table.id, seat, token)

    async def _connect(self, live: Live, seat: Seat, person: str) -> None:
        live.streams[person] += 1
        if live.table.occupant(seat).stood_in == "gone":
            await self.come_back(live, seat)
        else:
            self._clockwork.schedule(live)

    async def _beat(self) -> None:
        """Report who is connected, forget erased names and idle tables."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                await self._report()
            except StoreUnavailable as error:
                log.warning("who is connected could not be reported: %s", error.code)

    async def _report(self) -> None:
        if self.store.shared:
            await self._tell_who_is_here()
        erasures = await self.store.erasures()
        if erasures != self._erasures:
            for live in self._tables:
                await self._tables.meet(live)
            self._erasures = erasures
        for live in self._tables:
            if not live.watchers and not live.waiting and now() - live.touched > IDLE:
                self._tables.forget(live)

    async def _tell_who_is_here(self) -> None:
        """Tell other processes, and hear from them who is connected there."""
        times = {
            person: now() if live.streams[person] else heard
            for live in self._tables
            for person, heard in live.heard.items()
            if live.streams[person] or now() - heard < clock.GONE
        }
        await self.store.seen(times)
        followed = [live for live in self._tables if live.watchers]
        seen = await self.store.last_seen([live.table.id for live in followed])
        for live in followed:
            for person in seen.keys() & live.people.keys():
                live.heard[person] = max(live.heard.get(person, 0.0), seen[person])


def _verify_bot(name: str) -> None:
    if name not in LADDER:
        raise TableError("bot", f"the bots are {', '.join(LADDER)}")


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
