"""A restore drill finds what is in a backup, and what is wrong with it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from dobbm.runtime.store import StoreError
from dobbm.store.backups import back_up
from dobbm.store.drill import Drill, rehearse
from dobbm.store.schema import VERSION
from stored_tables import copy, played

FROZEN = Path(__file__).parent / "frozen"


@pytest.fixture
def backup(store_url: str, tmp_path: Path) -> Path:
    """A backup of two tables with two finished deals each, from either database."""
    file = tmp_path / "backup.sqlite"
    file.touch()
    evening = played(tables=2, deals=2)

    async def save() -> None:
        await copy(evening, store_url)
        await back_up(store_url, file)

    asyncio.run(save())
    return file


def change(backup: Path, kind: str, edit: Callable[[dict[str, object]], object]) -> None:
    """Edit the first event of a kind."""
    with sqlite3.connect(backup) as connection:
        query = """SELECT "table", number, event FROM events ORDER BY "table", number"""
        table, number, event = next(
            row for row in connection.execute(query) if json.loads(row[2])["kind"] == kind
        )
        changed = json.loads(event)
        edit(changed)
        statement = """UPDATE events SET event = ? WHERE "table" = ? AND number = ?"""
        connection.execute(statement, (json.dumps(changed), table, number))


def test_a_good_backup_is_described(backup: Path) -> None:
    before = backup.read_bytes()
    drill = asyncio.run(rehearse(backup))
    with sqlite3.connect(backup) as connection:
        [[events, newest]] = connection.execute(
            "SELECT (SELECT count(*) FROM events), max(touched) FROM tables"
        )
    assert drill == Drill(2, events, 4, VERSION, newest, [])
    assert backup.read_bytes() == before


@pytest.mark.parametrize("version", ["2", "3", "4"])
def test_a_backup_of_an_earlier_schema_is_checked_as_well(version: str) -> None:
    drill = asyncio.run(rehearse(FROZEN / f"version-{version}.sqlite"))
    deals = (FROZEN / f"version-{version}.jsonl").read_text().splitlines()
    assert (drill.schema, drill.deals, drill.faults) == (version, len(deals), [])


def test_an_event_that_cannot_be_read_is_a_fault(backup: Path) -> None:
    change(backup, "acted", lambda event: event.update(action="nonsense"))
    drill = asyncio.run(rehearse(backup))
    assert (drill.tables, drill.deals) == (2, 2)
    [fault] = drill.faults
    assert "cannot be read" in fault


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Griass enk!")
    with pytest.raises(StoreError, match="not a database"):
        asyncio.run(rehearse(tmp_path / "letter"))
