"""Tests of the SQL stores only; test_contract.py tests every store."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from dobbm.runtime.store import Checkpoint, UnreadableEvent
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


@pytest.mark.parametrize(
    ("statement", "number"),
    [
        ('UPDATE events SET event = \'{"said": "gri\' WHERE number = 3', 3),
        ("UPDATE events SET event = '[]' WHERE number = 3", 3),
        ("DELETE FROM events WHERE number = 3", 3),
        ("DELETE FROM events WHERE number = 1", 1),
    ],
)
def test_an_unreadable_event_is_named(store_url: str, statement: str, number: int) -> None:
    async def run() -> None:
        async with opened(store_url) as store:
            for at in range(1, 6):
                await store.append(entry("stubai", at, at))
            await store._database.write(lambda connection: connection.execute(text(statement)))
            for limit in (None, 5):
                with pytest.raises(UnreadableEvent) as raised:
                    await store.events("stubai", limit=limit)
                assert (raised.value.table, raised.value.number) == ("stubai", number)
            assert [event["said"] for event in await store.events("stubai", 3)] == [4, 5]

    asyncio.run(run())


def test_a_checkpoint_that_is_not_json_counts_as_missing(store_url: str) -> None:
    statement = text("UPDATE checkpoints SET state = '{\"version\": '")

    async def run() -> None:
        async with opened(store_url) as store:
            await store.save_checkpoints("stubai", [Checkpoint(64, 0, 0, {})])
            await store._database.write(lambda connection: connection.execute(statement))
            assert await store.checkpoint("stubai") is None

    asyncio.run(run())
