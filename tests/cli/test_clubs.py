"""``dobbm clubs``: the host founds clubs, saves them as files and founds them again."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from cli.command import Done, dobbm
from dobbm.club.club_events import ClubEvent, Departed, MemberJoined, TableAdded, to_json
from dobbm.club.club_ids import person_at, stream_of
from dobbm.runtime.people import digest
from dobbm.runtime.store import Entry, Person
from dobbm.store import SqlStore
from entries import entry, opened, person

LINK = re.compile(r"(https://dobbm\.example)?/c/([\w-]+)#me=([\w-]{43})\n")


@pytest.fixture
def other_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'other.sqlite'}"


@pytest.fixture(autouse=True)
def databases(sqlite_url: str, other_url: str) -> None:
    """Create the databases, as servers do."""

    async def create() -> None:
        for url in (sqlite_url, other_url):
            await (await SqlStore.open(url)).close()

    asyncio.run(create())


def found(url: str, *options: str) -> Done:
    return dobbm("clubs", "found", *options, "--database", url)


def test_a_club_is_founded_saved_and_founded_again(
    sqlite_url: str, other_url: str, tmp_path: Path
) -> None:
    options = ("--name", "Donnerstagsrunde", "--founder", "Vroni", "--zone", "Europe/Vienna")
    done = found(sqlite_url, *options, "--public-url", "https://dobbm.example/")
    link = LINK.fullmatch(done.stdout.decode())
    assert link
    assert link[1]
    file = tmp_path / "club.jsonl"
    for name in (link[2], f"club:{link[2]}"):
        saved = dobbm("clubs", "export", name, "--database", sqlite_url)
        assert (saved.returncode, saved.stderr) == (0, b"")
    file.write_bytes(saved.stdout)
    lines = [json.loads(line) for line in saved.stdout.splitlines()]
    assert lines[0]["club"] == link[2]
    assert lines[1]["name"] == "Donnerstagsrunde"
    assert link[3].encode() not in saved.stdout
    assert found(sqlite_url, str(file)).stderr == (
        b"dobbm: this club is on this server already, or a part of it\n"
    )
    again = LINK.fullmatch(found(other_url, str(file)).stdout.decode())
    assert again
    assert again[2] == link[2]
    assert again[3] != link[3]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("", "name a FILE, or the --name"),
        ("club.jsonl --name Runde --founder Vroni", "name a FILE, or the --name"),
        ("--name Runde", "name a FILE, or the --name"),
        ("nowhere.jsonl", "nowhere.jsonl: No such file"),
        ("--name Runde --founder Vroni --zone Mars/Olympus", "unknown time zone"),
        (f"--name Runde --founder {'x' * 31}", "a name is one line"),
    ],
)
def test_what_is_wrong_is_said(sqlite_url: str, options: str, says: str) -> None:
    done = found(sqlite_url, *options.split())
    assert done.returncode == 2
    assert says in done.stderr.decode()


def test_a_file_that_is_wrong_is_refused_with_its_line(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "club.jsonl"
    file.write_bytes(b"[]\n")
    done = found(sqlite_url, str(file))
    assert done.returncode == 2
    assert done.stderr.startswith(b"dobbm: line 1: ")


def test_a_club_that_does_not_exist_is_not_saved(sqlite_url: str) -> None:
    done = dobbm("clubs", "export", "stubai", "--database", sqlite_url)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"there is no" in done.stderr


def linked(url: str, *arguments: str) -> Done:
    return dobbm("clubs", "link", *arguments, "--database", url)


@pytest.fixture
def club(sqlite_url: str) -> str:
    """A club with Vroni, its founder, with two who are called Lois and with Moidl, who has left.

    Vroni has been at its table.
    """
    options = ("--name", "Donnerstagsrunde", "--founder", "Vroni")
    link = LINK.fullmatch(found(sqlite_url, *options).stdout.decode())
    assert link

    async def fill() -> None:
        async with opened(sqlite_url) as store:
            stream = stream_of(link[2])
            [founder] = await store.people(stream)
            events: list[tuple[ClubEvent, Person | None]] = [
                (MemberJoined(2.0, id_, "member", founder.id), Person(id_, name, id_, 0.0, {}))
                for id_, name in (("first", "Lois"), ("second", "Lois"), ("moidl", "Moidl"))
            ]
            events.append((Departed(3.0, "moidl", "moidl"), None))
            events.append((TableAdded(4.0, founder.id, "stubai"), None))
            for number, (event, joined) in enumerate(events, 2):
                await store.append(Entry(stream, number, to_json(event), None, person=joined))
            seated = founder._replace(id=person_at("stubai", founder.id))
            await store.append(entry("stubai", 1, person=seated))
            await store.append(entry("stubai", 2, person=person("Sepp")))

    asyncio.run(fill())
    return link[2]


def tokens(url: str, table: str) -> dict[str | None, str]:
    """Return the digests of the tokens by name."""

    async def read() -> dict[str | None, str]:
        async with opened(url) as store:
            return {one.name: one.token for one in await store.people(table)}

    return asyncio.run(read())


def test_the_host_makes_the_link_of_the_founder_anew(sqlite_url: str, club: str) -> None:
    before, seats = tokens(sqlite_url, stream_of(club)), tokens(sqlite_url, "stubai")
    done = linked(sqlite_url, club, " vroni", "--public-url", "https://dobbm.example/")
    assert (done.returncode, done.stderr) == (0, b"")
    link = LINK.fullmatch(done.stdout.decode())
    assert link
    assert link[1]
    assert link[2] == club
    after = tokens(sqlite_url, stream_of(club))
    assert after == before | {"Vroni": digest(link[3])}
    closed = tokens(sqlite_url, "stubai")
    assert closed["Sepp"] == seats["Sepp"]
    assert closed["Vroni"] not in (seats["Vroni"], after["Vroni"])


def test_one_of_two_with_a_name_is_named_by_the_identifier(sqlite_url: str, club: str) -> None:
    done = linked(sqlite_url, club, "Lois")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (
        b"dobbm: there are 2 with this name: take an identifier of first, second\n"
    )
    assert linked(sqlite_url, club, "second").returncode == 0


@pytest.mark.parametrize(
    ("named", "member", "says"),
    [
        ("wipptal", "Vroni", "there is no club wipptal in this database"),
        ("stubai", "Vroni", "stubai is a table, not a club"),
        ("", "Nandl", "there is no Nandl in this club"),
        ("", " ", "there is no"),
        ("", "Moidl", "Moidl belongs to this club no more"),
    ],
)
def test_nobody_gets_a_link_by_mistake(
    sqlite_url: str, club: str, named: str, member: str, says: str
) -> None:
    before = tokens(sqlite_url, stream_of(club))
    done = linked(sqlite_url, named or club, member)
    assert (done.returncode, done.stdout) == (2, b"")
    assert says in done.stderr.decode()
    assert tokens(sqlite_url, stream_of(club)) == before


def test_a_closed_club_has_no_links(sqlite_url: str, club: str) -> None:
    assert dobbm("tables", "close", stream_of(club), "--database", sqlite_url).returncode == 0
    assert linked(sqlite_url, club, "Vroni").stderr == b"dobbm: the club is closed\n"
