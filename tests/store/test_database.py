"""Database URLs: which ones work, and the errors for the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from dobbm.folders import data_folder
from dobbm.runtime.store import StoreError, StoreUnavailable
from dobbm.store import SqlStore, default_url
from entries import entry, opened


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "given as a URL"),
        ("tables.sqlite", "given as a URL"),
        ("mysql://localhost/dobbm", "sqlite or postgresql, not mysql"),
        ("sqlite+pysqlite://", "must be a file"),
        ("sqlite:///:memory:", "must be a file"),
        ("sqlite:////no/such/folder/tables.sqlite", "no folder /no/such/folder"),
        ("sqlite:////", "/ is a folder, not a database"),
        ("postgresql://127.0.0.1:1/dobbm", "the database at 127.0.0.1:1 is unavailable"),
        ("postgresql://localhost:1/dobbm", "the database at localhost:1 is unavailable"),
        ("postgresql://no.such.host.invalid/dobbm", "is unavailable: Name or"),
        (
            "postgresql:///dobbm?host=/nowhere",
            "unavailable: PostgreSQL does not run, or its socket",
        ),
    ],
)
def test_a_url_that_cannot_work_is_refused_with_a_message(url: str, message: str) -> None:
    with pytest.raises(StoreError, match=message):
        asyncio.run(SqlStore.open(url))


def test_no_error_contains_a_password() -> None:
    with pytest.raises(StoreError) as refusal:
        asyncio.run(SqlStore.open("postgresql://vroni:geheim@127.0.0.1:1/dobbm"))
    assert "geheim" not in str(refusal.value)


def test_the_driver_may_be_omitted(store_url: str) -> None:
    driver, _, rest = store_url.partition(":")
    plain = f"{driver.partition('+')[0]}:{rest}"

    async def run() -> None:
        async with opened(plain) as store:
            assert await store.append(entry("stubai", 1))

    asyncio.run(run())


def test_tables_are_stored_beside_the_sessions_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    async def run() -> None:
        async with opened(default_url()) as store:
            await store.append(entry("stubai", 1))

    asyncio.run(run())
    assert (data_folder() / "tables.sqlite").exists()


def test_only_the_owner_may_read_the_file(sqlite_url: str) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            await store.append(entry("stubai", 1))
            path = Path(sqlite_url.partition("///")[2])
            files = [path, *path.parent.glob(f"{path.name}-*")]
            assert len(files) > 1
            assert {file.stat().st_mode & 0o777 for file in files} == {0o600}

    asyncio.run(run())


def test_a_commit_is_written_to_disk(sqlite_url: str) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            settings = await store._database.write(
                lambda connection: {
                    name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                    for name in ("journal_mode", "synchronous")
                }
            )
            assert settings == {"journal_mode": "wal", "synchronous": 2}

    asyncio.run(run())


@pytest.mark.parametrize("trouble", [Path.unlink, lambda path: path.replace(f"{path}.old")])
def test_nothing_is_written_to_a_file_that_is_no_longer_in_place(
    sqlite_url: str, trouble: Callable[[Path], object]
) -> None:
    path = Path(sqlite_url.partition("///")[2])

    async def run() -> None:
        async with opened(sqlite_url) as store:
            await store.append(entry("stubai", 1))
            trouble(path)
            for use in (store.append(entry("stubai", 2)), store.last("stubai")):
                with pytest.raises(StoreUnavailable, match="was removed or replaced"):
                    await use
            path.touch()
            with pytest.raises(StoreUnavailable, match="was removed or replaced"):
                await store.append(entry("stubai", 2))

    asyncio.run(run())
