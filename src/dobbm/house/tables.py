"""The tables in the memory of a process, in step with the store.

A change is decided on the table in memory, stored, and only then seen. If another process was
faster, the table is brought up to date and the change is decided again.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from dobbm.errors import DobbmError
from dobbm.house.live import Live, Moment
from dobbm.store import Entry, Person, Store
from dobbm.table.clock import Due
from dobbm.table.commands import TableError
from dobbm.table.events import NAMES, Event, Opened, Sat, from_json, to_json
from dobbm.table.folding import after, opened
from dobbm.table.state import Table

Decide: TypeAlias = Callable[[Table, float], Event | None]
"""What makes an event of a table as it stands, or finds that nothing is to be done."""
Coming: TypeAlias = Callable[[Live, Table], Due | None]
"""What comes next by itself, when a table that is live stands like this."""
Moved: TypeAlias = Callable[[Live], None]
"""Told of a table on which this process has moved, or which it has read."""


class Tables:
    """The tables that somebody has asked for."""

    def __init__(self, store: Store, coming: Coming, moved: Moved) -> None:
        self.store = store
        self.counted: Counter[str] = Counter()
        """Events that this process has added since the start, by kind."""
        self._coming = coming
        self._moved = moved
        self._tables: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._behind: dict[str, asyncio.Task[None]] = {}
        """The tables that are being brought up to date."""
        self._started = time.time()
        store.on_change(self._hear)

    def __iter__(self) -> Iterator[Live]:
        return iter([*self._tables.values()])

    def __len__(self) -> int:
        return len(self._tables)

    async def open(self, table_id: str, event: Opened) -> Live:
        """A new table."""
        table = opened(table_id, event)
        await self.store.append(Entry(table_id, 1, to_json(event), None))
        self.counted[NAMES[Opened]] += 1
        live = self._tables[table_id] = Live([Moment(table, event)], [], now())
        return live

    async def get(self, table_id: str, *, fresh: bool = False) -> Live:
        """A table; if ``fresh``, with all that other processes have done.

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
            await self.catch_up(live)
            await self.meet(live)
        live.touched = now()
        return live

    def forget(self, live: Live) -> None:
        """Keep a table in memory no longer."""
        live.stop()
        self._tables.pop(live.table.id, None)

    async def change(
        self, live: Live, decide: Decide, person: Person | None = None
    ) -> Event | None:
        """Decide and store; None if nothing was to be done. Whoever calls holds the table's lock.

        ``person`` comes to the table with it. Raises what ``decide`` raises, and
        ``StoreUnavailable``.
        """
        while True:
            try:
                event = decide(live.table, now())
            except DobbmError:
                # What is refused on an old state may be right on the new one.
                if self.store.shared and await self.catch_up(live):
                    continue
                raise
            if event is None:
                # What needs not be done on an old state may have to be on the new one.
                if self.store.shared and await self.catch_up(live):
                    continue
                return None
            table = after(live.table, event)
            if await self.store.append(self._entry(live, table, event, person)):
                if live.table.number < table.number:  # else it was heard of from the database
                    live.advance(event, table)
                self.counted[NAMES[type(event)]] += 1
                self._moved(live)
                return event
            await self.catch_up(live)

    async def catch_up(self, live: Live) -> bool:
        """Take in what other processes have added; whether there was anything.

        The process that was the last to write lets the table go on, and no other.
        """
        known = live.table.number
        told = await self.store.events(live.table.id, known)
        events = [from_json(event) for event in told]
        if any(isinstance(event, Sat) for event in events):
            await self.meet(live)
        for number, event in enumerate(events, known + 1):
            if number == live.table.number + 1:  # nobody else has taken it in meanwhile
                live.advance(event)
                live.stop()
        return live.table.number > known

    async def meet(self, live: Live) -> None:
        """Take in who has come, what they are called, and when they were seen elsewhere."""
        for person in await self.store.people(live.table.id):
            live.people[person.id] = person
            live.heard[person.id] = max(live.heard.get(person.id, 0.0), person.seen)

    async def since(self, live: Live, number: int) -> list[Moment]:
        """All moments of a table after event ``number``."""
        if live.table.number <= number:
            return []
        if live.moments[0].table.number <= number + 1:
            return [moment for moment in live.moments if moment.table.number > number]
        story = _moments(live.table.id, await self.store.events(live.table.id))
        return [moment for moment in story if moment.table.number > number]

    async def _load(self, table_id: str) -> Live:
        events = await self.store.events(table_id)
        if not events:
            raise TableError("unknown", "there is no such table")
        people = await self.store.people(table_id)
        live = Live(_moments(table_id, events), people, self._started)
        live.touched = now()  # people are missed from the start on, the table is used from now on
        self._tables[table_id] = live
        if self.store.shared:
            await self.catch_up(live)  # of what came meanwhile nobody has told
        self._moved(live)
        return live

    def _entry(self, live: Live, table: Table, event: Event, person: Person | None) -> Entry:
        coming = self._coming(live, table)
        return Entry(
            table=table.id,
            number=table.number,
            event=to_json(event),
            due=coming.at if coming else None,
            lobby=_notice(table),
            person=person,
        )

    def _hear(self, table_id: str, number: int, event: dict[str, Any] | None) -> None:
        """A process has added an event, perhaps this one; without a name, to any table.

        Number 0: something else may have changed, such as what a person wishes.
        """
        for name in [table_id] if table_id else [*self._tables]:
            live = self._tables.get(name)
            if live is None or 0 < number <= live.table.number:
                continue
            told = from_json(event) if event else None
            if told and number == live.table.number + 1 and not isinstance(told, Sat):
                live.advance(told)
                live.stop()  # the process that was the last to write lets the table go on
            elif name not in self._behind:
                self._behind[name] = asyncio.create_task(self._refresh(live))

    async def _refresh(self, live: Live) -> None:
        async with live.lock:
            del self._behind[live.table.id]
            await self.catch_up(live)
            await self.meet(live)
            self._moved(live)


def now() -> float:
    """Unix seconds, to the millisecond: the time of events."""
    return round(time.time(), 3)


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
