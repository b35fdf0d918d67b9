"""Reads the newest events of tables; on PostgreSQL, those of many tables in one query."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, LargeBinary, Row, cast, select, text

from dobbm.runtime.store import Json, UnreadableEvent, decoded
from dobbm.store.database import Database
from dobbm.store.group_commit import MAX_BATCH, Batcher
from dobbm.store.schema import events

NEWS = text(
    """
    SELECT wanted.place, found.number, found.event
    FROM unnest(CAST(:tables AS text[]), CAST(:afters AS integer[]))
        WITH ORDINALITY AS wanted ("table", number, place),
        LATERAL (
            SELECT events.number, events.event
            FROM events
            WHERE events."table" = wanted."table" AND events.number > wanted.number
            ORDER BY events.number
            OFFSET 0
        ) AS found
    ORDER BY wanted.place, found.number
    """
)
"""The statement that reads the newest events of several tables.

``OFFSET 0`` makes PostgreSQL search the primary key once for each table.
"""


class News:
    """The events of a database; concurrent reads may share a query."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._reads = Batcher(self._read_batch, MAX_BATCH)

    async def close(self) -> None:
        """Finish pending reads."""
        await self._reads.close()

    async def after(self, table: str, number: int, limit: int | None) -> list[Json]:
        """Return the events of a table after ``number``.

        On PostgreSQL, concurrent reads without a ``limit`` share a query. Raises
        ``UnreadableEvent`` if an event is missing or cannot be decoded.
        """
        if self._database.connect is not None and limit is None:
            return _decoded(table, number, await self._reads.do((table, number)))
        # Bytes that are no text make one event unreadable, not the rest of the database.
        raw = cast(events.c.event, LargeBinary).label("event")
        query = (
            select(events.c.number, events.c.event if self._database.connect else raw)
            .where(events.c.table == table, events.c.number > number)
            .order_by(events.c.number)
            .limit(limit)
        )
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return _decoded(table, number, found)

    async def _read_batch(self, wanted: list[tuple[str, int]]) -> list[list[Row[Any]]]:
        """Return, for each pair of a table and an event number, the rows of all later events."""
        found: list[list[Row[Any]]] = [[] for _ in wanted]
        tables, afters = zip(*wanted, strict=True)

        def read(connection: Connection) -> None:
            for row in connection.execute(NEWS, {"tables": [*tables], "afters": [*afters]}):
                found[row.place - 1].append(row)

        await self._database.read(read)
        return found


def _decoded(table: str, after: int, found: Iterable[Any]) -> list[Json]:
    """Return the events after number ``after`` from their rows.

    Raises ``UnreadableEvent`` if an event is missing or cannot be decoded.
    """
    news = []
    for expected, row in enumerate(found, after + 1):
        if row.number != expected:
            raise UnreadableEvent(table, expected, "missing")
        news.append(decoded(table, row.number, row.event))
    return news
