"""The errors of databases in words: which is at fault, and what its host can do."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EDQUOT, EFBIG, ENOSPC
from pathlib import Path
from tempfile import TemporaryFile

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from dobbm.runtime.store import StoreDamaged, StoreError, StoreFull, StoreReadOnly, StoreUnavailable

FAILURES = (
    SQLAlchemyError,
    sqlite3.Error,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    OSError,
)
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""The codes of SQLite's errors for a file whose contents are not those of a database."""
UNWRITABLE = (
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
)
"""The codes of its errors when the system does not let it write, or something else is wrong."""
NO_ROOM = (ENOSPC, EDQUOT, EFBIG)
"""The system's errors for a full disk, a used quota, and a file that may grow no more."""
PROBE = 1 << 16
"""Bytes that are written to learn whether there is room; SQLite's own files begin with half."""
UNDECODABLE = "Could not decode to UTF-8"
"""Begins Python's error for a text in an SQLite file that is none."""
DAMAGE = (
    "it is damaged, or not a database: stop the server, move the file and its -wal and -shm to "
    "another folder, and restore a backup"
)
DATABASE = "the database"
"""How errors name a database without an address."""
THIS = "this database"
"""Stands in messages for the name of a database, which only its connection knows."""


@contextmanager
def failures(name: str = DATABASE, file: Path | None = None) -> Iterator[None]:
    """Raise any database error inside the block as ``StoreUnavailable``, which quotes ``name``.

    If the database is damaged, it is ``StoreDamaged``; if the disk of its ``file`` is full, it is
    ``StoreFull``. A ``StoreError`` about "this database" gets the name in its place.
    """
    try:
        yield
    except StoreError as error:
        says = str(error)
        if not says.startswith(THIS):
            raise
        raise type(error)(name + says.removeprefix(THIS)) from None
    except FAILURES as error:
        # SQLAlchemy's own message includes the statement, which does not belong in a log.
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        if is_damage(cause):
            raise damage(name) from error
        refusal = _refusal_to_write(cause, file)
        if refusal is not None:
            raise refused(name, refusal) from error
        raise StoreUnavailable(f"{name} is unavailable: {_problem(cause)}") from error


def damage(name: str) -> StoreDamaged:
    """Return the error that says that a database is damaged, and what to do."""
    return StoreDamaged(f"{name} is unavailable: {DAMAGE}")


def refused(name: str, refusal: OSError) -> StoreFull | StoreReadOnly:
    """Return the error that says why the system lets nobody write, and what to do."""
    place = f"{refusal.filename}: " if refusal.filename else ""
    says = f"{name} cannot be written: {place}{refusal.strerror}"
    if refusal.errno in NO_ROOM:
        return StoreFull(f"{says}: make room on its disk; all that is in it is still there")
    return StoreReadOnly(f"{says}: files and folder must be writable for the user who runs dobbm")


def name_of(url: URL) -> str:
    """Return how errors name the database at a URL."""
    if url.get_backend_name() == "sqlite":
        return f"{DATABASE} {url.database}"
    return f"{DATABASE} at {url.host}:{url.port or 5432}" if url.host else DATABASE


def is_damage(cause: BaseException) -> bool:
    """Return whether an error of SQLite says that the file is damaged."""
    match cause:
        case sqlite3.DatabaseError(sqlite_errorcode=code):
            return code & 0xFF in DAMAGED
        case sqlite3.OperationalError():
            return str(cause).startswith(UNDECODABLE)
    return False


def _refusal_to_write(cause: BaseException, file: Path | None) -> OSError | None:
    """Return the system's own error behind one of SQLite, which calls most "disk I/O error"."""
    match cause:
        case sqlite3.OperationalError(sqlite_errorcode=sqlite3.SQLITE_FULL):
            return OSError(ENOSPC, os.strerror(ENOSPC))
        case sqlite3.OperationalError(sqlite_errorcode=code) if file and code & 0xFF in UNWRITABLE:
            return refusal_at(file)
        case OSError(errno=number) if number in NO_ROOM:
            return cause
    return None


def refusal_at(file: Path) -> OSError | None:
    """Return why a database in this file could not be written now, naming the file or folder.

    None if nothing is in the way.
    """
    folder = file.resolve().parent
    try:
        with TemporaryFile(dir=folder) as probe:
            probe.seek(file.stat().st_size if file.exists() else 0)  # files may have a limit, too
            probe.write(bytes(PROBE))
    except OSError as error:
        return OSError(error.errno, error.strerror, None if error.errno in NO_ROOM else str(folder))
    for ending in ("", "-wal", "-shm"):
        own = file.with_name(f"{file.name}{ending}")
        if own.exists() and not os.access(own, os.W_OK):
            return PermissionError(EACCES, os.strerror(EACCES), str(own))
    return None


def _problem(cause: BaseException) -> str:
    """Describe the cause of a database error in words."""
    match cause:
        case TimeoutError():
            return "it does not answer in time"
        case FileNotFoundError():
            return "PostgreSQL does not run, or its socket is elsewhere"
        case OSError(errno=int(number)) if number > 0:
            return os.strerror(number)
        case OSError(strerror=str(problem)):
            return problem
        case OSError():
            return "it cannot be reached"
    return str(cause).partition("\n")[0] or type(cause).__name__
