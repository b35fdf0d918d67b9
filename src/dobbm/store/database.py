"""SQLite and PostgreSQL behind one interface: reads, writes and errors."""

from __future__ import annotations

import getpass
import os
from abc import ABC, abstractmethod
from asyncio import get_running_loop
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import disk_usage
from typing import Any, TypeAlias, TypeVar

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import URL, Connection, create_engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.ext.asyncio import create_async_engine

from dobbm.files import give_to_owner
from dobbm.folders import data_folder, is_data_folder
from dobbm.locks import lock
from dobbm.runtime.store import StoreError, StoreMissing, StoreUnavailable
from dobbm.store.failures import NO_ROOM, failures, name_of, refusal_at, refused

CONNECTIONS = 8
"""PostgreSQL connections per process; further callers wait for a free one."""
PATIENCE = 5.0
"""Seconds to wait for a connection, a statement or a lock."""

PAGE = 1 << 15
"""Least bytes of the memory that SQLite's connections share, the -shm beside the file."""

PRAGMAS = {
    "busy_timeout": int(PATIENCE * 1000),  # milliseconds; `dobbm erase` may be writing
    "journal_mode": "WAL",  # readers and writers do not block each other
    "synchronous": "FULL",  # commits survive a power failure
    "secure_delete": "ON",  # overwrite what is deleted, such as erased names
}

Answer = TypeVar("Answer")
Operation: TypeAlias = Callable[[Connection], Answer]
"""A function that reads from or writes to a database over a connection."""
Connect: TypeAlias = Callable[[], Awaitable[Any]]
"""A function that opens an asyncpg connection; asyncpg is untyped."""


class Database(ABC):
    """A database at a URL; callers pass reads and writes as functions of a connection."""

    connect: Connect | None
    """Opens a separate connection to PostgreSQL; None for SQLite."""

    @staticmethod
    def at(url: str, *, create: bool, exclusive: bool) -> Database:
        """Return the database at ``url`` without querying it.

        With ``create``, a missing SQLite file is created; with ``exclusive``, the file is locked
        against other servers. Raises ``StoreError`` for an invalid URL or an unusable file.
        """
        parsed = parse_url(url)
        match parsed.get_backend_name():
            case "sqlite":
                return SQLite(parsed, create=create, exclusive=exclusive)
            case "postgresql" | "postgres":
                return PostgreSQL(parsed)
            case other:
                raise StoreError(f"the database must be sqlite or postgresql, not {other}")

    @abstractmethod
    async def read(self, operation: Operation[Answer]) -> Answer:
        """Return the result of ``operation``, run outside a transaction.

        Raises ``StoreUnavailable``.
        """

    @abstractmethod
    async def snapshot(self, operation: Operation[Answer]) -> Answer:
        """Return the result of ``operation``, to which the database does not change meanwhile.

        Raises ``StoreUnavailable``.
        """

    @abstractmethod
    async def write(self, operation: Operation[Answer]) -> Answer:
        """Return the result of ``operation``, run in a transaction that commits when it returns.

        If it raises ``StoreUnavailable``, nothing was written, unless the connection was lost
        during the commit.
        """

    @abstractmethod
    def measure(self, connection: Connection) -> tuple[int, int | None]:
        """Return the size of the database, and what is free on its disk if that can be known.

        Room that the database keeps for more, as of deleted tables, is no part of its size.
        """

    @abstractmethod
    async def shrink(self) -> None:
        """Give the room of what has been deleted back to the disk.

        Nobody can write meanwhile.
        """

    @abstractmethod
    async def close(self) -> None:
        """Release all connections, threads and locks."""


