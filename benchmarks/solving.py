"""Measures the solver, also against another solver, and the other compiled code.

The deals to solve are those of ``hands/``; each is timed on its own, without input and output.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

from dobbm.ai.kernel.playouts import playouts
from dobbm.ai.kernel.position import HANDS, NODES, Trick, new_work
from dobbm.ai.kernel.search import prepare, value
from dobbm.ai.kernel.transpositions import new_table
from dobbm.ai.machine import use_machine
from dobbm.ai.solver import Solver, solve_many
from dobbm.ai.worlds import Worlds
from dobbm.game.cards import CardSet, names, points
from dobbm.game.deal import Deal
from dobbm.game.view import View
from hands import FOLDER, read, strong_deals
from measuring import COMMAND, alternating, peak_memory, running, say, seconds_of

ROUNDS = 5
MANY = 5_000
"""Strong deals solved by one thread and by two."""
MANY_ROUNDS = 3
DECISIONS, WORLDS_A_DECISION = 20, 50
PLAYOUTS = 2_000_000
WORLDS = 500_000
STARTS = 15


class Times(NamedTuple):
    """Milliseconds per deal."""

    mean: float
    median: float
    p99: float

    @classmethod
    def of(cls, seconds: list[float]) -> Times:
        """Return the times of many deals; the 99th percentile of 300 is the third largest."""
        times = [1000 * each for each in sorted(seconds)]
        return cls(mean(times), median(times), times[len(times) * 99 // 100])

    @classmethod
    def between(cls, several: list[Times]) -> Times:
        """Return the median of several measurements, figure by figure."""
        return cls(*map(median, zip(*several, strict=True)))


class Task(NamedTuple):
    """A task performed on every deal of a list."""

    name: str
    solve: Callable[[Deal], int]
    """Performs the task on one deal and returns the number of nodes."""
    option: str
    """The other solver's options for the task."""


def solver_figures(folder: Path, reference: str | None) -> dict[str, float]:
    """Return all figures of this module; ``folder`` holds temporary files."""
    figures: dict[str, float] = {}
    for task in (Task("value", exact_value(), ""), Task("all leads", all_leads(), "-a")):
        for kind in ("strong", "random"):
            figures |= solving_figures(task, kind, reference)
    figures |= solving_figures(Task("value", exact_value(), ""), "slow", reference)
    return {
        **figures,
        **decision_figures(reference),
        **playout_figures(),
        **world_figures(),
        **many_figures(),
        **first_answer_figures(folder),
    }


def exact_value() -> Callable[[Deal], int]:
    """Return a function that finds only the value of a deal before the first card."""
    work, table = new_work(), new_table()

    def solve(deal: Deal) -> int:
        work[HANDS : HANDS + 4] = deal.hands
        prepare(work, table, points(deal.out_of_play))
        value(work, table, Trick(0, 0), False)
        return int(work[NODES])

    return solve


def all_leads() -> Callable[[Deal], int]:
    """Return a function that finds the value of every card."""
    solver = Solver()
    return lambda deal: solver.solve(deal).nodes


def solving_figures(task: Task, kind: str, reference: str | None) -> dict[str, float]:
    """Measure nodes and milliseconds per deal, and the ratio to another solver's times."""
    say(f"Solving {kind} deals: {task.name} …")
    deals = read(kind)
    positions = "".join(map(position_line, deals)).encode()
    nodes = [task.solve(deal) for deal in deals]
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(Times.of([seconds_of(partial(task.solve, deal)) for deal in deals]))
        if reference:
            theirs.append(times_of_another(reference, task.option, positions))
    name = f"{task.name}, {kind}"
    figures: dict[str, float] = {f"{name}: nodes": round(mean(nodes))}
    for field, figure in Times.between(ours)._asdict().items():
        figures[f"{name}: {field} ms"] = round(figure, 3)
    for field in ("mean", "p99") if theirs else ():
        ratios = (
            getattr(our, field) / getattr(their, field)
            for our, their in zip(ours, theirs, strict=True)
        )
        figures[f"{name}: {field} / reference"] = round(median(ratios), 2)
    return figures


