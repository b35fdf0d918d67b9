"""The kernel as native code: the entry points, compiled by Numba, which keeps the code."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from typing import Any

from dobbm.ai.calling import LINE, Argument, KernelError, Numbers, Out, Room
from dobbm.extras import extra_solver

with extra_solver("the kernel"):
    from dobbm.ai.kernel.entries import native_entries


class _Call(threading.local):
    """The call that a thread makes at the moment."""

    entry: str | None = None
    fault: BaseException | None = None


_call = _Call()
_usual_hook = sys.unraisablehook


def _note(found: sys.UnraisableHookArgs) -> None:
    """Keep the fault of a call, which Numba's code can only report, not raise."""
    if _call.entry is None:
        _usual_hook(found)
    else:
        _call.fault = found.exc_value


sys.unraisablehook = _note


class NativeMachine:
    """The kernel with arrays of its own; the code is shared by all machines."""

    def __init__(self) -> None:
        self._entries = native_entries()
        self._kept: dict[str, tuple[Room, Any]] = {}

    def keep(self, name: str, make: Callable[[], Numbers]) -> Room:
        """See ``Machine``."""
        if name not in self._kept:
            values = make()
            size = len(values) * values.itemsize
            memory = ctypes.create_string_buffer(size + LINE)
            start = -(-ctypes.addressof(memory) // LINE) * LINE
            ctypes.memmove(start, values.buffer_info()[0], size)
            self._kept[name] = Room(start), memory
        return self._kept[name][0]

    def call(self, entry: str, *arguments: Argument) -> int:
        """See ``Machine``."""
        _call.entry, _call.fault = entry, None
        try:
            result: int = self._entries[entry](*map(_passed, arguments))
        finally:
            _call.entry = None
        if fault := _call.fault:
            raise KernelError(f"the kernel stopped in {entry}: {fault}")
        return result


def _passed(argument: Argument) -> int | float:
    """Return a number, or the address of an array."""
    if isinstance(argument, (int, float)):
        return argument
    if isinstance(argument, Room):
        return argument.address
    values = argument.values if isinstance(argument, Out) else argument
    return values.buffer_info()[0]