class SQLite(Database):
    """An SQLite file with a reader thread and, as SQLite allows only one writer, a writer thread.

    A whole transaction runs as one job on its thread, so cancellation cannot interrupt it.
    """

    connect = None

    def __init__(self, url: URL, *, create: bool, exclusive: bool) -> None:
        self._lock = _prepared(url, create=create, exclusive=exclusive)
        self._path = Path(url.database or "")
        self._file = self._path.stat()
        self._name = name_of(url)
        self._may_be_alone = not create and not exclusive
        self._refusal: OSError | None = None
        """Why the system lets nobody write, if one connection reads alone for that reason."""
        self._engine = create_engine(
            url.set(drivername="sqlite"),
            isolation_level="AUTOCOMMIT",  # _write begins its transactions itself
            hide_parameters=True,
        )
        event.listen(self._engine, "connect", self._set_up)
        self._reader = ThreadPoolExecutor(1, "reads")
        self._writer = ThreadPoolExecutor(1, "writes")

    async def read(self, operation: Operation[Answer]) -> Answer:
        """See ``Database``."""
        return await get_running_loop().run_in_executor(self._reader, self._read, operation)

    async def write(self, operation: Operation[Answer]) -> Answer:
        """See ``Database``."""
        return await get_running_loop().run_in_executor(self._writer, self._write, operation)

    async def snapshot(self, operation: Operation[Answer]) -> Answer:
        """See ``Database``."""

        def read(connection: Connection) -> Answer:
            connection.exec_driver_sql("BEGIN")
            try:
                return operation(connection)
            finally:
                connection.exec_driver_sql("ROLLBACK")

        return await self.read(read)

    def measure(self, connection: Connection) -> tuple[int, int | None]:
        """See ``Database``."""
        pages, unused, bytes_each = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("page_count", "freelist_count", "page_size")
        ]
        return (pages - unused) * bytes_each, disk_usage(self._path.resolve().parent).free

    async def shrink(self) -> None:
        """See ``Database``."""

        def shrink() -> None:
            with self._in_place(), self._engine.connect() as connection:
                connection.exec_driver_sql("VACUUM")
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

        await get_running_loop().run_in_executor(self._writer, shrink)

    async def close(self) -> None:
        """Finish pending reads and writes, then close the connections and release the lock."""
        for thread in (self._reader, self._writer):
            await get_running_loop().run_in_executor(thread, self._engine.dispose)
            thread.shutdown()
        if self._lock is not None:
            os.close(self._lock)

    def _read(self, operation: Operation[Answer]) -> Answer:
        with self._in_place(), self._engine.connect() as connection:
            return operation(connection)

    def _write(self, operation: Operation[Answer]) -> Answer:
        if self._refusal is not None:
            raise refused(self._name, self._refusal)
        with self._in_place(), self._engine.begin() as connection:
            # Lock before the first read, so that no other process writes until the commit.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            return operation(connection)

    @contextmanager
    def _in_place(self) -> Iterator[None]:
        """Raise any error as ``StoreUnavailable``, also if the file was removed or replaced.

        What is written to a file without its name is lost.
        """
        with failures(self._name, self._path):
            if not self._path.exists() or not os.path.samestat(self._path.stat(), self._file):
                raise StoreUnavailable(f"{self._name} was removed or replaced: restart the server")
            yield

    def _set_up(self, connection: Any, _: object) -> None:
        """Set the pragmas of a new connection.

        On a full disk, there may be no room for the memory that connections share. A connection
        that does without can read: of a command, while no server runs.
        """
        shared = self._path.with_name(f"{self._path.name}-shm")
        if self._may_be_alone and not (shared.exists() and shared.stat().st_size >= PAGE):
            refusal = refusal_at(self._path)
            if refusal is not None and refusal.errno in NO_ROOM:
                self._refusal = refusal
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        cursor = connection.cursor()
        for name, value in PRAGMAS.items():
            cursor.execute(f"PRAGMA {name} = {value}")
        cursor.close()


