"""Measures the game itself: replay, startup, memory, and the strength of ``simple``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.record import Record, to_record
from dobbm.game.view import View
from dobbm.players.uniform import play_at_random
from measuring import COMMAND, alternating, peak_memory, running, say

NAIVE = Path(__file__).parents[1] / "tests" / "naive.py"

DEALS = 20_000
"""Complete deals in the replayed file."""
STREAM = 1_000_000
"""Lines in the longer of the two streams for the memory figures."""
STARTS = 30
ROUNDS = 5

NAIVE_LOOP = """
import json, sys
from naive import replay
for line in sys.stdin.buffer:
    print(json.dumps(replay(line)))
"""


def game_figures(folder: Path) -> dict[str, float]:
    """Return all figures of this module; ``folder`` holds temporary files."""
    deals = folder / "deals.jsonl"
    say(f"Playing {DEALS:,} deals at random …")
    deals.write_text("".join(f"{json.dumps(record)}\n" for record in complete_records(DEALS)))
    return {
        **replay_figures(deals),
        **start_figures(),
        **memory_figures(deals),
        **match_figures(),
    }


def complete_records(count: int) -> Iterator[Record]:
    """Yield records of deals with a declarer, played at random."""
    rng = Random(1)
    while count:
        deal = Deal.start(shuffled(rng), dealer=rng.randrange(4))
        while deal.to_act is not None:
            deal = deal.apply(play_at_random(View.of(deal, deal.to_act), rng.getrandbits(32)))
        if deal.play:
            yield to_record(deal)
            count -= 1


def replay_figures(deals: Path) -> dict[str, float]:
    """Measure the deals per second of ``dobbm replay`` and of the tests' naive engine."""
    say("Replaying them …")

    def run(command: list[str]) -> Callable[[], None]:
        def once() -> None:
            with deals.open("rb") as source:
                subprocess.run(
                    command,
                    stdin=source,
                    stdout=subprocess.DEVNULL,
                    check=True,
                    env={**os.environ, "PYTHONPATH": str(NAIVE.parent)},
                )

        return once

    ours, naive = alternating(
        run([COMMAND, "replay"]), run([sys.executable, "-c", NAIVE_LOOP]), rounds=ROUNDS
    )
    return {
        "replay, deals a second": round(DEALS / ours),
        "naive engine, deals a second": round(DEALS / naive),
        "replay / naive engine": round(naive / ours, 2),
    }


def start_figures() -> dict[str, float]:
    """Measure the milliseconds that an import and ``--help`` add to bare Python."""
    say("Starting …")
    bare, imported, helped = alternating(
        running(sys.executable, "-c", "pass"),
        running(sys.executable, "-c", "from dobbm import *"),
        running(COMMAND, "--help"),
        rounds=STARTS,
    )
    return {
        "import dobbm, ms over bare Python": round(1000 * (imported - bare), 1),
        "dobbm --help, ms over bare Python": round(1000 * (helped - bare), 1),
    }


def memory_figures(deals: Path) -> dict[str, float]:
    """Measure the peak memory in MiB of ``dobbm replay`` over a short and a long stream."""
    lines = deals.read_bytes()
    peaks = {}
    for count in (DEALS, STREAM):
        say(f"Streaming {count:,} lines …")
        peaks[f"peak memory over {count:,} lines, MiB"] = peak_memory(
            "replay", lines=lines, times=count // DEALS
        )
    return peaks


def match_figures() -> dict[str, float]:
    """Measure how the player ``simple`` fares against ``random`` and against itself."""
    say("Playing matches …")

    def match(*arguments: str) -> dict[str, Any]:
        output = subprocess.run(
            [COMMAND, "match", *arguments, "--decks", "500", "--seed", "1", "--json"],
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        result: dict[str, Any] = json.loads(output)
        return result

    against_random = match("simple", "random", "--max-doublings", "0")
    among_itself = match("simple", "simple")
    declared = among_itself["a_declared"]
    ordinary = declared["deals"] - declared["solos"]
    low, high = against_random["ci95"]
    return {
        "simple - random, points a seat and deal": round(against_random["mean"], 2),
        "  lower end of the interval": round(low, 2),
        "  upper end of the interval": round(high, 2),
        "four simple, % thrown in": round(
            100 * among_itself["thrown_in"] / among_itself["deals"], 1
        ),
        "four simple, % of ordinary games won": round(
            100 * (declared["won"] - declared["solos_won"]) / ordinary, 1
        ),
    }
