"""Several processes on one PostgreSQL: each hears of every change, and connections recover."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest
from sqlalchemy import AsyncAdaptedQueuePool

from dobbm.runtime.store import Report, StoreUnavailable
from dobbm.store import SqlStore
from dobbm.store.database import PATIENCE as DATABASE_PATIENCE
from dobbm.store.database import Operation
from dobbm.store.database import PostgreSQL as PostgreSQLDatabase
from dobbm.store.notifications import CHANNEL
from entries import entry, opened, person
from postgres import PostgreSQL
from store.test_notifications import FOREIGN_NOTICES

PATIENCE = 30.0
"""Seconds."""
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
"""Ends every connection but its own."""

Answer = TypeVar("Answer")


class Listener:
    """Records what a store reports of changes, in order."""

    def __init__(self, store: SqlStore) -> None:
        self.heard: list[tuple[str, int]] = []
        self._news = asyncio.Event()
        store.on_change(self._hear)

    async def wait_for(self, *news: str | int) -> None:
        async with asyncio.timeout(PATIENCE):
            while news not in self.heard:
                self._news.clear()
                await self._news.wait()

    def _hear(self, table: str, number: int) -> None:
        self.heard.append((table, number))
        self._news.set()


async def retried(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """Retry until the database answers; return the answer."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await ask()
            except StoreUnavailable:
                await asyncio.sleep(0.05)


def test_whoever_listens_to_the_database_hears_no_content_of_an_event(postgres_url: str) -> None:
    """An event may contain the secret of a shuffle, and every role of a database may listen."""

    async def run() -> None:
        async with opened(postgres_url) as store:
            assert store._database.connect
            stranger = await store._database.connect()
            heard: asyncio.Queue[str] = asyncio.Queue()
            await stranger.add_listener(CHANNEL, lambda *notice: heard.put_nowait(notice[-1]))
            await store.append(entry("stubai", 1, "geheim", person=person("Vroni")))
            await store.set_preferences("vroni", {"plan": "geheim"})
            await store.erase("Vroni")
            async with asyncio.timeout(PATIENCE):
                notices = [await heard.get() for _ in range(3)]
            assert notices == ['["stubai", 1]', '["stubai", 0]', '["", 0]']
            await stranger.close()

    asyncio.run(run())


