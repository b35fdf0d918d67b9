"""A machine that runs the kernel: Numba's native code, or WebAssembly (docs/solver.md).

``kernel.entries`` documents what can be called. The answers are the same on every machine, bit for
bit. Every thread has a machine of its own.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
from importlib.util import find_spec

from dobbm.ai.calling import Machine, Out
from dobbm.ai.code_cache import is_ready
from dobbm.ai.layout import Sizes
from dobbm.ai.wasm import Instance, WasmMachine
from dobbm.extras import MissingLibrary, extra
from dobbm.game.errors import DobbmError

CHOICE = "DOBBM_KERNEL"
"""The environment variable that chooses a machine: ``native`` or ``wasm``."""
IN_BROWSER = sys.platform == "emscripten"
"""Whether a browser runs this Python."""
_local = threading.local()


def machine() -> Machine:
    """Return the machine of this thread.

    Raises ``MissingLibrary`` if no machine is installed.
    """
    found: Machine | None = getattr(_local, "machine", None)
    if found is None:
        chosen = os.environ.get(CHOICE)
        found = _local.machine = new_machine(chosen) if chosen else _best_machine()
    return found


def use_machine(kind: str | None) -> None:
    """Give this thread a new machine, ``native`` or ``wasm``; with None, the best one."""
    _local.machine = kind and new_machine(kind)


atexit.register(use_machine, None)  # before Wasmtime itself is gone


def verify_machine(
    what: str, extra_name: str = "bots", refusal: type[DobbmError] = MissingLibrary
) -> None:
    """Raise ``refusal``, which names ``what`` and an extra, if no machine is installed."""
    with extra(extra_name, what, refusal):
        if not IN_BROWSER and not any(find_spec(library) for library in ("wasmtime", "numba")):
            raise ModuleNotFoundError(name="wasmtime")


def new_machine(kind: str) -> Machine:
    """Return a new machine, ``native`` or ``wasm``."""
    if kind == "native":
        from dobbm.ai.native import NativeMachine

        return NativeMachine()
    if kind == "wasm":
        return WasmMachine(_new_instance())
    raise DobbmError(f"{CHOICE} must be native or wasm, not {kind}")


def _best_machine() -> Machine:
    """Return native code, if all of it is kept; else WebAssembly, which begins at once."""
    verify_machine("this")
    if IN_BROWSER:
        return new_machine("wasm")
    ready = find_spec("numba") and is_ready() and not os.environ.get("NUMBA_DISABLE_JIT")
    return new_machine("native" if ready or not find_spec("wasmtime") else "wasm")


def _new_instance() -> Instance:
    if IN_BROWSER:
        from dobbm.ai.browser import BrowserInstance

        return BrowserInstance()
    from dobbm.ai.wasmtime import WasmtimeInstance

    return WasmtimeInstance()


def sizes(runs: Machine) -> Sizes:
    """Return the sizes of the kernel's arrays."""
    found = Out("q", len(Sizes._fields))
    runs.call("sizes", found)
    return Sizes(*found.values)
