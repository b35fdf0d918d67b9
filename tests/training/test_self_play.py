"""The policy learns by playing against itself, and the same every time."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from deals_in_play import before_the_first_card, state_of
from dobbm.ai.evaluation import lookup_tables
from dobbm.ai.kernel.playout_state import GAINED, HANDS, OUT, TRICKS, play_card
from dobbm.ai.kernel.policy import CELLS, Weights, choose, declarers_cells
from dobbm.ai.kernel.policy_gradient import add_gradients
from dobbm.ai.kernel.rng import open_stream
from dobbm.ai.rollouts import LearnedPolicy, learned_policy
from dobbm.game.cards import points
from dobbm.game.exchange import COMPANIONS
from dobbm.training.self_play import (
    ALL,
    STEPS,
    TEMPERATURE,
    TOGETHER,
    Role,
    learn_to_answer,
    learn_to_play,
)

NOTHING = np.zeros(CELLS, np.float32)
DEALS = 600


def learned_from(decisions: int, seed: int = 1, executor: Executor | None = None) -> LearnedPolicy:
    return learn_to_play(decisions, seed, lambda _what, _done, _total: None, executor)


def points_of(declarer: Weights, defenders: Weights) -> NDArray[np.float64]:
    """The declarer's points in the same deals, with these weights on each side."""
    rng, found = Random(5), np.zeros(DEALS)
    probabilities, stream = np.zeros(8, np.float32), np.zeros(1, np.uint64)
    for index in range(DEALS):
        state, trick = state_of(before_the_first_card(rng))
        open_stream(stream, 5, index)
        while state[HANDS + trick.seat]:
            weights = defenders if trick.seat else declarer
            trick = play_card(state, trick, choose(state, trick, weights, probabilities, stream))
        if state[TRICKS]:
            found[index] = state[GAINED] + points(int(state[OUT]))
    return found


@pytest.mark.long
def test_a_few_seconds_of_self_play_improve_the_policy() -> None:
    """With the learned weights declarers make more points, and defenders give fewer away."""
    weights = learned_from(10 * TOGETHER).weights
    nothing = points_of(NOTHING, NOTHING)
    for gain in (points_of(weights, NOTHING) - nothing, nothing - points_of(NOTHING, weights)):
        assert gain.mean() > 1.5
        assert gain.mean() > 3 * gain.std() / np.sqrt(DEALS)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """The number of decisions before each step, which is small here."""
    monkeypatch.setattr("dobbm.training.self_play.TOGETHER", TOGETHER // 20)
    return TOGETHER // 20


def test_training_gives_the_same_weights_in_any_executor(few: int) -> None:
    with ThreadPoolExecutor(2) as threads:
        one, two = learned_from(2 * few), learned_from(2 * few, executor=threads)
    assert np.array_equal(one.weights, two.weights)
    assert one.weights.any()
    assert one.made == two.made == {"decisions": 2 * few, "seed": 1}


def test_another_seed_gives_other_weights(few: int) -> None:
    assert not np.array_equal(learned_from(few).weights, learned_from(few, seed=2).weights)


def test_the_first_step_goes_in_the_direction_of_the_first_gradient() -> None:
    """Adam's first step is as long for every cell, because it has no estimate of the spread."""
    gradient = np.zeros(CELLS, np.float32)
    strengths, plain = (lookup_tables().dobbm, lookup_tables().solo), COMPANIONS["plain"]
    add_gradients(
        0,
        TOGETHER,
        1,
        strengths,
        lookup_tables().kept,
        plain,
        NOTHING,
        ALL,
        TEMPERATURE[0],
        gradient,
    )
    clear = np.abs(gradient) > 1
    assert clear.sum() > 1_000
    changed = learned_from(TOGETHER).weights[clear]
    assert changed == pytest.approx(STEPS[0] * np.sign(gradient[clear]), rel=0.05)


@pytest.mark.parametrize("role", ["declarer", "defenders"])
def test_only_the_role_that_answers_learns(few: int, role: Role) -> None:
    frozen = learned_policy()
    answer = learn_to_answer(frozen, role, 2 * few, 1, lambda _what, _done, _total: None)
    own = declarers_cells() == (role == "declarer")
    assert np.array_equal(answer.weights[~own], frozen.weights[~own])
    assert not np.array_equal(answer.weights[own], frozen.weights[own])
    assert answer.made == {"decisions": 2 * few, "seed": 1, "role": role, "against": frozen.made}


@pytest.mark.long
@pytest.mark.parametrize("role", ["declarer", "defenders"])
def test_an_answer_gains_from_a_player_without_a_plan(role: Role) -> None:
    """Against the same cards always, a few seconds of learning gain in either role."""
    frozen = LearnedPolicy(NOTHING, {})
    answer = learn_to_answer(frozen, role, 10 * TOGETHER, 1, lambda _what, _done, _total: None)
    sign = 1 if role == "declarer" else -1
    gain = sign * (points_of(answer.weights, answer.weights) - points_of(NOTHING, NOTHING))
    assert gain.mean() > 1.5
    assert gain.mean() > 3 * gain.std() / np.sqrt(DEALS)


def test_progress_is_reported(few: int) -> None:
    reports: list[tuple[str, int, int]] = []
    learn_to_play(3 * few, 1, lambda *progress: reports.append(progress))
    assert reports == [("decisions", done * few, 3 * few) for done in (1, 2, 3)]
