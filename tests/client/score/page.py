"""Runs the files of the score sheet in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import dobbm

STATIC = Path(dobbm.__file__).parent / "client"
TWIN = Path(__file__).with_name("twin.mjs")
MODULES = ("../game/settlement", "session", "../game/transfers", "sheets", "changes")

Call = tuple[Any, ...]
"""The name of a function, and its arguments."""


class Page:
    """A Node process that has loaded the page's own files."""

    def __init__(self, folder: Path) -> None:
        for part in ("vendor", "base", "cards", "game", "score"):
            shutil.copytree(STATIC / part, folder / part)
        # Node takes a .js file for a module only if package.json says so.
        (folder / "package.json").write_text('{"type": "module"}')
        self._node = subprocess.Popen(
            ["node", TWIN, folder, *MODULES],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def call(self, name: str, *arguments: Any) -> Any:
        """Call one of the page's functions."""
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(json.dumps({"call": name, "with": arguments}) + "\n")
        self._node.stdin.flush()
        return json.loads(self._node.stdout.readline())

    def call_all(self, *calls: Call) -> list[Any]:
        """Call several functions, one after the other."""
        return [self.call(*call) for call in calls]

    def close(self) -> None:
        self._node.communicate()
