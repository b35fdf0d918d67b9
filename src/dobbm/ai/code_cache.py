"""The folder that keeps native code between runs.

Numba checks only the file of a compiled function for changes, not the files of the functions
compiled into it. So the folder's name contains a digest of every source that is compiled, and of
the installation's path, because Numba keeps the code of every installation apart.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from time import time

PACKAGE = Path(__file__).parents[1]
GAME = ("cards", "tricks", "rules", "exchange", "play", "settlement", "seeds", "errors")
"""The modules of the game whose functions or constants are compiled."""

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


def is_ready() -> bool:
    """Return whether the native code of all entry points is kept, for this Numba and processor."""
    folder = cache_folder()
    # Without any such file, the compiler need not be loaded.
    return folder is not None and any(folder.glob("ready-*")) and (folder / _ready()).exists()


def mark_ready(folder: Path) -> None:
    """Mark a folder that has the code of all entry points; remove those unused for a month."""
    with suppress(OSError):  # a full disk, or another process removes them
        (folder / _ready()).touch()
        for other in folder.parent.glob("kernel-*"):
            if time() - other.stat().st_mtime > KEPT_UNUSED:
                shutil.rmtree(other)


def _ready() -> str:
    """Return the name of the file that marks a folder with the code of all entry points.

    Numba compiles anew for another processor, as in a home that several machines share, and after
    an upgrade.
    """
    from llvmlite.binding import get_host_cpu_features, get_host_cpu_name

    compilers = python_version(), version("numba"), version("llvmlite")
    processor = os.environ.get("NUMBA_CPU_NAME") or get_host_cpu_name()
    features = os.environ.get("NUMBA_CPU_FEATURES") or get_host_cpu_features().flatten()
    text = " ".join([*compilers, processor, features])
    return f"ready-{blake2b(text.encode(), digest_size=8).hexdigest()}"
