"""``dobbm backup`` and ``dobbm restore``; tests/store/test_backups.py has the rest."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from time import time

import pytest

from cli.command import answers, dobbm
from dobbm.cli import diagnoses
from dobbm.store.notes import BACKUP, COPIED, FAILED, Note, Notes
from stored_tables import copy, played


@pytest.fixture
def tables(sqlite_url: str) -> list[str]:
    """Store two tables with a finished deal each at ``sqlite_url``."""
    return asyncio.run(copy(played(tables=2), sqlite_url))


def test_what_was_saved_is_restored(sqlite_url: str, tables: list[str], tmp_path: Path) -> None:
    file, other = tmp_path / "backup.sqlite", f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert dobbm("backup", str(file), "--database", sqlite_url).returncode == 0
    done = dobbm("backup", str(file), "--database", sqlite_url)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr == b"saved: tables 2, deals 2\n"
    done = dobbm("restore", str(file), "--database", other)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr == b"restored: tables 2, deals 2\n"
    exported = [answers(dobbm("export", "--database", url)) for url in (sqlite_url, other)]
    assert exported[0] == exported[1]
    assert {record["meta"]["table"] for record in exported[1]} == {*tables}


def test_a_database_with_tables_is_replaced_only_if_asked(
    sqlite_url: str, tables: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "backup.sqlite"
    assert dobbm("backup", str(file), "--database", sqlite_url).returncode == 0
    dobbm("tables", "close", tables[0], "--database", sqlite_url)
    done = dobbm("restore", str(file), "--database", sqlite_url)
    assert done.returncode == 2
    assert b"--replace deletes them first" in done.stderr
    assert dobbm("restore", str(file), "--replace", "--database", sqlite_url).returncode == 0
    assert b"closed" not in dobbm("tables", "list", "--database", sqlite_url).stdout


def test_an_unreadable_event_is_named_on_both_ways(
    sqlite_url: str, tables: list[str], tmp_path: Path
) -> None:
    with sqlite3.connect(sqlite_url.partition("///")[2]) as connection:
        statement = """UPDATE events SET event = '{"kind' WHERE "table" = ? AND number = 9"""
        connection.execute(statement, tables[:1])
    file, other = tmp_path / "backup.sqlite", f"sqlite:///{tmp_path / 'other.sqlite'}"
    for command, url in (("backup", sqlite_url), ("restore", other)):
        done = dobbm(command, str(file), "--database", url)
        assert done.returncode == 1
        assert f"dobbm: table {tables[0]}: event 9 cannot be read" in done.stderr.decode()
        assert b": tables 2, deals 1\n" in done.stderr


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("backup {0}/copy.sqlite --database sqlite:///{0}/none.sqlite", "there is no database"),
        ("backup {0}/none/copy.sqlite --database {1}", "No such file or directory"),
        ("backup {0} --database {1}", "Is a directory"),
        ("backup /dev/full --database {1}", "/dev/full is not an ordinary file"),
        ("backup {0}/tables.sqlite --database {1}", "is the database of a server"),
        ("backup {0}/link --database {1}", "is the database of a server"),
        ("backup --database {1}", "name the file of the backup"),
        ("backup --check {0}/none.sqlite --database {1}", "does not exist"),
        ("backup --copy {0}/none.sqlite --database {1}", "there is no backup"),
        ("restore {0}/none.sqlite --database {1}", "does not exist"),
        ("restore {0} --database {1}", "is not a file"),
        ("restore {0}/link --database nonsense", "must be given as a URL"),
        ("backup {0}/copy.sqlite --database nonsense", "must be given as a URL"),
        ("restore {0}/link --replace --database {1}", "is the database itself"),
    ],
)
def test_an_impossible_copy_is_refused_in_one_line(
    sqlite_url: str, tables: list[str], tmp_path: Path, command: str, complaint: str
) -> None:
    assert tables
    (tmp_path / "link").symlink_to(sqlite_url.partition("///")[2])
    done = dobbm(*command.format(tmp_path, sqlite_url).split())
    assert (done.returncode, done.stdout) == (2, b"")
    [line] = done.stderr.decode().splitlines()
    assert complaint in line
    assert not (tmp_path / "copy.sqlite").exists()


@pytest.fixture
def backup(sqlite_url: str, tables: list[str], tmp_path: Path) -> Path:
    """A backup of the two tables."""
    assert tables
    file = tmp_path / "backup.sqlite"
    assert dobbm("backup", str(file), "--database", sqlite_url).returncode == 0
    return file


def test_a_drill_says_what_is_in_a_backup(backup: Path) -> None:
    done = dobbm("backup", "--check", str(backup))
    assert (done.returncode, done.stderr) == (0, b"")
    shown = done.stdout.decode()
    assert shown.startswith("checked: tables 2, events ")
    assert ", deals 2, schema " in shown
    assert shown.endswith(", faults 0\n")


def test_a_drill_of_a_damaged_backup_fails(backup: Path, tables: list[str]) -> None:
    with sqlite3.connect(backup) as connection:
        statement = """UPDATE events SET event = '{"kind' WHERE "table" = ? AND number = 9"""
        connection.execute(statement, tables[:1])
    done = dobbm("backup", "--check", str(backup))
    assert done.returncode == 1
    assert f"dobbm: table {tables[0]}: event 9 cannot be read" in done.stderr.decode()
    assert done.stdout.endswith(b", faults 1\n")


def test_a_backup_is_copied_to_a_folder(
    backup: Path, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / backup.name).write_text("an older copy")
    monkeypatch.setenv("DOBBM_BACKUP_COPY", str(tmp_path / "disk"))
    done = dobbm("backup", "--copy", str(backup), "--database", sqlite_url)
    assert (done.returncode, done.stderr) == (0, f"copied: {backup}\n".encode())
    [copy] = (tmp_path / "disk").iterdir()
    assert copy.read_bytes() == backup.read_bytes()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert Notes(sqlite_url).all()[COPIED].at >= Notes(sqlite_url).all()[BACKUP].at


@pytest.mark.parametrize("command", ["cp {} '{0}/the copy'", "cp --target-directory {0}/disk"])
def test_a_backup_is_copied_by_a_command(
    backup: Path,
    sqlite_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    (tmp_path / "disk").mkdir()
    monkeypatch.setenv("DOBBM_BACKUP_COPY", command.replace("{0}", str(tmp_path)))
    assert dobbm("backup", "--copy", str(backup), "--database", sqlite_url).returncode == 0
    copies = [tmp_path / "the copy", tmp_path / "disk" / backup.name]
    [copy] = [path for path in copies if path.exists()]
    assert copy.read_bytes() == backup.read_bytes()
    assert COPIED in Notes(sqlite_url).all()


@pytest.mark.parametrize(
    ("target", "complaint"),
    [
        ("/nowhere/dobbm", "DOBBM_BACKUP_COPY: there is no folder /nowhere/dobbm"),
        ("/nowhere/copy {}", "/nowhere/copy cannot be run: No such file"),
        ("false", "DOBBM_BACKUP_COPY: false has failed with status 1"),
        ("cp '{}", "DOBBM_BACKUP_COPY cannot be read: No closing quotation"),
    ],
)
def test_a_copy_that_fails_is_no_success(
    backup: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch, target: str, complaint: str
) -> None:
    monkeypatch.setenv("DOBBM_BACKUP_COPY", target)
    done = dobbm("backup", "--copy", str(backup), "--database", sqlite_url)
    assert done.returncode == 2
    assert complaint in done.stderr.decode()
    notes = Notes(sqlite_url).all()
    assert COPIED not in notes
    copied = notes | {COPIED: Note(time() - 60)}
    found = diagnoses.copy(copied, target, time(), has_units=True)
    assert (found.state, found.says[:13]) == ("broken", "it has failed")


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize("kind", ["a photo", "another database", "the database itself"])
def test_a_backup_does_not_replace_what_is_no_backup(
    sqlite_url: str, tmp_path: Path, kind: str
) -> None:
    file = tmp_path / "file"
    if kind == "a photo":
        file.write_bytes(b"JFIF" * 400)
    elif kind == "another database":
        with sqlite3.connect(file) as other:
            other.execute("CREATE TABLE songs (name)")
    else:
        file = Path(sqlite_url.partition("///")[2])
    before = file.read_bytes()
    done = dobbm("backup", str(file), "--database", sqlite_url)
    assert done.returncode == 2
    assert "write the backup to another file" in done.stderr.decode()
    assert file.read_bytes() == before


def test_without_a_place_nothing_is_copied_and_nothing_fails(
    backup: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DOBBM_BACKUP_COPY", raising=False)
    done = dobbm("backup", "--copy", str(backup), "--database", sqlite_url)
    assert (done.returncode, done.stderr) == (0, b"not copied: DOBBM_BACKUP_COPY is not set\n")
    assert COPIED not in Notes(sqlite_url).all()


def test_a_failure_is_noted_and_told_until_a_backup_succeeds(
    backup: Path, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DOBBM_TELL", "mkdir 'told: {}'")
    told = dobbm("backup", "--failed", "the copy", "--database", sqlite_url)
    assert (told.returncode, told.stdout) == (0, b"")
    assert Notes(sqlite_url).all()[FAILED].what == "the copy"
    [name] = [path.name for path in tmp_path.glob("told*")]
    assert name == "told: Dobbm: the copy has failed. 'dobbm doctor' says more."
    assert dobbm("backup", str(backup), "--database", sqlite_url).returncode == 0
    assert FAILED not in Notes(sqlite_url).all()


def test_a_failure_can_be_noted_when_the_database_is_gone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'gone.sqlite'}"
    done = dobbm("backup", "--failed", "dobbm-backup.service", "--database", url)
    assert (done.returncode, b"dobbm-backup.service has failed" in done.stderr) == (0, True)
    assert FAILED in Notes(url).all()


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize(
    "form", ["--database {}", "--database={}", "--keep-days 9 --database '{}'"]
)
def test_the_database_is_that_of_the_server(
    form: str,
    sqlite_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An option of the server counts before a variable, as for the server itself."""
    monkeypatch.setenv("DOBBM_DATABASE", f"sqlite:///{tmp_path / 'old.sqlite'}")
    monkeypatch.setenv("DOBBM_OPTIONS", form.format(sqlite_url))
    done = dobbm("backup", str(tmp_path / "backup.sqlite"))
    assert (done.returncode, done.stderr) == (0, b"saved: tables 2, deals 2\n")


@pytest.mark.parametrize("options", ["--database", "--database 'sqlite:///club.sqlite"])
def test_options_of_the_server_that_cannot_be_read_are_refused(
    options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOBBM_OPTIONS", options)
    done = dobbm("backup", str(tmp_path / "backup.sqlite"))
    assert done.returncode == 2
    assert b"DOBBM_OPTIONS cannot be read" in done.stderr
