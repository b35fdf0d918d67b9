"""Bots in Python, as people write them, and packages that register them."""

from __future__ import annotations

from pathlib import Path

from dobbm.game.view import View
from dobbm.players.simple import play_simply


class Simple:
    """Plays like ``simple``, and has only what a bot must have."""

    def act(self, view: View, seed: int) -> str:
        return play_simply(view, seed)


class Broken:
    """Fails when it is asked."""

    def act(self, view: View, seed: int) -> str:  # noqa: ARG002
        raise LookupError("no cards")


class Interrupting(Simple):
    """Presses Ctrl-C in its second deal."""

    deals = 0

    def act(self, view: View, seed: int) -> str:
        if self.deals:
            raise KeyboardInterrupt
        return super().act(view, seed)

    def end(self, view: View) -> None:  # noqa: ARG002
        self.deals += 1


SOURCE = """
from dobbm.players.simple import play_simply

class Bot:
    def __init__(self, style=""):
        if style not in ("", "quiet"):
            raise ValueError("no such style")
        self.quiet = style == "quiet"

    def act(self, view, seed):
        return "weiter" if self.quiet and view.phase == "bidding" else play_simply(view, seed)
"""


def register(folder: Path, *names: str, source: str = SOURCE, package: str = "tirol") -> None:
    """Write a package that registers its class ``Bot`` under each of ``names``."""
    module = f"{package}_bots"
    (folder / f"{module}.py").write_text(source)
    info = folder / f"{package}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
    lines = [f"{name} = {module}:Bot\n" for name in names]
    (info / "entry_points.txt").write_text("[dobbm.players]\n" + "".join(lines))
