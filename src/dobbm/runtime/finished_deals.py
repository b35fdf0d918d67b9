"""The records of all finished deals in a store."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from dobbm.club.club_ids import is_club
from dobbm.game.record import Record
from dobbm.runtime.history import apply_stored
from dobbm.runtime.store import Json, Store, UnreadableEvent
from dobbm.table.presentation import record_of
from dobbm.table.state import Table

PAGE = 1000
"""Events read at a time."""


async def finished_deals(
    store: Store, report: Callable[[UnreadableEvent], None], only: str | None = None
) -> AsyncIterator[Record]:
    """Yield the records of finished deals, with names and shuffle proofs, table by table.

    ``only`` is the identifier of a single table to read; None reads all tables. An event that
    cannot be read is passed to ``report``, and the rest of its table is left out.
    """
    async for _, record in finished_at_tables(store, report, only):
        yield record


async def finished_at_tables(
    store: Store, report: Callable[[UnreadableEvent], None], only: str | None = None
) -> AsyncIterator[tuple[Table, Record]]:
    """Yield the same records, each with the state of its table after the deal."""
    async for table in _tables(store, only):
        try:
            async for finished in _finished(store, table):
                yield finished
        except UnreadableEvent as error:
            report(error)


async def _tables(store: Store, only: str | None) -> AsyncIterator[str]:
    if only is not None and not is_club(only):
        yield only
    if only is None:
        async for table in store.tables():
            if not is_club(table):
                yield table


async def _finished(store: Store, table_id: str) -> AsyncIterator[tuple[Table, Record]]:
    names = {person.id: person.name for person in await store.people(table_id)}
    table: Table | None = None
    while page := await _page(store, table_id, table.number if table else 0):
        for event in page:
            before = table.finished if table else 0
            table, _ = apply_stored(table_id, table, event)
            if table.finished > before and table.last:
                yield table, record_of(table_id, table.last, names)


async def _page(store: Store, table_id: str, after: int) -> list[Json]:
    """Return the next events; raise ``UnreadableEvent`` only if the first of them is unreadable."""
    try:
        return await store.events(table_id, after, limit=PAGE)
    except UnreadableEvent as error:
        readable = error.number - after - 1
        if not readable:
            raise
        return await store.events(table_id, after, limit=readable)
