"""``dobbm export``: the records of all finished deals, whatever is wrong with one table."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from cli.command import Done, answers, dobbm
from dobbm.runtime.memory_database import MemoryDatabase
from stored_tables import copy, played


@pytest.fixture(scope="module")
def evening() -> MemoryDatabase:
    """Three tables with two finished deals each."""
    return played(tables=3, deals=2)


@pytest.fixture
def tables(evening: MemoryDatabase, sqlite_url: str) -> list[str]:
    """Store the tables at ``sqlite_url``; return their identifiers."""
    return asyncio.run(copy(evening, sqlite_url))


def damage(url: str, table: str, number: int, event: str) -> None:
    with sqlite3.connect(Path(url.partition("///")[2])) as connection:
        where = (event, table, number)
        connection.execute('UPDATE events SET event = ? WHERE "table" = ? AND number = ?', where)


def tables_in(done: Done) -> list[str]:
    """Return the tables of the exported deals."""
    return [record["meta"]["table"] for record in answers(done)]


def number_of(evening: MemoryDatabase, table: str, kind: str, nth: int) -> int:
    """Return the number of the nth event of a kind."""
    kinds = [json.loads(event)["kind"] for event in evening.events[table]]
    return [number for number, one in enumerate(kinds, 1) if one == kind][nth]


def test_every_finished_deal_is_printed_with_names(sqlite_url: str, tables: list[str]) -> None:
    done = dobbm("export", "--database", sqlite_url)
    assert done.returncode == 0
    assert not done.stderr
    assert tables_in(done) == [name for name in tables for _ in "12"]
    assert all("Vroni" in record["meta"]["names"] for record in answers(done))


def test_one_table_can_be_exported_alone(sqlite_url: str, tables: list[str]) -> None:
    done = dobbm("export", "--database", sqlite_url, "--table", tables[1])
    assert tables_in(done) == [tables[1]] * 2


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ('{"kind": "dealt", "at"', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('"dealt"', "not a JSON object"),
        ('{"kind": "shuffled_by_hand", "at": 1.0}', "KeyError: 'shuffled_by_hand'"),
        ('{"kind": "dealt", "at": 1.0, "left_out": [], "by": "Lois"}', "TypeError"),
        ('{"kind": "dealt", "at": "noon", "left_out": []}', "the time is not a number"),
    ],
)
def test_an_unreadable_event_is_reported_and_the_other_tables_are_exported(
    evening: MemoryDatabase, sqlite_url: str, tables: list[str], event: str, reason: str
) -> None:
    number = number_of(evening, tables[1], "dealt", 1)
    damage(sqlite_url, tables[1], number, event)
    done = dobbm("export", "--database", sqlite_url)
    assert done.returncode == 1
    first, second, third = tables
    assert tables_in(done) == [
        first,
        first,
        second,
        third,
        third,
    ]
    [line] = done.stderr.decode().splitlines()
    assert line.startswith(f"dobbm: table {second}: event {number} cannot be read (")
    assert reason in line


def test_a_missing_event_is_reported(sqlite_url: str, tables: list[str]) -> None:
    with sqlite3.connect(Path(sqlite_url.partition("///")[2])) as connection:
        connection.execute('DELETE FROM events WHERE "table" = ? AND number = 7', tables[:1])
    done = dobbm("export", "--database", sqlite_url)
    assert done.returncode == 1
    assert b"event 7 cannot be read (missing)" in done.stderr
    assert len(answers(done)) == 4


def test_the_environment_names_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOBBM_DATABASE", "mysql://localhost/dobbm")
    done = dobbm("export")
    assert b"the database must be sqlite or postgresql, not mysql" in done.stderr
