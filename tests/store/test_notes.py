"""The notes beside a database."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from disks import full_disk
from dobbm.store.notes import BACKUP, COPIED, FAILED, Note, Notes


@pytest.fixture(params=["sqlite:///{}/tables.sqlite", "postgresql://club@localhost/club"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return str(request.param).format(tmp_path)


def test_the_newest_note_of_each_kind_is_kept(url: str) -> None:
    assert Notes(url).all() == {}
    Notes(url).write(BACKUP, Note(1.0, "a much longer name of a file"))
    Notes(url).write(BACKUP, Note(2.0, "Monday"))
    Notes(url).write(COPIED, Note(3.0))
    assert Notes(url).all() == {BACKUP: Note(2.0, "Monday"), COPIED: Note(3.0)}


def test_a_note_is_removed(url: str) -> None:
    Notes(url).remove(FAILED)
    Notes(url).write(FAILED, Note(1.0, "the copy"))
    Notes(url).write(BACKUP, Note(2.0))
    Notes(url).remove(FAILED)
    assert Notes(url).all() == {BACKUP: Note(2.0)}


def test_databases_have_notes_of_their_own(tmp_path: Path) -> None:
    one, other = (Notes(f"sqlite:///{tmp_path / name}.sqlite") for name in ("one", "other"))
    one.write(BACKUP, Note(1.0))
    assert other.all() == {}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"backup": 1}', '{"backup": {}}'])
def test_damaged_notes_are_no_notes_and_are_replaced(tmp_path: Path, text: str) -> None:
    (tmp_path / "tables.sqlite.notes").write_text(text)
    notes = Notes(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    assert notes.all() == {}
    notes.write(BACKUP, Note(1.0))
    assert notes.all() == {BACKUP: Note(1.0)}


def test_notes_stay_as_they_are_when_the_disk_is_full(url: str) -> None:
    notes = Notes(url)
    notes.write(BACKUP, Note(1.0))
    with full_disk(10), pytest.raises(OSError, match="File too large"):
        notes.write(FAILED, Note(2.0, "the copy"))
    assert notes.all() == {BACKUP: Note(1.0)}


def test_only_their_owner_can_read_them(tmp_path: Path) -> None:
    Notes(f"sqlite:///{tmp_path / 'tables.sqlite'}").write(BACKUP, Note(1.0))
    assert (tmp_path / "tables.sqlite.notes").stat().st_mode & 0o777 == 0o600


def test_notes_made_by_root_belong_to_the_owner_of_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[Path, int]] = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda path, user, _: given.append((path, user)))
    file = tmp_path / "tables.sqlite"
    file.touch()
    Notes(f"sqlite:///{file}").write(BACKUP, Note(1.0))
    assert given == [(tmp_path / "tables.sqlite.notes", file.stat().st_uid)]
