"""The gradient of a decision is that of the seat's expected points, and is repeatable."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from deals_in_play import decisions, state_of
from dobbm import Deal
from dobbm.ai.evaluation import lookup_tables
from dobbm.ai.kernel.playout_state import play_card, unseen_by
from dobbm.ai.kernel.policy import (
    CELLS,
    STARTS,
    Weights,
    action_probabilities,
    cells_of,
    context_of,
    declarers_cells,
    features_of,
)
from dobbm.ai.kernel.policy_gradient import add_gradient, add_gradients
from dobbm.ai.kernel.rng import draw, open_stream
from dobbm.ai.kernel.rollouts import rollout
from dobbm.ai.rollouts import learned_policy
from dobbm.game.cards import CARDS, NAMES, split
from dobbm.game.exchange import COMPANIONS
from drawing import lying, said

NOTHING = np.zeros(CELLS, np.float32)


def gradient_of(deal: Deal, weights: Weights, temperature: float = 0.0) -> NDArray[np.float32]:
    """The gradient of one decision."""
    state, trick = state_of(deal)
    gradient, stream = np.zeros(CELLS, np.float32), np.zeros(1, np.uint64)
    open_stream(stream, 1, 0)
    add_gradient(state, trick, weights, np.zeros(8, np.float32), temperature, stream, gradient)
    return gradient


def probabilities_of(deal: Deal, weights: Weights) -> dict[str, float]:
    probabilities = np.zeros(8, np.float32)
    cards = action_probabilities(*state_of(deal), weights, probabilities)
    return {
        NAMES[card]: float(probability)
        for card, probability in zip(split(cards), probabilities, strict=False)
    }


def cells_by_card(deal: Deal) -> dict[str, list[int]]:
    state, trick = state_of(deal)
    context, unseen = context_of(trick), unseen_by(state, trick.seat)
    return {
        card: [*map(int, cells_of(features_of(state, trick, context, unseen, CARDS[card])))]
        for card in deal.legal_actions()
    }


def worths_of(deal: Deal, weights: Weights) -> dict[str, int]:
    """The points that each card brings the seat, in rollouts with the same random numbers."""
    stream = np.zeros(1, np.uint64)
    open_stream(stream, 1, 0)
    start, found = draw(stream), {}
    for card in deal.legal_actions():
        state, trick = state_of(deal)
        after = play_card(state, trick, CARDS[card])
        chance = np.array([start], np.uint64)
        declarer_points = rollout(state, after, weights, np.zeros(8, np.float32), chance)
        found[card] = declarer_points if deal.to_act == deal.declarer else -declarer_points
    return found


def gradient_from(first: int, count: int, seed: int = 3) -> NDArray[np.float32]:
    gradient = np.zeros(CELLS, np.float32)
    add_decisions(gradient, first, count, seed)
    return gradient


def add_decisions(
    gradient: NDArray[np.float32], first: int, count: int, seed: int, learners: int = 0b1111
) -> None:
    strengths, kept = (lookup_tables().dobbm, lookup_tables().solo), lookup_tables().kept
    weights = learned_policy().weights
    add_gradients(
        first, count, seed, strengths, kept, COMPANIONS["plain"], weights, learners, 0.5, gradient
    )


@pytest.mark.parametrize("temperature", [0.0, 0.7])
def test_the_gradient_is_that_of_the_expected_points_and_the_entropy(temperature: float) -> None:
    """The entropy of the action probabilities counts times the temperature."""
    weights = learned_policy().weights
    for deal in decisions(30, seed=21):
        probabilities, worths = probabilities_of(deal, weights), worths_of(deal, weights)
        value = {
            card: worths[card] - temperature * np.log(probabilities[card]) for card in probabilities
        }
        mean = sum(probabilities[card] * value[card] for card in probabilities)
        expected = np.zeros(CELLS)
        for card, cells in cells_by_card(deal).items():
            expected[cells] += probabilities[card] * (value[card] - mean)
        assert np.abs(gradient_of(deal, weights, temperature) - expected).max() < 2e-3


def test_a_small_step_along_the_gradient_brings_more_points() -> None:
    """With the points of the cards unchanged: the step only changes the probabilities."""
    weights, steps = learned_policy().weights, 0
    for deal in decisions(60, seed=22):
        worths, gradient = worths_of(deal, weights), gradient_of(deal, weights)
        if not gradient.any():
            continue
        stepped = weights + np.float32(0.01 / np.abs(gradient).max()) * gradient
        before, after = (
            sum(
                probability * worths[card]
                for card, probability in probabilities_of(deal, tried).items()
            )
            for tried in (weights, stepped)
        )
        assert after > before - 1e-4
        steps += after > before
    assert steps > 20


def test_nothing_is_learned_where_all_cards_bring_the_same() -> None:
    """It may turn out, say, that the last two tricks fall to the same cards after any lead."""
    alike = 0
    for deal in decisions(150, seed=23):
        if len({*worths_of(deal, NOTHING).values()}) == 1:
            # Equal probabilities have equal logarithms, too.
            assert np.abs(gradient_of(deal, NOTHING, temperature=2.0)).max() < 1e-4
            alike += 1
    assert alike > 5


def test_the_gradient_of_every_kind_of_cell_sums_to_zero() -> None:
    for deal in decisions(30, seed=24):
        gradient = gradient_of(deal, learned_policy().weights, temperature=0.5)
        for start, end in pairwise(STARTS):
            assert gradient[start:end].sum() == pytest.approx(0, abs=2e-3)


def test_a_partner_learns_to_give_points_that_are_safe() -> None:
    """Seat 2 wins the trick with the ten, and the declarer has played: king, Ober or eight?"""
    deal = said(lying(), "A6 A9 AT")
    better = NOTHING + np.float32(0.01) * sum(
        (gradient_with_stream(deal, index) for index in range(200)), np.zeros(CELLS, np.float32)
    )
    probabilities = probabilities_of(deal, better)
    assert probabilities["AK"] > probabilities["AO"] > probabilities["A8"]


def gradient_with_stream(deal: Deal, index: int) -> NDArray[np.float32]:
    state, trick = state_of(deal)
    gradient, stream = np.zeros(CELLS, np.float32), np.zeros(1, np.uint64)
    open_stream(stream, 2, index)
    add_gradient(state, trick, NOTHING, np.zeros(8, np.float32), 0.0, stream, gradient)
    return gradient


def test_gradients_add_up_and_do_not_depend_on_how_the_decisions_are_divided() -> None:
    together, apart = gradient_from(0, 300), np.zeros(CELLS, np.float32)
    add_decisions(apart, 0, 100, seed=3)
    add_decisions(apart, 100, 200, seed=3)
    assert together.any()
    assert np.array_equal(together, apart)
    assert np.array_equal(together, gradient_from(0, 300))
    assert not np.array_equal(together, gradient_from(300, 300))
    assert not np.array_equal(together, gradient_from(0, 300, seed=4))


def test_every_role_and_every_turn_is_trained() -> None:
    gradient = gradient_from(0, 2_000)
    contexts = gradient[: STARTS[1]].reshape(15, -1)
    assert np.abs(contexts).max(axis=1).min() > 0


@pytest.mark.parametrize("learners", [0b0001, 0b1110])
def test_only_learners_decide(learners: int) -> None:
    gradient = np.zeros(CELLS, np.float32)
    add_decisions(gradient, 0, 200, 3, learners)
    theirs = declarers_cells() == (learners == 0b0001)
    assert gradient[theirs].any()
    assert not gradient[~theirs].any()
