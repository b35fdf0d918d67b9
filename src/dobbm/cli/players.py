"""List the players there are: what 'dobbm match' and 'dobbm play --bots' take."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from dobbm.players import BUILT_IN, OUTSIDE


def configure(_: ArgumentParser) -> None:
    """The command has no options."""


def run(_: Namespace) -> int:
    """Run the command."""
    for name, entry in BUILT_IN.items():
        print(f"{name:14} {entry.summary}")
    print(f"{OUTSIDE}COMMAND   a program of your own, in any language (docs/protocol.md 2)")
    return 0