def decision_figures(reference: str | None) -> dict[str, float]:
    """Measure the milliseconds to value all cards of a seat over many worlds, at the first card."""
    say("Valuing worlds …")
    solver = Solver()
    decisions, lines = [], []
    for deal in read("strong")[:DECISIONS]:
        view = View.of(deal, deal.to_act)
        worlds = Worlds.of(view).sample(WORLDS_A_DECISION, 1)
        decisions.append((view, worlds))
        lines += [sets_line(world) for world in worlds.tolist()]
    positions = "".join(lines).encode()
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(
            mean(seconds_of(partial(solver.solve_worlds, *decision)) for decision in decisions)
        )
        if reference:
            theirs.append(times_of_another(reference, "-a", positions).mean * WORLDS_A_DECISION)
    name = f"all cards over {WORLDS_A_DECISION} worlds, first card, strong"
    figures = {f"{name}: ms": round(1000 * median(ours), 1)}
    if theirs:
        ratios = (1000 * our / their for our, their in zip(ours, theirs, strict=True))
        figures[f"{name} / reference"] = round(median(ratios), 2)
    return figures


def position_line(deal: Deal) -> str:
    """Format a deal before the first card for another solver."""
    return sets_line([*deal.hands, deal.out_of_play])


def sets_line(sets: Iterable[CardSet]) -> str:
    """Format four hands, the declarer's first, and the cards out of play for another solver."""
    return f"{' '.join(''.join(names(cards)) for cards in sets)} 0\n"


def times_of_another(program: str, option: str, positions: bytes) -> Times:
    """Run another solver and return the times that it reports."""
    done = subprocess.run(
        [program, "-q", "-s", *option.split()], input=positions, capture_output=True, check=True
    )
    figures = dict(re.findall(r"(mean|median|p99) ([\d.]+)", done.stderr.decode()))
    return Times(*(float(figures[field]) for field in Times._fields))


def playout_figures() -> dict[str, float]:
    """Measure random deals per second, on one core and on all."""
    say("Playing at random …")
    cores = os.cpu_count() or 1
    playouts(1, 0)
    alone, together = alternating(
        lambda: playouts(PLAYOUTS, 1),
        lambda: playouts(PLAYOUTS, 1, threads=cores),
        rounds=ROUNDS,
    )
    return {
        "random deals a second, one core": round(PLAYOUTS / alone),
        "random deals a second, all cores": round(PLAYOUTS / together),
    }


def world_figures() -> dict[str, float]:
    """Measure worlds per second at the first card, for the declarer and for a defender."""
    say("Drawing worlds …")
    deal = read("strong")[0]
    figures: dict[str, float] = {}
    for name, seat in (("declarer", 0), ("defender", 1)):
        worlds = Worlds.of(View.of(deal, seat))
        worlds.sample(1, 0)
        (seconds,) = alternating(partial(worlds.sample, WORLDS, 1), rounds=ROUNDS)
        figures[f"worlds a second at the first card, {name}"] = round(WORLDS / seconds)
    return figures


def many_figures() -> dict[str, float]:
    """Measure how much faster two threads solve many deals than one."""
    say(f"Solving {MANY:,} deals with one job and with two …")
    deals = list(islice(strong_deals(2), MANY))

    alone, together = alternating(
        lambda: list(solve_many(deals, jobs=1)),
        lambda: list(solve_many(deals, jobs=2)),
        rounds=MANY_ROUNDS,
    )
    return {"solve_many, two jobs / one": round(alone / together, 2)}


def first_answer_figures(folder: Path) -> dict[str, float]:
    """Measure the time from starting ``dobbm solve`` to its first answer, and its peak memory."""
    say("Starting to solve …")
    strong = FOLDER / "strong.jsonl"
    one = folder / "one.jsonl"
    one.write_text(strong.read_text().splitlines(keepends=True)[0])
    use_machine("native")  # compiles what is not kept
    (seconds,) = alternating(running(COMMAND, "solve", str(one)), rounds=STARTS)
    return {
        "dobbm solve, ms to the first answer": round(1000 * seconds),
        "peak memory of dobbm solve, MiB": peak_memory("solve", str(strong)),
    }