def test_notices_that_no_server_sent_are_ignored(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with opened(postgres_url) as store:
            heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
            store.on_change(lambda *change: heard.put_nowait(change))
            assert store._database.connect
            stranger = await store._database.connect()
            reports: list[Report] = []
            store.on_report(lambda _, report: reports.append(report))
            for payload in FOREIGN_NOTICES:
                await stranger.execute("SELECT pg_notify('dobbm', $1)", payload)
            await store.append(entry("stubai", 1))
            async with asyncio.timeout(PATIENCE):
                assert await heard.get() == ("stubai", 1)
            assert not reports
            await stranger.close()

    asyncio.run(run())
    [logged] = caplog.records
    assert "ignored a notice" in logged.getMessage()


def test_a_report_that_is_too_long_does_not_keep_back_the_others(postgres_url: str) -> None:
    async def run() -> None:
        async with opened(postgres_url) as store:
            heard: asyncio.Queue[str] = asyncio.Queue()
            store.on_report(lambda table, _: heard.put_nowait(table))
            long = Report("b", dict.fromkeys(map(str, range(2_000)), 1.0), [], [])
            await store.report({"stubai": long, "zillertal": Report("b", {}, ["vroni"], [])})
            async with asyncio.timeout(PATIENCE):
                assert await heard.get() == "zillertal"

    asyncio.run(run())


def test_reads_at_the_same_time_share_a_query(postgres_url: str) -> None:
    async def run() -> None:
        async with opened(postgres_url) as store:
            for number in range(1, 5):
                await asyncio.gather(
                    *(store.append(entry(f"table{at}", number, number)) for at in range(20))
                )
            queries = 0
            read = store._database.read

            async def counted(operation: Operation[Answer]) -> Answer:
                nonlocal queries
                queries += 1
                return await read(operation)

            store._database.read = counted  # type: ignore[method-assign]
            wanted = [(f"table{at}", after) for at in range(20) for after in (4, 2, 3)]
            found = await asyncio.gather(*(store.events(*one) for one in wanted))
            said = [[event["said"] for event in events] for events in found]
            assert said == [[], [3, 4], [4]] * 20
            assert queries == 1

    asyncio.run(run())


def test_all_processes_hear_of_an_append(postgres_url: str) -> None:
    async def run() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            listeners = [Listener(one), Listener(other)]
            await one.append(entry("stubai", 1))
            await other.append(entry("stubai", 2))
            assert not await one.append(entry("stubai", 2))
            await one.append(entry("ein Tisch", 1))
            for listener in listeners:
                await listener.wait_for("ein Tisch", 1)
                assert listener.heard == [("stubai", 1), ("stubai", 2), ("ein Tisch", 1)]

    asyncio.run(run())


def test_an_announced_event_can_be_read(postgres_url: str) -> None:
    async def run() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            found: list[Awaitable[int]] = []
            other.on_change(
                lambda table, *_: found.append(asyncio.ensure_future(other.last(table)))
            )
            listener = Listener(other)
            for number in range(1, 21):
                await one.append(entry("stubai", number))
            await listener.wait_for("stubai", 20)
            read = await asyncio.gather(*found)
            assert all(
                last >= number for (_, number), last in zip(listener.heard, read, strict=True)
            )

    asyncio.run(run())


def test_an_erasure_is_announced_as_a_change_of_everything(postgres_url: str) -> None:
    async def run() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            await one.append(entry("stubai", 1, person=person("Vroni")))
            listener = Listener(one)
            await other.erase("Vroni")
            await listener.wait_for("", 0)

    asyncio.run(run())


def test_a_race_for_every_number_neither_loses_nor_duplicates_events(postgres_url: str) -> None:
    """They do not block each other either, though each appends to many tables at once."""
    tables = [f"table{number}" for number in range(10)]

    async def play(store: SqlStore, table: str, name: str) -> int:
        won = 0
        while (number := await store.last(table) + 1) <= 12:
            won += await store.append(entry(table, number, name, person=person(name)))
        return won

    async def run() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            won = await asyncio.gather(
                *(play(one, table, "Lois") for table in tables),
                *(play(other, table, "Vroni") for table in reversed(tables)),
            )
            said = [event["said"] for table in tables for event in await one.events(table)]
            assert len(said) == sum(won) == 120
            assert Counter(said) == {"Lois": sum(won[:10]), "Vroni": sum(won[10:])}

    asyncio.run(run())


def test_two_processes_never_claim_the_same_table(postgres_url: str) -> None:
    async def run() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            names = {f"table{number}" for number in range(60)}
            await asyncio.gather(*(one.append(entry(name, 1, due=1.0)) for name in names))
            claims = await asyncio.gather(
                *(store.claim_due(2.0, limit=4) for store in (one, other) * 12)
            )
            assert Counter(table for claim in claims for table in claim) == Counter(names)

    asyncio.run(run())


def test_a_locked_row_is_skipped(postgres_url: str) -> None:
    async def run() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            for name in ("held", "free"):
                await one.append(entry(name, 1, due=1.0))
            assert other._database.connect
            holding = await other._database.connect()
            async with holding.transaction():
                await holding.execute("SELECT * FROM tables WHERE id = 'held' FOR UPDATE")
                assert await one.claim_due(2.0, limit=10) == ["free"]
            assert await one.claim_due(2.0, limit=10) == ["held"]
            await holding.close()

    asyncio.run(run())


def test_lost_connections_are_reopened(postgres: PostgreSQL) -> None:
    async def run() -> None:
        url = postgres.new_database()
        async with opened(url) as one, opened(url) as other:
            await one.append(entry("stubai", 1))
            listener = Listener(other)
            await asyncio.to_thread(postgres.ask, CUT)
            await listener.wait_for("", 0)
            assert await retried(lambda: one.append(entry("stubai", 2)))
            await listener.wait_for("stubai", 2)

    asyncio.run(run())


def test_a_stopped_database_is_unavailable_until_it_is_back(postgres: PostgreSQL) -> None:
    async def run() -> None:
        url = postgres.new_database()
        async with opened(url) as store:
            assert await store.append(entry("stubai", 1))
            listener = Listener(store)
            await asyncio.to_thread(postgres.stop)
            try:
                for ask in (
                    lambda: store.append(entry("stubai", 2)),
                    lambda: store.last("stubai"),
                    lambda: store.claim_due(1.0, limit=1),
                ):
                    with pytest.raises(StoreUnavailable, match="is unavailable: "):
                        await ask()
                assert not await store.ready()
                with pytest.raises(StoreUnavailable):
                    await SqlStore.open(url)
            finally:
                await asyncio.to_thread(postgres.start)
            assert await store.ready()
            assert await store.append(entry("stubai", 2))
            await listener.wait_for("", 0)
            assert await store.append(entry("stubai", 3))
            await listener.wait_for("stubai", 3)

    asyncio.run(run())


def test_nobody_waits_longer_for_a_connection_than_for_a_statement(postgres_url: str) -> None:
    async def run() -> None:
        async with opened(postgres_url) as store:
            database = store._database
            assert isinstance(database, PostgreSQLDatabase)
            pool = database._engine.pool
            assert isinstance(pool, AsyncAdaptedQueuePool)
            assert pool.timeout() == DATABASE_PATIENCE

    asyncio.run(run())
