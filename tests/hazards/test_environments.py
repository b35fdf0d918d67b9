"""An environment is reset first, closed last, and shows no deal that has begun."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pyspiel
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

from dobbm.envs import Batch
from dobbm.envs.gymnasium import DobbmEnv, vector_env
from dobbm.envs.pettingzoo import env, raw_env
from dobbm.game.errors import DobbmError
from hazards.subjects import ANYTHING, SPIEL, WEITER, agents_step, dealt, reset


def test_a_batch_shows_no_deal_that_has_begun() -> None:
    batch = Batch(2, 1)
    for _ in range(200):
        batch.step(batch.random_actions())
        for index, done in enumerate(batch.done.tolist()):
            if done:
                assert batch.deal(index).actions == ()
            else:
                with pytest.raises(DobbmError, match=f"environment {index} has begun"):
                    batch.deal(index)


BEFORE_RESET: dict[str, Callable[[Any], Any]] = {
    "step": lambda table: table.step(WEITER),
    "last": lambda table: table.last(),
    "state": lambda table: table.state(),
    "observe": lambda table: table.observe("seat_1"),
    "render": lambda table: table.render(),
    "followed": lambda table: table.followed(),
    "rewards": lambda table: table.rewards,
}


@pytest.mark.parametrize("call", BEFORE_RESET)
def test_an_environment_is_reset_first(call: str) -> None:
    with pytest.raises(DobbmError, match=r"there is no deal yet: call reset\(\) first"):
        BEFORE_RESET[call](raw_env(render_mode="ansi"))
    assert not hasattr(raw_env(), "agent_selection")


@pytest.mark.parametrize("make", [env, raw_env])
def test_an_environment_without_agents_asks_for_a_reset(make: Callable[[], Any]) -> None:
    table = reset(make())
    while table.agents:
        agents_step(table)
    with pytest.raises(DobbmError, match=r"the deal is over, and no agent is left: call reset\(\)"):
        table.last()
    if make is raw_env:  # PettingZoo's wrapper only warns
        with pytest.raises(DobbmError, match="the deal is over"):
            table.step(None)
    agents_step(reset(table))


def test_a_vector_environment_is_reset_first_and_closed_last() -> None:
    table = vector_env(2, dealer=3)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        table.step([WEITER, WEITER])
    table.reset(seed=1)
    table.close()
    table.close()
    for call in (table.reset, lambda: table.step([WEITER, WEITER])):
        with pytest.raises(ClosedEnvironmentError, match="the environment is closed"):
            call()


def test_a_table_with_one_learner_is_reset_first() -> None:
    table = DobbmEnv(dealer=3)
    for call in (lambda: table.step(WEITER), table.action_masks, table.render):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            call()


def test_options_of_a_reset_are_ignored_with_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    warning = "reset() ignores the options 'dealer': give options when you make the environment"
    table, learner = vector_env(2), DobbmEnv()
    for warning_table in (table, learner):
        with pytest.warns(UserWarning, match=re.escape(warning)):
            warning_table.reset(options={"dealer": 3})
    for agents in (env(), raw_env()):
        caplog.clear()
        agents.reset(options={"dealer": 3})
        assert warning in caplog.text
    table.reset(options={})
    wrong: Any
    for wrong in (5, "dealer", [1], ANYTHING):
        for refusing in (table, learner, env(), raw_env()):
            with pytest.raises(DobbmError, match='"options" must be a dict or None'):
                refusing.reset(options=wrong)


@pytest.mark.parametrize("action", [-1, 41, 2**60, True, "36", None, 36.0])
def test_openspiel_names_no_action_that_there_is_not(action: Any) -> None:
    for state in (pyspiel.load_game(SPIEL).new_initial_state(), dealt()):
        with pytest.raises(DobbmError):
            state.action_to_string(action)
        with pytest.raises(DobbmError):
            state.action_to_string(state.current_player(), action)
    state = dealt()
    assert state.action_to_string(WEITER) == state.action_to_string(0, WEITER) == "weiter"
