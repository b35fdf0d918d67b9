"""Print the double-dummy values of every record in a file; each must be a deal in the play phase.

"cards" has, for every legal card, the declarer's final card points if both sides then play best
with all cards open. "value" is the best of these for the side to act. A bad record gives
{"error": ...} in its place and does not stop the others; the exit status is 1 if there was any.

  dobbm solve positions.jsonl
  dobbm solve --jobs 2 positions.jsonl > values.jsonl
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from dobbm.ai.machine import verify_machine
from dobbm.cli.arguments import add_workers, cluster_of
from dobbm.cli.progress import shows_progress, with_progress
from dobbm.cli.records import (
    Reply,
    add_file,
    count_records,
    print_replies,
    replies,
    reply_to,
)
from dobbm.game.deal import Deal
from dobbm.workers import run_all

AT_ONCE = 1 << 20
"""Maximum bytes read at once; all workers finish one batch of lines before the next is read."""

HANDFUL = 10
"""Number of records up to which no progress bar is shown."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_file(parser)
    add_workers(parser, "threads")


def run(options: Namespace) -> int:
    """Run the command."""
    verify_machine("dobbm solve")
    with cluster_of(options) or ThreadPoolExecutor(options.jobs) as executor:
        solve_all = partial(run_all, _solving, executor=executor, run="solve")
        found = replies(options.file, solve_all, AT_ONCE)
        # On a terminal, the answers themselves show the progress.
        wants_bar = shows_progress() and not sys.stdout.isatty()
        total = count_records(options.file) if wants_bar else 0
        if total > HANDFUL:
            found = with_progress(found, total, lambda: "")
        return print_replies(found)


def _solving() -> Callable[[bytes], Reply]:
    """Return a function that replies to lines, with a solver of its own."""
    from dobbm.ai.solver import Solver

    solver = Solver()

    def answer(deal: Deal) -> dict[str, Any]:
        solution = solver.solve(deal)
        return {"value": solution.value, "cards": solution.cards}

    return lambda line: reply_to(line, answer)
