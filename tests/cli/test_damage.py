"""Every command at a database with a damaged page: one line names the database and the way out."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert

from cli.command import dobbm
from dobbm.runtime.complaints import Complaint
from dobbm.runtime.store import Ban
from dobbm.store.schema import texts
from dobbm.table.state import log_name
from entries import opened
from stored_tables import copy, played

TEXT = "Du Lump"
NAMED = {"people": b"Vroni", "bans": b"schimpft", "complaints": b"Lump", "texts": b"Lump"}
"""A word on the page of each table."""
COMMANDS = {
    "people": [
        "tables list",
        "tables show TABLE",
        "export",
        "backup copy.sqlite",
        "about Vroni",
        "about --table TABLE --seat 0",
        "erase --table TABLE --seat 0",
    ],
    "bans": ["tables bans", "tables ban --name Lois", "about Lois", "erase Lois"],
    "complaints": ["tables reports"],
    "texts": ["tables show TABLE --texts"],
}
"""The commands that read these words."""
ANY_PAGE = [
    *COMMANDS["people"],
    "tables remove TABLE 0",
    *COMMANDS["bans"],
    *COMMANDS["complaints"],
    *COMMANDS["texts"],
    "tables settle TABLE",
    "tables erase-text TABLE 5",
    "tables close TABLE",
    "tables unban --name Grobian",
    "prune --older-than 9",
    "restore good.sqlite --replace",
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DOBBM_OPTIONS", raising=False)
    monkeypatch.setenv("DOBBM_DATABASE", "sqlite:///club.sqlite")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def table(folder: Path, filled: tuple[bytes, str]) -> str:
    """The name of a table in the log; in the database are bans, texts and reports, too."""
    whole, table = filled
    for name in ("club.sqlite", "good.sqlite"):
        (folder / name).write_bytes(whole)
    return log_name(table)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """The bytes of the database, and the identifier of its table."""
    file = tmp_path_factory.mktemp("filled") / "made.sqlite"
    url = f"sqlite:///{file}"
    [table] = asyncio.run(copy(played(), url))

    async def fill() -> None:
        async with opened(url) as store:
            vroni, lois = [person.id for person in await store.people(table)]
            for name in ("lump", "grobian"):
                await store.ban(Ban("name", name, reason="er schimpft"))
            await store.unban(Ban("name", "lump"))
            complaint = Complaint(table, 5, vroni, lois, deal=1, text=TEXT, at=6.0, settled=None)
            assert await store.keep_complaint(complaint, most=9)
            row = {"table": table, "number": 5, "person": vroni, "text": TEXT}
            await store.database.write(lambda connection: connection.execute(insert(texts), row))

    asyncio.run(fill())
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return file.read_bytes(), table


def pages_of(database: Path, table: str) -> list[slice]:
    """Return where the pages of a table lie in a database."""
    with closing(sqlite3.connect(database)) as connection:
        [[size]] = connection.execute("PRAGMA page_size")
        found = connection.execute("SELECT pageno FROM dbstat WHERE name = ?", [table])
        return [slice((page - 1) * size, page * size) for (page,) in found]


def run(command: str, table: str) -> list[str]:
    """Run a command; return the lines of its standard error, if it is refused."""
    done = dobbm(*command.replace("TABLE", table).split())
    assert b"Traceback" not in done.stderr
    return done.stderr.decode().splitlines() if done.returncode == 2 else []


@pytest.mark.parametrize(
    ("page", "command"), [(page, command) for page in COMMANDS for command in COMMANDS[page]]
)
def test_bytes_that_are_no_text(table: str, folder: Path, page: str, command: str) -> None:
    club = folder / "club.sqlite"
    whole = bytearray(club.read_bytes())
    for place in pages_of(club, page):
        whole[place] = whole[place].replace(NAMED[page], NAMED[page][:-1] + b"\xff")
    club.write_bytes(whole)
    [line] = run(command, table)
    assert line.startswith("dobbm: the database club.sqlite is unavailable: it is damaged")
    assert line.endswith("restore a backup")


@pytest.mark.parametrize("page", ["tables", "events", "people", "bans", "erased", "complaints"])
def test_half_a_page_of_zeros(table: str, folder: Path, page: str) -> None:
    club = folder / "club.sqlite"
    whole = bytearray(club.read_bytes())
    for place in pages_of(club, page):
        middle = (place.start + place.stop) // 2
        whole[middle : place.stop] = bytes(place.stop - middle)
    for command in ANY_PAGE:
        club.write_bytes(whole)
        for beside in folder.glob("club.sqlite-*"):
            beside.unlink()
        for line in run(command, table):
            assert "club.sqlite" in line, command
            assert "restore a backup" in line, command
    club.write_bytes(whole)
    assert b"broken  database" in dobbm("doctor").stdout


def test_an_event_that_is_no_text_spoils_only_its_table(table: str, folder: Path) -> None:
    club = folder / "club.sqlite"
    whole = club.read_bytes()
    club.write_bytes(whole.replace(b'"kind":"began', b'"kind":"bega\xff'))
    done = dobbm("tables", "list")
    assert done.returncode == 1
    assert b"cannot be read (not JSON: " in done.stdout
    assert dobbm("backup", "copy.sqlite").returncode == 1
    [line] = run("tables remove TABLE 0", table)
    assert line.startswith("dobbm: the database club.sqlite, table ")
    assert dobbm("restore", "copy.sqlite", "--database", "sqlite:///new.sqlite").returncode == 1


def test_a_database_without_its_version(table: str, folder: Path) -> None:
    with closing(sqlite3.connect(folder / "club.sqlite")) as connection, connection:
        connection.execute("DELETE FROM alembic_version")
    for command in ("tables list", "restore good.sqlite --replace", "serve --port 0"):
        [line] = run(command, table)
        assert line == (
            "dobbm: the database club.sqlite is damaged, and does not say its version: "
            "restore a backup"
        )


def test_a_damaged_database_still_tells_what_has_been_erased(table: str, folder: Path) -> None:
    assert table
    club = folder / "club.sqlite"
    assert dobbm("erase", "Vroni").returncode == 0
    with closing(sqlite3.connect(club)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    whole = bytearray(club.read_bytes())
    for place in pages_of(club, "people"):
        whole[place] = bytes(place.stop - place.start)
    (folder / "failed.sqlite").write_bytes(whole)
    new = ("--database", "sqlite:///new.sqlite")
    assert dobbm("restore", "good.sqlite", "--erased-in", "failed.sqlite", *new).returncode == 0
    assert dobbm("about", "Vroni", *new).returncode == 1
    assert dobbm("about", "Lois", *new).returncode == 0
