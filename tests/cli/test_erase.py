"""``dobbm erase``: removes a name from a server's database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cli.command import answers, dobbm
from dobbm.cli.people import NOBODY
from dobbm.runtime.complaints import Complaint
from dobbm.table.state import log_name
from entries import opened
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


def test_one_person_is_erased_by_the_seat_or_the_identifier(
    sqlite_url: str, tables: list[str], tmp_path: Path
) -> None:
    where = ("--table", log_name(tables[0]), "--database", sqlite_url)
    done = dobbm("erase", "--seat", "1", *where)
    assert (done.returncode, done.stderr) == (0, b"names erased: 1\n")
    [about] = answers(dobbm("about", "Lois", "--database", sqlite_url))
    [lois] = about["people"]
    assert lois["table"] == tables[1]
    done = dobbm("erase", "--person", lois["person"], "--database", sqlite_url)
    assert (done.returncode, done.stderr) == (0, b"names erased: 1\n")
    assert not [file for file in tmp_path.iterdir() if b"Lois" in file.read_bytes()]
    done = dobbm("erase", "--seat", "2", *where)
    assert (done.returncode, done.stderr) == (2, b"dobbm: no person sits in seat 2\n")
    done = dobbm("erase", "--person", "nobody", "--database", sqlite_url)
    assert (done.returncode, done.stderr) == (1, b"names erased: 0\n")


@pytest.mark.parametrize(
    "given",
    [(), ("Lois", "--seat", "1", "--table", "x"), ("Lois", "--person", "x"), ("--seat", "1")],
)
def test_people_are_named_in_one_way(sqlite_url: str, given: tuple[str, ...]) -> None:
    for command in ("erase", "about"):
        done = dobbm(command, *given, "--database", sqlite_url)
        assert done.returncode == 2
        assert b"--table" in done.stderr


def test_a_name_that_nobody_has(sqlite_url: str, tables: list[str]) -> None:
    assert tables
    done = dobbm("erase", "Moidl", "--database", sqlite_url)
    assert (done.returncode, done.stderr) == (1, f"names erased: 0\n{NOBODY}\n".encode())
    for command in ("erase", "about"):
        done = dobbm(command, "", "--database", sqlite_url)
        assert (done.returncode, done.stderr) == (2, b"dobbm: an empty name stands for nobody\n")


def test_a_ban_keeps_a_name_and_the_command_says_so(sqlite_url: str, tables: list[str]) -> None:
    assert tables
    dobbm("tables", "ban", "--name", "Vroni", "--database", sqlite_url)
    done = dobbm("erase", "Vroni", "--database", sqlite_url)
    assert done.returncode == 0
    assert b"the name is banned, and the ban keeps it" in done.stderr


def test_names_in_reasons_and_reports_are_left_to_the_host(
    sqlite_url: str, tables: list[str]
) -> None:
    async def report() -> None:
        async with opened(sqlite_url) as store:
            by_name = {person.name: person.id for person in await store.people(tables[0])}
            said = Complaint(tables[0], 5, by_name["Lois"], "moidl", 1, "Die VRONI schummelt", 1.0)
            await store.keep_complaint(said, most=9)

    asyncio.run(report())
    address = ("--address", "192.0.2.7", "--reason", "beleidigt Vroni")
    dobbm("tables", "ban", *address, "--database", sqlite_url)
    done = dobbm("erase", "Vroni", "--database", sqlite_url)
    reason, report_, count = done.stderr.decode().splitlines()
    assert reason.startswith("the reason of a ban contains it: see 'dobbm tables bans'")
    assert report_.startswith("a report contains it: 'dobbm tables reports --all' shows")
    assert count == "names erased: 2"
    assert dobbm("erase", "Lois", "--database", sqlite_url).stderr == b"names erased: 2\n"
