"""``dobbm about``: all that a server's database holds about a person."""

from __future__ import annotations

import asyncio

import pytest

from cli.command import answers, dobbm
from dobbm.runtime.complaints import Complaint
from dobbm.runtime.day_results import DayResult
from dobbm.runtime.store import Ban, Entry, Text
from entries import opened
from stored_tables import copy, played


@pytest.fixture
def tables(sqlite_url: str) -> list[str]:
    """Store two tables with a finished deal each, with a text, a report, a ban and a result."""

    evening = played(tables=2)

    async def write() -> list[str]:
        names = await copy(evening, sqlite_url)
        async with opened(sqlite_url) as store:
            number = await store.last(names[0]) + 1
            people = {one.name: one.id for one in await store.people(names[0])}
            wrote = {"kind": "wrote", "at": 2e9, "seat": 1}
            text = Text(number, people["Lois"], "Depp!")
            await store.append(Entry(names[0], number, wrote, None, text=text))
            await store.keep_complaint(
                Complaint(names[0], number, people["Lois"], people["Vroni"], 1, "Depp!", 2e9, 2e9),
                9,
            )
            await store.ban(Ban("name", "lois", 2e9, None, "rude"))
            await store.keep_result(DayResult("2026-11-26", "t", "Lois", (14, -6, 20), 2e9), 9)
        return names

    return asyncio.run(write())


def test_everything_about_a_name_is_one_object(sqlite_url: str, tables: list[str]) -> None:
    done = dobbm("about", "Lois", "--database", sqlite_url)
    assert done.returncode == 0
    [found] = answers(done)
    first, second = sorted(found["people"], key=lambda one: tables.index(one["table"]))
    assert [one["text"] for one in first["texts"]] == ["Depp!"]
    assert first["reported"][0]["at"] == "2033-05-18T03:33:20+00:00"
    assert first["bans"] == [{"at": "2033-05-18T03:33:20+00:00", "until": None}]
    assert second["texts"] == second["reported"] == []
    assert found["results"] == [
        {
            "day": "2026-11-26",
            "name": "Lois",
            "paid": [14, -6, 20],
            "at": "2033-05-18T03:33:20+00:00",
        }
    ]
    assert b"rude" not in done.stdout
    assert b"Vroni" not in done.stdout


def test_a_person_is_found_by_the_seat(sqlite_url: str, tables: list[str]) -> None:
    done = dobbm("about", "--table", tables[0], "--seat", "0", "--database", sqlite_url)
    [found] = answers(done)
    [vroni] = found["people"]
    assert (vroni["name"], vroni["table"]) == ("Vroni", tables[0])
    assert [one["text"] for one in vroni["reports"]] == ["Depp!"]
    assert found["results"] == []


def test_nobody_is_found(sqlite_url: str, tables: list[str]) -> None:
    assert tables
    done = dobbm("about", "Moidl", "--database", sqlite_url)
    assert done.returncode == 1
    assert answers(done) == [{"people": [], "results": []}]


def test_a_ban_of_a_name_that_nobody_has_is_found(sqlite_url: str, tables: list[str]) -> None:
    assert tables
    at = ("--database", sqlite_url)
    assert dobbm("tables", "ban", "--name", "Moidl", *at).returncode == 0
    done = dobbm("about", "moidl", *at)
    [found] = answers(done)
    assert (done.returncode, found["people"]) == (0, [])
    assert [one["until"] for one in found["bans"]] == [None]
