"""Learns all tables of ``evaluation``."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor

from dobbm.ai.evaluation import LookupTables
from dobbm.game.arguments import AMOUNT, FUNCTION, ORDERED, SEED, takes
from dobbm.game.seeds import verified_seed
from dobbm.players import player_factory
from dobbm.training.beliefs import fit_belief
from dobbm.training.bids import fit_bids
from dobbm.training.hands import learn_hands
from dobbm.training.reports import Progress
from dobbm.workers import EXECUTOR

SOLOS = 0.25
"""The number of Solos per Dobbm; few hands are good enough for a Solo."""


@takes(deals=AMOUNT, games=AMOUNT, players=ORDERED, seed=SEED, report=FUNCTION, executor=EXECUTOR)
def train(
    deals: int,
    games: int,
    seed: int,
    players: Sequence[str],
    report: Progress,
    executor: Executor | None = None,
) -> LookupTables:
    """Learn the hand tables, the payments of bids and the belief.

    The hand tables are learned from ``deals`` Dobbms and a quarter as many Solos. The payments and
    the belief are each learned from ``games`` deals between the players named in ``players``. The
    result does not depend on the ``executor``, which plays the deals for the hand tables.

    Raises ``PlayerError`` for an unknown player.
    """
    factories = [player_factory(player) for player in players]
    solos = max(1, round(SOLOS * deals))
    kept, solo, dobbm = learn_hands(deals, solos, seed, report, executor)
    bids = fit_bids(factories, dobbm, solo, games, seed, report)
    belief = fit_belief(factories, games, seed, report)
    made = {
        "dobbms": deals,
        "solos": solos,
        "games": games,
        "players": list(players),
        "seed": verified_seed(seed),
    }
    return LookupTables(kept, solo, dobbm, bids, belief, made)
