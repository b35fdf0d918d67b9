"""What one decision teaches is the slope of what the seat may expect, and the same every time."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

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
    features_of,
)
from dobbm.ai.kernel.policy_gradient import add_gradient, add_gradients
from dobbm.ai.kernel.rng import draw, open_stream
from dobbm.ai.kernel.rollouts import rollout
from dobbm.ai.rollouts import learned_policy
from dobbm.game.cards import CARDS, NAMES, split
from dobbm.game.exchange import COMPANIONS
from drawing import lying, said
from scenes import decisions, state_of

NOTHING = np.zeros(CELLS, np.float32)


def taught(deal: Deal, weights: Weights, temperature: float = 0.0) -> NDArray[np.float32]:
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
        NAMES[card]: float(share) for card, share in zip(split(cards), probabilities, strict=False)
    }


def cells_by_card(deal: Deal) -> dict[str, list[int]]:
    state, trick = state_of(deal)
    context, unseen = context_of(trick), unseen_by(state, trick.seat)
    return {
        card: [*map(int, cells_of(features_of(state, trick, context, unseen, CARDS[card])))]
        for card in deal.legal_actions()
    }


def worths_of(deal: Deal, weights: Weights) -> dict[str, int]:
    """What each card brings the seat if the deal is played on from there by the same chance."""
    stream = np.zeros(1, np.uint64)
    open_stream(stream, 1, 0)
    start, found = draw(stream), {}
    for card in deal.legal_actions():
        state, trick = state_of(deal)
        after = play_card(state, trick, CARDS[card])
        chance = np.array([start], np.uint64)
        brought = rollout(state, after, weights, np.zeros(8, np.float32), chance)
        found[card] = brought if deal.to_act == deal.declarer else -brought
    return found


def learnt_from(first: int, count: int, seed: int = 3) -> NDArray[np.float32]:
    gradient = np.zeros(CELLS, np.float32)
    learn_into(gradient, first, count, seed)
    return gradient


def learn_into(gradient: NDArray[np.float32], first: int, count: int, seed: int) -> None:
    strengths, kept = (lookup_tables().dobbm, lookup_tables().solo), lookup_tables().kept
    weights = learned_policy().weights
    add_gradients(first, count, seed, strengths, kept, COMPANIONS["plain"], weights, 0.5, gradient)


@pytest.mark.parametrize("temperature", [0.0, 0.7])
def test_the_gradient_is_the_slope_of_what_the_seat_may_expect(temperature: float) -> None:
    """Of points, and of the entropy of the action probabilities times the temperature."""
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
        assert np.abs(taught(deal, weights, temperature) - expected).max() < 2e-3


def test_a_small_step_along_the_gradient_brings_more_points() -> None:
    """The worths being as they are, for the shares are all that the step is to change."""
    weights, steps = learned_policy().weights, 0
    for deal in decisions(60, seed=22):
        worths, gradient = worths_of(deal, weights), taught(deal, weights)
        if not gradient.any():
            continue
        stepped = weights + np.float32(0.01 / np.abs(gradient).max()) * gradient
        before, after = (
            sum(share * worths[card] for card, share in probabilities_of(deal, one).items())
            for one in (weights, stepped)
        )
        assert after > before - 1e-4
        steps += after > before
    assert steps > 20


def test_where_all_cards_bring_the_same_nothing_is_learnt() -> None:
    """Only in hindsight: whatever is led to the last two tricks, they fall to the same cards."""
    alike = 0
    for deal in decisions(150, seed=23):
        if len({*worths_of(deal, NOTHING).values()}) == 1:
            # Shares that are all the same cost the same, too.
            assert np.abs(taught(deal, NOTHING, temperature=2.0)).max() < 1e-4
            alike += 1
    assert alike > 5


def test_no_kind_of_cells_gains_on_the_whole() -> None:
    for deal in decisions(30, seed=24):
        gradient = taught(deal, learned_policy().weights, temperature=0.5)
        for start, end in pairwise(STARTS):
            assert gradient[start:end].sum() == pytest.approx(0, abs=2e-3)


def test_a_partner_learns_to_give_the_points_that_are_safe() -> None:
    """Seat 2 has the trick with the ten, the declarer has played: king, Ober or eight?"""
    deal = said(lying(), "A6 A9 AT")
    better = NOTHING + np.float32(0.01) * sum(
        (taught_by_chance(deal, index) for index in range(200)), np.zeros(CELLS, np.float32)
    )
    probabilities = probabilities_of(deal, better)
    assert probabilities["AK"] > probabilities["AO"] > probabilities["A8"]


def taught_by_chance(deal: Deal, index: int) -> NDArray[np.float32]:
    state, trick = state_of(deal)
    gradient, stream = np.zeros(CELLS, np.float32), np.zeros(1, np.uint64)
    open_stream(stream, 2, index)
    add_gradient(state, trick, NOTHING, np.zeros(8, np.float32), 0.0, stream, gradient)
    return gradient


def test_lessons_add_up_and_do_not_depend_on_who_studies_them() -> None:
    together, apart = learnt_from(0, 300), np.zeros(CELLS, np.float32)
    learn_into(apart, 0, 100, seed=3)
    learn_into(apart, 100, 200, seed=3)
    assert together.any()
    assert np.array_equal(together, apart)
    assert np.array_equal(together, learnt_from(0, 300))
    assert not np.array_equal(together, learnt_from(300, 300))
    assert not np.array_equal(together, learnt_from(0, 300, seed=4))


def test_every_role_and_every_turn_is_taught() -> None:
    gradient = learnt_from(0, 2_000)
    contexts = gradient[: STARTS[1]].reshape(15, -1)
    assert np.abs(contexts).max(axis=1).min() > 0
