"""Train the network by self-play over millions of deals, on an accelerator if there is one.

This learns from scratch the network that chooses the cards of 'network' and advises 'pimc'. Bids
and discards follow the tables of 'dobbm train-tables'. The cards are dealt and played on all
processor cores; the network learns on the accelerator that JAX finds, or else on the cores, too,
where a round of 65,536 deals takes minutes and 3 GB of memory. Ctrl-C ends the training after
the step in progress, and nothing is written.

  dobbm train-network --output network.npz --deals 80000000
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from signal import SIGINT, signal
from threading import Event

from dobbm.cli.arguments import add_number, add_seed, atomic_output
from dobbm.cli.progress import report_progress


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--output", type=Path, metavar="FILE", required=True, help="write the weights here"
    )
    add_number(
        parser,
        "--deals",
        32,
        1_000_000,
        "number of deals to learn from, in rounds of 65,536; a remainder is left out, and fewer "
        "deals are rounded down to a multiple of 32",
    )
    add_seed(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    interrupted = Event()
    # JAX calls Python while it works, and would swallow an exception or end in disorder.
    before = signal(SIGINT, lambda _number, _frame: interrupted.set())
    try:
        from dobbm.training.network_self_play import learn_network

        def pause() -> None:
            if interrupted.is_set():
                raise KeyboardInterrupt

        with atomic_output(options.output) as file:
            learn_network(options.deals, options.seed, report_progress, pause).save(file)
    finally:
        signal(SIGINT, before)
    return 0
