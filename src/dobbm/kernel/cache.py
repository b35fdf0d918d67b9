"""Where compiled code is kept from one start to the next.

Numba looks only at the file of a compiled function, not at the files of the functions that are
compiled into it. So the folder's name has a digest of every source that is compiled: after a change
to any of them, the rules included, everything is compiled afresh.
"""

from __future__ import annotations

import os
import tempfile
from hashlib import blake2b
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
GAME = ("cards", "tricks", "rules", "exchange", "play", "settlement")
"""The modules of the game whose functions or figures are compiled."""


def sources() -> list[Path]:
    """Every source that is compiled."""
    return [*(PACKAGE / f"{module}.py" for module in GAME), *sorted(PACKAGE.glob("kernel/*.py"))]


def cache_folder() -> Path | None:
    """The folder for this state of the sources; None if nothing can be written there."""
    digest = blake2b(digest_size=8)
    for source in sources():
        digest.update(source.read_bytes())
    base = os.environ.get("XDG_CACHE_HOME", "")
    home = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
    folder = home / "dobbm" / f"kernel-{digest.hexdigest()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None
