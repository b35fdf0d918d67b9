"""Count, for every record in a file, the sequences of exactly N lawful actions that lead on.

An exchange is one action, whatever the order of its cards.

  dobbm deal --seed 7 | dobbm perft --depth 3
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from dobbm.cli.records import add_file, answer_records
from dobbm.perft import perft


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--depth", type=_depth, required=True, metavar="N", help="how many actions")
    add_file(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    return answer_records(options.file, lambda deal: {"perft": perft(deal, options.depth)})


def _depth(text: str) -> int:
    depth = int(text)
    if depth < 0:
        raise ArgumentTypeError("a depth is 0 or more")
    return depth
