"""Count, for every record in a file, the sequences of exactly N legal actions that can follow.

An exchange is one action, whatever the order of its cards.

  dobbm deal --seed 7 | dobbm perft --depth 3
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from dobbm.cli.arguments import whole_number
from dobbm.cli.progress import with_progress
from dobbm.cli.records import add_file, answer_records
from dobbm.game.deal import Deal
from dobbm.game.perft import perft

SPLIT = 4
"""Number of actions whose sequences are counted in no time; a deeper count shows its progress."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--depth", type=whole_number(0), required=True, metavar="N", help="number of actions"
    )
    add_file(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    return answer_records(options.file, lambda deal: {"perft": _count(deal, options.depth)})


def _count(deal: Deal, depth: int) -> int:
    if depth <= SPLIT:
        return perft(deal, depth)
    deals = [deal]
    for _ in range(SPLIT):
        deals = [after.apply(action) for after in deals for action in after.legal_actions()]
    counted = with_progress(deals, len(deals), lambda: "")
    return sum(perft(after, depth - SPLIT) for after in counted)
