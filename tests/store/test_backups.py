"""Backups: consistent while a server writes, and the same whichever database they come from."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from dobbm.runtime.complaints import NO_TEXT, Complaint
from dobbm.runtime.day_results import DayResult
from dobbm.runtime.finished_deals import finished_deals
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.store import (
    Ban,
    Entry,
    StoreError,
    StoreUnavailable,
    Text,
    UnreadableEvent,
)
from dobbm.runtime.subscriptions import Subscription
from dobbm.store import SqlStore
from dobbm.store.backups import back_up, restore, verify
from entries import entry, opened, person
from postgres import PostgreSQL
from stored_tables import copy, played

TABLES = 10


@pytest.fixture(scope="module")
def evening() -> MemoryDatabase:
    """Three tables with two finished deals each."""
    return played(tables=3, deals=2)


@pytest.fixture(params=["sqlite", "postgresql"])
def other_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a second new database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'other.sqlite'}"
    postgres: PostgreSQL = request.getfixturevalue("postgres")
    return postgres.new_database()


CROSSED = [("sqlite", "postgresql"), ("postgresql", "sqlite")]
ALIKE = [(kind, kind) for kind, _ in CROSSED]

to_either_database = pytest.mark.parametrize(
    ("store_url", "other_url"),
    [*CROSSED, *(pytest.param(*pair, marks=pytest.mark.long) for pair in ALIKE)],
    indirect=True,
)
"""Marks a test that saves one database and fills another: each kind does both in two tests."""


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """An empty file for a backup."""
    path = tmp_path / "backup.sqlite"
    path.touch()
    return path


def unexpected(error: UnreadableEvent) -> None:
    pytest.fail(f"{error}: {error.reason}")


def made(name: str, at: float = 1.0) -> DayResult:
    """Return a result of a day; the token is the name in lower case."""
    return DayResult("2026-11-26", name.lower(), name, (14, -6, 20), at)


async def contents(url: str) -> dict[str, Any]:
    """Everything that people at the tables of a database could notice."""
    async with opened(url, create=False, exclusive=False) as store:
        names = [table async for table in store.tables()]
        return {
            "events": {table: await store.events(table) for table in names},
            "people": {table: await store.people(table) for table in names},
            "texts": {table: await store.texts(table) for table in names},
            "checkpoints": {table: await store.checkpoint(table) for table in names},
            "bans": await store.bans(),
            "results": await store.results("2026-11-26"),
            "complaints": await store.complaints(),
            "closed": await store.closed(names),
            "touched": [row.touched for row in await store.overview(1000)],
            "deals": [record async for record in finished_deals(store, unexpected)],
        }


@to_either_database
def test_a_backup_is_restored_to_either_database(
    evening: MemoryDatabase, store_url: str, other_url: str, backup: Path
) -> None:
    async def run() -> None:
        names = await copy(evening, store_url)
        async with opened(store_url) as store:
            await store.ban(Ban("name", "lois"))
            await store.keep_result(made("Lois"), 9)
            await store.close_table(names[0])
            number = await store.last(names[1]) + 1
            wrote = {"kind": "wrote", "at": 2e9, "seat": 0}
            [somebody, *_] = await store.people(names[1])
            text = Text(number, somebody.id, "Griaß enk!")
            await store.append(Entry(names[1], number, wrote, None, text=text))
            await store.keep_complaint(
                Complaint(names[1], number, somebody.id, "lois", 1, text.text, 1.0), 9
            )
        before = await contents(store_url)
        saved = await back_up(store_url, backup)
        assert (saved.tables, saved.deals, saved.unreadable) == (3, 6, [])
        assert await restore(backup, other_url, replace=False) == saved
        assert await contents(other_url) == before
        async with opened(other_url) as store:
            assert await store.append(entry(names[1], await store.last(names[1]) + 1, due=1e9))
            assert await store.claim_due(2e9, limit=9)
            await store.intervene()

    asyncio.run(run())


async def write(store: SqlStore, table: str) -> None:
    """Append events to a table, each with a person, until cancelled."""
    number = await store.last(table)
    while True:
        number += 1
        somebody = person(f"{table}-{number}")
        assert await store.append(entry(table, number, number, person=somebody))


def test_a_backup_under_load_has_the_state_of_one_moment(store_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            writing = [asyncio.create_task(write(store, f"table{at}")) for at in range(TABLES)]
            await asyncio.sleep(0)
            for at in range(TABLES):
                while await store.last(f"table{at}") < 3:
                    await asyncio.sleep(0)
            for at in range(3):
                file = tmp_path / f"backup{at}.sqlite"
                file.touch()
                acknowledged = {
                    f"table{at}": await store.last(f"table{at}") for at in range(TABLES)
                }
                # Beside the server, as the command does.
                await asyncio.to_thread(asyncio.run, copied(store_url, file))
                async with opened(f"sqlite:///{file}", exclusive=False) as saved:
                    for table, number in acknowledged.items():
                        said = [event["said"] for event in await saved.events(table)]
                        assert said == [*range(1, len(said) + 1)]
                        assert len(said) >= number
                        assert await saved.last(table) == len(said)
                        assert len(await saved.people(table)) == len(said)
            for task in writing:
                task.cancel()
            await asyncio.gather(*writing, return_exceptions=True)

    asyncio.run(run())


async def copied(url: str, file: Path) -> None:
    assert (await back_up(url, file)).tables == TABLES


def test_a_backup_is_one_file_that_only_its_owner_can_read(
    evening: MemoryDatabase, sqlite_url: str, backup: Path
) -> None:
    async def run() -> None:
        await copy(evening, sqlite_url)
        await back_up(sqlite_url, backup)

    asyncio.run(run())
    assert [path.name for path in backup.parent.glob("backup*")] == ["backup.sqlite"]
    assert backup.stat().st_mode & 0o777 == 0o600
    assert sqlite3.connect(backup).execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_an_unreadable_event_is_copied_and_reported(
    evening: MemoryDatabase, sqlite_url: str, other_url: str, backup: Path
) -> None:
    async def run() -> None:
        names = await copy(evening, sqlite_url)
        with sqlite3.connect(sqlite_url.partition("///")[2]) as connection:
            statement = """UPDATE events SET event = '{"kind' WHERE "table" = ? AND number = 9"""
            connection.execute(statement, names[:1])
        saved = await back_up(sqlite_url, backup)
        for done in (saved, await restore(backup, other_url, replace=False)):
            assert [(error.table, error.number) for error in done.unreadable] == [(names[0], 9)]
            assert done.deals == 4

    asyncio.run(run())


def test_a_database_with_tables_is_replaced_only_if_asked(
    evening: MemoryDatabase, sqlite_url: str, other_url: str, backup: Path
) -> None:
    async def run() -> None:
        await copy(evening, sqlite_url)
        await back_up(sqlite_url, backup)
        async with opened(other_url) as store:
            await store.append(entry("later", 1, person=person("Moidl")))
            await store.ban(Ban("name", "moidl"))
        with pytest.raises(StoreError, match="has tables already: --replace deletes them first"):
            await restore(backup, other_url, replace=False)
        async with opened(other_url) as store:
            assert [table async for table in store.tables()] == ["later"]
        await restore(backup, other_url, replace=True)
        bans = {"bans": [Ban("name", "moidl")]}  # the host may have made them since
        assert await contents(other_url) == await contents(sqlite_url) | bans

    asyncio.run(run())


@to_either_database
def test_no_backup_has_the_devices_of_clubs(store_url: str, other_url: str, backup: Path) -> None:
    """The messages of a phone that was lost since would come back with it."""
    phone = Subscription("club:x", "1", "lois", "https://secret", "P", "A", "de", 1.0)

    async def run() -> None:
        for url in (store_url, other_url):
            async with opened(url) as store:
                await store.append(entry("club:x", 1, person=person("Lois")))
                await store.subscribe(phone, 9)
        await back_up(store_url, backup)
        assert b"https://secret" not in backup.read_bytes()
        async with opened(store_url, exclusive=False) as store:
            assert await store.subscriptions("club:x") == [phone]
        await restore(backup, other_url, replace=True)
        async with opened(other_url) as store:
            assert await store.subscriptions("club:x") == []

    asyncio.run(run())


async def erase_much(url: str, names: list[str]) -> None:
    """Erase a person and another's text; lift a ban; withdraw a result; settle a complaint."""
    async with opened(url) as store:
        assert await store.erase("Vroni")
        last = await store.last(names[1])
        assert await store.erase_text(names[1], last, reported=False)
        assert await store.erase_text(names[1], last - 1)
        assert not await store.erase_text(names[1], last - 1)
        assert await store.unban(Ban("name", "lois"))
        assert await store.withdraw_result("2026-11-26", "lois")
        assert await store.settle_complaints(names[1], last - 2, 2e9)


