"""The migrations produce the schema that the code expects."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from dobbm.runtime.store import StoreError
from dobbm.store import SqlStore, migrations, upgrading
from dobbm.store.database import Database
from dobbm.store.schema import VERSION, metadata
from entries import entry, opened


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "compare_server_default": True}
    )
    return list(compare_metadata(context, metadata))


def indexes(connection: Connection) -> set[str]:
    """Return the indexes with their conditions, which Alembic does not compare."""
    query = {
        "sqlite": "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
        "postgresql": "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
    }[connection.dialect.name]
    return {" ".join(row.split()) for row in connection.scalars(text(query))}


async def ask(url: str, statement: Any) -> Any:
    """Return the result of a statement, or of a function of a connection."""
    database = Database.at(url, create=True, exclusive=False)
    try:
        if callable(statement):
            return await database.write(statement)
        return await database.write(lambda connection: connection.execute(text(statement)))
    finally:
        await database.close()


def test_the_migrations_match_the_schema(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url):
            pass
        assert await ask(store_url, differences) == []
        made = await ask(store_url, indexes)

        def recreate(connection: Connection) -> None:
            metadata.drop_all(connection)
            metadata.create_all(connection)

        await ask(store_url, recreate)
        assert await ask(store_url, indexes) == made

    asyncio.run(run())


def test_several_processes_can_open_a_new_database_at_once(postgres_url: str) -> None:
    async def run() -> None:
        stores = await asyncio.gather(*(SqlStore.open(postgres_url) for _ in range(3)))
        assert await stores[0].append(entry("stubai", 1))
        assert await stores[2].last("stubai") == 1
        for store in stores:
            await store.close()

    asyncio.run(run())


def test_a_database_of_a_newer_version_is_left_alone(store_url: str) -> None:
    async def run() -> None:
        async with opened(store_url):
            pass
        await ask(store_url, "UPDATE alembic_version SET version_num = '999'")
        for create in (True, False):
            with pytest.raises(StoreError, match="version 999, from a newer dobbm"):
                await SqlStore.open(store_url, create=create)

    asyncio.run(run())


def test_opening_without_create_refuses_a_foreign_database(store_url: str) -> None:

    async def run() -> None:
        await ask(store_url, "CREATE TABLE other (number INTEGER)")
        with pytest.raises(StoreError, match="has not been set up by dobbm"):
            await SqlStore.open(store_url, create=False)

    asyncio.run(run())


def test_only_the_server_upgrades_an_older_database(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(store_url):
            pass
        monkeypatch.setattr(upgrading, "VERSION", "10")
        with pytest.raises(StoreError, match="has an older version"):
            await SqlStore.open(store_url, create=False)

    asyncio.run(run())


def test_the_schema_has_the_version_of_the_last_migration() -> None:
    assert migrations.known_versions()[-1] == VERSION
