"""Compare two players on the same decks.

Every deck is played six times, once for each way to give A two seats and B the other two. The
result is A's mean payment per seat and deal in card points, with its 95 % confidence interval. A
player is a name of 'dobbm players', or 'exec:COMMAND' for a program of your own.

  dobbm match simple random --decks 500 --max-doublings 0
  dobbm match simple 'exec:python3 my_player.py' --seconds 0.5 --json
"""

from __future__ import annotations

import json
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import closing
from types import FrameType
from typing import NoReturn

from dobbm.arena.match import Match, play_boards
from dobbm.arena.standing import ROLES, Side, Standing
from dobbm.arena.statistics import Comparison, Estimate
from dobbm.cli.options import add_rules, rules_from, whole_number
from dobbm.cli.progress import following

MAX_DOUBLINGS = 3
"""A random player's retours would otherwise drown everything else."""

LONGEST = 3600.0
"""Seconds; nobody waits longer for a card."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("a", metavar="A", help="a player")
    parser.add_argument("b", metavar="B", help="the player to compare it with")
    parser.add_argument("--decks", type=whole_number(1), default=500, metavar="N")
    parser.add_argument("--seed", type=int, default=0, help="of the decks and of all chance")
    parser.add_argument(
        "--seconds", type=_seconds, default=1.0, help="what a program has for an action"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_rules(parser)
    parser.set_defaults(max_doublings=MAX_DOUBLINGS)


def run(options: Namespace) -> int:
    """Run the command."""
    signal.signal(signal.SIGTERM, _stop)
    match = Match(options.a, options.b, rules_from(options), options.seed, options.seconds)
    standing = Standing(match)
    with closing(play_boards(match, range(options.decks))) as boards:
        for board in following(boards, options.decks, lambda: told(standing.gain)):
            standing.add(board)
    print(json.dumps(standing.to_json()) if options.json else _report(standing))
    return 0


def _stop(number: int, _: FrameType | None) -> NoReturn:
    """Leave in an orderly way, so that the programs that play are ended too."""
    sys.exit(128 + number)


def _report(standing: Standing) -> str:
    match = standing.match
    sides = ((match.a, standing.a), (match.b, standing.b))
    lines = [
        f"{match.a} against {match.b}: {told(standing.gain)} card points a seat and deal",
        f"{standing.decks} decks, {standing.deals} deals, {standing.thrown_in} thrown in",
        *(f"{name}: {_summary(side)}" for name, side in sides),
        *(f"{role}: {_compared(standing.payments(role), match)}" for role in ROLES),
    ]
    return "\n".join(lines)


def _summary(side: Side) -> str:
    return (
        f"declared {side.declared}, won {side.won}; of these {side.solos} Solos, won "
        f"{side.solos_won}; {side.tally.faults} faults; "
        f"{1000 * side.tally.seconds_per_answer:.2f} ms an action"
    )


def _compared(comparison: Comparison, match: Match) -> str:
    return (
        f"{match.a} {told(comparison.of_a)}, {match.b} {told(comparison.of_b)}, "
        f"difference {told(comparison.difference)}"
    )


def told(estimate: Estimate | None) -> str:
    """A mean with its interval; a dash for none."""
    if estimate is None:
        return "–"
    interval = estimate.interval
    spread = f" [{interval[0]:+.2f}, {interval[1]:+.2f}]" if interval else ""
    return f"{estimate.mean:+.2f}{spread}"


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST:
        raise ArgumentTypeError(f"seconds above 0 and up to {LONGEST} are expected, not {text!r}")
    return seconds
