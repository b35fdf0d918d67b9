"""Options and helpers shared by the commands that play matches."""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from types import FrameType
from typing import NoReturn

from dobbm.arena.match import MAX_DOUBLINGS, SESSION_DEALS, Board, Match
from dobbm.arena.standing import Standing
from dobbm.arena.statistics import Estimate
from dobbm.cli import reader_has_gone
from dobbm.cli.arguments import add_rules, add_seed, add_workers, rules_from, whole_number
from dobbm.cli.progress import with_progress
from dobbm.game.errors import DobbmError, counted, quoted
from dobbm.game.session import MOST_DEALS
from dobbm.workers import no_interrupt

CONTRACTOR = "simple"
"""The player that by default bids, discards and doubles for all if only card play is compared."""

LONGEST = 3600.0
"""Maximum of ``--seconds``: one hour, longer than anybody would wait for a card."""


def add_play(parser: ArgumentParser) -> None:
    """Add the options that determine how matches are played."""
    unit = parser.add_mutually_exclusive_group()
    unit.add_argument(
        "--decks",
        type=whole_number(1),
        default=500,
        metavar="N",
        help="the number of decks, each played six times (default: 500)",
    )
    unit.add_argument(
        "--sessions",
        type=whole_number(1),
        metavar="N",
        help="play N sessions instead, each with the same cards at six tables",
    )
    parser.add_argument(
        "--deals",
        type=whole_number(0, MOST_DEALS),
        metavar="N",
        help=f"the deals of a session before its Mußrunde (default: {SESSION_DEALS})",
    )
    add_seed(parser, "the decks and all random choices")
    add_seconds(parser)
    add_workers(parser, "processes")
    parser.add_argument(
        "--frozen-contracts",
        action="store_true",
        help=f"compare card play alone: {CONTRACTOR} bids, discards and doubles for all",
    )
    parser.add_argument(
        "--contracts-by",
        metavar="POLICY",
        help="freeze the contracts, too, but let this built-in player make them",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_rules(parser, max_doublings=MAX_DOUBLINGS)


def add_seconds(parser: ArgumentParser) -> None:
    """Add the option for the time limit of outside players."""
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=1.0,
        metavar="S",
        help="seconds for each action of an outside player (default: 1)",
    )


def match_of(options: Namespace, a: str, b: str) -> Match:
    """Return the match between two players that the options describe."""
    if options.deals is not None and options.sessions is None:
        raise DobbmError("--deals is about sessions: it needs --sessions")
    deals = SESSION_DEALS if options.deals is None else options.deals
    return Match(
        a,
        b,
        rules_from(options),
        seed=options.seed,
        seconds=options.seconds,
        contracts=options.contracts_by or (CONTRACTOR if options.frozen_contracts else None),
        session=None if options.sessions is None else deals,
    )


def boards_of(options: Namespace) -> int:
    """Return how many decks, or sessions, the options ask for."""
    return int(options.decks if options.sessions is None else options.sessions)


def counted_boards(standing: Standing) -> str:
    """Return how many decks, or sessions, have been played, in words."""
    return counted(standing.decks, "deck" if standing.match.session is None else "session")


def play_through(standing: Standing, boards: Generator[Board], decks: int, label: str = "") -> None:
    """Add all boards to the standing, showing progress on the terminal."""
    with closing(boards):
        for board in with_progress(
            boards, decks, lambda: f"{label}{format_estimate(standing.gain)}"
        ):
            with no_interrupt():  # a deck counts with all its deals or not at all
                standing.add(board)


@contextmanager
def reporting_interruption(report: Callable[[], str]) -> Iterator[None]:
    """After Ctrl-C or an error, print on standard error the ``report`` so far, if there is one."""
    try:
        yield
    except (KeyboardInterrupt, DobbmError) as end:
        so_far = report()
        if so_far and isinstance(end, KeyboardInterrupt):
            print("interrupted", file=sys.stderr)
        if so_far:
            print(so_far, file=sys.stderr)
        raise


def print_result(report: str) -> None:
    """Print the result, on standard error if the reader of standard output has gone."""
    try:
        print(report, flush=True)
    except OSError as error:
        if reader_has_gone(error):
            print(report, file=sys.stderr)
        raise


def exit_on_sigterm() -> None:
    """Raise ``SystemExit`` on SIGTERM, so that outside players are stopped too."""

    def stop(number: int, _: FrameType | None) -> NoReturn:
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, stop)


def format_estimate(estimate: Estimate | None) -> str:
    """Format a mean with its interval; return a dash for None."""
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
        raise ArgumentTypeError(
            f"must be a number above 0 and at most {LONGEST:.0f}, not {quoted(text)}"
        )
    return seconds
