"""Train the lookup tables of hand values, or check the current ones on fresh deals.

The card points that hands win are learned from deals played with the weights of
'dobbm train-policy'; the payments for bids, and what bids reveal about a hand, are learned from
games between players. On one machine, the same options give the same file. A check plays deals that
were not used for learning; for each tenth of the hands, it prints the declarer's expected and
actual card points.

  dobbm train-tables --output evaluation.npz --deals 400000 --jobs 2
  dobbm train-tables --check --deals 20000 --seed 9
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from dobbm.cli.arguments import add_number, add_training, atomic_output, cluster_of
from dobbm.cli.progress import report_progress
from dobbm.game.json_text import write_json

if TYPE_CHECKING:
    from dobbm.training import Quality


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--output", type=Path, metavar="FILE", help="learn the tables and write them here"
    )
    what.add_argument("--check", action="store_true", help="check the current tables")
    dobbms = "number of Dobbms to play; learning plays a quarter as many Solos, a check as many"
    add_number(parser, "--deals", 100, 20_000, dobbms)
    add_number(parser, "--games", 100, 20_000, "number of games to learn bidding from")
    parser.add_argument(
        "--players",
        nargs="+",
        default=["simple", "trained"],
        metavar="NAME",
        help="players, drawn by lot, for the seats in these games (default: simple trained)",
    )
    add_training(parser)
    parser.add_argument("--json", action="store_true", help="print the check as one JSON object")


def run(options: Namespace) -> int:
    """Run the command."""
    from dobbm.ai.evaluation import lookup_tables
    from dobbm.training import check, train

    deals, seed = options.deals, options.seed
    with cluster_of(options) or ThreadPoolExecutor(options.jobs) as executor:
        if options.check:
            found = check(lookup_tables(), deals, seed, report_progress, executor)
            print(write_json(_as_json(found)) if options.json else _report(found))
            return 0
        with atomic_output(options.output) as file:
            players = options.players
            train(deals, options.games, seed, players, report_progress, executor).save(file)
    return 0


def _report(found: dict[str, Quality]) -> str:
    lines = [
        "expected -> actual, in card points, from the weakest tenth of the hands to the strongest"
    ]
    for name, quality in found.items():
        deciles = "  ".join(
            f"{tenth.expected:.1f} -> {tenth.found:.1f}" for tenth in quality.deciles
        )
        lines.append(f"{name}: {deciles}; spread {quality.spread:.1f}")
    return "\n".join(lines)


def _as_json(found: dict[str, Quality]) -> dict[str, object]:
    return {
        name: {"spread": quality.spread, "deciles": [tenth._asdict() for tenth in quality.deciles]}
        for name, quality in found.items()
    }
