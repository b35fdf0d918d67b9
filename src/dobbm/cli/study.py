"""Test a claim about the game on many deals, and print what was found.

Without a name, the studies are listed. The result is a table of means with their 95 % confidence
intervals; --output also writes it to a folder, as Markdown and as a chart. The same seed gives the
same result on any number of processes.

  dobbm study hands
  dobbm study seats --deals 2000 --seed 7 --json
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from dobbm.cli.arguments import add_workers, cluster_of, seed, whole_number
from dobbm.cli.progress import report_progress
from dobbm.extras import extra_solver
from dobbm.game.errors import DobbmError, quoted
from dobbm.workers import WorkerPool

STEPS = 20
"""How often progress is reported."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="the study; left out, all are listed"
    )
    parser.add_argument(
        "--deals", type=whole_number(2), metavar="N", help="deals to play (default: the study's)"
    )
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="N", help="the seed of all deals (default: 0)"
    )
    add_workers(parser, "processes")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.add_argument(
        "--output", type=Path, metavar="FOLDER", help="also write NAME.md and NAME.svg to a folder"
    )


def run(options: Namespace) -> int:
    """Run the command."""
    with extra_solver("dobbm study"):
        from dobbm.studies import STUDIES
    name = options.name
    if name is None:
        width = max(map(len, STUDIES))
        for each, study in STUDIES.items():
            print(f"{each:{width}}  {study.summary} ({study.deals:,} deals)")
        return 0
    if name not in STUDIES:
        raise DobbmError(f"unknown study {quoted(name)}: the studies are {', '.join(STUDIES)}")
    study = STUDIES[name]
    deals = options.deals or study.deals
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
    pool = ThreadPoolExecutor if study.in_threads else WorkerPool
    with cluster_of(options) or pool(options.jobs) as executor:
        finding = study.investigate(deals, options.seed, executor, _reporter(name, deals))
    if options.output:
        command = f"dobbm study {name} --deals {deals} --seed {options.seed}"
        text = f"{finding.to_markdown()}\n\n`{command}`\n"
        (options.output / f"{name}.md").write_text(text, encoding="utf-8")
        (options.output / f"{name}.svg").write_text(finding.to_svg(), encoding="utf-8")
    print(json.dumps(finding.to_json()) if options.json else finding.to_text())
    return 0


def _reporter(name: str, deals: int) -> Callable[[int], None]:
    """Return a callback that reports progress now and then."""
    reported = 0

    def report(done: int) -> None:
        nonlocal reported
        if done * STEPS // deals > reported:
            reported = done * STEPS // deals
            report_progress(name, done, deals)

    return report
