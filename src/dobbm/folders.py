"""The folder for a person's data on this machine."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Return ``$XDG_DATA_HOME/dobbm`` if the variable is an absolute path.

    Otherwise, return ``~/.local/share/dobbm``.
    """
    data = os.environ.get("XDG_DATA_HOME", "")
    home = Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
    return home / "dobbm"
