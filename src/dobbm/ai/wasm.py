"""The kernel as WebAssembly: its memory, and calls with arguments that are copied into it.

What runs the code is an ``Instance``: Wasmtime's, or the browser's. Both take far longer to pass an
argument than to copy a few bytes, so entry points read theirs from the memory.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import pack
from typing import Protocol

from dobbm.ai.calling import LINE, Argument, Numbers, Out, Room

PAGE = 1 << 16
MOST_ARGUMENTS = 32
"""The room for arguments, each of 64 bits; the first is where the free memory begins."""
SPARE = 1 << 20
"""The memory in bytes that a call may use for itself."""


class Instance(Protocol):
    """``kernel.wasm``, loaded, with a memory of its own."""

    @property
    def heap(self) -> int:
        """The address at which the free memory begins."""

    @property
    def arguments(self) -> int:
        """The address of the arguments of the next call."""

    @property
    def size(self) -> int:
        """The size of the memory in bytes."""

    def grow(self, pages: int) -> None:
        """Add pages of ``PAGE`` bytes to the memory."""

    def write(self, start: int, data: memoryview) -> None:
        """Copy bytes to the memory from ``start`` on."""

    def read(self, start: int, into: memoryview) -> None:
        """Copy bytes from the memory, from ``start`` on."""

    def invoke(self, entry: str) -> int:
        """Call an entry point; raise ``KernelError`` if it stops."""


class WasmMachine:
    """A copy of the kernel with a memory of its own."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._top = _aligned(instance.heap)
        self._rooms: dict[str, Room] = {}

    def keep(self, name: str, make: Callable[[], Numbers]) -> Room:
        """See ``Machine``."""
        if name not in self._rooms:
            self._rooms[name] = Room(self._top)
            self._top = self._put(make(), self._top)
        return self._rooms[name]

    def call(self, entry: str, *arguments: Argument) -> int:
        """See ``Machine``."""
        top = self._top
        given: list[int | float] = []
        out: list[tuple[int, Numbers]] = []
        for argument in arguments:
            if isinstance(argument, (int, float)):
                given.append(argument)
            elif isinstance(argument, Room):
                given.append(argument.address)
            else:
                given.append(top)
                if isinstance(argument, Out):
                    out.append((top, argument.values))
                    argument = argument.values
                top = self._put(argument, top)
        kinds = "".join(["d" if isinstance(one, float) else "q" for one in given])
        self._instance.write(self._instance.arguments, memoryview(pack(f"<q{kinds}", top, *given)))
        result = self._instance.invoke(entry)
        for start, values in out:
            self._instance.read(start, memoryview(values).cast("B"))
        return result

    def _put(self, values: Numbers, start: int) -> int:
        """Copy an array to the memory from ``start`` on; return where the next one may begin."""
        end = start + len(values) * values.itemsize
        missing = end + SPARE - self._instance.size
        if missing > 0:
            self._instance.grow(-(-missing // PAGE))
        self._instance.write(start, memoryview(values).cast("B"))
        return _aligned(end)


def _aligned(address: int) -> int:
    return -(-address // LINE) * LINE
