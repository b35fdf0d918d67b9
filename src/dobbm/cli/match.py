"""Compare two players on the same decks.

Every deck is played six times, once for each way to give A two seats and B the other two. The
result is A's mean payment per seat and deal in card points, with its 95 % confidence interval. A
player is a name listed by 'dobbm players', 'py:MODULE:ATTRIBUTE' for a bot of your own in Python,
or 'exec:COMMAND' for a program in any language. A deal has at most 3 doublings unless
--max-doublings says otherwise. With --sessions, the unit is a session: the rules say who deals
next, and a Mußrunde ends it.

  dobbm match simple random --decks 500 --max-doublings 0
  dobbm match simple py:my_player:Bot
  dobbm match trained simple --sessions 100 --deals 24
  dobbm match simple 'exec:python3 my_player.py' --seconds 0.5 --json
  dobbm match simple random --save match.jsonl --jobs 2
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

from dobbm.ai.machine import verify_machine
from dobbm.arena.archive import kept_boards
from dobbm.arena.match import Match, play_boards
from dobbm.arena.seating import Tally
from dobbm.arena.standing import ROLES, Side, Standing
from dobbm.arena.statistics import Comparison
from dobbm.cli.arguments import cluster_of
from dobbm.cli.matches import (
    add_play,
    boards_of,
    counted_boards,
    exit_on_sigterm,
    format_estimate,
    match_of,
    play_through,
    print_result,
    reporting_interruption,
)
from dobbm.game.errors import counted
from dobbm.game.json_text import write_json
from dobbm.text.characters import shown_name


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("a", metavar="A", help="a player")
    parser.add_argument("b", metavar="B", help="the player to compare it with")
    add_play(parser)
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="save all deals in a file; the same match continues where the file ends",
    )
    parser.add_argument(
        "--regret",
        action="store_true",
        help="rate the cards played, with all cards open (needs the extra 'bots')",
    )
    parser.add_argument(
        "--probe",
        action="store_true",
        help="check for players that see more than their view (needs the extra 'bots')",
    )


def run(options: Namespace) -> int:
    """Run the command."""
    exit_on_sigterm()
    for module in ("regret", "probe"):
        if getattr(options, module):
            verify_machine(f"--{module}")
    match = replace(
        match_of(options, options.a, options.b), probe=options.probe, regret=options.regret
    )
    standing = Standing(match)
    report = partial(_report, standing, as_json=options.json)
    with (
        reporting_interruption(lambda: report() if standing.decks else ""),
        cluster_of(options) or nullcontext() as executor,
    ):
        play = partial(play_boards, match, jobs=options.jobs, executor=executor)
        count = boards_of(options)
        if options.save:
            boards = kept_boards(options.save, match, count, play)
        else:
            boards = play(range(count))
        play_through(standing, boards, count)
    print_result(report())
    return 0


def _report(standing: Standing, *, as_json: bool) -> str:
    if as_json:
        return write_json(standing.to_json())
    match = standing.match
    names = [shown_name(name) for name in match.names]
    sides = (*zip(names, (standing.a, standing.b), strict=True),)
    lines = [
        f"{' against '.join(names)}: "
        f"{format_estimate(standing.gain)} card points per seat and deal",
        f"{counted_boards(standing)}, {counted(standing.deals, 'deal')}, "
        f"{standing.thrown_in:,} thrown in",
        *(f"{name}: {_summary(side)}" for name, side in sides),
    ]
    if match.session is not None:
        lines.insert(1, f"{format_estimate(standing.session_gain)} per seat and session")
    for role in ROLES:
        payments = _compared(standing.payments(role), match)
        lines.append(f"{role}, card points per deal: {payments}")
    if match.regret:
        for role in ROLES:
            regret = _compared(standing.regret(role), match)
            lines.append(f"{role}, card points lost per free card: {regret}")
    if match.probe:
        lines += [f"probe of {name}: {_probed(side.tally)}" for name, side in sides]
    return "\n".join(lines)


def _summary(side: Side) -> str:
    return (
        f"declared {side.declared:,}, won {side.won:,}; {counted(side.solos, 'Solo')}, won "
        f"{side.solos_won:,}; {counted(side.tally.faults, 'fault')}; "
        f"{1000 * side.tally.seconds_per_answer:.2f} ms per action"
    )


def _compared(comparison: Comparison, match: Match) -> str:
    a, b = map(shown_name, match.names)
    return (
        f"{a} {format_estimate(comparison.of_a)}, {b} {format_estimate(comparison.of_b)}, "
        f"difference {format_estimate(comparison.difference)}"
    )


def _probed(tally: Tally) -> str:
    verdict = ": it peeks or is not deterministic" if tally.changed else ""
    answers = counted(tally.probes, "answer")
    return f"{tally.changed:,} of {answers} changed with the hidden cards{verdict}"
