"""Locks on files, against other processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from dobbm import locks
from dobbm.locks import lock, locked_beside


def test_a_file_is_locked_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("w") as file, path.open() as other:
        lock(file)
        with pytest.raises(BlockingIOError):
            lock(other, wait=False)
        file.close()
        lock(other, wait=False)


def test_a_file_that_is_replaced_is_locked_by_a_file_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "replaced"
    with locked_beside(path):
        (tmp_path / "new").touch()
        (tmp_path / "new").replace(path)
        with pytest.raises(BlockingIOError), locked_beside(path):
            pass
    assert [*tmp_path.iterdir()] == [path]
    with locked_beside(path):
        pass


def test_a_lock_that_has_just_been_removed_counts_as_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def remove(*_: object, **__: object) -> None:
        (tmp_path / "replaced.lock").unlink()

    monkeypatch.setattr(locks, "lock", remove)
    with (
        pytest.raises(BlockingIOError, match="just been removed"),
        locked_beside(tmp_path / "replaced"),
    ):
        pass


def test_without_such_locks_nothing_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "fcntl", None)
    path = tmp_path / "lock"
    with path.open("w") as file, path.open() as other:
        lock(file)
        lock(other, wait=False)
