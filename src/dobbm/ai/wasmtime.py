"""The kernel run by Wasmtime: ``kernel.wasm``, which ``scripts/kernel.py`` compiles."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from functools import cache
from typing import Any

from dobbm.ai.calling import KernelError
from dobbm.ai.kernel_file import intact_kernel
from dobbm.extras import extra

with extra("bots", "the kernel"):
    import wasmtime


class WasmtimeInstance:
    """See ``Instance``."""

    def __init__(self) -> None:
        compiled = kernel()
        self._store = wasmtime.Store(compiled.engine)
        stubs = [
            wasmtime.Func(self._store, each.type, _refusing(each.name)) for each in compiled.imports
        ]
        try:
            instance = wasmtime.Instance(self._store, compiled.module, stubs)
        except wasmtime.WasmtimeError as error:
            problem = "a kernel reserves 4 GiB of addresses, which this process may not have"
            raise KernelError(f"{problem} ({_cause(error)})") from None
        exports: Any = instance.exports(self._store)
        self._exports = exports
        self._memory = exports["memory"]
        self.heap: int = exports["__heap_base"].value(self._store)
        self.arguments: int = exports["arguments"].value(self._store)
        self._stack: Any = exports["__stack_pointer"]
        self._stack_begin = self._stack.value(self._store)
        self._bytes = self._view()

    def _view(self) -> memoryview:
        """Return the memory, until it grows; ``Memory.write`` takes twenty times as long."""
        pointer = self._memory.get_buffer_ptr(self._store)
        return memoryview(pointer).cast("B")

    @property
    def size(self) -> int:
        """See ``Instance``."""
        return len(self._bytes)

    def grow(self, pages: int) -> None:
        """See ``Instance``."""
        try:
            self._memory.grow(self._store, pages)
        except wasmtime.WasmtimeError as error:
            raise KernelError(f"the kernel has too little memory: {_cause(error)}") from None
        self._bytes = self._view()

    def write(self, start: int, data: memoryview) -> None:
        """See ``Instance``."""
        self._bytes[start : start + len(data)] = data

    def read(self, start: int, into: memoryview) -> None:
        """See ``Instance``."""
        into[:] = self._bytes[start : start + len(into)]

    def invoke(self, entry: str) -> int:
        """See ``Instance``."""
        try:
            result: int = self._exports[entry](self._store)
        except (wasmtime.Trap, wasmtime.WasmtimeError, _Fault) as error:
            # The stack would keep what was on it for ever.
            self._stack.set_value(self._store, self._stack_begin)
            raise KernelError(f"the kernel stopped in {entry}: {error}") from None
        return result


def _cause(error: Exception) -> str:
    """Return what Wasmtime gives as the cause of an error, which is on the last line."""
    return str(error).strip().splitlines()[-1].strip()


class Kernel:
    """The compiled kernel, from which any number of instances are made."""

    def __init__(self) -> None:
        config = wasmtime.Config()
        config.parallel_compilation = False  # the threads would keep 7 MiB, and save 30 ms
        self.engine = wasmtime.Engine(config)
        self.module = wasmtime.Module(self.engine, intact_kernel())
        self.imports: list[Any] = self.module.imports


@cache
def kernel() -> Kernel:
    """Return the kernel, compiled for this processor on first use, which takes 40 ms."""
    return Kernel()


atexit.register(kernel.cache_clear)  # Wasmtime's objects cannot be released any later


class _Fault(Exception):
    """The kernel called a function of Numba's that reports a fault."""


def _refusing(name: str) -> Callable[..., None]:
    """Return a function that stands in for one with which Numba reports a fault."""

    def refuse(*_: object) -> None:
        raise _Fault(name)

    return refuse
