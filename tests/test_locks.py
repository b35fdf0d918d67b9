"""Locks on files, against other processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from dobbm import locks
from dobbm.locks import lock


def test_a_file_is_locked_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("w") as file, path.open() as other:
        lock(file)
        with pytest.raises(BlockingIOError):
            lock(other, wait=False)
        file.close()
        lock(other, wait=False)


def test_without_such_locks_nothing_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "fcntl", None)
    path = tmp_path / "lock"
    with path.open("w") as file, path.open() as other:
        lock(file)
        lock(other, wait=False)
