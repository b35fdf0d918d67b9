"""``dobbm clubs``: the host founds clubs, saves them as files and founds them again."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from cli.command import Done, dobbm
from dobbm.store import SqlStore

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
