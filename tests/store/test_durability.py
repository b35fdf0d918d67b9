"""No acknowledged event is ever lost, and every failure can be recovered from."""

from __future__ import annotations

import asyncio
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection

from dobbm.runtime.store import StoreError, StoreUnavailable
from dobbm.store import SqlStore
from entries import entry, opened

KILLS = 30
TABLES = 20
PATIENCE = 30.0
"""Seconds."""
ROOM = 20
"""Events of 10 kB for which there is room."""

WRITING = """
import asyncio, sys
from dobbm.runtime.store import Entry
from dobbm.store import SqlStore

async def write(store, table):
    number = await store.last(table)
    while True:
        number += 1
        assert await store.append(Entry(table, number, {"said": number}, due=None))
        print(table, number, flush=True)

async def main(url, tables):
    store = await SqlStore.open(url)
    await asyncio.gather(*(write(store, f"table{index}") for index in range(tables)))

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""
"""Appends to many tables at once, and prints each entry as soon as it is stored."""


def acknowledged_until_killed(url: str, count: int) -> dict[str, int]:
    """Kill a process after ``count`` printed entries; return the last number of each table."""
    command = [sys.executable, "-c", WRITING, url, str(TABLES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        lines = [writer.stdout.readline() for _ in range(count)]
        writer.send_signal(signal.SIGKILL)
        lines += writer.stdout.readlines()
    last: dict[str, int] = {}
    for line in lines:
        if line.endswith("\n"):  # the last line may be incomplete
            table, number = line.split()
            last[table] = int(number)
    assert last
    return last


@pytest.mark.long
def test_a_killed_process_has_lost_no_acknowledged_event(store_url: str) -> None:
    random = Random(8)

    async def verify(acknowledged: dict[str, int]) -> None:
        async with opened(store_url) as store:
            for table, number in acknowledged.items():
                stored = [event["said"] for event in await store.events(table)]
                assert stored == [*range(1, len(stored) + 1)]
                assert len(stored) >= number
                assert await store.last(table) == len(stored)

    for _ in range(KILLS):
        asyncio.run(verify(acknowledged_until_killed(store_url, random.randint(1, 400))))


@contextmanager
def disk_full(files: Path) -> Iterator[None]:
    """Prevent files of this process from growing far beyond the largest in a folder."""
    largest = max(path.stat().st_size for path in files.iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest + 50_000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def fill(store: SqlStore) -> int:
    """Append until the disk is full, but at most ``ROOM`` events; return how many there are."""
    last = await store.last("stubai")
    for number in range(last + 1, last + 1 + ROOM):
        try:
            await store.append(entry("stubai", number, "x" * 10_000))
        except StoreUnavailable:
            return number - 1
    return last + ROOM


def test_a_full_disk_stores_nothing_and_works_again_afterwards(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            assert await fill(store) == ROOM
            with disk_full(tmp_path):
                stored = await fill(store)
                assert stored < 2 * ROOM
                with pytest.raises(StoreUnavailable, match="is unavailable: "):
                    await store.append(entry("stubai", stored + 1, "x" * 10_000))
                assert len(await store.events("stubai")) == stored
            assert await store.append(entry("stubai", stored + 1))
        async with opened(sqlite_url) as store:
            assert len(await store.events("stubai")) == stored + 1

    asyncio.run(run())


def test_a_failed_group_fails_completely(sqlite_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            entries = [entry(f"table{index}", 1, "x" * 10_000) for index in range(30)]
            with disk_full(tmp_path):
                failed = await asyncio.gather(*map(store.append, entries), return_exceptions=True)
            stored = {
                entry.table for entry, done in zip(entries, failed, strict=True) if done is True
            }
            assert {table async for table in store.tables()} == stored
            assert len(stored) < 30
            assert await asyncio.gather(*map(store.append, entries)) == [
                entry.table not in stored for entry in entries
            ]

    asyncio.run(run())


def test_only_one_process_serves_a_file(sqlite_url: str) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            with pytest.raises(StoreError, match="another process is serving"):
                await SqlStore.open(sqlite_url)
            await store.append(entry("stubai", 1))
            async with opened(sqlite_url, create=False, exclusive=False) as beside:
                assert await beside.last("stubai") == 1
        async with opened(sqlite_url):
            pass

    asyncio.run(run())


def test_the_server_waits_for_another_writer(sqlite_url: str) -> None:
    async def run() -> None:
        async with (
            opened(sqlite_url) as store,
            opened(sqlite_url, create=False, exclusive=False) as beside,
        ):
            begun, end = threading.Event(), threading.Event()

            def hold(_: Connection) -> None:
                begun.set()
                assert end.wait(PATIENCE)

            holding = asyncio.create_task(beside._database.write(hold))
            await asyncio.to_thread(begun.wait)
            appending = asyncio.create_task(store.append(entry("stubai", 1)))
            assert await store.last("stubai") == 0
            assert not appending.done()
            end.set()
            await holding
            assert await appending

    asyncio.run(run())


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text("Griaß enk! " * 100)
    with pytest.raises(StoreError, match="damaged, or not a database"):
        asyncio.run(SqlStore.open(f"sqlite:///{path}"))
    assert path.read_text() == "Griaß enk! " * 100


def test_opening_without_create_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database"):
        asyncio.run(SqlStore.open(f"sqlite:///{tmp_path / 'none'}", create=False))
    assert not [*tmp_path.iterdir()]
