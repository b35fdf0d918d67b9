"""``dobbm erase``: removes a name from a server's database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cli.command import answers, dobbm
from stored_tables import copy, played


@pytest.fixture
def tables(sqlite_url: str) -> list[str]:
    """Store two tables with a finished deal each at ``sqlite_url``."""
    return asyncio.run(copy(played(tables=2), sqlite_url))


def test_an_erased_name_is_gone_from_every_file(
    sqlite_url: str, tables: list[str], tmp_path: Path
) -> None:
    done = dobbm("erase", "Vroni", "--database", sqlite_url)
    assert (done.returncode, done.stderr) == (0, b"names erased: 2\n")
    assert not [file for file in tmp_path.iterdir() if b"Vroni" in file.read_bytes()]
    names = [
        record["meta"]["names"] for record in answers(dobbm("export", "--database", sqlite_url))
    ]
    assert names == [[None, "Lois", None, None]] * len(tables)


def test_a_name_can_be_erased_at_one_table(sqlite_url: str, tables: list[str]) -> None:
    done = dobbm("erase", "Vroni", "--table", tables[0], "--database", sqlite_url)
    assert done.stderr == b"names erased: 1\n"
    names = [
        record["meta"]["names"] for record in answers(dobbm("export", "--database", sqlite_url))
    ]
    assert [people[0] for people in names] == [None, "Vroni"]


def test_a_name_that_nobody_has(sqlite_url: str, tables: list[str]) -> None:
    assert tables
    done = dobbm("erase", "Moidl", "--database", sqlite_url)
    assert (done.returncode, done.stderr) == (1, b"names erased: 0\n")


def test_a_ban_keeps_a_name_and_the_command_says_so(sqlite_url: str, tables: list[str]) -> None:
    assert tables
    dobbm("tables", "ban", "--name", "Vroni", "--database", sqlite_url)
    done = dobbm("erase", "Vroni", "--database", sqlite_url)
    assert done.returncode == 0
    assert b"the name is banned, and the ban keeps it" in done.stderr
