"""How likely worlds are, given what the seats have said: features of each world, and their weights.

The features relate the other seats' bids and discards to the strengths of their hands, which come
from the lookup tables.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.ai.kernel.evaluation import ValueTable, look_up
from dobbm.ai.kernel.rollouts import WorldRows
from dobbm.ai.layout import KEPT, SAID_NOTHING, SOLO
from dobbm.game.cards import HEARTS, points
from dobbm.game.settlement import HALF

# Indices of a world's features. The square of each strength has the next index.
KEPT_HAND, DISCARDED_HEARTS, DISCARDED_POINTS = 0, 2, 3
"""If another seat declares a Dobbm: the strength of the hand that it kept, the number of hearts
that it discarded, and a tenth of the card points that it discarded."""
SOLO_HAND = 4
"""If another seat declares a Solo: the strength of its hand."""
FIRST_WEITER, LATER_WEITER = 6, 8
"""The summed hand strengths of the other seats that said weiter: of those that spoke before any
contract was bid, and of those that spoke afterwards."""
WORLD_FEATURES = 10

FEATURES = np.array((0, KEPT_HAND, SOLO_HAND, FIRST_WEITER, LATER_WEITER))
"""For each role, the first of its features."""
USUAL = 60.0
"""The expected card points of a hand with strength 0; each 10 more add 1 to the strength."""


@compiled
def add_features(
    found: NDArray[np.float64],
    roles: NDArray[np.int64],
    played: NDArray[np.int64],
    worlds: WorldRows,
    kept: ValueTable,
    solo: ValueTable,
    dobbm: ValueTable,
) -> None:
    """Fill ``found``, one row of features per world.

    ``roles`` are those of the four places (``layout``), and ``played`` are the cards that each has
    played: together with those in its hand, the cards with which it spoke.
    """
    found[:] = 0
    for row, world in zip(found, worlds):  # noqa: B905 - compiled; they are equally long
        for place in range(4):
            role = roles[place]
            if role == SAID_NOTHING:
                continue
            hand, out = world[place] | played[place], world[4]
            if role == KEPT:
                value = look_up(kept, hand, out)
                row[DISCARDED_HEARTS] = (out & HEARTS).bit_count()
                row[DISCARDED_POINTS] = points(out) / 10
            elif role == SOLO:
                value = look_up(solo, hand, 0)
            else:
                value = look_up(dobbm, hand, 0)
            strength = (min(max(value, 0.0), 2.0 * HALF) - USUAL) / 10
            row[FEATURES[role]] += strength
            row[FEATURES[role] + 1] += strength**2


@inlined
def weighted(features: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """Return the sum of a world's weighted features."""
    total = 0.0
    for index in range(WORLD_FEATURES):
        total += features[index] * weights[index]
    return total
