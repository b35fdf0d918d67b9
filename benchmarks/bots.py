"""Seat four copies of one player, and measure contracts, payments, thinking times and faults.

  python benchmarks/bots.py pimc --deals 1000 --jobs 2
  python benchmarks/bots.py pimc:quick --deals 100000 --jobs 2

The first action of a new process is timed separately, and includes loading its libraries and
compiled code. After Ctrl-C, the figures are those of the deals so far.
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import pairwise
from multiprocessing import get_context
from random import Random
from statistics import mean, median, quantiles
from typing import NamedTuple

from dobbm.arena.seating import Chair, Tally
from dobbm.cli.arguments import MOST_JOBS, seed, whole_number
from dobbm.game.actions import BIDDING, WEITER
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.errors import PlayerError
from dobbm.game.settlement import settle
from dobbm.game.view import View
from dobbm.players import make_player
from dobbm.players.bidding import expected_payments
from dobbm.studies.report import Mean

FIRST_ACTION = """
from random import Random
from time import perf_counter
start = perf_counter()
from dobbm import Deal, View, shuffled
from dobbm.players import make_player
deal = Deal.start(shuffled(Random(1)), dealer=3).apply_all(["solo", "gut", "gut", "gut"])
make_player({name!r}).act(View.of(deal, 0), 1)
print(perf_counter() - start)
"""
TENTHS = 10
CHUNK = 10
"""Deals per task of a worker process."""


class Table(NamedTuple):
    """The outcome of a deal."""

    declarer_paid: int | None
    """The payment to the declarer in Schilling, at a Match of 60; None if thrown in."""
    promised: float
    """The expected payment for the bid, from the lookup tables, before doubling."""
    solo: bool
    doublings: int
    faults: int
    seconds: list[float]
    """The time that each action took, in seconds."""


cached_player = cache(make_player)
"""Returns the only player of a process; all seats can share it, because players keep no state."""


def play_deal(name: str, seed: int, index: int) -> Table:
    """Play deal number ``index`` with the same player in all seats."""
    player = cached_player(name)
    rng = Random(f"{seed} {index}")
    deal = Deal.start(shuffled(rng), dealer=rng.randrange(4))
    chair = Chair(player, Tally())
    promised, seconds = 0.0, []
    while deal.to_act is not None:
        asked, before = deal, chair.tally.seconds
        deal = chair.act(asked, rng.getrandbits(53))
        seconds.append(chair.tally.seconds - before)
        word = deal.actions[-1]
        if asked.phase == BIDDING and word != WEITER:
            promised = expected_payments(View.of(asked, asked.to_act))[word]
    faults = chair.tally.faults
    if deal.declarer is None:
        return Table(None, 0.0, False, 0, faults, seconds)
    paid = settle(deal).payments[deal.declarer]
    solo = deal.contract is not None and not deal.contract.exchanges
    return Table(paid, promised, solo, deal.doublings, faults, seconds)


def main() -> None:
    """Play the deals and print the figures as one JSON object."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("player", help="a player's name, as dobbm match knows it")
    parser.add_argument("--deals", type=whole_number(2), default=1_000, metavar="N")
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument(
        "--jobs", type=whole_number(1, MOST_JOBS), default=1, metavar="N", help="processes"
    )
    options = parser.parse_args()
    try:
        make_player(options.player).close()
    except PlayerError as error:
        parser.error(str(error))
    tables: list[Table] = []
    play = partial(play_deal, options.player, options.seed)
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        try:
            for table in pool.map(play, range(options.deals), chunksize=CHUNK):
                tables.append(table)
                if sys.stderr.isatty():
                    print(f"{len(tables):,} of {options.deals:,}", end="\r", file=sys.stderr)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            print("interrupted", file=sys.stderr)
    if not tables:
        sys.exit(130)
    print(json.dumps(figures(options.player, tables), indent=2))


def figures(name: str, tables: list[Table]) -> dict[str, object]:
    """Return the figures of the deals played, and time the first action of a new process."""
    played = [table for table in tables if table.declarer_paid is not None]
    dobbms = sorted((table for table in played if not table.solo), key=lambda one: one.promised)
    solos = [table for table in played if table.solo]
    milliseconds = [1000 * second for table in tables for second in table.seconds]
    fresh = subprocess.run(
        [sys.executable, "-c", FIRST_ACTION.format(name=name)],
        capture_output=True,
        check=True,
        text=True,
    )
    return {
        "deals": len(tables),
        "thrown_in": sum(table.declarer_paid is None for table in tables),
        "percent_doubled": str(Mean.percent([table.doublings > 0 for table in played])),
        "dobbms": _contract(dobbms),
        "solos": _contract(solos),
        "promised_and_paid_by_tenths_of_dobbms": [
            (round(mean(one.promised for one in tenth), 1), str(Mean.of(_undoubled(tenth))))
            for tenth in _tenths(dobbms)
        ],
        "faults": sum(table.faults for table in tables),
        "milliseconds": {
            "mean": round(mean(milliseconds), 2),
            "median": round(median(milliseconds), 2),
            "p99": round(quantiles(milliseconds, n=100)[98], 1),
            "most": round(max(milliseconds), 1),
        },
        "first_action_seconds": round(float(fresh.stdout), 2),
    }


def _contract(tables: list[Table]) -> dict[str, object]:
    won = Mean.percent([(table.declarer_paid or 0) > 0 for table in tables])
    paid = Mean.of(_undoubled(tables))
    shown = {"percent_won": str(won), "paid_before_doubling": str(paid)}
    return {"declared": len(tables), **shown}


def _undoubled(tables: list[Table]) -> list[float]:
    """Return the declarers' payments before doubling."""
    return [(table.declarer_paid or 0) / 2**table.doublings for table in tables]


def _tenths(tables: list[Table]) -> list[list[Table]]:
    """Split tables into ten parts of about equal size; leave out empty parts."""
    edges = [len(tables) * tenth // TENTHS for tenth in range(TENTHS + 1)]
    parts = [tables[first:last] for first, last in pairwise(edges)]
    return [part for part in parts if part]


if __name__ == "__main__":
    main()
