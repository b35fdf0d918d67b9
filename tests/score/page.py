"""The files of the score sheet, asked through Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import dobbm

STATIC = Path(dobbm.__file__).parent / "client"
TWIN = Path(__file__).with_name("twin.mjs")
MODULES = ("../game/settlement", "session", "standings", "sheets")

Call = tuple[Any, ...]
"""The name of a function and what it is given."""


class Page:
    """The page's own files in a folder, and a Node that has loaded them."""

    def __init__(self, folder: Path) -> None:
        for part in ("vendor", "base", "cards", "game", "score"):
            shutil.copytree(STATIC / part, folder / part)
        # Node takes a file that ends in .js for a module only if it is told so.
        (folder / "package.json").write_text('{"type": "module"}')
        self._node = subprocess.Popen(
            ["node", TWIN, folder, *MODULES],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def says_to(self, call: str, *given: Any) -> Any:
        """What one of its functions answers."""
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(json.dumps({"call": call, "with": given}) + "\n")
        self._node.stdin.flush()
        return json.loads(self._node.stdout.readline())

    def says(self, *calls: Call) -> list[Any]:
        """What its functions answer to one call after another."""
        return [self.says_to(*call) for call in calls]

    def close(self) -> None:
        """End Node."""
        self._node.communicate()
