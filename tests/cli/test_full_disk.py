"""Commands where nothing can be written: one line says why, and what is stored can be read."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
from contextlib import closing
from errno import ENOSPC
from pathlib import Path

import pytest

from cli.command import DOBBM, answers, dobbm
from dobbm.store import database
from stored_tables import copy, played

FULL = "No space left on device: make room on its disk; all that is in it is still there"
READING = ["tables list", "tables bans", "tables reports", "export", "about Vroni", "doctor"]
WRITING = [
    "prune --older-than 9",
    "prune --older-than 9 --shrink",
    "erase Vroni",
    "tables ban --name Lois",
]


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of the commands."""
    file = tmp_path / "club.sqlite"
    asyncio.run(copy(played(), f"sqlite:///{file}"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DOBBM_OPTIONS", raising=False)
    monkeypatch.setenv("DOBBM_DATABASE", f"sqlite:///{file}")
    return file


@pytest.fixture
def full(club: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, on a disk that is said to be full."""
    refusal = OSError(ENOSPC, os.strerror(ENOSPC))
    monkeypatch.setattr(database, "refusal_at", lambda _: refusal)
    return club


@pytest.mark.parametrize("command", READING)
def test_what_is_stored_can_be_read(full: Path, command: str) -> None:
    assert full.exists()
    done = dobbm(*command.split())
    assert b"unavailable" not in done.stdout + done.stderr
    assert done.stdout or command in ("tables bans", "tables reports")


def test_it_can_be_backed_up_to_another_disk(full: Path) -> None:
    done = dobbm("backup", "copy.sqlite")
    assert (done.returncode, done.stderr) == (0, b"saved: tables 1, deals 1\n")
    full.unlink()
    assert dobbm("restore", "copy.sqlite").returncode == 0


@pytest.mark.parametrize("command", WRITING)
def test_one_line_says_why_nothing_can_be_written(full: Path, command: str) -> None:
    before = full.read_bytes()
    done = dobbm(*command.split())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"dobbm: the database {full} cannot be written: {FULL}\n"
    assert full.read_bytes() == before


def unable_to_write(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a new process, which may write to no file."""
    limited = ["bash", "-c", 'ulimit -f 0; exec "$@"', "limited"]
    command = [*limited, *DOBBM, *arguments]
    return subprocess.run(command, capture_output=True, check=False)


def test_a_start_names_the_disk_and_not_the_database(club: Path) -> None:
    done = unable_to_write("serve", "--port", "0", "--secret", "of the club in the valley")
    assert done.returncode == 2
    says = FULL.replace("No space left on device", "File too large")
    assert done.stderr.decode() == f"dobbm: the database {club} cannot be written: {says}\n"


def test_the_doctor_still_reads(club: Path) -> None:
    assert club.exists()
    by_name = {one["about"]: one for one in answers(unable_to_write("doctor", "--json"))}
    assert "cannot be written: File too large" in by_name["database"]["says"]
    assert by_name["limits"]["state"] == "ok"


@pytest.mark.parametrize("ending", ["", "-shm"])
def test_a_file_of_somebody_else_is_named(
    club: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Path(f"{club}{ending}")
    with closing(sqlite3.connect(club)) as connection:
        connection.execute("SELECT * FROM tables").fetchall()  # makes the other files
        allowed = os.access
        monkeypatch.setattr(os, "access", lambda path, mode: path != file and allowed(path, mode))
        says = f"the database {club} cannot be written: {file}: Permission denied: files and folder"
        [found] = [one for one in answers(dobbm("doctor", "--json")) if one["about"] == "database"]
        assert found["says"].startswith(says)
        done = dobbm("serve", "--port", "0", "--secret", "of the club in the valley")
    assert done.returncode == 2
    assert done.stderr.decode().startswith(f"dobbm: {says}")


def test_a_lock_that_is_none_is_named(club: Path) -> None:
    lock = Path(f"{club}.lock")
    lock.unlink(missing_ok=True)
    lock.mkdir()
    done = dobbm("serve", "--port", "0", "--secret", "of the club in the valley")
    assert (done.returncode, done.stderr) == (
        2,
        f"dobbm: {lock} cannot be written: Is a directory\n".encode(),
    )


def test_notes_that_cannot_be_read_are_named(club: Path) -> None:
    notes = Path(f"{club}.notes")
    for content in (b"\xff\xfe", b"[1]"):
        notes.write_bytes(content)
        [found] = [one for one in answers(dobbm("doctor", "--json")) if one["about"] == "backup"]
        assert found["says"] == f"{notes} cannot be read"


def test_pruned_tables_leave_the_file(club: Path) -> None:
    before = club.stat().st_size
    with closing(sqlite3.connect(club)) as connection, connection:
        connection.execute("UPDATE tables SET touched = 0")
        connection.execute("UPDATE people SET seen = 0")
        long = "INSERT INTO texts SELECT id, 1, 'nobody', ? FROM tables"
        connection.execute(long, ("x" * 100_000,))
    grown = club.stat().st_size
    assert grown > before
    done = dobbm("prune", "--older-than", "9")
    assert done.stderr == b"tables deleted: 1\n"
    assert club.stat().st_size == grown
    assert dobbm("prune", "--older-than", "9", "--shrink").returncode == 0
    assert club.stat().st_size <= before
