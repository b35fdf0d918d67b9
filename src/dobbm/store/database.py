"""SQLite or PostgreSQL, by URL: how to read, how to write, and what is said when it fails."""

from __future__ import annotations

import fcntl
import os
from abc import ABC, abstractmethod
from asyncio import get_running_loop
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import URL, Connection, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from dobbm.folders import data_folder
from dobbm.runtime.store import StoreError, StoreUnavailable

CONNECTIONS = 8
"""To PostgreSQL, from one process; who comes later waits."""
PATIENCE = 5.0
"""Seconds that a connection, a statement or a lock is waited for."""

PRAGMAS = {
    "busy_timeout": int(PATIENCE * 1000),  # milliseconds; `dobbm erase` may be writing
    "journal_mode": "WAL",  # who reads and who writes do not wait for each other
    "synchronous": "FULL",  # what is committed survives the loss of power
}

Answer = TypeVar("Answer")
Ask: TypeAlias = Callable[[Connection], Answer]
"""What is asked of a database, or done to it."""
Connect: TypeAlias = Callable[[], Awaitable[Any]]
"""Makes a connection of asyncpg, which has no types."""


class Database(ABC):
    """A database, reached by a URL; what is asked of it are functions of a connection."""

    connect: Connect | None
    """Makes a connection of one's own to PostgreSQL; None for SQLite."""

    @staticmethod
    def at(url: str, *, create: bool, exclusive: bool) -> Database:
        """The database at ``url``; nothing is asked of it yet.

        A file of SQLite that does not exist is made if ``create``, and kept from other processes
        if ``exclusive``. Raises ``StoreError`` for a URL that cannot work.
        """
        try:
            parsed = make_url(url)
        except (ArgumentError, ValueError):
            raise StoreError("a database is named by a URL, such as sqlite:///FILE") from None
        match parsed.get_backend_name():
            case "sqlite":
                return SQLite(parsed, create=create, exclusive=exclusive)
            case "postgresql" | "postgres":
                return PostgreSQL(parsed)
            case other:
                raise StoreError(f"a database is sqlite or postgresql, not {other}")

    @abstractmethod
    async def read(self, ask: Ask[Answer]) -> Answer:
        """What ``ask`` finds with statements that each stand alone; ``StoreUnavailable``."""

    @abstractmethod
    async def write(self, ask: Ask[Answer]) -> Answer:
        """What ``ask`` finds in a transaction, committed at its end. Raises ``StoreUnavailable``.

        If it does, what was written is not in the database, unless the connection was lost at the
        very end.
        """

    @abstractmethod
    async def close(self) -> None:
        """Let everything go."""


class SQLite(Database):
    """A file: one thread writes, as SQLite has one writer at a time, and another one reads.

    A whole transaction is one errand of a thread, which nobody can cancel half done.
    """

    connect = None

    def __init__(self, url: URL, *, create: bool, exclusive: bool) -> None:
        self._lock = _prepared(url, create=create, exclusive=exclusive)
        self._engine = create_engine(
            url.set(drivername="sqlite"),
            isolation_level="AUTOCOMMIT",  # transactions are begun by hand, below
            hide_parameters=True,
        )
        event.listen(self._engine, "connect", _set_pragmas)
        self._reader = ThreadPoolExecutor(1, "reads")
        self._writer = ThreadPoolExecutor(1, "writes")

    async def read(self, ask: Ask[Answer]) -> Answer:
        """See ``Database``."""
        return await get_running_loop().run_in_executor(self._reader, self._read, ask)

    async def write(self, ask: Ask[Answer]) -> Answer:
        """See ``Database``."""
        return await get_running_loop().run_in_executor(self._writer, self._write, ask)

    async def close(self) -> None:
        """Let everything go, after what was asked for."""
        for thread in (self._reader, self._writer):
            await get_running_loop().run_in_executor(thread, self._engine.dispose)
            thread.shutdown()
        if self._lock is not None:
            os.close(self._lock)

    def _read(self, ask: Ask[Answer]) -> Answer:
        with failures(), self._engine.connect() as connection:
            return ask(connection)

    def _write(self, ask: Ask[Answer]) -> Answer:
        with failures(), self._engine.begin() as connection:
            # Whoever reads first and writes then might find that another came between.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            return ask(connection)


class PostgreSQL(Database):
    """A server, for any number of processes."""

    def __init__(self, url: URL) -> None:
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.connect = partial(asyncpg.connect, address, timeout=PATIENCE, command_timeout=PATIENCE)
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self.connect,
            pool_pre_ping=True,  # nobody is to notice that the database was restarted
            pool_size=CONNECTIONS,
            max_overflow=0,
            hide_parameters=True,
        )
        # A single statement needs no transaction around it.
        self._reader = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    async def read(self, ask: Ask[Answer]) -> Answer:
        """See ``Database``."""
        with failures():
            async with self._reader.connect() as connection:
                return await connection.run_sync(ask)

    async def write(self, ask: Ask[Answer]) -> Answer:
        """See ``Database``."""
        with failures():
            async with self._engine.begin() as connection:
                return await connection.run_sync(ask)

    async def close(self) -> None:
        """See ``Database``."""
        await self._engine.dispose()


@contextmanager
def failures() -> Iterator[None]:
    """Whatever goes wrong with a database in here is raised as ``StoreUnavailable``."""
    try:
        yield
    except (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        # SQLAlchemy adds the statement, which is nothing for a log.
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        said = str(cause).partition("\n")[0] or type(cause).__name__
        raise StoreUnavailable(f"the database cannot be used now: {said}") from error


def default_url() -> str:
    """A file of SQLite in the user's data folder, ``$XDG_DATA_HOME/dobbm/tables.sqlite``."""
    return URL.create("sqlite", database=str(default_path())).render_as_string()


def default_path() -> Path:
    """The file of ``default_url``."""
    return data_folder() / "tables.sqlite"


def _prepared(url: URL, *, create: bool, exclusive: bool) -> int | None:
    """See that the file of a database can be used; the descriptor that locks it."""
    if not url.database or url.database == ":memory:":
        raise StoreError("a database of SQLite is a file: sqlite:///FILE")
    if url.query:
        raise StoreError(f"a database of SQLite has no options: not ?{'&'.join(url.query)}=…")
    path = Path(url.database)
    if create:
        if path == default_path():
            path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        raise StoreError(f"there is no database {path}")
    if not path.parent.is_dir():
        raise StoreError(f"there is no folder {path.parent} for the database")
    # A file with two names is one database.
    lock = _locked(path.resolve()) if exclusive else None
    if create:
        path.touch(mode=0o600)  # the secrets of shuffles are for nobody else on the machine
    return lock


def _set_pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for name, value in PRAGMAS.items():
        cursor.execute(f"PRAGMA {name} = {value}")
    cursor.close()


def _locked(path: Path) -> int:
    """Keep other servers from the database as long as the descriptor is open."""
    try:
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise StoreError(
            f"{path} is served by another process; several share a database of PostgreSQL"
        ) from None
    return lock
