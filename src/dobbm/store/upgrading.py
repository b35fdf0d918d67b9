"""Compares the schema of a database with the newest one, and upgrades it."""

from __future__ import annotations

from sqlalchemy import Connection

from dobbm.runtime.store import StoreError, StoreMissing
from dobbm.store.schema import EARLY, VERSION, version_of


def upgrade(connection: Connection) -> None:
    """Set up the database, or upgrade it to the newest version."""
    if _is_newest(connection):
        return
    import dobbm.store.migrations as migrations

    migrations.upgrade(connection)


def verify_newest(connection: Connection) -> None:
    """Raise ``StoreError`` unless the database has the newest version."""
    if version_of(connection) is None:
        raise StoreMissing("this database has not been set up by dobbm")
    if not _is_newest(connection):
        raise StoreError("this database has an older version: dobbm serve will upgrade it")


def _is_newest(connection: Connection) -> bool:
    """Return whether the database needs no upgrade.

    Raises ``StoreError`` for a version that cannot be upgraded.
    """
    found = version_of(connection)
    if found in (None, VERSION):
        return found == VERSION
    if found in EARLY:
        raise StoreError(
            "this database is from before the first release: dobbm restore copies it to a new one"
        )
    import dobbm.store.migrations as migrations  # needs Alembic, which takes 10 MiB

    if found not in migrations.known_versions():
        raise StoreError(f"this database has version {found}, from a newer dobbm")
    return False
