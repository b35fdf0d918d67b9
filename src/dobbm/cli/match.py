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
from types import FrameType
from typing import NoReturn

from dobbm.arena.match import Match
from dobbm.arena.table import Tally
from dobbm.cli.options import add_rules, rules_from, whole_number
from dobbm.cli.progress import following
from dobbm.players import player_factory

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
    match = Match(options.a, options.b, rules_from(options))
    make_a = player_factory(options.a, options.seconds)
    make_b = player_factory(options.b, options.seconds)
    decks = match.play(make_a, make_b, options.decks, options.seed)
    for _ in following(decks, options.decks, lambda: f"{match.mean:+.1f}"):
        pass
    print(json.dumps(match.to_json()) if options.json else _report(match))
    return 0


def _stop(number: int, _: FrameType | None) -> NoReturn:
    """Leave in an orderly way, so that the programs that play are ended too."""
    sys.exit(128 + number)


def _report(match: Match) -> str:
    interval = match.interval
    spread = f" [{interval[0]:+.2f}, {interval[1]:+.2f}]" if interval else ""
    lines = [
        f"{match.a} against {match.b}: {match.mean:+.2f}{spread} card points a seat and deal",
        f"{len(match.gains)} decks, {match.deals} deals, {match.thrown_in} thrown in",
    ]
    for name, tally in ((match.a, match.tally_a), (match.b, match.tally_b)):
        lines.append(f"{name}: {_summary(tally)}")
    return "\n".join(lines)


def _summary(tally: Tally) -> str:
    return (
        f"declared {tally.declared}, won {tally.won}; of these {tally.solos} Solos, won "
        f"{tally.solos_won}; {tally.faults} faults; "
        f"{1000 * tally.seconds / max(1, tally.actions):.2f} ms an action"
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST:
        raise ArgumentTypeError(f"seconds above 0 and up to {LONGEST} are expected, not {text!r}")
    return seconds
