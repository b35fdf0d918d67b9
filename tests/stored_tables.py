"""Tables with finished deals, played on simulated time and copied into a database."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from pathlib import Path

from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.store import Entry
from dobbm.store import SqlStore
from dobbm.table.events import Sat, from_json
from entries import opened
from runtime.driver import open_table, serving
from runtime.simulation import SimulatedClock, simulate


def played(tables: int = 1, deals: int = 1) -> MemoryDatabase:
    """Return tables at which Vroni and Lois have played deals against two bots, and begun another.

    In the deal in progress it is the turn of one of them. Tests share the database: ``copy`` it.
    """
    # A test that asks on a loop would pass only after another one has asked for the same.
    assert asyncio._get_running_loop() is None, "tables are played before a loop runs"
    return _played(tables, deals)


@cache
def _played(tables: int, deals: int) -> MemoryDatabase:
    database = MemoryDatabase()

    async def play() -> None:
        async with serving(SimulatedClock(), database) as server:
            for _ in range(tables):
                table = await open_table(server, people=2)
                await table.connect(0, 1)
                await table.until_dealt()
                for _ in range(deals):
                    await table.play_out()
                    await table.vote("next")
                    await table.until_dealt()
                while table.to_act not in table.table.people:
                    await table.until_acted()
                await table.disconnect(0, 1)

    simulate(play())
    return database


FILES: dict[int, bytes] = {}
"""The SQLite files that have been filled with the databases of ``played``, by these."""


async def copy(database: MemoryDatabase, url: str) -> list[str]:
    """Store the tables in the database at ``url``; return their identifiers, in order."""
    file = Path(url.partition("sqlite:///")[2])
    is_new = url.startswith("sqlite") and not file.exists()
    if known := FILES.get(id(database)) if is_new else None:
        file.touch(0o600)
        file.write_bytes(known)
    async with opened(url) as store:
        for table in [] if known else database.tables:
            await _copy_table(database, table, store)
        names = [table async for table in store.tables()]
    if is_new:
        FILES[id(database)] = file.read_bytes()
    return names


async def _copy_table(database: MemoryDatabase, table: str, store: SqlStore) -> None:
    people = database.people[table]
    events = [json.loads(event) for event in database.events[table]]
    for number, event in enumerate(events, 1):
        sat = from_json(event)
        person = people[sat.person] if isinstance(sat, Sat) else None
        checkpoint = database.checkpoints[table].get(number)
        due = database.tables[table].due if number == len(events) else None
        await store.append(Entry(table, number, event, due, person=person, checkpoint=checkpoint))
