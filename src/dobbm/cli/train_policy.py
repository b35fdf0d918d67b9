"""Train the card-play policy by self-play over millions of deals.

This learns from scratch the weights that 'trained' uses to choose cards and 'pimc' uses in its
rollouts. Bids and discards follow the tables of 'dobbm train-tables'. On the same machine, the same
options always produce the same file.

  dobbm train-policy --output policy.npz --decisions 20000000 --jobs 2
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from dobbm.cli.arguments import add_training, atomic_output, cluster_of, whole_number
from dobbm.cli.progress import report_progress
from dobbm.extras import extra_solver


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
        help="number of decisions to learn from, one per deal (default: 1000000)",
    )
    add_training(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    with extra_solver("training"):
        from dobbm.training import learn_to_play
    with (
        atomic_output(options.output) as file,
        cluster_of(options) or ThreadPoolExecutor(options.jobs) as executor,
    ):
        learn_to_play(options.decisions, options.seed, report_progress, executor).save(file)
    return 0
