"""What is special to the stores on both databases; test_contract.py holds for every store."""

from __future__ import annotations

import asyncio

import pytest

from entries import entry, opened, person


def test_what_was_appended_is_there_for_one_who_only_reads(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            await store.append(entry("stubai", 1, "guat", person=person("Vroni")))
        async with opened(store_url, create=False, exclusive=False) as store:
            assert await store.last("stubai") == 1
            assert await store.people("stubai") == [person("Vroni")]

    asyncio.run(run())


def test_all_tables_are_told_however_many_there_are(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dobbm.store.sql_store.PAGE", 3)

    async def run() -> None:
        async with opened(store_url) as store:
            names = [f"table{number}" for number in range(9)]
            await asyncio.gather(*(store.append(entry(name, 1)) for name in names))
            assert [table async for table in store.tables()] == names

    asyncio.run(run())


def test_an_append_that_nobody_waits_for_any_more_does_not_hold_up_the_others(
    store_url: str,
) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            left = asyncio.create_task(store.append(entry("stubai", 1)))
            await asyncio.sleep(0)
            left.cancel()
            assert await store.append(entry("wipptal", 1))

    asyncio.run(run())


def test_what_is_being_appended_when_the_store_is_closed_is_stored(store_url: str) -> None:
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
