"""A policy learns to choose the cards that another player has chosen."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from deals_in_play import before_the_first_card, state_of
from dobbm.ai.kernel.imitation import add_choices
from dobbm.ai.kernel.playout_state import HANDS, STATE_SIZE
from dobbm.ai.kernel.policy import CELLS, Weights, action_probabilities, best_card
from dobbm.ai.kernel.position import Trick
from dobbm.ai.rollouts import learned_policy
from dobbm.game.tricks import legal_cards
from dobbm.training.imitation import CHOSEN, fit, watch


def silent(_what: str, _done: int, _total: int) -> None:
    """A report that nobody reads."""


def test_the_gradient_is_the_slope_of_the_logarithm() -> None:
    state, trick = state_of(before_the_first_card(Random(3)))
    cards = legal_cards(int(state[HANDS]), trick.led)
    chosen = cards & -cards

    def logarithm(weights: Weights) -> float:
        probabilities = np.zeros(8, np.float32)
        action_probabilities(state, trick, weights, probabilities)
        return float(np.log(probabilities[0]))

    gradient = np.zeros(CELLS)
    weights = learned_policy().weights
    add_choices(
        np.array([state]), np.array([trick], np.int64), np.array([chosen]), weights, gradient
    )
    step = 0.01
    for cell in np.argsort(-np.abs(gradient))[:5]:
        up, down = weights.copy(), weights.copy()
        up[cell] += step
        down[cell] -= step
        slope = (logarithm(up) - logarithm(down)) / (2 * step)
        assert abs(slope - gradient[cell]) < 0.01


def agreement(choices: NDArray[np.int64], weights: Weights) -> float:
    """The share of the choices that the policy with these weights makes as well."""
    probabilities = np.zeros(8, np.float32)
    agreed = 0
    for row in choices:
        trick = Trick(*map(int, row[STATE_SIZE:CHOSEN]))
        agreed += best_card(row[:STATE_SIZE].copy(), trick, weights, probabilities) == row[CHOSEN]
    return agreed / len(choices)


def test_in_fresh_deals_too_the_imitation_plays_more_like_the_player() -> None:
    learned, fresh = watch("simple", 60, 1, silent), watch("simple", 60, 2, silent)
    before, after = learned_policy().weights, fit(learned)
    assert agreement(learned, after) > agreement(learned, before) + 0.1
    assert agreement(fresh, after) > agreement(fresh, before) + 0.02
