"""Databases of earlier versions are upgraded, and nothing in them is lost."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, inspect, text

from dobbm.runtime.finished_deals import finished_deals
from dobbm.runtime.store import UnreadableEvent
from dobbm.store import SqlStore, migrations
from dobbm.store.database import Database
from entries import entry, opened, person

FROZEN = sorted(Path(__file__).parent.glob("frozen/version-*.sqlite"))
"""Databases that ``scripts/frozen_database.py`` has written with earlier versions."""

frozen = pytest.mark.parametrize("file", FROZEN, ids=lambda file: file.stem)


def deals_in(file: Path) -> list[Any]:
    """Return the deals that the version of a frozen database exported."""
    return [json.loads(line) for line in file.with_suffix(".jsonl").read_text().splitlines()]


async def exported(store: SqlStore) -> list[Any]:
    unreadable: list[UnreadableEvent] = []
    records = [record async for record in finished_deals(store, unreadable.append)]
    assert not unreadable
    return records


async def fill(url: str, file: Path) -> None:
    """Copy a frozen database to PostgreSQL: create its version of the schema, then its rows."""
    database = Database.at(url, create=True, exclusive=False)
    frozen_rows = sqlite3.connect(file)
    version = file.stem.partition("-")[2]

    def write(connection: Connection) -> None:
        config = migrations._config()
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        for table in inspect(connection).get_table_names():
            rows = frozen_rows.execute(f'SELECT * FROM "{table}"')
            names = [column for column, *_ in rows.description]
            columns = ", ".join(f'"{name}"' for name in names)
            places = ", ".join(f":{name}" for name in names)
            found = [dict(zip(names, row, strict=True)) for row in rows]
            if found and table != "alembic_version":
                insert = text(f'INSERT INTO "{table}" ({columns}) VALUES ({places})')
                connection.execute(insert, found)

    await database.write(write)
    await database.close()
    frozen_rows.close()


@pytest.fixture
def upgraded_url(file: Path, store_url: str) -> str:
    """The URL of a copy of a frozen database, still of its old version."""
    if store_url.startswith("sqlite"):
        shutil.copy(file, store_url.partition("///")[2])
    else:
        asyncio.run(fill(store_url, file))
    return store_url


@frozen
def test_an_upgraded_database_has_the_same_deals_and_people(file: Path, upgraded_url: str) -> None:
    async def run() -> None:
        async with opened(upgraded_url) as store:
            assert await exported(store) == deals_in(file)
            for table in {record["meta"]["table"] for record in deals_in(file)}:
                names = [somebody.name for somebody in await store.people(table)]
                assert sorted(map(str, names)) == ["Lois", "Vroni"]

    asyncio.run(run())


@frozen
def test_play_goes_on_in_an_upgraded_database(file: Path, upgraded_url: str) -> None:
    async def run() -> None:
        async with opened(upgraded_url) as store:
            table = deals_in(file)[0]["meta"]["table"]
            last = await store.last(table)
            assert await store.claim_due(2e9, limit=10)
            assert await store.append(entry(table, last + 1, person=person("Moidl")))
            assert await store.last(table) == last + 1

    asyncio.run(run())


@pytest.mark.parametrize("file", FROZEN[:1], ids=lambda file: file.stem)
def test_an_upgraded_table_was_touched_when_its_last_event_was_stored(
    file: Path, upgraded_url: str
) -> None:
    query = text(
        'SELECT tables.touched, events.event FROM tables JOIN events ON events."table" = tables.id '
        "AND events.number = tables.number"
    )

    async def run() -> None:
        async with opened(upgraded_url) as store:
            rows = await store._database.read(lambda connection: connection.execute(query).all())
            assert len(rows) == len({record["meta"]["table"] for record in deals_in(file)})
            assert all(touched == json.loads(event)["at"] for touched, event in rows)

    asyncio.run(run())


def test_a_damaged_event_does_not_stop_an_upgrade(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    shutil.copy(FROZEN[0], path)
    with sqlite3.connect(path) as connection:
        connection.execute("""UPDATE events SET event = '{"kind": "ac'""")

    async def run() -> None:
        async with opened(f"sqlite:///{path}") as store:
            assert [table async for table in store.tables()]

    asyncio.run(run())


def test_an_upgrade_overwrites_what_earlier_versions_deleted(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    shutil.copy(FROZEN[0], path)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("CREATE TABLE names AS SELECT 'Genoveva' || hex(randomblob(9000))")
        connection.execute("DROP TABLE names")
    connection.close()
    assert b"Genoveva" in path.read_bytes()

    async def run() -> None:
        async with opened(f"sqlite:///{path}"):
            pass

    asyncio.run(run())
    assert b"Genoveva" not in path.read_bytes()
