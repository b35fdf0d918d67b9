"""The kernel as WebAssembly: ``kernel.wasm``, which ``scripts/kernel.py`` compiles."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from dobbm.ai.calling import LINE, Argument, KernelError, Numbers, Out, Room
from dobbm.extras import extra

with extra("bots", "the kernel"):
    import wasmtime

PAGE = 1 << 16
SPARE = 1 << 20
"""The memory in bytes that a call may use for itself."""


class WasmMachine:
    """A copy of the kernel with a memory of its own."""

    def __init__(self) -> None:
        compiled = kernel()
        self._store = wasmtime.Store(compiled.engine)
        stubs = [
            wasmtime.Func(self._store, each.type, _refusing(each.name)) for each in compiled.imports
        ]
        exports: Any = wasmtime.Instance(self._store, compiled.module, stubs).exports(self._store)
        self._exports = exports
        self._memory = exports["memory"]
        self._top = _aligned(exports["__heap_base"].value(self._store))
        self._rooms: dict[str, Room] = {}

    def keep(self, name: str, make: Callable[[], Numbers]) -> Room:
        """See ``Machine``."""
        if name not in self._rooms:
            self._rooms[name] = Room(self._top)
            self._top = self._put(make(), self._top)
        return self._rooms[name]

    def call(self, entry: str, *arguments: Argument) -> int:
        """See ``Machine``."""
        top, given, out = self._top, [], []
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
        try:
            self._exports["free_all"](self._store, top)
            result: int = self._exports[entry](self._store, *given)
        except (wasmtime.Trap, wasmtime.WasmtimeError, _Fault) as error:
            raise KernelError(f"the kernel stopped in {entry}: {error}") from None
        for start, values in out:
            size = len(values) * values.itemsize
            memoryview(values).cast("B")[:] = self._memory.read(self._store, start, start + size)
        return result

    def _put(self, values: Numbers, start: int) -> int:
        """Copy an array to the memory from ``start`` on; return where the next one may begin."""
        end = start + len(values) * values.itemsize
        missing = end + SPARE - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))
        self._memory.write(self._store, memoryview(values).cast("B"), start)
        return _aligned(end)


class Kernel:
    """The compiled kernel, from which any number of machines are made."""

    def __init__(self) -> None:
        self.engine = wasmtime.Engine()
        code = files("dobbm.ai").joinpath("kernel", "kernel.wasm").read_bytes()
        self.module = wasmtime.Module(self.engine, code)
        self.imports: list[Any] = self.module.imports


@cache
def kernel() -> Kernel:
    """Return the kernel, compiled for this processor on first use, which takes 40 ms."""
    return Kernel()


class _Fault(Exception):
    """The kernel called a function of Numba's that reports a fault."""


def _aligned(address: int) -> int:
    return -(-address // LINE) * LINE


def _refusing(name: str) -> Callable[..., None]:
    """Return a function that stands in for one with which Numba reports a fault."""

    def refuse(*_: object) -> None:
        raise _Fault(name)

    return refuse
