"""Play deals and write them as a data set: one row per decision, for training and analysis.

A row has what the seat knows, which actions are legal, which one was taken and what the deal paid.
For every deal, each seat gets one of the PLAYERS by lot; a player is a name listed by 'dobbm
players', or 'exec:COMMAND' for a program of your own. The same command continues where it was
interrupted, and a higher --deals extends a finished data set.

  dobbm dataset simple trained --deals 10000 --seed 1 --output deals
  dobbm dataset simple --format npz --double-dummy --jobs 2 --output values
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import closing, nullcontext
from pathlib import Path

from dobbm.arena.match import MAX_DOUBLINGS
from dobbm.cli.arguments import (
    add_number,
    add_rules,
    add_seed,
    add_workers,
    cluster_of,
    one_of,
    rules_from,
)
from dobbm.cli.matches import add_seconds, exit_on_sigterm
from dobbm.cli.progress import report_progress
from dobbm.game.errors import counted

REPORTS = 20
"""Roughly how often progress is reported."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("players", metavar="PLAYER", nargs="+", help="one or more players")
    parser.add_argument(
        "--output", type=Path, metavar="FOLDER", required=True, help="write the data set here"
    )
    add_number(parser, "--deals", 1, 1000, "number of deals")
    add_seed(parser, "the deals and all random choices")
    parser.add_argument(
        "--format",
        **one_of(("parquet", "npz")),
        default="parquet",
        help="the format of the columns (default: parquet, which needs the extra 'data')",
    )
    parser.add_argument(
        "--double-dummy",
        action="store_true",
        help="add what every legal card is worth with all cards open",
    )
    add_number(parser, "--per-shard", 1, 1000, "number of deals in a file")
    add_seconds(parser)
    add_workers(parser, "processes")
    add_rules(parser, max_doublings=MAX_DOUBLINGS)


def run(options: Namespace) -> int:
    """Run the command."""
    exit_on_sigterm()
    from dobbm.envs.datasets import Description, write
    from dobbm.envs.recording import Recording

    recording = Recording(
        tuple(options.players),
        rules_from(options),
        options.seed,
        options.double_dummy,
        options.seconds,
    )
    every = -(-options.deals // REPORTS)
    with (
        cluster_of(options) or nullcontext() as executor,
        closing(
            write(
                options.output,
                recording,
                options.deals,
                file_format=options.format,
                per_shard=options.per_shard,
                jobs=options.jobs,
                executor=executor,
            )
        ) as counts,
    ):
        for done in counts:
            if done % every == 0:
                report_progress("deals", done, options.deals)
    found = Description.of(options.output)
    faults = sum(shard.faults for shard in found.shards)
    print(
        f"{options.output}: {counted(found.deals, 'deal')}, {counted(found.rows, 'decision')}, "
        f"{counted(len(found.shards), 'shard')}, {counted(faults, 'fault')}"
    )
    return 0