class PostgreSQL(Database):
    """A PostgreSQL server, for any number of processes."""

    def __init__(self, url: URL) -> None:
        _verify_user(url)
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.connect = partial(asyncpg.connect, address, timeout=PATIENCE, command_timeout=PATIENCE)
        self._name = name_of(url)
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self.connect,
            pool_size=CONNECTIONS,
            pool_timeout=PATIENCE,
            max_overflow=0,
            hide_parameters=True,
        )
        event.listen(self._engine.sync_engine, "checkout", _verify_open)
        # Single statements need no transaction.
        self._reader = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    async def read(self, operation: Operation[Answer]) -> Answer:
        """See ``Database``."""
        with failures(self._name):
            async with self._reader.connect() as connection:
                return await connection.run_sync(operation)

    async def write(self, operation: Operation[Answer]) -> Answer:
        """See ``Database``."""
        with failures(self._name):
            async with self._engine.begin() as connection:
                return await connection.run_sync(operation)

    async def snapshot(self, operation: Operation[Answer]) -> Answer:
        """See ``Database``."""
        engine = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        with failures(self._name):
            async with engine.begin() as connection:
                return await connection.run_sync(operation)

    def measure(self, connection: Connection) -> tuple[int, int | None]:
        """See ``Database``."""
        return connection.scalar(select(func.pg_database_size(func.current_database()))) or 0, None

    async def shrink(self) -> None:
        """See ``Database``; PostgreSQL uses the room again, and returns none."""

    async def close(self) -> None:
        """See ``Database``."""
        await self._engine.dispose()


def parse_url(url: str) -> URL:
    """Return the parts of a database's URL; raise ``StoreError`` if it is none."""
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError("the database must be given as a URL, such as sqlite:///FILE") from None


def default_url() -> str:
    """Return the URL of the default SQLite file, ``$XDG_DATA_HOME/dobbm/tables.sqlite``."""
    path = data_folder() / "tables.sqlite"
    return URL.create("sqlite", database=str(path)).render_as_string()


def _prepared(url: URL, *, create: bool, exclusive: bool) -> int | None:
    """Prepare an SQLite file for use; return the descriptor that locks it, if exclusive.

    Raises ``StoreError`` if the file cannot be used.
    """
    if not url.database or url.database == ":memory:":
        raise StoreError("an SQLite database must be a file: sqlite:///FILE")
    if url.query:
        raise StoreError(f"an SQLite database takes no options: remove ?{'&'.join(url.query)}=…")
    path = Path(url.database)
    if create:
        if is_data_folder(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        raise StoreMissing(f"there is no database {path}")
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a database")
    if not path.parent.is_dir():
        raise StoreError(f"there is no folder {path.parent} for the database")
    refusal = refusal_at(path) if create else None
    if refusal is not None and refusal.errno not in NO_ROOM:
        raise refused(name_of(url), refusal)
    lock = _locked(path) if exclusive else None
    if create:
        path.touch(mode=0o600)  # it holds shuffle secrets: keep other users of the machine out
    return lock


def _verify_user(url: URL) -> None:
    """Raise ``StoreError`` if neither a URL nor the system knows the user of the database."""
    if url.username or "user" in url.query or "PGUSER" in os.environ or "service" in url.query:
        return
    try:
        getpass.getuser()
    except (ImportError, KeyError, OSError):
        raise StoreError(
            "the system has no name for this user: name one, as in postgresql://USER@HOST/DATABASE"
        ) from None


def _verify_open(connection: Any, _record: object, _proxy: object) -> None:
    """Make the pool replace a connection lost in a database restart.

    Asking the server, as ``pool_pre_ping`` does, would cost three round trips for every use.
    """
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def lock_of(path: Path) -> Path:
    """Return the file that a server locks while it uses the SQLite file at ``path``."""
    path = path.resolve()  # links may give a database file several names, but it needs one lock
    return path.with_name(f"{path.name}.lock")


def _locked(path: Path) -> int:
    """Lock out other servers while the returned descriptor is open.

    Raises ``StoreError`` if another process holds the lock or the lock file cannot be opened.
    """
    own = lock_of(path)
    try:
        descriptor = os.open(own, os.O_RDWR | os.O_CREAT, 0o600)
        give_to_owner(own, path)
    except OSError as error:
        raise StoreError(f"{own} cannot be written: {error.strerror}") from None
    try:
        lock(descriptor, wait=False)
    except BlockingIOError:
        os.close(descriptor)
        raise StoreError(
            f"another process is serving {path}: stop it first; only PostgreSQL can be shared"
        ) from None
    return descriptor
