"""Count, for every record in a file, the sequences of exactly N legal actions that can follow.

An exchange is one action, whatever the order of its cards.

  dobbm deal --seed 7 | dobbm perft --depth 3
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from dobbm.cli.arguments import whole_number
from dobbm.cli.records import add_file, answer_records
from dobbm.game.perft import perft


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--depth", type=whole_number(0), required=True, metavar="N", help="number of actions"
    )
    add_file(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    return answer_records(options.file, lambda deal: {"perft": perft(deal, options.depth)})
