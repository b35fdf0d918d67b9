"""Judge the decisions in every record of a file by what their seats could know at each moment.

A line of output has the decisions of all seats, or of one, in order: the action "taken", the
"better" one, and the "cost", the expected card points given away, with its standard "error".
"mistake" is true if that is clear, and "missed_by" names the weaker bots that would have missed
an action that was clearly the best. A bad record gives {"error": ...} in its place and does not
stop the others; the exit status is 1 if there was any.

  dobbm judge deals.jsonl
  dobbm judge --seat 0 --jobs 2 deals.jsonl > judged.jsonl
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from dobbm.ai.machine import verify_machine
from dobbm.cli.arguments import add_workers, cluster_of, whole_number
from dobbm.cli.records import Reply, add_file, print_replies, replies, reply_to
from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.players.decisions import JUDGE, Decision, decisions
from dobbm.workers import run_all

AT_ONCE = 1 << 16
"""Maximum bytes read at once; all workers finish one batch of lines before the next is read."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_file(parser)
    parser.add_argument(
        "--seat", type=whole_number(0, 4), metavar="N", help="the seat to judge; default: all"
    )
    add_workers(parser, "threads")


def run(options: Namespace) -> int:
    """Run the command."""
    verify_machine("dobbm judge")
    make = partial(_judging, options.seat)
    with cluster_of(options) or ThreadPoolExecutor(options.jobs) as executor:
        judge_all = partial(run_all, make, executor=executor, chunk=1, run="judge")
        return print_replies(replies(options.file, judge_all, AT_ONCE))


def _judging(seat: Seat | None) -> Callable[[bytes], Reply]:
    """Return a function that replies to lines, with a judge of its own."""
    from dobbm.players.coach import Coach

    coach = Coach()

    def judged(decision: Decision) -> dict[str, Any]:
        verdict = coach.verdict(decision)
        reasons = {"reason": str(verdict.reason), "better_reason": str(verdict.better_reason)}
        return {"seat": decision.before.to_act, **verdict.to_json(), **reasons}

    def answer(deal: Deal) -> dict[str, Any]:
        seats = deal.setup.active if seat is None else [seat]
        found = [decision for one in seats for decision in decisions(deal, one)]
        found.sort(key=lambda decision: decision.at)
        return {"judge": JUDGE, "decisions": [judged(decision) for decision in found]}

    return lambda line: reply_to(line, answer)
