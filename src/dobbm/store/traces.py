"""Removes the traces that deleted text leaves in an SQLite file.

With ``secure_delete``, SQLite overwrites deleted data, but not the copies that it leaves in unused
parts of a page when it moves rows to another page, nor those in the write-ahead log.
"""

from __future__ import annotations

from sqlalchemy import Connection, Table, text

from dobbm.runtime.store import StoreUnavailable


def rebuild(connection: Connection, table: Table) -> None:
    """Move all rows to a new table and overwrite the pages of the old one and its indexes."""
    name, before = table.name, f"{table.name}_before"
    connection.execute(text(f"ALTER TABLE {name} RENAME TO {before}"))
    for index in table.indexes:
        connection.execute(text(f"DROP INDEX {index.name}"))
    table.create(connection)
    # The rows are stored in the order of the primary key, which comes first.
    connection.execute(text(f"INSERT INTO {name} SELECT * FROM {before} ORDER BY 1, 2"))  # noqa: S608
    connection.execute(text(f"DROP TABLE {before}"))


def empty_log(connection: Connection) -> None:
    """Move all changes from the write-ahead log into the database, and empty the log.

    Raises ``StoreUnavailable`` if another process keeps using the log.
    """
    busy, *_ = connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)")).one()
    if busy:
        raise StoreUnavailable(
            "the write-ahead log is in use and may still hold erased names: try again"
        )
