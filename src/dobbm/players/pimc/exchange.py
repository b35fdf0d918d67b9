"""Chooses discards: tables preselect a few of the legal sets, and rollouts find the best."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import best_discards
from dobbm.ai.rollouts import play_deals
from dobbm.ai.solver import from_declarer
from dobbm.ai.worlds import Worlds
from dobbm.game.cards import CardSet
from dobbm.game.view import View

CANDIDATES = 8
WORLDS = 48
"""The number of worlds in the first round; each further round compares the better half of the
candidates in twice as many."""


def choose_discards(view: View, seed: int) -> CardSet:
    """Return the four discards that earn the declarer the most card points in rollouts."""
    found = best_discards(view.hand, view.rules, CANDIDATES)
    candidates = [discards for discards, _ in found]
    totals = np.zeros(len(candidates))
    worlds = from_declarer(view, Worlds.of(view).sample(WORLDS * CANDIDATES, seed))
    first, count = 0, WORLDS
    while len(candidates) > 1:
        part = worlds[first : first + count]
        for index, discards in enumerate(candidates):
            totals[index] += points_after(view, discards, part, seed + first).sum()
        better = np.argsort(-totals, kind="stable")[: len(candidates) // 2]
        candidates, totals = [candidates[index] for index in better], totals[better]
        first, count = first + count, 2 * count
    return candidates[0]


def points_after(
    view: View, discards: CardSet, worlds: NDArray[np.int64], seed: int
) -> NDArray[np.int64]:
    """Return the card points that the declarer makes in each world with these ``discards``.

    ``worlds`` has rows as returned by ``from_declarer`` and is modified in place.
    """
    worlds[:, 0], worlds[:, 4] = view.hand & ~discards, discards
    return play_deals(worlds, seed, exchanged=True)
