"""The folder for the user's data."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for the user's data, which need not exist yet.

    This is ``$XDG_DATA_HOME/dobbm`` or, unless that variable is an absolute path,
    ``~/.local/share/dobbm``.
    """
    data = os.environ.get("XDG_DATA_HOME", "")
    home = Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
    return home / "dobbm"
