"""Learn how cards go by playing millions of deals against oneself.

The weights are learnt from nothing; on one machine the same options give the same file. Hands are
declared by the tables that dobbm train-tables makes.

  dobbm train-policy --output policy.npz --decisions 20000000 --jobs 2
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from dobbm.cli.options import extra_solver, whole_number
from dobbm.cli.train_tables import tell


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--output", type=Path, metavar="FILE", required=True)
    parser.add_argument(
        "--decisions", type=whole_number(10_000), default=1_000_000, metavar="N", help="to study"
    )
    parser.add_argument("--seed", type=int, default=0, help="of all chance")
    parser.add_argument("--jobs", type=whole_number(1), default=1, metavar="N", help="threads")


def run(options: Namespace) -> int:
    """Run the command."""
    with extra_solver("training"):
        from dobbm.learning import learn_to_play
    unfinished = options.output.with_name(f"{options.output.name}.part")
    unfinished.touch()  # if it cannot be written, that is told now and not after minutes
    learnt = learn_to_play(
        options.decisions,
        options.seed,
        options.jobs,
        lambda done, total: tell("decisions", done, total),
    )
    learnt.save(unfinished)
    unfinished.replace(options.output)
    return 0
