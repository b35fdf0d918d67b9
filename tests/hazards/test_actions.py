"""An action of a wrong type: a plain error, and nothing has changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from dobbm import Session, View
from dobbm.ai.solver import Solver
from dobbm.envs import Batch, EnvOptions, OneDeal, agent_player
from dobbm.envs.following import FollowedDeal
from dobbm.envs.gymnasium import vector_env
from dobbm.envs.pettingzoo import env, raw_env
from dobbm.game.cards import DECK
from dobbm.game.errors import DobbmError
from hazards.subjects import (
    START,
    VIEW,
    WEITER,
    WORLDS,
    agents_step,
    batch_steps,
    dealt,
    learner,
    reset,
)


class Acted(NamedTuple):
    make: Callable[[], Any]
    act: Callable[[Any, Any], Any]
    seen: Callable[[Any], Any]


def plays(choice: object) -> None:
    agent_player(lambda *_: choice).act(View.of(START, 0), 1)  # type: ignore[arg-type]


ACTED = {
    "envs.Batch": Acted(
        lambda: Batch(2, 1), lambda batch, wrong: batch.step([WEITER, wrong]), batch_steps
    ),
    "envs.OneDeal": Acted(
        lambda: OneDeal(EnvOptions.of(), DECK, 3), OneDeal.act, lambda deal: str(deal)
    ),
    "envs.agent_player": Acted(lambda: None, lambda _, wrong: plays(wrong), lambda _: None),
    "envs.following.FollowedDeal": Acted(
        lambda: FollowedDeal(START), FollowedDeal.act, lambda followed: followed.deal
    ),
    "envs.gymnasium.DobbmEnv": Acted(
        learner,
        lambda table, wrong: table.step(wrong),
        lambda table: table._session and table._session.played,
    ),
    "envs.gymnasium.vector_env": Acted(
        lambda: reset(vector_env(2, dealer=3)),
        lambda table, wrong: table.step([WEITER, wrong]),
        lambda table: table._batch.observations.tolist(),
    ),
    "envs.pettingzoo.env": Acted(
        lambda: reset(env()), lambda table, wrong: table.step(wrong), agents_step
    ),
    "envs.pettingzoo.raw_env": Acted(
        lambda: reset(raw_env()), lambda table, wrong: table.step(wrong), agents_step
    ),
    "envs.openspiel.DobbmState": Acted(
        dealt, lambda state, wrong: state.apply_action(wrong), lambda state: state.history()
    ),
    "envs.openspiel.DobbmState.child": Acted(
        dealt, lambda state, wrong: state.child(wrong), lambda state: state.history()
    ),
}

WRONG_ACTIONS = (36.0, 36.9, float("nan"), True, np.True_, None, "36", b"36", 2**70, -(2**70))
WRONG_SHAPES = (np.array([36]), [36], (36,), np.array([36.0]))


def without_address(wrong: object) -> str:
    """Name a value in the same way in every process."""
    return re.sub(" at 0x[0-9a-f]+", "", repr(wrong))


@pytest.mark.parametrize("name", ACTED)
@pytest.mark.parametrize("wrong", [*WRONG_ACTIONS, *WRONG_SHAPES], ids=without_address)
def test_an_action_of_a_wrong_type_is_refused_and_changes_nothing(name: str, wrong: Any) -> None:
    make, act, seen = ACTED[name]
    tried, untouched = make(), make()
    with pytest.raises(DobbmError) as caught:
        act(tried, wrong)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 150
    assert seen(tried) == seen(untouched)


@pytest.mark.parametrize("name", ACTED)
def test_whole_numbers_of_any_kind_are_actions(name: str) -> None:
    make, act, _ = ACTED[name]
    for number in (WEITER, np.int8(WEITER), np.array(WEITER)):
        act(make(), number)


@pytest.mark.parametrize(
    "wrong",
    [
        ["36", "36"],
        [36.9, 36.9],
        [True, True],
        [36, None],
        np.array([36.0, 36.0]),
        np.array([True, True]),
        np.array(["36", "36"]),
        np.array([2**63, 36], np.uint64),
        "36",
        36,
        None,
        [36],
        [[36], [36]],
        b"$$",
        bytearray(b"$$"),
        memoryview(b"$$"),
        np.array([b"36", b"36"]),
        np.array([36, 36], "m8[s]"),
        np.array([float("nan")] * 2),
        [10**400, 36],
    ],
    ids=without_address,
)
def test_a_batch_takes_nothing_but_an_array_of_whole_numbers(wrong: Any) -> None:
    batch, untouched = Batch(2, 1), Batch(2, 1)
    for stepped in (batch, reset(vector_env(2, dealer=3))):
        with pytest.raises(DobbmError) as caught:
            stepped.step(wrong)
        assert len(str(caught.value)) < 150
    assert batch_steps(batch) == batch_steps(untouched)


@pytest.mark.parametrize("kind", ["i1", "u1", ">i2", "i4", "u8", "O"])
def test_whole_numbers_of_every_kind_are_actions_of_a_batch(kind: str) -> None:
    batch, other = Batch(2, 1), Batch(2, 1)
    batch.step(np.array([WEITER, WEITER], kind))
    other.step([WEITER, WEITER])
    assert batch_steps(batch) == batch_steps(other)


@pytest.mark.parametrize("wrong", [36, True, None, 36.0, b"weiter", ["weiter"], np.array(["solo"])])
def test_a_deal_takes_nothing_but_words(wrong: Any) -> None:
    with pytest.raises(DobbmError, match="an action must be a string"):
        START.apply(wrong)
    with pytest.raises(DobbmError, match="an action must be a string"):
        Session.open(Random(1)).begin(DECK).apply(wrong)


def test_masked_numbers_are_none() -> None:
    masked: Any
    actions: Any
    for masked in (np.ma.array(36, mask=True), np.ma.masked):
        with pytest.raises(DobbmError, match="an action must be a whole number"):
            OneDeal(EnvOptions.of(), DECK, 3).act(masked)
    for actions in ([36, np.ma.masked], np.ma.array([36, 36], mask=[False, True])):
        with pytest.raises(DobbmError, match="mask|whole number"):
            Batch(2, 1).step(actions)
    with pytest.raises(DobbmError, match='"worlds" must be an array of rows'):
        Solver().solve_worlds(VIEW, np.ma.array(WORLDS))


def test_a_list_in_an_array_of_objects_is_taken_like_a_list() -> None:
    first, second = Batch(2, 1), Batch(2, 1)
    first.step(np.array([WEITER, WEITER], dtype=object))
    second.step([WEITER, WEITER])
    assert batch_steps(first) == batch_steps(second)


@pytest.mark.parametrize("number", [2**70, -(2**70), 2**63, 41, -1, -2])
def test_a_number_that_no_action_has_is_named_with_its_environment(number: int) -> None:
    with pytest.raises(DobbmError, match=f"number {number} is not legal in environment 1: "):
        Batch(2, 1).step([WEITER, number])
