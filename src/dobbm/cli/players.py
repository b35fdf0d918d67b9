"""List the available players, for 'dobbm match', 'dobbm league' and 'dobbm play --bots'.

'pimc' takes options after a colon, such as pimc:quick, pimc:strong or pimc:worlds=40,belief=off
(docs/bots.md).
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from dobbm.players import BUILT_IN, MODULE, OUTSIDE, registrations
from dobbm.text.characters import shown_name

WIDTH = len(f"{MODULE}MODULE:ATTRIBUTE")


def configure(_: ArgumentParser) -> None:
    """Add the command's options: it has none."""


def run(_: Namespace) -> int:
    """Run the command."""
    for name, entry in BUILT_IN.items():
        _list(name, entry.summary)
    for name, package in registrations():
        _list(shown_name(name), f"registered by {package}")
    _list(f"{MODULE}MODULE:ATTRIBUTE", "a player of your own, in Python (docs/protocol.md 4)")
    _list(f"{OUTSIDE}COMMAND", "a program of your own, in any language (docs/protocol.md 2)")
    return 0


def _list(name: str, summary: str) -> None:
    print(f"{name:{WIDTH}} {summary}")
