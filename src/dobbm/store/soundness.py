"""Says whether an SQLite file is damaged, or the program is wrong."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic

from dobbm.runtime.store import StoreError, StoreUnavailable, UnreadableEvent
from dobbm.store.database import parse_url
from dobbm.store.failures import damage, is_damage, name_of, refusal_at, refused

SECONDS = 3.0
"""For how long at most a file is examined."""
STEPS = 100_000
"""Instructions of SQLite between two looks at the time."""


@contextmanager
def blaming_damage(url: str) -> Iterator[None]:
    """Name the database in errors that come from its contents, and say what to do.

    An error that is not the store's own is raised as ``StoreDamaged`` if the file is damaged.
    """
    try:
        yield
    except UnreadableEvent as error:
        place = f"table {error.table}: event {error.number} cannot be read ({error.reason})"
        says = f"{name_of(parse_url(url))}, {place}: restore a backup, or close the table"
        raise StoreError(says) from error
    except StoreError:
        raise
    except Exception as error:
        if is_damaged(url):
            raise damage(name_of(parse_url(url))) from error
        raise


def refusal(url: str) -> StoreUnavailable | None:
    """Return the error that a write to an SQLite file would meet now, if any."""
    parsed = parse_url(url)
    if parsed.get_backend_name() != "sqlite":
        return None
    found = refusal_at(Path(parsed.database or ""))
    return None if found is None else refused(name_of(parsed), found)


def is_damaged(url: str) -> bool:
    """Return whether SQLite finds damage in the database at a URL, as far as it comes in time."""
    parsed = parse_url(url)
    file = Path(parsed.database or "")
    if parsed.get_backend_name() != "sqlite" or not file.is_file():
        return False
    end = monotonic() + SECONDS
    try:
        with closing(sqlite3.connect(file)) as connection:
            connection.set_progress_handler(lambda: monotonic() > end, STEPS)
            [[found]] = connection.execute("PRAGMA integrity_check(1)")
    except sqlite3.DatabaseError as error:
        return is_damage(error)
    return bool(found != "ok")
