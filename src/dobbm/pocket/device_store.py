"""The store of the pocket edition: tables in memory, each row written to the device first.

A table is read from the device when it is first asked for. Of the others, only one row is known, so
that a year of play does not slow down the start.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any, Self

from dobbm.pocket.device import Device
from dobbm.runtime.clock import Clock
from dobbm.runtime.memory_database import KeptTable, MemoryDatabase
from dobbm.runtime.memory_store import MemoryStore
from dobbm.runtime.store import (
    Checkpoint,
    Entry,
    Json,
    Person,
    StoreError,
    Text,
    verify_entry,
)

Rows = dict[str, str | None]

FORMAT = 1
"""The number of the rows' format; a later version must read the rows of all before it."""


class NewerTables(StoreError):
    """Tables that a newer version has written, and that this one must not touch."""


async def verify_format(device: Device) -> None:
    """Raise ``NewerTables`` if this version cannot read the rows of a device."""
    for _, row in await device.read("format"):
        if int(row) > FORMAT:
            raise NewerTables(
                f"the tables have the format {row} of a newer version; this one reads {FORMAT}"
            )


class DeviceStore(MemoryStore):
    """A store on a device; ``Store`` describes the methods.

    Only a host erases names, closes tables, bans people and hears complaints, and only a server has
    the results of others. A pocket has neither: that is not kept.
    """

    def __init__(self, clock: Clock, device: Device) -> None:
        """Use ``open`` instead, which reads the tables."""
        self._kept = MemoryDatabase()
        super().__init__(clock, self._kept)
        self.shared = False
        self._device = device
        self._unread: set[str] = set()
        """The tables of which only the row of the table has been read."""

    @classmethod
    async def open(cls, clock: Clock, device: Device) -> Self:
        """Return the store of a device."""
        store = cls(clock, device)
        for key, row in await device.read("table/"):
            table = key.removeprefix("table/")
            store._kept.tables[table] = KeptTable(**json.loads(row))
            store._unread.add(table)
        return store

    async def append(self, entry: Entry) -> bool:
        """See ``Store``."""
        verify_entry(entry)
        await self._read(entry.table)
        if entry.number != len(self._kept.events[entry.table]) + 1:
            return False
        table, at = entry.table, _place(entry.number)
        rows: Rows = {f"event/{table}/{at}": _text(entry.event), "format": str(FORMAT)}
        if entry.person:
            rows |= _person(table, entry.person)
        if entry.checkpoint:
            rows |= _checkpoint(table, entry.checkpoint)
        if entry.text:
            rows[f"text/{table}/{at}"] = _text(entry.text)
            old = [one for one in self._kept.texts[table] if one < entry.oldest_text]
            rows |= dict.fromkeys([f"text/{table}/{_place(one)}" for one in old])
        now = self._clock.now()
        known = self._kept.tables.get(table, KeptTable(now, club=entry.club))
        row = replace(known, due=entry.due, in_lobby=entry.in_lobby, touched=now)
        row.leased = row.unreadable = None
        await self._device.write(rows | _table(table, row))
        return await super().append(entry)

    async def events(self, table: str, after: int = 0, limit: int | None = None) -> list[Json]:
        """See ``Store``."""
        await self._read(table)
        return await super().events(table, after, limit)

    async def checkpoint(
        self,
        table: str,
        *,
        number: int | None = None,
        turn: int | None = None,
        finished: int | None = None,
    ) -> Checkpoint | None:
        """See ``Store``."""
        await self._read(table)
        return await super().checkpoint(table, number=number, turn=turn, finished=finished)

    async def save_checkpoints(self, table: str, made: Iterable[Checkpoint]) -> None:
        """See ``Store``."""
        made = [*made]
        rows: Rows = {}
        for one in made:
            rows |= _checkpoint(table, one)
        await self._device.write(rows)
        await super().save_checkpoints(table, made)

    async def people(self, table: str) -> list[Person]:
        """See ``Store``."""
        await self._read(table)
        return await super().people(table)

    async def texts(self, table: str, number: int | None = None) -> list[Text]:
        """See ``Store``."""
        await self._read(table)
        return await super().texts(table, number)

    async def set_token(self, person: str, token: str, before: str) -> bool:
        """See ``Store``."""
        changed = await super().set_token(person, token, before)
        await self._write_person(person)
        return changed

    async def set_name(self, person: str, name: str) -> None:
        """See ``Store``."""
        await super().set_name(person, name)
        await self._write_person(person)

    async def set_preferences(self, person: str, preferences: Json) -> None:
        """See ``Store``."""
        await super().set_preferences(person, preferences)
        await self._write_person(person)

    async def mark_unreadable(self, table: str, number: int | None, until: float) -> None:
        """See ``Store``."""
        await super().mark_unreadable(table, number, until)
        if table in self._kept.tables:
            await self._device.write(_table(table, self._kept.tables[table]))

    async def _write_person(self, person: str) -> None:
        for table, people in self._kept.people.items():
            if person in people:
                await self._device.write(_person(table, people[person]))

    async def _read(self, table: str) -> None:
        """Read what the device keeps of a table, unless it has been read."""
        if table not in self._unread:
            return
        kept, device = self._kept, self._device
        events = [text for _, text in await device.read(f"event/{table}/")]
        made = [
            Checkpoint(*json.loads(row)) for _, row in await device.read(f"checkpoint/{table}/")
        ]
        people = [Person(*json.loads(row)) for _, row in await device.read(f"person/{table}/")]
        texts = [Text(*json.loads(row)) for _, row in await device.read(f"text/{table}/")]
        if table not in self._unread:  # it was read meanwhile
            return
        self._unread.remove(table)
        kept.events[table] = events
        kept.checkpoints[table] = {one.number: one for one in made}
        kept.people[table] = {one.id: one for one in people}
        kept.texts[table] = {one.number: one for one in texts}


def _place(number: int) -> str:
    """Return an event's number as text in whose order the events are."""
    return f"{number:010}"


def _text(value: Any) -> str:
    return json.dumps(value, allow_nan=False)


def _table(table: str, row: KeptTable) -> Rows:
    return {f"table/{table}": _text(asdict(row))}


def _person(table: str, person: Person) -> Rows:
    return {f"person/{table}/{person.id}": _text(person)}


def _checkpoint(table: str, made: Checkpoint) -> Rows:
    return {f"checkpoint/{table}/{_place(made.number)}": _text(made)}
