"""``dobbm tables`` and ``dobbm prune``: what a host does to a database beside the server."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from datetime import datetime
from pathlib import Path

import pytest

from cli.command import Done, answers, dobbm
from dobbm.cli.tables import ALREADY
from dobbm.runtime.complaints import NO_TEXT, Complaint
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.store import Entry, Text
from dobbm.table.state import log_name
from entries import entry, opened
from stored_tables import copy, played


@pytest.fixture(scope="module")
def evening() -> MemoryDatabase:
    """Two tables with a finished deal each."""
    return played(tables=2)


@pytest.fixture
def tables(evening: MemoryDatabase, sqlite_url: str) -> list[str]:
    """Store the tables at ``sqlite_url``; return their identifiers."""
    return asyncio.run(copy(evening, sqlite_url))


@pytest.fixture
def path(sqlite_url: str) -> Path:
    return Path(sqlite_url.partition("///")[2])


def asked(url: str, *arguments: str) -> Done:
    """Run ``dobbm tables`` on the database."""
    action, *others = arguments
    return dobbm("tables", action, "--database", url, *others)


def damage(path: Path, table: str) -> None:
    with sqlite3.connect(path) as connection:
        statement = """UPDATE events SET event = '{"kind' WHERE "table" = ? AND number = 9"""
        connection.execute(statement, [table])


def test_the_list_shows_who_sits_where_and_how_far_they_are(
    sqlite_url: str, tables: list[str]
) -> None:
    done = asked(sqlite_url, "list", "--json")
    assert done.returncode == 0
    shown = answers(done)
    assert {table["table"]: table["log"] for table in shown} == {
        table: log_name(table) for table in tables
    }
    for table in shown:
        assert (table["stage"], table["deals"], table["closed"]) == ("playing", 1, None)
        assert [seat["name"] for seat in table["seats"]] == ["Vroni", "Lois", None, None]
        assert table["unreadable"] is None
    lines = asked(sqlite_url, "list").stdout.decode().splitlines()
    assert len(lines) == 2
    assert all(line.endswith("playing, 1 deal  Vroni, Lois") for line in lines)
    assert len(asked(sqlite_url, "list", "--limit", "1").stdout.splitlines()) == 1


def test_a_table_is_found_by_its_name_in_the_log(sqlite_url: str, tables: list[str]) -> None:
    for name in (tables[0], log_name(tables[0])):
        lines = asked(sqlite_url, "show", name).stdout.decode().splitlines()
        assert lines[0] == f"table     {tables[0]}, in the log {log_name(tables[0])}"
        seats = [line.partition(";")[0] for line in lines[-4:]]
        assert seats == ["seat 0    Vroni", "seat 1    Lois", "seat 2    a bot", "seat 3    a bot"]
    done = asked(sqlite_url, "show", "nowhere")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (
        b"dobbm: there is no table nowhere in this database: see 'dobbm tables list'\n"
    )


def test_an_unreadable_event_is_shown(sqlite_url: str, path: Path, tables: list[str]) -> None:
    damage(path, tables[1])
    for action in (("list",), ("show", tables[1])):
        done = asked(sqlite_url, *action)
        assert done.returncode == 1
        assert b"event 9 cannot be read (not JSON: " in done.stdout
    [shown] = answers(asked(sqlite_url, "show", tables[1], "--json"))
    assert shown["unreadable"]["event"] == 9
    assert asked(sqlite_url, "show", tables[0]).returncode == 0


def test_a_table_is_closed_once(sqlite_url: str, tables: list[str]) -> None:
    done = asked(sqlite_url, "close", tables[0])
    assert (done.returncode, done.stderr) == (0, b"closed\n")
    done = asked(sqlite_url, "close", tables[0])
    assert (done.returncode, done.stderr) == (1, b"was closed already\n")
    assert b"state     closed" in asked(sqlite_url, "show", tables[0]).stdout
    assert asked(sqlite_url, "remove", tables[0], "1").returncode == 2


def test_a_bot_takes_the_seat_of_a_removed_person(sqlite_url: str, tables: list[str]) -> None:
    done = asked(sqlite_url, "remove", tables[0], "1")
    assert (done.returncode, done.stderr) == (0, b"removed\n")
    assert b"seat 1    a bot" in asked(sqlite_url, "show", tables[0]).stdout
    done = asked(sqlite_url, "remove", tables[0], "1")
    assert (done.returncode, done.stderr) == (2, b"dobbm: no person sits in seat 1\n")


def test_a_seat_that_the_table_does_not_have_belongs_to_nobody(
    sqlite_url: str, tables: list[str]
) -> None:
    done = asked(sqlite_url, "remove", tables[0], "4")
    assert (done.returncode, done.stderr) == (2, b"dobbm: no person sits in seat 4\n")


def test_a_text_is_shown_and_erased(sqlite_url: str, tables: list[str]) -> None:
    async def write() -> int:
        async with opened(sqlite_url) as store:
            number = await store.last(tables[0]) + 1
            [lois] = [one.id for one in await store.people(tables[0]) if one.name == "Lois"]
            wrote = {"kind": "wrote", "at": 2e9, "seat": 1}
            text = Text(number, lois, "Pfiat\ndi!")
            await store.append(Entry(tables[0], number, wrote, None, text=text))
            return number

    number = str(asyncio.run(write()))
    shown = asked(sqlite_url, "show", tables[0], "--texts").stdout.decode()
    assert shown.endswith(f"text {number:>5}  Lois: Pfiatdi!\n")
    [found] = answers(asked(sqlite_url, "show", tables[0], "--texts", "--json"))
    assert found["texts"] == [{"number": int(number), "name": "Lois", "text": "Pfiat\ndi!"}]
    assert "texts" not in answers(asked(sqlite_url, "show", tables[0], "--json"))[0]
    assert asked(sqlite_url, "erase-text", tables[0], number).returncode == 0
    done = asked(sqlite_url, "erase-text", tables[0], number)
    assert (done.returncode, done.stderr) == (1, b"there is no such text\n")
    assert b"Pfiat" not in asked(sqlite_url, "show", tables[0], "--texts").stdout


def test_reports_are_listed_by_what_they_are_about_and_settled(
    sqlite_url: str, tables: list[str]
) -> None:
    async def report() -> None:
        async with opened(sqlite_url) as store:
            vroni, lois = sorted(await store.people(tables[0]), key=lambda one: str(one.name))[::-1]
            about = Complaint(tables[0], 7, lois.id, vroni.id, 2, "Du\nDepp!", 2e9)
            for one in (
                about,
                about._replace(by="moidl", at=2e9 + 60),
                about._replace(number=NO_TEXT, text=None, at=2e9 + 120),
            ):
                await store.keep_complaint(one, 9)

    asyncio.run(report())
    first, second = asked(sqlite_url, "reports").stdout.decode().splitlines()
    assert first == f"2033-05-18 03:33  {tables[0]}  deal 2  text 7  Lois: DuDepp!  (2 reports)"
    assert second.endswith("text -  Lois: the name, or the conduct  (1 report)")
    found = answers(asked(sqlite_url, "reports", "--json"))
    assert [(one["number"], one["times"], one["name"]) for one in found] == [
        (7, 2, "Lois"),
        (None, 1, "Lois"),
    ]
    done = asked(sqlite_url, "settle", log_name(tables[0]), "7")
    assert (done.returncode, done.stderr) == (0, b"settled\n")
    assert len(answers(asked(sqlite_url, "reports", "--json"))) == 1
    assert asked(sqlite_url, "settle", tables[0]).returncode == 0
    done = asked(sqlite_url, "settle", tables[0])
    assert (done.returncode, done.stderr) == (1, b"there is no such report\n")
    assert asked(sqlite_url, "reports").stdout == b""
    assert b"(2 reports, settled)" in asked(sqlite_url, "reports", "--all").stdout
    assert asked(sqlite_url, "erase-text", tables[0], "7").returncode == 0
    assert b"Depp" not in asked(sqlite_url, "reports", "--all").stdout


def test_addresses_and_names_are_banned_until_the_ban_is_removed(
    sqlite_url: str, tables: list[str]
) -> None:
    assert tables
    for who in (("--name", " Vroni "), ("--address", "2001:db8::17:1"), ("--address", "192.0.2.7")):
        assert asked(sqlite_url, "ban", *who).returncode == 0
        done = asked(sqlite_url, "ban", *who)
        assert (done.returncode, done.stderr) == (1, f"{ALREADY}\n".encode())
    listed = asked(sqlite_url, "bans").stdout.decode().splitlines()
    banned = ["address 192.0.2.7/32", "address 2001:db8::/64", "name vroni"]
    assert [line.partition(",")[0] for line in listed] == banned
    assert asked(sqlite_url, "unban", "--name", "VRONI").returncode == 0
    assert asked(sqlite_url, "unban", "--name", "Vroni").returncode == 1
    assert len(asked(sqlite_url, "bans").stdout.splitlines()) == 2


def test_a_ban_shows_its_terms_and_ends(sqlite_url: str, tables: list[str]) -> None:
    assert tables
    why = ("--reason", "threw cards")
    assert asked(sqlite_url, "ban", "--name", "Vroni", "--days", "7", *why).returncode == 0
    line = asked(sqlite_url, "bans").stdout.decode()
    assert re.fullmatch(r"name vroni, since [-\d]{10}, until [-\d]{10}: threw cards\n", line)
    [ban] = map(json.loads, asked(sqlite_url, "bans", "--json").stdout.splitlines())
    week = datetime.fromisoformat(ban["until"]) - datetime.fromisoformat(ban["at"])
    assert (ban["banned"], week.days, ban["reason"]) == ("vroni", 7, "threw cards")


@pytest.mark.parametrize(
    ("who", "complaint"),
    [
        (("--name", "Lois", "--days", "0"), "--days"),
        (("--address", "home"), "dobbm: 'home' is neither an address nor a network such as"),
        (("--name", "  "), "dobbm: an empty name cannot be banned"),
        ((), "one of the arguments --address --name is required"),
    ],
)
def test_a_ban_needs_an_address_or_a_name(
    sqlite_url: str, tables: list[str], who: tuple[str, ...], complaint: str
) -> None:
    assert tables
    done = asked(sqlite_url, "ban", *who)
    assert done.returncode == 2
    assert complaint in done.stderr.decode()


def test_abandoned_tables_are_pruned(sqlite_url: str, path: Path, tables: list[str]) -> None:
    def pruned(days: int) -> bytes:
        return dobbm("prune", "--older-than", str(days), "--database", sqlite_url).stderr

    asyncio.run(touch(sqlite_url))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE tables SET touched = touched - 864000 WHERE id != 'new'")
    assert pruned(11) == b"tables deleted: 0\n"
    assert pruned(9) == f"tables deleted: {len(tables)}\n".encode()
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT id FROM tables").fetchall() == [("new",)]
        for part in ("events", "people", "checkpoints"):
            found = {table for (table,) in connection.execute(f'SELECT "table" FROM {part}')}
            assert found <= {"new"}


async def touch(url: str) -> None:
    async with opened(url) as store:
        await store.append(entry("new", 1))


def test_prune_needs_a_number_of_days(sqlite_url: str) -> None:
    for days in ("0", "x", "-1"):
        done = dobbm("prune", "--older-than", days, "--database", sqlite_url)
        assert done.returncode == 2
        assert b"whole number" in done.stderr or b"expected" in done.stderr


def test_a_server_in_another_process_obeys(sqlite_url: str, tables: list[str]) -> None:
    """The commands work beside a server, which has locked the file."""

    async def run() -> None:
        async with opened(sqlite_url) as server:
            before = await server.interventions()
            for arguments in (("close", tables[0]), ("remove", tables[1], "0")):
                done = await asyncio.to_thread(asked, sqlite_url, *arguments)
                assert done.returncode == 0, done.stderr
            assert await server.closed(tables) == {tables[0]: True, tables[1]: False}
            events = await server.events(tables[1])
            assert events[-1]["kind"] == "left"
            assert await server.interventions() > before

    asyncio.run(run())


def test_json_has_one_object_for_each_table(sqlite_url: str, tables: list[str]) -> None:
    lines = asked(sqlite_url, "list", "--json").stdout.splitlines()
    assert len([json.loads(line) for line in lines]) == len(tables)


@pytest.mark.usefixtures("tables")
def test_a_name_from_right_to_left_moves_no_number(sqlite_url: str, path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE people SET name = 'דוד' WHERE name = 'Vroni'")
    isolated = "\u2068דוד\u2069"
    for line in asked(sqlite_url, "list").stdout.decode().splitlines():
        assert line.endswith(f"playing, 1 deal  {isolated}, Lois")
    table = asked(sqlite_url, "list").stdout.decode().split()[0]
    shown = asked(sqlite_url, "show", table).stdout.decode()
    assert f"seat 0    {isolated}" in shown
    assert asked(sqlite_url, "ban", "--name", "דוד").returncode == 0
    assert asked(sqlite_url, "bans").stdout.decode().startswith(f"name {isolated}, since ")
    assert "\u2068" not in asked(sqlite_url, "list", "--json").stdout.decode()
    poor = dobbm("tables", "list", "--database", sqlite_url, encoding="ascii").stdout
    assert b"playing, 1 deal  ???, Lois" in poor
