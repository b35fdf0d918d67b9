"""The records of all deals that were finished at the tables of a store."""

from __future__ import annotations

from collections.abc import AsyncIterator

from dobbm.record import Record
from dobbm.store import Store
from dobbm.table.events import from_json
from dobbm.table.folding import folded
from dobbm.table.shown import record_of


async def finished_deals(store: Store, only: str | None = None) -> AsyncIterator[Record]:
    """The record of every finished deal, table by table, with names and proof; or of one table."""
    if only is not None:
        for record in await _records(store, only):
            yield record
        return
    async for table in store.tables():
        for record in await _records(store, table):
            yield record


async def _records(store: Store, table_id: str) -> list[Record]:
    events = await store.events(table_id)
    table = folded(table_id, [from_json(event) for event in events])
    names = {person.id: person.name for person in await store.people(table_id)}
    return [record_of(table, number, names) for number in range(1, len(table.archive) + 1)]
