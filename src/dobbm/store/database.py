"""SQLite or PostgreSQL, by URL: how to read, how to write, and what is said when it fails."""

from __future__ import annotations

import fcntl
import os
from asyncio import Lock
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import URL, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from dobbm.journal import sessions_folder
from dobbm.store.entries import StoreError

CONNECTIONS = 8
"""To the database, from one process; who comes later waits."""
PATIENCE = 5.0
"""Seconds that a connection, a statement or a lock is waited for."""

PRAGMAS = {
    "busy_timeout": int(PATIENCE * 1000),  # milliseconds; `dobbm erase` may be writing
    "journal_mode": "WAL",  # who reads and who writes do not wait for each other
    "synchronous": "FULL",  # what is committed survives the loss of power
}

Connect: TypeAlias = Callable[[], Awaitable[Any]]
"""Makes a connection of asyncpg, which has no types."""


class StoreUnavailable(StoreError):
    """The database cannot be used now: it is gone, locked or full. It may be tried again."""

    code = "unavailable"


class Database:
    """A database, reached by a URL.

    ``connect`` makes a connection of one's own to PostgreSQL, and is None for SQLite.
    """

    def __init__(
        self, engine: AsyncEngine, *, connect: Connect | None = None, lock: int | None = None
    ) -> None:
        self.connect = connect
        self._engine = engine
        # A single statement needs no transaction around it.
        self._reader = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._lock = lock
        # SQLite has one writer at a time: it is better to queue here than to try again and again.
        self._turn: AbstractAsyncContextManager[Any] = nullcontext() if connect else Lock()

    @classmethod
    def at(cls, url: str, *, create: bool, exclusive: bool) -> Database:
        """The database at ``url``; nothing is asked of it yet.

        A file of SQLite that does not exist is made if ``create``, and kept from other processes
        if ``exclusive``. Raises ``StoreError`` for a URL that cannot work.
        """
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise StoreError("a database is named by a URL, such as sqlite:///FILE") from None
        match parsed.get_backend_name():
            case "sqlite":
                return cls._sqlite(parsed, create=create, exclusive=exclusive)
            case "postgresql" | "postgres":
                return cls._postgresql(parsed)
            case other:
                raise StoreError(f"a database is sqlite or postgresql, not {other}")

    @classmethod
    def _sqlite(cls, url: URL, *, create: bool, exclusive: bool) -> Database:
        if not url.database or url.database == ":memory:":
            raise StoreError("a database of SQLite is a file: sqlite:///FILE")
        path = Path(url.database)
        if create:
            if path == default_path():
                path.parent.mkdir(parents=True, exist_ok=True)
        elif not path.exists():
            raise StoreError(f"there is no database {path}")
        if not path.parent.is_dir():
            raise StoreError(f"there is no folder {path.parent} for the database")
        lock = _locked(path) if exclusive else None
        if create:
            path.touch(mode=0o600)  # the secrets of shuffles are for nobody else on the machine
        engine = create_async_engine(
            url.set(drivername="sqlite+aiosqlite"),
            isolation_level="AUTOCOMMIT",  # transactions are begun by hand, below
            pool_size=CONNECTIONS,
            max_overflow=0,
            hide_parameters=True,
        )
        event.listen(engine.sync_engine, "connect", _set_pragmas)
        return cls(engine, lock=lock)

    @classmethod
    def _postgresql(cls, url: URL) -> Database:
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        connect: Connect = partial(
            asyncpg.connect, address, timeout=PATIENCE, command_timeout=PATIENCE
        )
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=connect,
            pool_pre_ping=True,  # nobody is to notice that the database was restarted
            pool_size=CONNECTIONS,
            max_overflow=0,
            hide_parameters=True,
        )
        return cls(engine, connect=connect)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for statements that each stand alone. Raises ``StoreUnavailable``."""
        with failures():
            async with self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed at its end. Raises ``StoreUnavailable``.

        If it does, what was written is not in the database, unless the connection was lost at the
        very end.
        """
        with failures():
            async with self._turn, self._engine.begin() as connection:
                if not self.connect:
                    # Whoever reads first and writes then might find that another came between.
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection

    async def close(self) -> None:
        """Let everything go."""
        await self._engine.dispose()
        if self._lock is not None:
            os.close(self._lock)


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
    return URL.create("sqlite+aiosqlite", database=str(default_path())).render_as_string()


def default_path() -> Path:
    """The file of ``default_url``."""
    return sessions_folder().with_name("tables.sqlite")


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
