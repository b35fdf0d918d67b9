"""Find exercises in bots' games, check them, and write them for the page.

An exercise is a decision with one answer that is clearly the best. The same seed finds the same
exercises on any number of processes. A search that was interrupted goes on where it stopped if it
is given the same file.

  dobbm exercises make --count 1000 --seed 1 -o exercises.jsonl
  dobbm exercises check exercises.jsonl --seed 2 -o confirmed.jsonl
  dobbm exercises pack confirmed.jsonl -o exercises.json
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections import Counter
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dobbm.ai.machine import verify_machine
from dobbm.cli.arguments import (
    add_number,
    add_seed,
    add_workers,
    atomic_output,
    cluster_of,
    whole_number,
)
from dobbm.cli.matches import exit_on_sigterm
from dobbm.cli.progress import report_progress
from dobbm.files import naming, read_whole
from dobbm.game.errors import DobbmError, counted
from dobbm.game.json_text import parse_line, write_json
from dobbm.workers import WorkerPool, run_all

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dobbm.exercises.exercise import Exercise


def configure(parser: ArgumentParser) -> None:
    """Add the subcommands and their options."""
    actions = parser.add_subparsers(
        title="actions", metavar="ACTION", dest="action", required=True, help="what to do"
    )
    make = actions.add_parser("make", help="find exercises", description="Find exercises.")
    add_number(make, "--count", 1, 1000, "the number of exercises in the file")
    add_seed(make, "the deals and all random choices")
    check = actions.add_parser(
        "check",
        help="judge exercises anew",
        description="Judge exercises anew, and count how many answers are confirmed.",
    )
    check.add_argument(
        "--sample", type=whole_number(1), metavar="N", help="check N exercises drawn at random"
    )
    check.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="where to write those that are confirmed"
    )
    add_seed(check, "the judgement, and of the sample")
    for one in (make, check):
        add_workers(one, "processes")
    pack = actions.add_parser(
        "pack",
        help="write exercises for the page",
        description="Write exercises in the short form that the page reads.",
    )
    for one in (check, pack):
        one.add_argument("file", type=Path, metavar="FILE", help="what 'make' has written")
    for one in (make, pack):
        one.add_argument(
            "-o", "--output", type=Path, required=True, metavar="FILE", help="where to write them"
        )


def run(options: Namespace) -> int:
    """Run the command."""
    exit_on_sigterm()
    verify_machine("dobbm exercises")
    actions = {"make": _make, "check": _check, "pack": _pack}
    actions[options.action](options)
    return 0


def _make(options: Namespace) -> None:
    from dobbm.exercises.mining import mined, streams

    path: Path = options.output
    have = _read(path, partial_end=True) if path.exists() else []
    wanted = streams(options.count, options.seed)
    with (
        cluster_of(options)
        or (WorkerPool(options.jobs) if options.jobs > 1 else nullcontext()) as pool,
        naming(path),
        path.open("a", encoding="utf-8") as file,
    ):
        for number, exercise in enumerate(mined(wanted, have, pool), len(have) + 1):
            file.write(write_json(exercise.to_json()) + "\n")
            file.flush()
            report_progress("exercises", number, options.count)
    print(f"{path}: {_summary(_read(path))}")


def _check(options: Namespace) -> None:
    from dobbm.exercises.checking import Checker
    from dobbm.game.seeds import generator

    numbered = [*enumerate(_read(options.file))]
    if options.sample is not None:
        drawn = min(options.sample, len(numbered))
        numbered = generator(options.seed, "sample").sample(numbered, drawn)
    with (
        cluster_of(options)
        or (WorkerPool(options.jobs) if options.jobs > 1 else nullcontext()) as pool,
    ):
        found = []
        for checked in run_all(partial(Checker, options.seed), numbered, pool):
            found.append(checked)
            if len(found) % 10 == 0:
                report_progress("exercises", len(found), len(numbered))
    if options.output:
        pairs = zip(numbered, found, strict=True)
        lines = [write_json(one.to_json()) for (_, one), checked in pairs if checked.confirmed]
        with atomic_output(options.output) as target:
            target.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    answers: dict[str, Iterable[bool | None]] = {
        "in other worlds": [one.by_worlds for one in found],
        "by pimc:strong": [one.by_bot for one in found],
        "with open cards": [one.by_open_cards for one in found],
    }
    print(_summary([one for _, one in numbered]))
    for judge, each in answers.items():
        told = [one for one in each if one is not None]
        print(f"confirmed {judge}: {_share(sum(told), len(told))}")


def _pack(options: Namespace) -> None:
    from dobbm.exercises.packing import packed

    text = write_json(packed(_read(options.file)))
    with atomic_output(options.output) as target:
        target.write_text(text + "\n", encoding="utf-8")


def _read(path: Path, *, partial_end: bool = False) -> list[Exercise]:
    """Return the exercises in a file; with ``partial_end``, drop a last line that was cut off."""
    from dobbm.exercises.exercise import Exercise

    content = read_whole(path)
    if partial_end and not content.endswith(b"\n"):
        content = content[: content.rfind(b"\n") + 1]
        os.truncate(path, len(content))
    found = []
    for number, line in enumerate(content.splitlines(), 1):
        try:
            found.append(Exercise.from_json(parse_line(line)))
        except DobbmError as error:
            raise DobbmError(f"{path}, line {number}: {error}") from None
    return found


def _summary(exercises: list[Exercise]) -> str:
    """Return how many exercises there are of each kind, and how many each bot misses."""
    from dobbm.exercises.exercise import BOTS

    kinds: Counter[Any] = Counter(one.kind for one in exercises)
    missed = Counter(bot for one in exercises for bot in one.missed)
    rows = [
        ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())),
        ", ".join(f"{bot} {_share(missed[bot], len(exercises))}" for bot in BOTS),
    ]
    return f"{counted(len(exercises), 'exercise')}\nkinds: {rows[0]}\nmissed by {rows[1]}"


def _share(some: int, count: int) -> str:
    return f"{some} of {count} ({100 * some / max(1, count):.1f} %)"
