"""Locks on files, against other processes."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

try:
    import fcntl
except ModuleNotFoundError:  # Windows has none
    fcntl = None  # type: ignore[assignment]


class HasDescriptor(Protocol):
    """An open file."""

    def fileno(self) -> int:
        """Return the file's descriptor."""


def lock(file: int | HasDescriptor, *, wait: bool = True) -> None:
    """Lock an open file, or its descriptor, until it is closed.

    Raises ``BlockingIOError`` if another process has locked it and ``wait`` is False. Does nothing
    on a system without such locks.
    """
    if fcntl:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked_beside(path: Path) -> Generator[None]:
    """Lock a file that is replaced as a whole, by another one beside it, until the block ends.

    Raises ``BlockingIOError`` if another process has locked it.
    """
    beside = path.with_name(f"{path.name}.lock")
    with beside.open("w") as file:
        lock(file, wait=False)
        if not beside.exists() or not os.path.samestat(os.fstat(file.fileno()), beside.stat()):
            raise BlockingIOError(f"{beside} has just been removed")
        try:
            yield
        finally:
            with suppress(PermissionError):  # Windows removes no open file
                beside.unlink()
