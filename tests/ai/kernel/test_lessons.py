"""What one decision teaches is the slope of what the seat may expect, and the same every time."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from dobbm import Deal
from dobbm.ai.evaluation import tables
from dobbm.ai.kernel.chance import draw, open_stream
from dobbm.ai.kernel.lessons import learn, study
from dobbm.ai.kernel.policy import CELLS, STARTS, Weights, cells_of, context_of, look_at, think
from dobbm.ai.kernel.rollouts import play_on
from dobbm.ai.kernel.scene import play_card, unseen_by
from dobbm.ai.rollouts import learnt
from dobbm.game.cards import CARDS, NAMES, split
from dobbm.game.exchange import COMPANIONS
from drawing import lying, said
from scenes import decisions, scene_of

NOTHING = np.zeros(CELLS, np.float32)


def taught(deal: Deal, weights: Weights, warmth: float = 0.0) -> NDArray[np.float32]:
    """The gradient of one decision."""
    scene, trick = scene_of(deal)
    gradient, stream = np.zeros(CELLS, np.float32), np.zeros(1, np.uint64)
    open_stream(stream, 1, 0)
    study(scene, trick, weights, np.zeros(8, np.float32), warmth, stream, gradient)
    return gradient


def shares_of(deal: Deal, weights: Weights) -> dict[str, float]:
    shares = np.zeros(8, np.float32)
    cards = think(*scene_of(deal), weights, shares)
    return {NAMES[card]: float(share) for card, share in zip(split(cards), shares, strict=False)}


def cells_by_card(deal: Deal) -> dict[str, list[int]]:
    scene, trick = scene_of(deal)
    context, unseen = context_of(trick), unseen_by(scene, trick.seat)
    return {
        card: [*map(int, cells_of(look_at(scene, trick, context, unseen, CARDS[card])))]
        for card in deal.legal_actions()
    }


def worths_of(deal: Deal, weights: Weights) -> dict[str, int]:
    """What each card brings the seat if the deal is played on from there by the same chance."""
    stream = np.zeros(1, np.uint64)
    open_stream(stream, 1, 0)
    start, found = draw(stream), {}
    for card in deal.legal_actions():
        scene, trick = scene_of(deal)
        after = play_card(scene, trick, CARDS[card])
        chance = np.array([start], np.uint64)
        brought = play_on(scene, after, weights, np.zeros(8, np.float32), chance)
        found[card] = brought if deal.to_act == deal.declarer else -brought
    return found


def learnt_from(first: int, count: int, seed: int = 3) -> NDArray[np.float32]:
    gradient = np.zeros(CELLS, np.float32)
    learn_into(gradient, first, count, seed)
    return gradient


def learn_into(gradient: NDArray[np.float32], first: int, count: int, seed: int) -> None:
    strengths, kept = (tables().dobbm, tables().solo), tables().kept
    weights = learnt().weights
    learn(first, count, seed, strengths, kept, COMPANIONS["plain"], weights, 0.5, gradient)


@pytest.mark.parametrize("warmth", [0.0, 0.7])
def test_the_gradient_is_the_slope_of_what_the_seat_may_expect(warmth: float) -> None:
    """Of points, and of the entropy of the shares times the warmth."""
    weights = learnt().weights
    for deal in decisions(30, seed=21):
        shares, worths = shares_of(deal, weights), worths_of(deal, weights)
        value = {card: worths[card] - warmth * np.log(shares[card]) for card in shares}
        mean = sum(shares[card] * value[card] for card in shares)
        expected = np.zeros(CELLS)
        for card, cells in cells_by_card(deal).items():
            expected[cells] += shares[card] * (value[card] - mean)
        assert np.abs(taught(deal, weights, warmth) - expected).max() < 2e-3


def test_a_small_step_along_the_gradient_brings_more_points() -> None:
    """The worths being as they are, for the shares are all that the step is to change."""
    weights, steps = learnt().weights, 0
    for deal in decisions(60, seed=22):
        worths, gradient = worths_of(deal, weights), taught(deal, weights)
        if not gradient.any():
            continue
        stepped = weights + np.float32(0.01 / np.abs(gradient).max()) * gradient
        before, after = (
            sum(share * worths[card] for card, share in shares_of(deal, one).items())
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
            assert np.abs(taught(deal, NOTHING, warmth=2.0)).max() < 1e-4
            alike += 1
    assert alike > 5


def test_no_kind_of_cells_gains_on_the_whole() -> None:
    for deal in decisions(30, seed=24):
        gradient = taught(deal, learnt().weights, warmth=0.5)
        for start, end in pairwise(STARTS):
            assert gradient[start:end].sum() == pytest.approx(0, abs=2e-3)


def test_a_partner_learns_to_give_the_points_that_are_safe() -> None:
    """Seat 2 has the trick with the ten, the declarer has played: king, Ober or eight?"""
    deal = said(lying(), "A6 A9 AT")
    better = NOTHING + np.float32(0.01) * sum(
        (taught_by_chance(deal, index) for index in range(200)), np.zeros(CELLS, np.float32)
    )
    shares = shares_of(deal, better)
    assert shares["AK"] > shares["AO"] > shares["A8"]


def taught_by_chance(deal: Deal, index: int) -> NDArray[np.float32]:
    scene, trick = scene_of(deal)
    gradient, stream = np.zeros(CELLS, np.float32), np.zeros(1, np.uint64)
    open_stream(stream, 2, index)
    study(scene, trick, NOTHING, np.zeros(8, np.float32), 0.0, stream, gradient)
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
