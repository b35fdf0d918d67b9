"""Tests of the SQL stores only; test_contract.py tests every store."""

from __future__ import annotations

import asyncio

import pytest

from entries import entry, opened, person


def test_appended_entries_can_be_read_without_serving(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            await store.append(entry("stubai", 1, "guat", person=person("Vroni")))
        async with opened(store_url, create=False, exclusive=False) as store:
            assert await store.last("stubai") == 1
            assert await store.people("stubai") == [person("Vroni")]

    asyncio.run(run())


def test_all_tables_are_listed_however_many_there_are(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dobbm.store.sql_store.PAGE", 3)

    async def run() -> None:
        async with opened(store_url) as store:
            names = [f"table{number}" for number in range(9)]
            await asyncio.gather(*(store.append(entry(name, 1)) for name in names))
            assert [table async for table in store.tables()] == names

    asyncio.run(run())


def test_a_cancelled_append_does_not_delay_the_others(
    store_url: str,
) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            cancelled = asyncio.create_task(store.append(entry("stubai", 1)))
            await asyncio.sleep(0)
            cancelled.cancel()
            assert await store.append(entry("wipptal", 1))

    asyncio.run(run())


def test_an_append_in_progress_is_stored_when_the_store_closes(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            appending = asyncio.create_task(store.append(entry("stubai", 1)))
            await asyncio.sleep(0)
        assert await appending
        async with opened(store_url) as store:
            assert await store.last("stubai") == 1

    asyncio.run(run())


def test_only_postgresql_is_shared(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            assert store.shared == store_url.startswith("postgresql")

    asyncio.run(run())
