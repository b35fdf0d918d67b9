"""Copies a whole database to a backup file and back.

A backup is an SQLite file, whichever database it comes from, so a club can move from SQLite to
PostgreSQL. It is a database like any other: a server can use it, after an upgrade if it is older.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sqlalchemy import (
    URL,
    Connection,
    Table,
    create_engine,
    delete,
    func,
    insert,
    inspect,
    select,
    text,
    tuple_,
)
from sqlalchemy.exc import SQLAlchemyError

from dobbm.club.club_ids import is_club
from dobbm.runtime.finished_deals import finished_deals
from dobbm.runtime.store import Ban, StoreDamaged, StoreError, UnreadableEvent
from dobbm.store.database import PATIENCE, lock_of, parse_url
from dobbm.store.erasures import Erasure, erase_again, remembered
from dobbm.store.failures import DATABASE, damage, failures, is_damage, name_of, refusal_at
from dobbm.store.notifications import SERVING
from dobbm.store.schema import (
    EARLY,
    bans,
    checkpoints,
    complaints,
    erased,
    events,
    interventions,
    people,
    results,
    subscriptions,
    tables,
    texts,
    version_of,
)
from dobbm.store.soundness import blaming_damage
from dobbm.store.sql_store import SqlStore

COPIED = (tables, events, checkpoints, people, texts, bans, erased, results, complaints)
"""The tables that are copied between databases. Interventions concern running servers only, and
the devices of clubs stay where they are: the next messages of a lost one would come back."""
PAGE = 2000
"""Rows copied at a time."""


class Verified(NamedTuple):
    """The contents of a database, counted by replaying all deals."""

    tables: int
    deals: int
    """The number of finished deals."""
    unreadable: list[UnreadableEvent]
    """The first event of each table that cannot be read."""


def verify_target(file: Path, url: str) -> None:
    """Raise ``StoreError`` if a backup to ``file`` would replace anything but a backup."""
    if lock_of(file).exists():
        raise StoreError(f"{file} is the database of a server: write the backup to another file")
    if Path(parse_url(url).database or "").resolve() == file.resolve():
        raise StoreError(f"{file} is the database itself: write the backup to another file")
    if file.is_file() and file.stat().st_size and not _is_ours(file):
        raise StoreError(
            f"{file} is no backup, and would be lost: write the backup to another file"
        )


def _is_ours(file: Path) -> bool:
    """Return whether a file is a database of dobbm."""
    engine = create_engine(sqlite_file(file))
    try:
        with engine.connect() as connection:
            return version_of(connection) is not None
    except (SQLAlchemyError, StoreDamaged):
        return False
    finally:
        engine.dispose()


async def back_up(url: str, file: Path) -> Verified:
    """Write the database at ``url`` to ``file``, an empty file; a server may be using it.

    The backup has the state of a single moment. Raises ``StoreError`` if the database cannot be
    read, and ``StoreUnavailable``.
    """
    with blaming_damage(url), _replacing_damage(damage(name_of(parse_url(url)))):
        source = await SqlStore.open(url, create=False, exclusive=False)
        try:
            file.chmod(0o600)  # it holds shuffle secrets
            if source.shared:
                await (await SqlStore.open(_url(file), exclusive=False)).close()
                await source.database.snapshot(lambda connection: _save(connection, file))
            else:
                path = Path(parse_url(url).database or "")
                await source.database.read(
                    # On a full disk, only the connection of the store can read.
                    lambda connection: _copy(connection.connection.driver_connection, path, file)
                )
                _forget_devices(file)
        finally:
            await source.close()
        verified = await verify(_url(file))
    with closing(sqlite3.connect(file)) as backup:
        backup.execute("PRAGMA journal_mode = DELETE")  # everything is in this one file
    return verified


def _forget_devices(backup: Path) -> None:
    """Delete and overwrite the devices of clubs in the copy of a file."""
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute(f"DELETE FROM {subscriptions.name}")  # noqa: S608 - a name of the schema


async def restore(file: Path, url: str, *, replace: bool, newer: Path | None = None) -> Verified:
    """Copy a backup to the database at ``url``, which is created if necessary.

    If the database has tables, it is left alone, or emptied first if ``replace``. What has been
    erased or lifted since the backup, by the lists of the database and of a ``newer`` backup, is
    erased or lifted again, and bans in the database stay. Either everything is restored or nothing.
    Raises ``StoreError`` if the file is not a backup, or if the database is not empty or a server
    is using it.
    """
    target_url = parse_url(url)
    if target_url.get_backend_name() == "sqlite" and _is_same(
        file, Path(target_url.database or "")
    ):
        raise StoreError(f"{file} is the database itself: restore another file")
    with TemporaryDirectory() as folder, blaming_damage(url):
        copy = Path(folder) / "backup.sqlite"
        with _replacing_damage(_damaged(file)), _naming(file, copy):
            _copy_file(file, copy)
            if _is_early(copy):
                early, copy = copy, Path(folder) / "renewed.sqlite"
                await (await SqlStore.open(_url(copy))).close()
                _renew(early, copy)
            else:
                await (await SqlStore.open(_url(copy))).close()  # upgrades an older backup
            expected = await verify(_url(copy))
        target = await SqlStore.open(url, listens=False)
        try:
            listed, banned = await target.database.read(remembered), await target.bans()
            _erase_again(copy, listed + (_listed(newer) if newer else []), banned)
            await target.database.write(lambda connection: _load(connection, copy, replace=replace))
            await target.intervene()
        finally:
            await target.close()
    found = await verify(url)
    if (found.tables, found.deals) != (expected.tables, expected.deals):
        raise StoreError(
            f"the restored database has {found.tables} tables and {found.deals} deals, "
            f"but the backup has {expected.tables} and {expected.deals}"
        )
    return found


async def verify(url: str) -> Verified:
    """Replay all deals in the database at ``url``."""
    store = await SqlStore.open(url, create=False, exclusive=False)
    try:
        count = deals = 0
        unreadable: list[UnreadableEvent] = []
        async for table in store.tables():
            count += not is_club(table)
        async for _ in finished_deals(store, unreadable.append):
            deals += 1
        return Verified(count, deals, unreadable)
    finally:
        await store.close()


@contextmanager
def _replacing_damage(error: StoreDamaged) -> Iterator[None]:
    """Raise this error instead of one about the damage of a copy."""
    try:
        yield
    except StoreDamaged:
        raise error from None


@contextmanager
def _naming(file: Path, copy: Path) -> Iterator[None]:
    """Name a file in errors about its copy."""
    try:
        yield
    except StoreError as error:
        if type(error) is not StoreError:
            raise
        raise StoreError(str(error).replace(f"{DATABASE} {copy}", str(file))) from None


def _damaged(file: Path) -> StoreDamaged:
    return StoreDamaged(f"{file} is damaged or incomplete, or not a database: take another backup")


def _is_early(file: Path) -> bool:
    """Return whether a database is from before the first version that is upgraded."""
    with create_engine(sqlite_file(file)).connect() as connection:
        return version_of(connection) in EARLY


def _renew(early: Path, file: Path) -> None:
    """Copy the rows of an early database to an empty one.

    A table was touched when its last event was stored, or now if that event cannot be read.
    """
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("ATTACH ? AS early", (str(early),))
        for table in COPIED:
            name = table.name
            columns = "SELECT name FROM pragma_table_info(?, 'early')"
            found = ", ".join([f'"{column}"' for (column,) in connection.execute(columns, (name,))])
            if found:
                rows = f"SELECT {found} FROM early.{name}"  # noqa: S608 - names of the schema
                connection.execute(f"INSERT INTO main.{name} ({found}) {rows}")
        connection.execute(
            """
            UPDATE tables SET touched = coalesce(
                (
                    SELECT CASE WHEN json_valid(event) THEN json_extract(event, '$.at') END
                    FROM events WHERE "table" = tables.id AND number = tables.number
                ),
                CAST(strftime('%s', 'now') AS REAL)
            )
            WHERE touched IS NULL
            """
        )


def _is_same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _copy_file(source: Path, target: Path, *, whole: bool = True) -> None:
    """Copy an SQLite file while others may be writing to it; check the copy if it must be whole."""
    if not source.is_file():
        problem = "is not a file" if source.exists() else "does not exist"
        raise StoreError(f"{source} {problem}")
    with closing(sqlite3.connect(source, timeout=PATIENCE)) as opened:
        _copy(opened, source, target, whole=whole)


def _copy(opened: Any, source: Path, target: Path, *, whole: bool = True) -> None:
    """Copy an opened SQLite file, as ``_copy_file`` does."""
    try:
        with closing(sqlite3.connect(target)) as after:
            opened.backup(after)
            result = "ok"
            if whole:
                [[result]] = after.execute("PRAGMA quick_check(1)")
            tables_found = {name for (name,) in after.execute("SELECT name FROM sqlite_master")}
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            refusal = refusal_at(target)
            why = error if refusal is None else f"{target.parent}: {refusal.strerror}"
            raise StoreError(f"{source} cannot be copied: {why}") from None
        result = str(error)
    if result != "ok":
        raise _damaged(source)
    if tables.name not in tables_found:
        raise StoreError(f"{source} is not a database of dobbm")


def _listed(backup: Path) -> list[Erasure]:
    """Return what had been erased or lifted when a backup was made, or a database was damaged."""
    with TemporaryDirectory() as folder, _replacing_damage(_damaged(backup)):
        copy = Path(folder) / "backup.sqlite"
        _copy_file(backup, copy, whole=False)
        engine = create_engine(sqlite_file(copy))
        with failures(), engine.connect() as connection:
            found = remembered(connection) if inspect(connection).has_table(erased.name) else []
        engine.dispose()
        return found


def _erase_again(copy: Path, listed: list[Erasure], banned: list[Ban]) -> None:
    """Erase and ban in the copy of a backup, before anything of it is restored."""
    engine = create_engine(sqlite_file(copy))
    with engine.begin() as connection:
        erase_again(connection, listed)
        for ban in banned:
            same = bans.c.kind == ban.kind, bans.c.banned == ban.banned
            connection.execute(delete(bans).where(*same))
            connection.execute(insert(bans).values(**ban._asdict()))
    engine.dispose()


def _save(source: Connection, file: Path) -> None:
    engine = create_engine(sqlite_file(file))
    with engine.begin() as target:
        _copy_rows(source, target)
    engine.dispose()


def _load(target: Connection, file: Path, *, replace: bool) -> None:
    if target.dialect.name == "postgresql":
        free = target.scalar(select(func.pg_try_advisory_xact_lock(SERVING)))
        if not free:
            raise StoreError("a server is using this database: stop it first")
    known = [target.scalar(select(column).limit(1)) for column in (tables.c.id, results.c.day)]
    if not replace and any(known):
        raise StoreError("this database has tables already: --replace deletes them first")
    for table in (*COPIED, interventions, subscriptions) if replace else [bans, erased]:
        _empty(target, table)
    engine = create_engine(sqlite_file(file))
    with engine.connect() as source:
        # What is no text, such as a damaged event, comes back as it can be read.
        raw: Any = source.connection.driver_connection
        raw.text_factory = partial(str, encoding="utf-8", errors="replace")
        _copy_rows(source, target)
    engine.dispose()


def _empty(target: Connection, table: Table) -> None:
    if target.dialect.name == "postgresql":
        target.execute(text(f'TRUNCATE "{table.name}"'))  # fast, however many rows there are
    else:
        target.execute(delete(table))


def _copy_rows(source: Connection, target: Connection) -> None:
    for table in COPIED:
        for rows in _pages(source, table):
            if table is tables:
                rows = [{**row, "leased": None} for row in rows]
            target.execute(insert(table), rows)


def _pages(source: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """Yield all rows of a table in pages, in the order of the primary key."""
    key = [*table.primary_key]
    query = select(table).order_by(*key).limit(PAGE)
    after = None
    while True:
        found = source.execute(query if after is None else query.where(tuple_(*key) > after))
        rows = [dict(row) for row in found.mappings()]
        if not rows:
            return
        yield rows
        after = tuple_(*[rows[-1][column.name] for column in key])


def sqlite_file(file: Path) -> URL:
    """Return the URL of an SQLite file."""
    return URL.create("sqlite", database=str(file))


def _url(file: Path) -> str:
    return sqlite_file(file).render_as_string()
