"""Where compiled code is kept from one start to the next.

Numba looks only at the file of a compiled function, not at the files of the functions that are
compiled into it. So the folder's name has a digest of every source that is compiled: after a change
to any of them, the rules included, everything is compiled afresh.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from time import time

PACKAGE = Path(__file__).parents[2]
GAME = ("cards", "tricks", "rules", "exchange", "play", "settlement")
"""The modules of the game whose functions or figures are compiled."""

KEPT_UNUSED = 30 * 24 * 3600.0
"""Seconds."""


def sources() -> list[Path]:
    """Every source that is compiled."""
    return [
        *(PACKAGE / "game" / f"{module}.py" for module in GAME),
        *sorted(PACKAGE.glob("ai/kernel/*.py")),
    ]


def cache_folder() -> Path | None:
    """The folder for this state of the sources; None if nothing can be written there."""
    digest = blake2b(digest_size=8)
    for source in sources():
        digest.update(blake2b(source.read_bytes()).digest())
    base = os.environ.get("XDG_CACHE_HOME", "")
    try:
        home = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
        folder = home / "dobbm" / f"kernel-{digest.hexdigest()}"
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()  # the time of its last use
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # nothing may be written there, or nobody has a home
        return None


def remove_unused() -> None:
    """Remove the folders of other states of the sources that nobody has used for a month."""
    folder = cache_folder()
    for other in folder.parent.glob("kernel-*") if folder else ():
        with suppress(OSError):  # somebody else may be removing it
            if time() - other.stat().st_mtime > KEPT_UNUSED:
                shutil.rmtree(other)
