"""Restores a backup into a temporary database, and checks everything in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sqlalchemy import create_engine, func, select

from dobbm.club.club_ids import is_club
from dobbm.game.errors import DobbmError
from dobbm.game.shuffle import verify as verify_shuffle
from dobbm.runtime.finished_deals import finished_at_tables
from dobbm.runtime.store import UnreadableEvent
from dobbm.store.backups import restore, sqlite_file
from dobbm.store.schema import events, tables, version_of
from dobbm.store.sql_store import SqlStore


class Drill(NamedTuple):
    """The contents of a backup, as far as a server could read them."""

    tables: int
    events: int
    deals: int
    """The number of finished deals."""
    schema: str
    """The version of the schema that the file has."""
    newest: float | None
    """When the last event was stored, in Unix seconds; None if there is none."""
    faults: list[str]
    """All that is wrong, table by table."""


async def rehearse(file: Path) -> Drill:
    """Restore a backup into a temporary database, and check every deal and every account in it.

    Raises ``StoreError`` if it cannot be restored at all.
    """
    with TemporaryDirectory() as folder:
        url = sqlite_file(Path(folder) / "drill.sqlite").render_as_string()
        await restore(file, url, replace=False)
        store = await SqlStore.open(url, create=False, exclusive=False)
        try:
            faults: list[str] = []
            deals = 0
            async for fault in _checked(store):
                deals += fault is None
                faults += [fault] if fault else []
            found = await store.database.read(
                lambda connection: (
                    sum(not is_club(one) for one in connection.scalars(select(tables.c.id))),
                    connection.scalar(select(func.count()).select_from(events)) or 0,
                    connection.scalar(select(func.max(tables.c.touched))),
                )
            )
        finally:
            await store.close()
    return Drill(found[0], found[1], deals, _schema(file), found[2], faults)


async def _checked(store: SqlStore) -> AsyncIterator[str | None]:
    """Yield None for every finished deal that is right, and in words what is wrong elsewhere."""
    unreadable: list[UnreadableEvent] = []
    async for table, record in finished_at_tables(store, unreadable.append):
        place = f"table {table.id}: deal {table.finished}"
        total = sum(table.ledger) + sum(account.amount for account in table.settled)
        try:
            verify_shuffle(record)
        except DobbmError as error:
            yield f"{place}: {error}"
        else:
            yield f"{place}: the accounts add up to {total} and not to 0" if total else None
    for event in unreadable:
        yield f"table {event.table}: event {event.number} cannot be read ({event.reason})"


def _schema(file: Path) -> str:
    engine = create_engine(sqlite_file(file))
    with engine.connect() as connection:
        found = version_of(connection)
    engine.dispose()
    return found or "none"
