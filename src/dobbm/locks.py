"""Locks on files, against other processes."""

from __future__ import annotations

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
