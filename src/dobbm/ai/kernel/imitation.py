"""The gradient that makes a policy more likely to choose the cards that a player has chosen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled
from dobbm.ai.kernel.playout_state import unseen_by
from dobbm.ai.kernel.policy import (
    Weights,
    action_probabilities,
    cells_of,
    context_of,
    features_of,
    new_probabilities,
)
from dobbm.ai.kernel.position import Trick


@compiled
def add_choices(
    states: NDArray[np.int64],
    tricks: NDArray[np.int64],
    chosen: NDArray[np.int64],
    weights: Weights,
    gradient: NDArray[np.float64],
) -> None:
    """Add to ``gradient`` that of the log-probability of the cards ``chosen``.

    Each card was chosen in the playout state and in the trick in the same row of ``states`` and
    ``tricks``.
    """
    probabilities = new_probabilities()
    for row, state in enumerate(states):
        seen = tricks[row]
        trick = Trick(seen[0], seen[1], seen[2], seen[3], seen[4], seen[5], seen[6])
        left = action_probabilities(state, trick, weights, probabilities)
        context, unseen = context_of(trick), unseen_by(state, trick.seat)
        index = 0
        while left:
            card = left & -left
            left ^= card
            change = (1.0 if card == chosen[row] else 0.0) - probabilities[index]
            for selected in cells_of(features_of(state, trick, context, unseen, card)):
                gradient[selected] += change
            index += 1
