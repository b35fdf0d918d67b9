"""A store in memory, for simulations, tests and tables that are not kept, or kept elsewhere.

Several stores that share a ``MemoryDatabase`` act like several processes on one database.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from typing import Any

from dobbm.runtime.clock import Clock
from dobbm.runtime.day_results import DayResult
from dobbm.runtime.memory_complaints import MemoryComplaints
from dobbm.runtime.memory_database import KeptTable, MemoryDatabase
from dobbm.runtime.memory_subscriptions import MemorySubscriptions
from dobbm.runtime.store import (
    LISTED,
    Ban,
    Changed,
    Checkpoint,
    Entry,
    Json,
    Listing,
    Person,
    Report,
    Reported,
    StoreSize,
    Text,
    decoded,
    verify_entry,
)


class MemoryStore(MemoryComplaints, MemorySubscriptions):
    """A store on an in-memory database; ``Store`` describes the methods."""

    def __init__(self, clock: Clock, database: MemoryDatabase | None = None) -> None:
        """Without a ``database``, the store creates its own and is not shared."""
        self.shared = database is not None
        self._database = database or MemoryDatabase()
        super().__init__(self._database.complaints)
        self._subscriptions = self._database.subscriptions
        self._clock = clock

    def on_change(self, callback: Changed) -> None:
        """See ``Store``."""
        if self.shared:
            self._database.callbacks.append(callback)

    def on_report(self, callback: Reported) -> None:
        """See ``Store``."""
        if self.shared:
            self._database.reported.append(callback)

    async def report(self, reports: Mapping[str, Report]) -> None:
        """See ``Store``."""
        for callback in self._database.reported:
            for table, report in reports.items():
                asyncio.get_running_loop().call_soon(callback, table, report)

    async def append(self, entry: Entry) -> bool:
        """See ``Store``."""
        verify_entry(entry)
        events = self._database.events[entry.table]
        if entry.number != len(events) + 1:
            return False
        events.append(json.dumps(entry.event, allow_nan=False))
        table = self._database.tables.setdefault(entry.table, KeptTable(self._clock.now()))
        table.due, table.leased, table.in_lobby = entry.due, None, entry.in_lobby
        table.unreadable, table.touched = None, self._clock.now()
        if entry.origin is not None:
            table.origin = entry.origin
        if entry.club is not None:
            table.club = entry.club
        if entry.person:
            self._database.people[entry.table][entry.person.id] = entry.person
        if entry.checkpoint:
            self._keep(entry.table, entry.checkpoint)
        if entry.text:
            kept = self._database.texts[entry.table].values()
            self._database.texts[entry.table] = {
                one.number: one for one in (*kept, entry.text) if one.number >= entry.oldest_text
            }
        self._notify(entry.table, entry.number)
        return True

    async def append_all(self, entries: Sequence[Entry]) -> bool:
        """See ``Store``."""
        known = {*self._database.tables}.union(*self._database.people.values())
        for entry in entries:
            verify_entry(entry)
            if entry.table in known or (entry.person and entry.person.id in known):
                return False
        return all([await self.append(entry) for entry in entries])

    async def events(self, table: str, after: int = 0, limit: int | None = None) -> list[Json]:
        """See ``Store``."""
        until = None if limit is None else after + limit
        found = self._database.events[table][after:until]
        return [decoded(table, number, event) for number, event in enumerate(found, after + 1)]

    async def checkpoint(
        self,
        table: str,
        *,
        number: int | None = None,
        turn: int | None = None,
        finished: int | None = None,
    ) -> Checkpoint | None:
        """See ``Store``."""
        bounds = (number, turn, finished)
        fitting = [
            one
            for one in self._database.checkpoints[table].values()
            if all(
                bound is None or value <= bound
                for value, bound in zip(one[:3], bounds, strict=True)
            )
        ]
        return max(fitting, key=lambda one: one.number, default=None)

    async def save_checkpoints(self, table: str, made: Iterable[Checkpoint]) -> None:
        """See ``Store``."""
        for one in made:
            self._keep(table, one)

    async def people(self, table: str) -> list[Person]:
        """See ``Store``."""
        found = self._database.people[table]
        return [found[person] for person in sorted(found)]

    async def texts(self, table: str, number: int | None = None) -> list[Text]:
        """See ``Store``."""
        found = self._database.texts[table]
        return [found[one] for one in sorted(found) if number in (None, one)]

    async def set_token(self, person: str, token: str, before: str) -> bool:
        """See ``Store``."""
        known = [people.get(person) for people in self._database.people.values()]
        if not any(one and one.token == before for one in known):
            return False
        self._replace(person, token=token)
        return True

    async def set_name(self, person: str, name: str) -> None:
        """See ``Store``."""
        self._replace(person, name=name)

    async def set_preferences(self, person: str, preferences: Json) -> None:
        """See ``Store``."""
        self._replace(person, preferences=json.loads(json.dumps(preferences)))

    def _replace(self, person: str, **fields: Any) -> None:
        for table, people in self._database.people.items():
            if person in people:
                people[person] = people[person]._replace(**fields)
                self._notify(table, 0)

    async def seen(self, times: Mapping[str, float], now: float) -> None:
        """See ``Store``."""
        for people in self._database.people.values():
            for person in times.keys() & people.keys():
                if not times[person] <= people[person].seen <= now:
                    people[person] = people[person]._replace(seen=times[person])

    async def mark_unreadable(self, table: str, number: int | None, until: float) -> None:
        """See ``Store``."""
        row = self._database.tables.get(table)
        if row:
            row.unreadable, row.leased = number, None if number is None else until

    async def tables(self) -> AsyncIterator[str]:
        """See ``Store``."""
        for table in sorted(self._database.tables):
            yield table

    async def lobby(
        self, present: Collection[str], since: float, limit: int = 100
    ) -> list[Listing]:
        """See ``Store``."""
        people, rows = self._database.people, self._database.tables
        listed = [
            Listing(table, len(self._database.events[table]))
            for table, row in reversed(rows.items())
            if row.in_lobby
            and row.unreadable is None
            and not row.closed
            and row.opened > since - LISTED
            and (table in present or any(one.seen > since for one in people[table].values()))
        ]
        newest = sorted(listed, key=lambda listing: -rows[listing.table].opened)
        shown: Counter[int | None] = Counter()
        places: list[int] = []
        for listing in newest:
            origin = rows[listing.table].origin
            shown[origin] += 1
            places.append(shown[origin])
        order = sorted(range(len(newest)), key=places.__getitem__)
        return [newest[one] for one in order[:limit]]

    async def claim_due(self, now: float, limit: int, lease: float = 5.0) -> list[str]:
        """See ``Store``."""
        tables = self._database.tables
        waiting = [
            (row.due, table)
            for table, row in tables.items()
            if row.due is not None
            and row.due <= now
            and (row.leased is None or row.leased <= now)
            and not row.closed
        ]
        claimed = [table for _, table in sorted(waiting)[:limit]]
        for table in claimed:
            tables[table].leased = now + lease
        return claimed

    async def erase_person(self, person: str) -> bool:
        """See ``Store``."""
        for table, people in self._database.people.items():
            if person in people:
                self._database.erase(table, people[person])
                self._intervene()
                return True
        return False

    async def erase_text(self, table: str, number: int, *, reported: bool = True) -> bool:
        """See ``Store``."""
        erased = self._database.texts[table].pop(number, None)
        kept = self._database.complaints
        about = [key for key in kept if reported and key[:2] == (table, number)]
        for key in about:
            del kept[key]
        if erased or about:
            self._intervene()
        return bool(erased or about)

    async def interventions(self) -> int:
        """See ``Store``."""
        return self._database.interventions

    async def intervene(self) -> None:
        """See ``Store``."""
        self._intervene()

    async def closed(self, ids: Iterable[str]) -> dict[str, bool]:
        """See ``Store``."""
        tables = self._database.tables
        return {table: tables[table].closed for table in ids if table in tables}

    async def bans(self) -> list[Ban]:
        """See ``Store``."""
        return [ban for _, ban in sorted(self._database.bans.items())]

    async def keep_result(self, result: DayResult, most: int) -> bool:
        """See ``Store``."""
        results, key = self._database.results, (result.day, result.token)
        if key not in results and len(await self.results(result.day)) >= most:
            return False
        results[key] = results.get(key, result)._replace(name=result.name)
        return True

    async def withdraw_result(self, day: str, token: str) -> bool:
        """See ``Store``."""
        return self._database.results.pop((day, token), None) is not None

    async def results(self, day: str) -> list[DayResult]:
        """See ``Store``."""
        return [one for one in self._database.results.values() if one.day == day]

    async def prune(self, before: float, keep: Iterable[str] = ()) -> int:
        """See ``Store``."""
        database, kept = self._database, {*keep}
        for key in [key for key, one in database.results.items() if one.at < before]:
            del database.results[key]
        lively = {row.club for row in database.tables.values() if row.touched >= before} - {None}
        old = [
            table
            for table, row in database.tables.items()
            if table not in kept
            and row.club not in lively
            and row.touched < before
            and all(person.seen < before for person in database.people[table].values())
        ]
        for table in old:
            database.forget(table)
        if old:
            self._intervene()
        return len(old)

    async def stored(self) -> StoreSize:
        """See ``Store``."""
        longest = max([len(events) for events in self._database.events.values()], default=0)
        opened = [one for one in self._database.complaints.values() if one.settled is None]
        return StoreSize(len(self._database.tables), longest, complaints=len(opened))

    async def ready(self) -> bool:
        """See ``Store``."""
        return True

    def _intervene(self) -> None:
        self._database.interventions += 1
        self._notify("", 0)

    def _keep(self, table: str, made: Checkpoint) -> None:
        state = json.loads(json.dumps(made.state, allow_nan=False))
        self._database.checkpoints[table][made.number] = made._replace(state=state)

    def _notify(self, table: str, number: int) -> None:
        """Notify all stores on this database, in a later iteration of the event loop."""
        for callback in self._database.callbacks:
            asyncio.get_running_loop().call_soon(callback, table, number)
