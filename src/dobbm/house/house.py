"""The house: opens tables, seats people, lets them act, and lets tables go on by themselves.

A change is decided on the table in memory, stored, and only then seen. If another process was
faster, the table is brought up to date and the change is decided again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from hashlib import sha256
from typing import Any, NamedTuple, Self, TypeAlias

from dobbm.actions import Seat
from dobbm.claims import play_out, proved
from dobbm.errors import DobbmError
from dobbm.house.bots import LADDER, Bots
from dobbm.house.live import Live, Moment
from dobbm.shuffle import new_secret
from dobbm.store import Entry, Person, Store, StoreUnavailable
from dobbm.table import clock, commands
from dobbm.table.clock import Due, due
from dobbm.table.commands import TableError
from dobbm.table.events import (
    Acted,
    Began,
    Claimed,
    Committed,
    Dealt,
    Event,
    Opened,
    Refused,
    Sat,
    StoodIn,
    TookBack,
    from_json,
    to_json,
)
from dobbm.table.options import Options
from dobbm.table.state import Table, after, opened
from dobbm.view import View

Decide: TypeAlias = Callable[[Table, float], Event | None]
"""What makes an event of a table as it stands, or finds that nothing is to be done."""

RESCUE = 1.0
"""Seconds after which a table that should have gone on is taken over."""
HEARTBEAT = 5.0
"""Seconds between two reports of who is connected."""
IDLE = 600.0
"""Seconds after which a table that nobody looks at leaves the memory."""
RETRY = 1.0
"""Seconds until a table that could not be stored is tried again."""

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
        self.bots = Bots(key, bot_seconds)
        self.counted: Counter[str] = Counter()
        """What happened since the start, for the metrics: events by kind."""
        self._tables: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._doing: set[asyncio.Task[None]] = set()
        """What is being done now; a task that nobody holds could vanish."""
        self._behind: set[str] = set()
        self._closing = False
        self._erasures = 0
        self._started = time.time()

    async def __aenter__(self) -> Self:
        self._erasures = await self.store.erasures()
        self.store.on_change(self._on_change)
        chores = (self._rescue, self._beat, self.bots.warm_up)
        self._chores = [asyncio.create_task(chore()) for chore in chores]
        return self

    async def __aexit__(self, *_: object) -> None:
        timers = [live.timer for live in self._tables.values() if live.timer]
        tasks = [*self._chores, *timers, *self._doing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.bots.close()

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    @property
    def streams(self) -> int:
        """How many event streams are open."""
        return sum(len(live.watchers) for live in self._tables.values())

    async def open_table(self, options: Options, name: str, bots: int) -> Welcome:
        """Open a table, seat the caller and ``bots``.

        Raises ``TableError`` with the code ``bot`` for a bot that there is not, ``seats`` for more
        bots than seats.
        """
        if options.bot not in LADDER:
            raise TableError("bot", f"the bots are {', '.join(LADDER)}")
        if not 0 <= bots < options.players:
            raise TableError(
                "seats",
                f"of {options.players} seats bots can have 0 to {options.players - 1}, not {bots}",
            )
        table_id = secrets.token_urlsafe(12)
        event = Opened(_now(), options.to_json(), bots)
        table = opened(table_id, event)
        await self.store.append(Entry(table_id, 1, to_json(event), None))
        self.counted["opened"] += 1
        self._tables[table_id] = Live([Moment(table, event)], [], _now())
        return await self.join(table_id, name)

    async def join(self, table_id: str, name: str) -> Welcome:
        """Seat somebody; ``TableError`` with the code ``full`` if no seat is free."""
        live = await self.live(table_id)
        token = secrets.token_urlsafe(32)
        person = Person(secrets.token_urlsafe(9), name, _hash(token), _now(), {})
        async with live.lock:
            live.people[person.id] = person
            live.heard[person.id] = person.seen
            try:
                event = await self._change(
                    live, lambda table, now: commands.sit(table, now, person.id), person
                )
            except BaseException:
                del live.people[person.id]
                raise
        assert event
        seat = live.table.seat_of(person.id)
        assert seat is not None
        return Welcome(table_id, seat, token)

    async def lobby(self) -> list[dict[str, Any]]:
        """The tables that are listed and have a free seat, the newest first."""
        shown = []
        for listing in await self.store.lobby():
            live = await self.live(listing.table)
            names = [live.person_of(seat).name for seat in live.table.people]
            shown.append({"table": listing.table, "names": names, **listing.lobby})
        return shown

    async def live(self, table_id: str, *, fresh: bool = False) -> Live:
        """A table in memory; if ``fresh``, with all that other processes have done.

        Who changes a table need not ask for that: what is decided on an old state is decided again.
        Raises ``TableError`` with the code ``unknown``.
        """
        live = self._tables.get(table_id)
        if live is None:
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(task)
        elif fresh and self.store.shared:
            await self._catch_up(live)
        live.touched = _now()
        return live

    async def seat_of(self, live: Live, token: str) -> Seat:
        """Whose token it is; the request shows that the person is there.

        Raises ``TableError`` with the code ``token`` for a token that opens no seat.
        """
        seat = live.seat_of(_hash(token))
        if seat is None and self.store.shared:
            # The person may have sat down through another process.
            await self._catch_up(live)
            await self._meet(live)
            seat = live.seat_of(_hash(token))
        if seat is None:
            raise TableError("token", "this token opens no seat at this table")
        live.heard[live.person_of(seat).id] = _now()
        return seat

    async def do(self, live: Live, decide: Decide) -> Event | None:
        """Decide on a change, and store it; None if nothing was to be done.

        Raises what ``decide`` raises, and ``StoreUnavailable``.
        """
        async with live.lock:
            return await self._change(live, decide)

    async def act(self, live: Live, seat: Seat, action: str, turn: int) -> None:
        """Let a person act; errors as those of ``commands.act``."""
        await self.do(live, lambda table, now: commands.act(table, now, seat, action, turn))

    async def come_back(self, live: Live, seat: Seat) -> None:
        """Give a person the seat back, if a bot stands in."""
        if live.table.occupant(seat).stood_in:
            await self.do(live, lambda table, now: commands.come_back(table, now, seat))

    async def claim(self, live: Live, seat: Seat) -> Event | None:
        """Grant a claim that can be proved, put another to the others; errors as ``propose``."""
        deal = commands.verify_claim(live.table, seat)
        view, turn = View.of(deal, seat), live.table.turn
        if not await asyncio.to_thread(proved, view):
            return await self.do(
                live, lambda table, now: commands.propose(table, now, seat, "claim")
            )
        cards = await asyncio.to_thread(play_out, deal, seat)

        def granted(table: Table, now: float) -> Event | None:
            if table.turn != turn:
                raise TableError("stale", "somebody has acted meanwhile")
            return commands.claim(table, now, seat, cards, proved=True)

        return await self.do(live, granted)

    async def set_wishes(self, live: Live, seat: Seat, **wishes: Any) -> None:
        """Keep what a person wants of the server for this seat alone, and what nobody else sees."""
        async with live.lock:
            person = live.person_of(seat)
            person = person._replace(wishes=person.wishes | wishes)
            await self.store.set_wishes(person.id, person.wishes)
            live.people[person.id] = person
            for moment in live.moments:
                moment.messages.pop(seat, None)
        self._schedule(live)

    async def latest(self, live: Live, seat: Seat | None) -> Moment:
        """The last moment that ``seat`` may see; a spectator's may be late."""
        delay = live.table.options.delay
        if seat is not None or not delay:
            return live.moments[-1]
        until = _now() - delay
        moments = live.moments
        if moments[0].event.at > until and moments[0].table.number > 1:
            return [one for one in await self._story(live) if one.event.at <= until][-1]
        return next((one for one in reversed(moments) if one.event.at <= until), moments[0])

    async def follow(self, live: Live, seat: Seat | None, number: int) -> AsyncGenerator[Moment]:
        """Every moment after event ``number``, as it comes, until ``let_go``.

        A person who follows is connected.
        """
        person = None if seat is None else live.person_of(seat).id
        watcher = asyncio.Event()
        live.watchers.add(watcher)
        try:
            if person is not None and seat is not None:
                await self._connect(live, seat, person)
            while not self._closing:
                watcher.clear()
                for moment in await self._since(live, number):
                    await self._wait_to_show(live, seat, moment)
                    yield moment
                    number = moment.table.number
                await watcher.wait()
        finally:
            live.watchers.discard(watcher)
            live.touched = _now()
            if person is not None:
                live.streams[person] -= 1
                live.heard[person] = _now()
                self._schedule(live)

    def let_go(self) -> None:
        """Let those who follow tables come to an end: the house is closing."""
        self._closing = True
        for live in self._tables.values():
            live.wake()

    async def dealt(self, live: Live) -> None:
        """Wait for the first deal of a table whose seats are taken: a second or so."""
        watcher = asyncio.Event()
        live.watchers.add(watcher)
        try:
            async with asyncio.timeout(2 * clock.CONTRIBUTION):
                while live.table.deal_number == 0 and live.table.stage == "shuffling":
                    await watcher.wait()
                    watcher.clear()
        except TimeoutError:
            pass
        finally:
            live.watchers.discard(watcher)

    async def _connect(self, live: Live, seat: Seat, person: str) -> None:
        live.streams[person] += 1
        if live.table.occupant(seat).stood_in == "gone":
            await self.come_back(live, seat)
        else:
            self._schedule(live)

    async def _since(self, live: Live, number: int) -> list[Moment]:
        if live.table.number <= number:
            return []
        if live.moments[0].table.number <= number + 1:
            return [moment for moment in live.moments if moment.table.number > number]
        return [one for one in await self._story(live) if one.table.number > number]

    async def _wait_to_show(self, live: Live, seat: Seat | None, moment: Moment) -> None:
        if seat is None:
            await asyncio.sleep(max(0.0, moment.event.at + live.table.options.delay - _now()))

    async def _story(self, live: Live) -> list[Moment]:
        """All moments of a table, from its first event."""
        return _moments(live.table.id, await self.store.events(live.table.id))

    async def _load(self, table_id: str) -> Live:
        events = await self.store.events(table_id)
        if not events:
            raise TableError("unknown", "there is no such table")
        people = await self.store.people(table_id)
        live = Live(_moments(table_id, events), people, self._started)
        self._tables[table_id] = live
        self._schedule(live)
        return live

    async def _catch_up(self, live: Live) -> bool:
        """Take in what other processes have added; whether there was anything.

        The process that was the last to write lets the table go on, and no other.
        """
        known = live.table.number
        events = [from_json(event) for event in await self.store.events(live.table.id, known)]
        if any(isinstance(event, Sat) for event in events):
            await self._meet(live)
        for number, event in enumerate(events, known + 1):
            if number == live.table.number + 1:  # nobody else has taken it in meanwhile
                live.advance(event)
                live.stop()
        return live.table.number > known

    async def _meet(self, live: Live) -> None:
        """Take in who has come, and who was seen elsewhere."""
        for person in await self.store.people(live.table.id):
            live.people[person.id] = person
            live.heard[person.id] = max(live.heard.get(person.id, 0.0), person.seen)

    async def _change(
        self, live: Live, decide: Decide, person: Person | None = None
    ) -> Event | None:
        """Decide and store, again if another process was faster; the lock must be held."""
        while True:
            try:
                event = decide(live.table, _now())
            except DobbmError:
                # What is refused on an old state may be right on the new one.
                if self.store.shared and await self._catch_up(live):
                    continue
                raise
            if event is None:
                return None
            table = after(live.table, event)
            if await self.store.append(self._entry(live, table, event, person)):
                if live.table.number < table.number:  # else it was heard of from the database
                    live.advance(event, table)
                self.counted[to_json(event)["kind"]] += 1
                self._schedule(live)
                return event
            await self._catch_up(live)

    def message(self, live: Live, moment: Moment, seat: Seat | None) -> bytes:
        """What ``seat`` is told of a moment, as JSON."""
        return live.message(moment, seat, _now())

    def _entry(self, live: Live, table: Table, event: Event, person: Person | None) -> Entry:
        coming = due(table, live.signs(), self.bots.delay(table))
        return Entry(
            table=table.id,
            number=table.number,
            event=to_json(event),
            due=coming.at if coming else None,
            lobby=_notice(table),
            person=person,
        )

    def _schedule(self, live: Live) -> None:
        """Set the timer for what comes next by itself."""
        live.stop()
        coming = due(live.table, live.signs(), self.bots.delay(live.table))
        live.timer = asyncio.create_task(self._go_on(live, coming)) if coming else None

    async def _go_on(self, live: Live, coming: Due) -> None:
        """Wait for what is due, and do it; afterwards the next thing is scheduled."""
        try:
            action = await self._thought(live, coming)
            await asyncio.sleep(max(0.0, coming.at - _now()))
            if coming.what == "gone" and self.store.shared:
                await self._meet(live)
            decide = await self._decision(live, coming, action)
            self._doing.add(task := asyncio.create_task(self._do_due(live, coming, decide)))
            task.add_done_callback(self._doing.discard)
        except StoreUnavailable:
            self._try_again(live)
        except Exception:
            log.exception("a table could not go on")

    async def _do_due(self, live: Live, coming: Due, decide: Decide) -> None:
        """Do what is due, if it still is. Not a part of the timer: nothing cancels it half done."""
        try:
            async with live.lock:
                number = live.table.number
                if due(live.table, live.signs(), self.bots.delay(live.table)) != coming:
                    self._schedule(live)
                    return
                await self._change(
                    live, lambda table, now: decide(table, now) if table.number == number else None
                )
        except StoreUnavailable:
            self._try_again(live)
        except Exception:
            log.exception("a table could not go on")

    def _try_again(self, live: Live) -> None:
        asyncio.get_running_loop().call_later(RETRY, self._schedule, live)

    async def _thought(self, live: Live, coming: Due) -> str:
        """What is to be played, where a bot or a plan acts: thought of before it is due."""
        if coming.what != "act" or coming.seat is None:
            return ""
        occupant = live.table.occupant(coming.seat)
        if occupant.person and not occupant.stood_in:
            return ""
        return await self.bots.answer(live.table, coming.seat)

    async def _decision(self, live: Live, coming: Due, action: str) -> Decide:
        """What makes the event that is due."""
        seat = coming.seat
        match coming.what:
            case "begin":
                players = live.table.options.players
                return lambda _, now: Began(now, secrets.randbelow(players))
            case "commit":
                return lambda _, now: Committed(now, new_secret())
            case "deal":
                return lambda table, now: Dealt(now, list(clock.missing(table)))
            case "lapse":
                return lambda _, now: Refused(now, None)
            case "settle":
                return await self._settlement(live)
        assert seat is not None
        match coming.what:
            case "act":
                planned = action or live.plan_of(seat) or ""
                by_bot = bool(action)
                return lambda _, now: Acted(now, seat, planned, by_bot)
            case "gone" | "clock":
                why = coming.what
                return lambda _, now: StoodIn(now, seat, why)

    async def _settlement(self, live: Live) -> Decide:
        """What all have agreed to."""
        question, deal = live.table.question, live.table.deal
        assert question
        assert deal
        seat = question.seat
        if question.what == "take_back":
            return lambda _, now: TookBack(now, seat, 1)
        try:
            cards = await asyncio.to_thread(play_out, deal, seat)
        except DobbmError:
            return lambda _, now: Refused(now, None)
        return lambda _, now: Claimed(now, seat, False, list(cards))

    def _on_change(self, table_id: str, number: int, event: dict[str, Any] | None) -> None:
        """A process has added an event, perhaps this one; without a name, to any table."""
        for name in [table_id] if table_id else list(self._tables):
            live = self._tables.get(name)
            if live is None or (table_id and number <= live.table.number):
                continue
            told = from_json(event) if event else None
            if told and number == live.table.number + 1 and not isinstance(told, Sat):
                live.advance(told)
                live.stop()  # the process that was the last to write lets the table go on
            elif name not in self._behind:
                self._behind.add(name)
                self._doing.add(task := asyncio.create_task(self._refresh(live)))
                task.add_done_callback(self._doing.discard)

    async def _refresh(self, live: Live) -> None:
        self._behind.discard(live.table.id)
        async with live.lock:
            await self._catch_up(live)

    async def _rescue(self) -> None:
        """Take over tables that should have gone on: after a start, or from a dead process."""
        while True:
            try:
                for table_id in await self.store.claim_due(_now() - RESCUE, 100):
                    live = await self.live(table_id)
                    self._schedule(live)
            except (StoreUnavailable, TableError):
                log.warning("the store is not available")
            await asyncio.sleep(RESCUE)

    async def _beat(self) -> None:
        """Report who is connected, forget erased names and idle tables."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                await self._report()
            except StoreUnavailable:
                log.warning("the store is not available")

    async def _report(self) -> None:
        now = _now()
        here = [
            person
            for live in self._tables.values()
            for person, streams in live.streams.items()
            if streams
        ]
        if here:
            await self.store.seen(here, now)
        if (erasures := await self.store.erasures()) != self._erasures:
            self._erasures = erasures
            for live in list(self._tables.values()):
                await self._meet(live)
        for table_id, live in list(self._tables.items()):
            if not live.watchers and not live.timer and now - live.touched > IDLE:
                del self._tables[table_id]


def _moments(table_id: str, told: list[dict[str, Any]]) -> list[Moment]:
    first, *others = [from_json(event) for event in told]
    assert isinstance(first, Opened)
    moments = [Moment(opened(table_id, first), first)]
    for event in others:
        moments.append(Moment(after(moments[-1].table, event), event))
    return moments


def _notice(table: Table) -> dict[str, Any] | None:
    """What the lobby shows of a table that is listed and has a free seat; names come later."""
    if not table.options.listed or table.stage != "gathering":
        return None
    return {"free": table.seats.count(None), "options": table.options.to_json()}


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _now() -> float:
    return round(time.time(), 3)
