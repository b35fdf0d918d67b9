"""Databases of earlier versions are upgraded, and nothing in them is lost."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, inspect, text

from dobbm.runtime.finished_deals import finished_deals
from dobbm.runtime.store import StoreError, UnreadableEvent
from dobbm.store import SqlStore, migrations, upgrading
from dobbm.store.backups import restore
from dobbm.store.database import Database
from entries import entry, opened, person
from releases.frozen import RELEASES

FROZEN = Path(__file__).parent / "frozen"
"""Databases that ``scripts/freeze.py`` has written with earlier versions."""
EARLY = [FROZEN / f"version-{version}.sqlite" for version in (2, 3)]
"""Those from before the first version that is upgraded."""
FIRST = FROZEN / "version-4.sqlite"
UPGRADED = [
    *(FIRST, FROZEN / "version-5.sqlite", FROZEN / "version-8.sqlite"),
    *(release / "tables.sqlite" for release in RELEASES),
]
"""Those that are upgraded; all have the same deals."""

NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "10", "9"


def upgrade():
    op.add_column("tables", sa.Column("town", sa.Text))
    op.execute("UPDATE tables SET town = 'Neustift'")
"""
"""A migration that there may be one day."""


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
    [version] = frozen_rows.execute("SELECT version_num FROM alembic_version").fetchone()

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
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a version to those that there are."""
    folder = tmp_path / "migrations"
    shutil.copytree(Path(migrations.__file__).parent, folder)
    (folder / "versions" / "v10.py").write_text(NEXT)
    monkeypatch.setattr(migrations, "package_folder", lambda *_: folder)
    monkeypatch.setattr(upgrading, "VERSION", "10")


@pytest.fixture(params=UPGRADED, ids=lambda file: f"{file.parent.name}-{file.stem}")
def older_url(request: pytest.FixtureRequest, store_url: str) -> str:
    """The URL of a copy of a database of each version that is upgraded."""
    if store_url.startswith("sqlite"):
        shutil.copy(request.param, store_url.partition("///")[2])
    else:
        asyncio.run(fill(store_url, request.param))
    return store_url


def columns(connection: Connection) -> Sequence[Any]:
    return connection.execute(text("SELECT DISTINCT town FROM tables")).scalars().all()


@pytest.mark.usefixtures("next_version")
def test_an_upgraded_database_has_the_same_deals_and_people(older_url: str) -> None:
    async def run() -> None:
        async with opened(older_url) as store:
            assert await store.database.read(columns) == ["Neustift"]
            assert await exported(store) == deals_in(FIRST)
            for table in {record["meta"]["table"] for record in deals_in(FIRST)}:
                names = [somebody.name for somebody in await store.people(table)]
                assert sorted(map(str, names)) == ["Lois", "Vroni"]

    asyncio.run(run())


@pytest.mark.usefixtures("next_version")
def test_play_goes_on_in_an_upgraded_database(older_url: str) -> None:
    async def run() -> None:
        async with opened(older_url) as store:
            table = deals_in(FIRST)[0]["meta"]["table"]
            last = await store.last(table)
            assert await store.claim_due(2e9, limit=10)
            assert await store.append(entry(table, last + 1, person=person("Moidl")))
            assert await store.last(table) == last + 1

    asyncio.run(run())


@pytest.mark.parametrize("file", EARLY, ids=lambda file: file.stem)
def test_an_early_database_is_restored_to_a_new_one(file: Path, store_url: str) -> None:
    async def run() -> None:
        await restore(file, store_url, replace=False)
        async with opened(store_url) as store:
            assert await exported(store) == deals_in(file)

    asyncio.run(run())


def test_a_restored_table_was_touched_when_its_last_event_was_stored(sqlite_url: str) -> None:
    query = text(
        'SELECT tables.touched, events.event FROM tables JOIN events ON events."table" = tables.id '
        "AND events.number = tables.number"
    )

    async def run() -> None:
        await restore(EARLY[0], sqlite_url, replace=False)
        async with opened(sqlite_url) as store:
            rows = await store.database.read(lambda connection: connection.execute(query).all())
            assert len(rows) == 2
            assert all(touched == json.loads(event)["at"] for touched, event in rows)

    asyncio.run(run())


@pytest.mark.parametrize("create", [True, False])
def test_a_server_says_what_to_do_with_an_early_database(tmp_path: Path, create: bool) -> None:
    path = tmp_path / "tables.sqlite"
    shutil.copy(EARLY[0], path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="from before the first release: dobbm restore copies it"):
        asyncio.run(SqlStore.open(f"sqlite:///{path}", create=create))
    assert path.read_bytes() == before


def test_a_damaged_event_does_not_stop_a_restoration(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    shutil.copy(EARLY[0], path)
    with sqlite3.connect(path) as connection:
        connection.execute("""UPDATE events SET event = '{"kind": "ac'""")
    found = asyncio.run(restore(path, f"sqlite:///{tmp_path}/new.sqlite", replace=False))
    assert found.tables == 2
    assert len(found.unreadable) == 2
