"""Compile the solver and the bots now, rather than on first use.

The code that plays random deals, solves positions and draws worlds is compiled on first use, which
takes a few seconds for each part, and then cached. This command uses every part once, and reports
its progress on standard error. Run it after an installation, and whenever the sources or the
processor have changed.

  dobbm warm-up
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from time import perf_counter

from dobbm.game.cards import DECK
from dobbm.game.deal import Deal
from dobbm.game.view import View


def configure(_: ArgumentParser) -> None:
    """Add the command's options: it has none."""


def run(_: Namespace) -> int:
    """Run the command."""
    from dobbm.ai.code_cache import (
        cache_folder,
        compiling_alone,
        mark_complete,
        remove_unused,
    )
    from dobbm.ai.kernel.bits import compilations
    from dobbm.ai.machine import use_machine

    use_machine("native")
    remove_unused()
    folder = cache_folder()
    _say(f"Compiled code is cached in {folder}\n" if folder else "Compiled code cannot be cached\n")
    with compiling_alone():
        for name, use in USES.items():
            _say(f"{name} … ")
            start = perf_counter()
            with compilations() as compiled:
                use()
            seconds = perf_counter() - start
            _say(f"compiled in {seconds:.1f} s\n" if compiled else "already compiled\n")
        mark_complete()
    return 0


def _play_at_random() -> None:
    from dobbm.ai.kernel.playouts import playouts

    playouts(1, 0)


def _solve() -> None:
    from dobbm.ai.solver import solve

    solve(Deal.start(DECK, dealer=3).apply_all(["solo", "gut", "gut", "gut"]))


def _draw_a_world() -> None:
    from dobbm.ai.worlds import Worlds

    Worlds.of(View.of(Deal.start(DECK, dealer=3), 0)).sample(1, 0)


def _ask_a_bot() -> None:
    from dobbm.players import make_player

    player = make_player("pimc:worlds=1")
    deal = Deal.start(DECK, dealer=3)
    player.act(View.of(deal, 0), 0)
    deal = deal.apply_all(["dobbm", "weiter", "weiter", "weiter"])
    while deal.play is None or not deal.play.played:
        deal = deal.apply(player.act(View.of(deal, deal.to_act), 0) or "")
    player.act(View.of(deal, deal.to_act), 0)
    make_player("trained").act(View.of(deal, deal.to_act), 0)


def _step_environments() -> None:
    from dobbm.envs import Batch, EnvOptions, OneDeal

    batch = Batch(1)
    batch.step(batch.random_actions())
    batch.hidden()
    one = OneDeal(EnvOptions.of(), DECK, dealer=3)
    while not one.done:
        one.observation(0)
        one.hidden(0)
        one.act(one.legal_actions()[0])
    one.payments()


USES = {
    "random deals": _play_at_random,
    "worlds": _draw_a_world,
    "the solver": _solve,
    "bots": _ask_a_bot,
    "environments": _step_environments,
}
"""For each part, a small task that calls all the part's compiled functions."""


def _say(text: str) -> None:
    print(text, end="", file=sys.stderr, flush=True)
