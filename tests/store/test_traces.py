"""An erased name is gone from every byte of every file of an SQLite database."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from dobbm.runtime.complaints import Complaint
from dobbm.runtime.day_results import DayResult
from dobbm.runtime.store import StoreUnavailable, Text
from entries import entry, opened, person

NAME = "Genoveva"
PEOPLE = 400
"""So many that the rows and the indexes take several levels of pages."""


def files_with(name: str, folder: Path) -> set[str]:
    """Return the files in a folder that contain a name."""
    return {file.name for file in folder.iterdir() if name.encode() in file.read_bytes()}


async def seat_people(url: str) -> None:
    """Seat people in several transactions, so that pages split and rows move; close the store."""
    async with opened(url) as store:
        for table in range(PEOPLE):
            number = (table * 37) % PEOPLE
            names = {0: NAME, 1: f"{NAME} vom Hof", 2: f"Lois {number}"}
            somebody = person(names[number % 3])._replace(id=f"person{number:04}")
            await store.append(entry(f"table{table}", 1, person=somebody))
            day = DayResult("2026-11-26", f"{number:064}", names[number % 3], (14, -6, 20), 1.0)
            await store.keep_result(day, PEOPLE)


def test_an_erased_name_is_gone_from_every_file(sqlite_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        await seat_people(sqlite_url)
        assert files_with(NAME, tmp_path)
        async with opened(sqlite_url, create=False, exclusive=False) as store:
            assert await store.erase(NAME) > 100
            assert await store.erase(f"{NAME} vom Hof") > 100
            assert not files_with(NAME, tmp_path)
            assert files_with("Lois", tmp_path)

    asyncio.run(run())


def test_a_withdrawn_result_is_gone_from_every_file(sqlite_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        await seat_people(sqlite_url)
        async with opened(sqlite_url) as store:
            await store.keep_result(DayResult("2026-11-27", "0" * 64, "Burgl", (1, 2, 3), 1.0), 9)
            assert files_with("Burgl", tmp_path)
            assert await store.withdraw_result("2026-11-27", "0" * 64)
            assert not files_with("Burgl", tmp_path)
            assert not await store.results("2026-11-27")
            assert len(await store.results("2026-11-26")) == PEOPLE

    asyncio.run(run())


def test_the_texts_of_an_erased_person_are_gone_from_every_file(
    sqlite_url: str, tmp_path: Path
) -> None:
    secret = "Trumpfsau"

    async def run() -> None:
        async with opened(sqlite_url) as store:
            for number in range(1, PEOPLE):
                name = NAME if number % 3 else f"Lois {number}"
                somebody = person(name)._replace(id=f"person{number}")
                said = f"{secret if name == NAME else 'Jo mei'} {number}" * 4
                text = Text(number, somebody.id, said)
                await store.append(entry("stubai", number, person=somebody, text=text))
                about = Complaint("stubai", number, somebody.id, "moidl", 1, said, 1.0)
                await store.keep_complaint(about, PEOPLE)
        assert files_with(secret, tmp_path)
        async with opened(sqlite_url, create=False, exclusive=False) as store:
            await store.erase(NAME)
            assert not files_with(secret, tmp_path)
            assert len(await store.texts("stubai")) == PEOPLE // 3

    asyncio.run(run())


def test_texts_that_are_no_longer_kept_are_gone_from_every_file_when_a_name_is_erased(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            for number in range(1, PEOPLE):
                text = Text(number, "vroni", f"Trumpfsau {number:04}")
                kept = max(1, number - 99)
                await store.append(entry("stubai", number, text=text, oldest_text=kept))
        async with opened(sqlite_url, create=False, exclusive=False) as store:
            await store.erase("nobody")
            assert not files_with("Trumpfsau 0100", tmp_path)
            assert files_with(f"Trumpfsau {PEOPLE - 1:04}", tmp_path)

    asyncio.run(run())


def test_an_erased_name_is_gone_while_a_server_uses_the_files(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as server:
            await server.append(entry("stubai", 1, person=person(NAME)))
            await server.append(entry("stubai", 2, person=person("Lois")))
            assert "tables.sqlite-wal" in files_with(NAME, tmp_path)
            async with opened(sqlite_url, create=False, exclusive=False) as store:
                assert await store.erase(NAME) == 1
            assert not files_with(NAME, tmp_path)
            people = {somebody.name for somebody in await server.people("stubai")}
            assert people == {None, "Lois"}
            assert await server.append(entry("stubai", 3, person=person("Moidl")))
            assert len(await server.people("stubai")) == 3

    asyncio.run(run())


def test_a_name_erased_before_files_were_overwritten_is_gone_after_the_next_erasure(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def run() -> None:
        await seat_people(sqlite_url)
        with sqlite3.connect(tmp_path / "tables.sqlite") as older:
            older.execute("PRAGMA secure_delete = OFF")
            older.execute("UPDATE people SET name = NULL WHERE name LIKE ?", (f"{NAME}%",))
            older.execute("DELETE FROM results WHERE name LIKE ?", (f"{NAME}%",))
        older.close()
        assert files_with(NAME, tmp_path)
        async with opened(sqlite_url, create=False, exclusive=False) as store:
            assert await store.erase(NAME) == 0
        assert not files_with(NAME, tmp_path)

    asyncio.run(run())


def test_a_log_that_cannot_be_emptied_is_reported(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dobbm.store.database.PRAGMAS", {"journal_mode": "WAL", "busy_timeout": 1})

    async def run() -> None:
        async with opened(sqlite_url) as store:
            await store.append(entry("stubai", 1, person=person(NAME)))
            reader = sqlite3.connect(tmp_path / "tables.sqlite")
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM people").fetchone()
            with pytest.raises(StoreUnavailable, match="may still hold erased names: try again"):
                await store.erase(NAME)
            reader.close()
            assert await store.erase(NAME) == 0
            assert not files_with(NAME, tmp_path)

    asyncio.run(run())