@to_either_database
@pytest.mark.parametrize("known_from", ["the database", "a newer backup"])
def test_what_has_been_erased_since_does_not_come_back(
    evening: MemoryDatabase, store_url: str, other_url: str, backup: Path, known_from: str
) -> None:
    newer = backup.with_name("newer.sqlite")

    async def run() -> None:
        names = await copy(evening, store_url)
        async with opened(store_url) as store:
            number = await store.last(names[1]) + 1
            [one, *_] = [one for one in await store.people(names[1]) if one.name != "Vroni"]
            wrote = {"kind": "wrote", "at": 2e9, "seat": 0}
            text = Text(number, one.id, "Griaß enk!")
            await store.append(Entry(names[1], number, wrote, None, text=text))
            about = Complaint(names[1], number, one.id, "vroni", 1, text.text, 1.0)
            [vroni] = [one.id for one in await store.people(names[0]) if one.name == "Vroni"]
            of_vroni = about._replace(table=names[0], number=NO_TEXT, person=vroni)
            settled = about._replace(number=number - 1)
            struck, wrote = about._replace(number=number + 1), wrote | {"at": 3e9}
            text = Text(struck.number, one.id, "Griaß enk!")
            await store.append(Entry(names[1], struck.number, wrote, None, text=text))
            for complaint in (struck, about, of_vroni, settled):
                await store.keep_complaint(complaint, 9)
            for name in ("lois", "moidl"):
                await store.ban(Ban("name", name))
            for name in ("Vroni", "Lois", "Moidl"):
                await store.keep_result(made(name), 9)
        await back_up(store_url, backup)
        await erase_much(store_url, names)
        if known_from == "the database":
            target = store_url
            await restore(backup, target, replace=True)
        else:
            target = other_url
            newer.touch()
            await back_up(store_url, newer)
            await restore(backup, target, replace=False, newer=newer)
        async with opened(target) as store:
            people = [one.name for name in names for one in await store.people(name)]
            assert "Vroni" not in people
            assert None in people
            assert [await store.texts(name) for name in names] == [[]] * len(names)
            assert [ban.banned for ban in await store.bans()] == ["moidl"]
            assert await store.results("2026-11-26") == [made("Moidl")]
            left = [(one.number, one.settled) for one in await store.complaints()]
            assert left == [(number - 1, 2e9), (number + 1, None)]
        await restore(backup, target, replace=True)  # the list itself has been restored, too
        async with opened(target) as store:
            assert [ban.banned for ban in await store.bans()] == ["moidl"]

    asyncio.run(run())


