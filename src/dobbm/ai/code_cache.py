"""The folder that keeps compiled code between runs.

Numba checks only the file of a compiled function for changes, not the files of the functions
compiled into it. So the folder's name contains a digest of every source that is compiled: after a
change to any of them, the rules included, everything is recompiled. Numba also keeps the code of
every installation apart, so the digest covers the installation's path.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from time import time

from dobbm.locks import lock

PACKAGE = Path(__file__).parents[1]
GAME = ("cards", "tricks", "rules", "exchange", "play", "settlement", "seeds", "errors")
"""The modules of the game whose functions or constants are compiled."""

COMPLETE = "complete"
"""The file that marks a folder in which nothing is left to compile."""
LOCK = "lock"
"""The file that a process locks while it compiles everything."""
SAVING = "saving"
"""The file that a process locks while it saves the code of one function."""

KEPT_UNUSED = 30 * 24 * 3600.0
"""Seconds without use after which a folder is removed."""


def sources() -> list[Path]:
    """Return the paths of all source files that are compiled."""
    return [
        *(PACKAGE / "game" / f"{module}.py" for module in GAME),
        PACKAGE / "ai" / "layout.py",
        *sorted(PACKAGE.glob("ai/kernel/*.py")),
    ]


def digest_of_sources() -> str:
    """Return a digest of the contents of all source files that are compiled."""
    digest = blake2b(digest_size=16)
    for source in sources():
        digest.update(blake2b(source.read_bytes()).digest())
    return digest.hexdigest()


def cache_folder() -> Path | None:
    """Return the folder for the current sources, or None if code cannot be kept.

    The folder is created if it does not exist. Code cannot be kept if the folder cannot be written
    to, or if there are no source files: in a zip file, and where only bytecode is installed.
    """
    base = os.environ.get("XDG_CACHE_HOME", "")
    try:
        digest = blake2b(f"{PACKAGE} {digest_of_sources()}".encode(), digest_size=8)
        home = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
        folder = home / "dobbm" / f"kernel-{digest.hexdigest()}"
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()  # records the time of its last use
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # no sources, not writable, or no home directory
        return None


def is_complete() -> bool:
    """Return whether everything is compiled; also True if compiled code cannot be kept."""
    folder = cache_folder()
    return folder is None or (folder / COMPLETE).exists()


@contextmanager
def compiling_alone() -> Iterator[None]:
    """Let only one process at a time compile the current sources; the others wait for it.

    Does nothing if compiled code cannot be kept.
    """
    folder = cache_folder()
    if folder is None:
        yield
        return
    with _locked(folder / LOCK):
        yield


@contextmanager
def saving_alone(folder: Path) -> Iterator[None]:
    """Let only one process at a time save compiled code in a folder.

    Numba reads the index of a function's code, chooses the next file name, and writes both. Two
    processes that compile the function for different types would otherwise choose the same name,
    and another one would run code for the wrong types.
    """
    with _locked(folder / SAVING):
        yield


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Lock a file until the block ends; the file is created if it does not exist."""
    with path.open("w") as file:
        lock(file)  # released when the file is closed
        yield


def mark_complete() -> None:
    """Mark the folder to show that everything is compiled."""
    folder = cache_folder()
    if folder:
        with suppress(OSError):
            (folder / COMPLETE).touch()


def remove_unused() -> None:
    """Remove the folders for other versions of the sources, unless used in the last 30 days."""
    folder = cache_folder()
    for other in folder.parent.glob("kernel-*") if folder else ():
        with suppress(OSError):  # another process may be removing it
            if time() - other.stat().st_mtime > KEPT_UNUSED:
                shutil.rmtree(other)
