"""Learn how cards go by playing millions of deals against oneself.

The weights by which 'trained' chooses cards, and 'pimc' plays deals out, are learnt from nothing.
Hands are declared, and cards laid away, by the tables of 'dobbm train-tables'. On one machine the
same options give the same file.

  dobbm train-policy --output policy.npz --decisions 20000000 --jobs 2
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from dobbm.cli.options import extra_solver, whole_number, written_whole
from dobbm.cli.train_tables import add_jobs, tell


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--output", type=Path, metavar="FILE", required=True, help="write the weights here"
    )
    parser.add_argument(
        "--decisions",
        type=whole_number(10_000),
        default=1_000_000,
        metavar="N",
        help="how many decisions are studied, one a deal (default: 1000000)",
    )
    parser.add_argument("--seed", type=int, default=0, help="of all chance (default: 0)")
    add_jobs(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    with extra_solver("training"):
        from dobbm.training import learn_to_play
    with written_whole(options.output) as file:
        learn_to_play(options.decisions, options.seed, options.jobs, tell).save(file)
    return 0