def test_a_ban_made_since_outlives_a_restoration(sqlite_url: str, backup: Path) -> None:
    async def run() -> None:
        lasting = Ban("name", "lois", at=4e9, reason="rude")
        async with opened(sqlite_url) as store:
            await store.append(entry("stubai", 1))
        await back_up(sqlite_url, backup)
        async with opened(sqlite_url) as store:
            await store.ban(lasting)
        await restore(backup, sqlite_url, replace=True)
        async with opened(sqlite_url) as store:
            assert await store.bans() == [lasting]

    asyncio.run(run())


@to_either_database
def test_a_backup_is_restored_to_a_database_that_has_only_bans(
    store_url: str, other_url: str, backup: Path
) -> None:
    async def run() -> None:
        for url in (store_url, other_url):
            async with opened(url) as store:
                await store.ban(Ban("name", "lois"))
        async with opened(store_url) as store:
            await store.append(entry("stubai", 1))
        await back_up(store_url, backup)
        await restore(backup, other_url, replace=False)
        async with opened(other_url) as store:
            assert [ban.banned for ban in await store.bans()] == ["lois"]
            assert [table async for table in store.tables()] == ["stubai"]

    asyncio.run(run())


def test_a_damaged_database_says_how_it_is_replaced(sqlite_url: str, backup: Path) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            await store.append(entry("stubai", 1))
        await back_up(sqlite_url, backup)
        file = Path(make_url(sqlite_url).database or "")
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
        with pytest.raises(
            StoreUnavailable, match="damaged, or not a database: stop the server, move"
        ):
            await restore(backup, sqlite_url, replace=True)

    asyncio.run(run())


