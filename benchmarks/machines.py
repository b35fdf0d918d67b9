"""Compare the kernel's two machines: the time as WebAssembly, divided by that as native code.

  python benchmarks/machines.py

Both take turns in one process, on the same positions; the figures are medians of the ratios.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

from dobbm.ai import network, rollouts
from dobbm.ai.facts import facts_in_play
from dobbm.ai.machine import use_machine
from dobbm.ai.solver import Solver
from dobbm.ai.worlds import Worlds
from dobbm.game.deal import Deal
from dobbm.game.view import View
from dobbm.players.pimc.belief import likelihood
from hands import read
from measuring import seconds_of

ROUNDS = 15
DECISIONS = 20
"""The number of deals in each task but the first."""


def main() -> None:
    """Measure everything and print the ratios."""
    strong = read("strong")
    for name, task in tasks(strong).items():
        times: dict[str, list[float]] = {"native": [], "wasm": []}
        for kind in (*times, *(each for _ in range(ROUNDS) for each in times)):
            use_machine(kind)
            task()  # fills the machine's memory
            times[kind].append(seconds_of(task))
        ratios = [wasm / native for native, wasm in zip(*times.values(), strict=True)]
        milliseconds = 1_000 * median(times["wasm"])
        print(f"{name:40}  {median(ratios):5.2f}  {milliseconds:8.1f} ms as WebAssembly")
    use_machine(None)


def tasks(deals: list[Deal]) -> dict[str, Callable[[], object]]:
    """Return what is measured, by name."""
    views = [View.of(deal, deal.to_act) for deal in deals[:DECISIONS]]
    solver, drawn = Solver(), {}
    for view in views:
        possible = Worlds.of(view)
        drawn[view] = possible.drawn(50, 1, possible.from_declarer)
    facts = {view: facts_in_play(view) for view in views}

    def each(task: Callable[[View], object]) -> Callable[[], object]:
        return lambda: [task(view) for view in views]

    return {
        "all leads, 300 strong deals": lambda: [solver.solve(deal) for deal in deals],
        "50 worlds, 20 decisions": each(lambda view: solver.values(facts[view], drawn[view])),
        "rollouts, 20 decisions": each(
            lambda view: rollouts.played_values(facts[view], drawn[view], 1, 5)
        ),
        "belief, 20 decisions": each(lambda view: likelihood(view, drawn[view])),
        "network, 20 decisions": each(network.preferences),
        "worlds, 20 decisions": each(lambda view: Worlds.of(view).drawn(2_000, 1, range(5))),
    }


if __name__ == "__main__":
    main()
