"""The folder for the user's data, and those of the package."""

from __future__ import annotations

import atexit
import os
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory

from dobbm.game.errors import DobbmError


def data_folder() -> Path:
    """Return the folder for the user's data, which need not exist yet.

    This is ``$XDG_DATA_HOME/dobbm`` or, unless that variable is an absolute path,
    ``~/.local/share/dobbm``. Raises ``DobbmError`` if there is no home directory either.
    """
    data = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(data):
        return Path(data) / "dobbm"
    home = os.path.expanduser("~")
    if not os.path.isabs(home) or os.environ.get("HOME") == "":
        raise DobbmError(
            "there is no home directory for the data folder: set HOME or XDG_DATA_HOME to a folder"
        )
    return Path(home) / ".local" / "share" / "dobbm"


def is_data_folder(folder: Path, inside: str = "") -> bool:
    """Return whether a folder is that of the user's data, or the one called ``inside`` in it."""
    try:
        return folder == data_folder() / inside
    except DobbmError:  # no home directory: the folder is another one
        return False


@cache
def package_folder(*parts: str) -> Path:
    """Return a folder of the package: in a zip file, a copy that is removed at exit."""
    folder = files("dobbm").joinpath(*parts)
    if isinstance(folder, Path):
        return folder
    copied = TemporaryDirectory(prefix="dobbm-")
    atexit.register(copied.cleanup)
    _copy(folder, Path(copied.name))
    return Path(copied.name)


def _copy(folder: Traversable, target: Path) -> None:
    for item in folder.iterdir():
        if item.is_dir():
            (target / item.name).mkdir()
            _copy(item, target / item.name)
        else:
            (target / item.name).write_bytes(item.read_bytes())
