"""Measure how much space a database takes for each deal.

    python benchmarks/sizes.py [URL]

Without a URL, it measures a temporary SQLite file. A PostgreSQL database must be empty.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, text

from core import NOBODY_GONE, SOMEBODY, Evening
from dobbm.runtime.changes import entry_of
from dobbm.runtime.snapshot import Snapshot
from dobbm.runtime.store import Entry
from dobbm.store import SqlStore
from dobbm.table.deadlines import due
from dobbm.table.events import Event, Sat
from dobbm.table.reducer import apply_event, opened
from dobbm.table.state import Table

TABLES = 50
DEALS = 20
"""Deals at each table: an evening."""
POSTGRESQL = "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables"
SQLITE = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"


class StoredEvening(Evening):
    """An evening that keeps the entries to store instead of showing messages to anybody."""

    def __init__(self, seed: int) -> None:
        self.entries: list[Entry] = []
        super().__init__(seed, f"{seed:032x}", f"{seed:016x}")
        self.entries.insert(0, entry(opened(self.table.id, self.opened), self.opened))

    def happen(self, event: Event) -> None:
        """Apply an event, and keep its entry."""
        self.table = apply_event(self.table, event)
        self.entries.append(entry(self.table, event))


def entry(table: Table, event: Event) -> Entry:
    """Return the entry that stores an event of a table."""
    person = SOMEBODY._replace(id=event.person) if isinstance(event, Sat) else None
    return entry_of(Snapshot(table, event), due(table, NOBODY_GONE, delay=0.0), person)


async def size(store: SqlStore) -> int:
    """Return the bytes that the database takes on disk."""
    query = POSTGRESQL if store.shared else SQLITE

    def read(connection: Connection) -> int:
        return int(connection.scalar(text(query)) or 0)

    return await store.database.read(read)


async def stored(store: SqlStore, evening: StoredEvening) -> None:
    """Store an evening, entry by entry."""
    for one in evening.entries:
        assert await store.append(one)


async def measure(url: str) -> None:
    """Store the evenings of all tables, and print the space that they take."""
    evenings = [StoredEvening(seed) for seed in range(TABLES)]
    for evening in evenings:
        evening.play(DEALS)
    store = await SqlStore.open(url)
    before = await size(store)
    await asyncio.gather(*(stored(store, evening) for evening in evenings))
    taken = await size(store) - before
    await store.close()
    deals, events = TABLES * DEALS, sum(len(evening.entries) for evening in evenings)
    print(f"events per deal           {events / deals:10.1f}")
    print(f"bytes per deal            {taken / deals:10,.0f}")
    print(f"GB per million deals      {taken / deals / 1000:10.1f}")


def main() -> None:
    """Run the measurement and print the figures."""
    if len(sys.argv) > 1:
        asyncio.run(measure(sys.argv[1]))
        return
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        asyncio.run(measure(f"sqlite:///{folder}/tables.sqlite"))


if __name__ == "__main__":
    main()
