"""The records of all finished deals in a store."""

from __future__ import annotations

from collections.abc import AsyncIterator

from dobbm.game.record import Record
from dobbm.runtime.store import Store
from dobbm.table.events import Opened, from_json
from dobbm.table.presentation import record_of
from dobbm.table.reducer import apply_event, opened
from dobbm.table.state import Table

PAGE = 1000
"""Events read at a time."""


async def finished_deals(store: Store, only: str | None = None) -> AsyncIterator[Record]:
    """Yield the records of finished deals, with names and shuffle proofs, table by table.

    ``only`` is the identifier of the one table to read; None reads all tables.
    """
    if only is not None:
        async for record in _records(store, only):
            yield record
        return
    async for table in store.tables():
        async for record in _records(store, table):
            yield record


async def _records(store: Store, table_id: str) -> AsyncIterator[Record]:
    names = {person.id: person.name for person in await store.people(table_id)}
    table: Table | None = None
    while page := await store.events(table_id, table.number if table else 0, limit=PAGE):
        for event in map(from_json, page):
            if table is None:
                assert isinstance(event, Opened)
                table = opened(table_id, event)
                continue
            before, table = table.finished, apply_event(table, event)
            if table.finished > before and table.last:
                yield record_of(table_id, table.last, names)
