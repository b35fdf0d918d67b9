"""Train the network by self-play over millions of deals, on an accelerator if there is one.

This learns from scratch the network with which 'network' chooses cards, and which has a say when
'pimc' does. Bids and discards follow the tables of 'dobbm train-tables'. The cards are dealt and
played on all processor cores; the network learns on the accelerator that JAX finds.

  dobbm train-network --output network.npz --deals 80000000
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from dobbm.cli.arguments import atomic_output, seed, whole_number
from dobbm.cli.progress import report_progress


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--output", type=Path, metavar="FILE", required=True, help="write the weights here"
    )
    parser.add_argument(
        "--deals",
        type=whole_number(32),
        default=1_000_000,
        metavar="N",
        help="number of deals to learn from; 65,536 are played side by side, and a remainder is "
        "left out (default: 1000000)",
    )
    parser.add_argument(
        "--seed",
        type=seed,
        default=0,
        metavar="N",
        help="the seed of all random choices (default: 0)",
    )


def run(options: Namespace) -> int:
    """Run the command."""
    from dobbm.training.network_self_play import learn_network

    with atomic_output(options.output) as file:
        learn_network(options.deals, options.seed, report_progress).save(file)
    return 0
