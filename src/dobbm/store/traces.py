"""Removes the traces that deleted text leaves in an SQLite file.

With ``secure_delete``, SQLite overwrites deleted data, but not the copies that it leaves in unused
parts of a page when it moves rows to another page, nor those in the write-ahead log.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

from dobbm.runtime.store import StoreUnavailable
from dobbm.store.schema import people


def rebuild_people(connection: Connection) -> None:
    """Move all people to a new table and overwrite the pages of the old one and its indexes."""
    connection.execute(text("ALTER TABLE people RENAME TO people_before"))
    for index in people.indexes:
        connection.execute(text(f"DROP INDEX {index.name}"))
    people.create(connection)
    connection.execute(text("INSERT INTO people SELECT * FROM people_before ORDER BY id"))
    connection.execute(text("DROP TABLE people_before"))


def empty_log(connection: Connection) -> None:
    """Move all changes from the write-ahead log into the database, and empty the log.

    Raises ``StoreUnavailable`` if another process keeps using the log.
    """
    busy, *_ = connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)")).one()
    if busy:
        raise StoreUnavailable(
            "the write-ahead log is in use and may still hold erased names: try again"
        )
