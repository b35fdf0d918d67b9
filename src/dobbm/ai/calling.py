"""Calls of the kernel: arguments, results and errors."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeAlias

from dobbm.game.errors import DobbmError

LINE = 64
"""Arrays begin at multiples of so many bytes, where cache lines do."""

Numbers: TypeAlias = "array[Any]"


class KernelError(DobbmError):
    """The kernel stopped: a fault of its own, or of the arguments that it was given."""


class Room(NamedTuple):
    """An array that stays in a machine's memory."""

    address: int


class Out:
    """An array that a call fills."""

    def __init__(self, kind: str, count: int) -> None:
        """Create ``count`` elements of a ``kind``, as ``array`` names them, all of them 0."""
        self.values: Numbers = array(kind, bytes(array(kind).itemsize * count))


Argument: TypeAlias = "float | Room | Numbers | Out"


class Machine(Protocol):
    """Runs the kernel for one thread at a time."""

    def keep(self, name: str, make: Callable[[], Numbers]) -> Room:
        """Return the array called ``name``; the first time, it is a copy of what ``make`` makes."""

    def call(self, entry: str, *arguments: Argument) -> int:
        """Call an entry point; raise ``KernelError`` if the kernel stops.

        Arrays are passed as copies, except those of ``keep`` and ``Out``.
        """
