"""List the available players, for 'dobbm match', 'dobbm league' and 'dobbm play --bots'.

'pimc' takes options after a colon, such as pimc:quick, pimc:strong or pimc:worlds=40,belief=off
(docs/bots.md).
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from dobbm.players import BUILT_IN, OUTSIDE


def configure(_: ArgumentParser) -> None:
    """Add the command's options: it has none."""


def run(_: Namespace) -> int:
    """Run the command."""
    for name, entry in BUILT_IN.items():
        print(f"{name:14} {entry.summary}")
    print(f"{OUTSIDE}COMMAND   a program of your own, in any language (docs/protocol.md 2)")
    return 0