def test_a_ban_made_anew_is_not_lifted_by_a_restoration(sqlite_url: str, backup: Path) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            await store.append(entry("stubai", 1))
            await store.ban(Ban("name", "lois"))
            await store.unban(Ban("name", "lois"))
            await store.ban(Ban("name", "lois", at=4e9))
        await back_up(sqlite_url, backup)
        await restore(backup, sqlite_url, replace=True)
        async with opened(sqlite_url) as store:
            assert [ban.banned for ban in await store.bans()] == ["lois"]

    asyncio.run(run())


def test_a_database_in_use_is_not_replaced(
    evening: MemoryDatabase, sqlite_url: str, other_url: str, backup: Path
) -> None:
    message = "(another process is serving .*|a server is using this database): stop it first"

    async def run() -> None:
        await copy(evening, sqlite_url)
        await back_up(sqlite_url, backup)
        async with opened(other_url):
            with pytest.raises(StoreError, match=message):
                await restore(backup, other_url, replace=True)

    asyncio.run(run())


def test_a_backup_of_an_earlier_version_is_upgraded(other_url: str) -> None:
    file = Path(__file__).parent / "frozen" / "version-2.sqlite"
    before = file.read_bytes()

    async def run() -> None:
        restored = await restore(file, other_url, replace=False)
        deals = file.with_suffix(".jsonl").read_text().splitlines()
        assert (restored.tables, restored.deals) == (2, len(deals))
        assert (await contents(other_url))["deals"] == [json.loads(deal) for deal in deals]

    asyncio.run(run())
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "does not exist"),
        (b"Griass enk! " * 1000, "is damaged or incomplete, or not a database"),
        (b"", "is not a database of dobbm"),
    ],
)
def test_a_file_that_is_no_backup_changes_nothing(
    sqlite_url: str, tmp_path: Path, content: bytes | None, message: str
) -> None:
    file = tmp_path / "letter"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(StoreError, match=message):
        asyncio.run(restore(file, sqlite_url, replace=True))
    assert not Path(sqlite_url.partition("///")[2]).exists()


def test_a_backup_of_a_newer_version_is_named(
    evening: MemoryDatabase, sqlite_url: str, other_url: str, backup: Path
) -> None:
    async def run() -> None:
        await copy(evening, sqlite_url)
        await back_up(sqlite_url, backup)
        with closing(sqlite3.connect(backup)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '999'")
        with pytest.raises(StoreError, match=f"^{backup} has version 999, from a newer dobbm"):
            await restore(backup, other_url, replace=False)

    asyncio.run(run())


def test_a_damaged_backup_is_refused(
    evening: MemoryDatabase, sqlite_url: str, other_url: str, backup: Path
) -> None:
    async def run() -> None:
        await copy(evening, sqlite_url)
        await back_up(sqlite_url, backup)
        data = bytearray(backup.read_bytes())
        data[8192 : len(data) // 2] = bytes(len(data) // 2 - 8192)
        backup.write_bytes(data)
        with pytest.raises(StoreError, match="is damaged or incomplete"):
            await restore(backup, other_url, replace=False)

    asyncio.run(run())


def test_an_empty_database_has_no_deals(sqlite_url: str) -> None:
    async def run() -> None:
        async with opened(sqlite_url):
            pass
        assert await verify(sqlite_url) == (0, 0, [])

    asyncio.run(run())
