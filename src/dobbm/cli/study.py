"""Test a claim about the game on many deals, and print what was found.

Without a name, the studies are listed. The result is a table of means with their 95 % confidence
intervals; --output also writes it to a folder, as Markdown and as a chart. The same seed gives the
same result on any number of processes. With --save, the same study continues where it was
interrupted, and a higher --deals extends a finished one.

  dobbm study hands
  dobbm study seats --deals 2000 --seed 7 --json
  dobbm study leads --save leads.npz --jobs 2
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dobbm.cli.arguments import add_seed, add_workers, cluster_of, whole_number
from dobbm.cli.matches import (
    exit_on_sigterm,
    print_result,
    reporting_interruption,
)
from dobbm.cli.progress import report_progress
from dobbm.files import write_text
from dobbm.game.errors import DobbmError, counted, quoted
from dobbm.game.json_text import write_json
from dobbm.workers import WorkerPool

if TYPE_CHECKING:
    from dobbm.studies.running import Run

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
    add_seed(parser, "all deals")
    add_workers(parser, "processes")
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="save what was observed in a file; the same study continues where the file ends",
    )
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.add_argument(
        "--output", type=Path, metavar="FOLDER", help="also write NAME.md and NAME.svg to a folder"
    )


def run(options: Namespace) -> int:
    """Run the command."""
    exit_on_sigterm()
    from dobbm.studies import STUDIES
    from dobbm.studies.running import Run

    name = options.name
    if name is None:
        width = max(map(len, STUDIES))
        for each, study in STUDIES.items():
            print(f"{each:{width}}  {study.summary} ({counted(study.deals, 'deal')})")
        return 0
    if name not in STUDIES:
        raise DobbmError(f"unknown study {quoted(name)}: the studies are {', '.join(STUDIES)}")
    study = STUDIES[name]
    deals = options.deals or study.deals
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
    started = Run(name, study, options.seed, options.save)
    pool = ThreadPoolExecutor if study.in_threads else WorkerPool
    with (
        reporting_interruption(partial(_report_so_far, started)),
        cluster_of(options) or pool(options.jobs) as executor,
        closing(started.play(deals, executor)) as counts,
    ):
        reported = started.deals * STEPS // deals
        for done in counts:
            if done * STEPS // deals > reported:
                reported = done * STEPS // deals
                report_progress(name, done, deals)
    finding = started.finding()
    if options.output:
        command = f"dobbm study {name} --deals {deals} --seed {options.seed}"
        text = f"{finding.to_markdown()}\n\n`{command}`\n"
        write_text(options.output / f"{name}.md", text)
        write_text(options.output / f"{name}.svg", finding.to_svg())
    print_result(write_json(finding.to_json()) if options.json else finding.to_text())
    return 0


def _report_so_far(started: Run) -> str:
    """Return what an interrupted study has found, or nothing if it has played no deals."""
    if not started.deals:
        return ""
    return f"after {counted(started.deals, 'deal')}:\n{started.finding().to_text()}"
