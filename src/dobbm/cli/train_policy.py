"""Train the card-play policy by self-play over millions of deals, or a best response to a player.

This learns from scratch the weights that 'trained' uses to choose cards and 'pimc' uses in its
rollouts, from 10,000 decisions at a time. Bids and discards follow the tables of 'dobbm
train-tables'. On the same machine, the same options always produce the same file.

With --against, it learns in one role only, against a player that does not change: from the weights
of 'trained', or from those of a policy that imitates any other player. The file is written as soon
as it has learned. Then the role's gain is measured on fresh deals: how many card points more it
makes against the player than the player makes itself.

  dobbm train-policy --output policy.npz --decisions 20000000 --jobs 2
  dobbm train-policy --output answer.npz --against trained --role declarer
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from dobbm.cli.arguments import (
    add_number,
    add_training,
    atomic_output,
    cluster_of,
    one_of,
    whole_number,
)
from dobbm.cli.matches import exit_on_sigterm
from dobbm.cli.progress import report_progress
from dobbm.game.errors import DobbmError, counted
from dobbm.game.json_text import write_json
from dobbm.workers import WorkerPool

DEALS = 2_000
"""Default number of deals on which a best response is measured."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--output", type=Path, metavar="FILE", required=True, help="write the weights here"
    )
    what = "number of decisions to learn from, one per deal"
    add_number(parser, "--decisions", 10_000, 1_000_000, what)
    parser.add_argument(
        "--against", metavar="PLAYER", help="learn the best response to this player"
    )
    parser.add_argument(
        "--role",
        **one_of(("declarer", "defenders")),
        help="the role of the best response (needed with --against)",
    )
    parser.add_argument(
        "--deals",
        type=whole_number(2),
        metavar="N",
        help="number of deals on which the response is measured; from as many others it learns how "
        "a player other than trained plays (default: 2000)",
    )
    parser.add_argument("--json", action="store_true", help="print the gain as one JSON object")
    add_training(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    exit_on_sigterm()
    if (options.against is None) != (options.role is None):
        raise DobbmError("--against and --role need each other")
    if options.against is None and (options.deals or options.json):
        raise DobbmError("--deals and --json are about a best response: they need --against")
    from dobbm.training import learn_to_play

    if options.against is not None:
        return _answer(options)
    with (
        atomic_output(options.output) as file,
        cluster_of(options) or ThreadPoolExecutor(options.jobs) as executor,
    ):
        learn_to_play(options.decisions, options.seed, report_progress, executor).save(file)
    return 0


def _answer(options: Namespace) -> int:
    """Train a best response, and print its gain."""
    from dobbm.training import best_response, gain_of

    against, role, seed = options.against, options.role, options.seed
    deals = options.deals or DEALS
    with cluster_of(options) or WorkerPool(options.jobs) as executor:
        with atomic_output(options.output) as file:
            response = best_response(
                against, role, options.decisions, deals, seed, report_progress, executor
            )
            response.save(file)
        gain = gain_of(response, against, role, deals, seed, report_progress, executor)
    if options.json:
        print(write_json({"against": against, "role": role, "gain": gain and gain.to_json()}))
    elif gain and gain.interval:
        low, high = gain.interval
        print(
            f"{role} against {against}: {gain.mean:+.2f} [{low:+.2f}, {high:+.2f}] card points a "
            f"deal more than {against} itself, {counted(gain.decks, 'deal')}"
        )
    else:
        print(f"{role} against {against}: too few deals for an interval")
    return 0
