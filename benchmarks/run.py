"""Measure the figures of benchmarks/README.md, print them and store them in benchmarks/last.json.

Run it as ``make bench``. Times depend on the machine and on what else it does; the ratios to bare
Python and to the naive engine of the tests, measured in the same run, do not.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from dobbm.cards import shuffled
from dobbm.deal import Deal
from dobbm.players.chance import play_at_random
from dobbm.record import Record, to_record
from dobbm.view import View

HERE = Path(__file__).parent
NAIVE = HERE.parent / "tests" / "naive.py"
COMMAND = str(Path(sys.executable).with_name("dobbm"))

DEALS = 20_000
"""Complete deals in the file that is replayed."""
STREAM = 1_000_000
"""Lines of the stream over which memory is watched."""
STARTS = 30
ROUNDS = 5

NAIVE_LOOP = """
import json, sys
from naive import replay
for line in sys.stdin.buffer:
    print(json.dumps(replay(line)))
"""

REPLAY_AND_TELL_PEAK = """
import re, sys
from pathlib import Path
from dobbm.cli import main
main(["replay"])
print(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1], file=sys.stderr)
"""
"""Asked from inside, because the system counts the memory of the program that starts another."""


def main() -> None:
    """Measure everything."""
    with tempfile.TemporaryDirectory() as folder:
        deals = Path(folder, "deals.jsonl")
        say(f"Playing {DEALS:,} deals at random …")
        deals.write_text("".join(f"{json.dumps(record)}\n" for record in complete_records(DEALS)))
        figures = {
            **replay_figures(deals),
            **start_figures(),
            **memory_figures(deals),
            **match_figures(),
        }
    result = {"machine": machine(), "figures": figures}
    (HERE / "last.json").write_text(json.dumps(result, indent=2) + "\n")
    width = max(map(len, figures))
    for name, figure in figures.items():
        print(f"{name:{width}}  {figure:>10,}")


def complete_records(count: int) -> Iterator[Record]:
    """Records of deals that somebody declared, played at random."""
    rng = Random(1)
    while count:
        deal = Deal.start(shuffled(rng), dealer=rng.randrange(4))
        while deal.to_act is not None:
            deal = deal.apply(play_at_random(View.of(deal, deal.to_act), rng.getrandbits(32)))
        if deal.play:
            yield to_record(deal)
            count -= 1


def replay_figures(deals: Path) -> dict[str, float]:
    """Deals a second through ``dobbm replay``, and through the naive engine of the tests."""
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
        run([COMMAND, "replay"]), run([sys.executable, "-c", NAIVE_LOOP]), ROUNDS
    )
    return {
        "replay, deals a second": round(DEALS / ours),
        "naive engine, deals a second": round(DEALS / naive),
        "replay / naive engine": round(naive / ours, 2),
    }


def start_figures() -> dict[str, float]:
    """Milliseconds that an import and the help add to bare Python."""
    say("Starting …")

    def run(*command: str) -> Callable[[], None]:
        def once() -> None:
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)

        return once

    bare, imported = alternating(
        run(sys.executable, "-c", "pass"), run(sys.executable, "-c", "import dobbm"), STARTS
    )
    bare_again, helped = alternating(
        run(sys.executable, "-c", "pass"), run(COMMAND, "--help"), STARTS
    )
    return {
        "import dobbm, ms over bare Python": round(1000 * (imported - bare), 1),
        "dobbm --help, ms over bare Python": round(1000 * (helped - bare_again), 1),
    }


def memory_figures(deals: Path) -> dict[str, float]:
    """Peak memory of ``dobbm replay`` over a short and over a long stream, in MiB."""
    lines = deals.read_bytes()
    peaks = {}
    for count in (DEALS, STREAM):
        say(f"Streaming {count:,} lines …")
        with subprocess.Popen(
            [sys.executable, "-c", REPLAY_AND_TELL_PEAK],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdin
            assert process.stderr
            for _ in range(count // DEALS):
                process.stdin.write(lines)
            process.stdin.close()
            kibibytes = int(process.stderr.read())
        peaks[f"peak memory over {count:,} lines, MiB"] = round(kibibytes / 1024, 1)
    return peaks


def match_figures() -> dict[str, float]:
    """How the player ``simple`` fares: against ``random``, and among its own kind."""
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


def alternating(a: Callable[[], None], b: Callable[[], None], rounds: int) -> tuple[float, float]:
    """The median seconds of two tasks, run in turn so that a slow moment meets both."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for task, seconds in zip((a, b), times, strict=True):
            start = perf_counter()
            task()
            seconds.append(perf_counter() - start)
    return median(times[0]), median(times[1])


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
    }


def say(message: str) -> None:
    """Tell on standard error what is being done."""
    print(message, file=sys.stderr)


if __name__ == "__main__":
    main()
