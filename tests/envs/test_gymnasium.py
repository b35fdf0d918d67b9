"""The environments of Gymnasium: one learner, and bots in the other seats."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from dobbm.envs.gymnasium import DobbmEnv, DobbmVectorEnv, NeverReset, Opponents, vector_env
from dobbm.game.errors import DobbmError, IllegalAction, RecordError, UnknownAction
from envs.playing import SESSIONS, TABLES
from python_bots import Simple

STEPS = 60


def random_actions(table: DobbmVectorEnv, masks: np.ndarray) -> np.ndarray:
    return np.array([table.single_action_space.sample(mask) for mask in masks])


@pytest.mark.parametrize("name", TABLES)
def test_observations_stay_in_their_space_and_episodes_end(name: str) -> None:
    table = vector_env(5, opponents="random", **TABLES[name])
    holidays = TABLES[name].get("players") == 5
    table.single_action_space.seed(1)
    seen, _ = table.reset(seed=4)
    ended = 0
    for _ in range(STEPS):
        assert seen in table.observation_space
        actions = random_actions(table, seen["action_mask"])
        assert actions in table.action_space
        seen, rewards, done, truncated, infos = table.step(actions)
        assert not truncated.any()
        assert holidays or not rewards[~done].any()
        ended += int(done.sum())
        if done.any():
            assert (infos["_final_obs"] == done).all()
            last = infos["final_obs"][done.argmax()]
            assert last in table.single_observation_space
    assert ended > 10
    table.close()


def test_the_learner_acts_in_its_own_seat() -> None:
    table = vector_env(20, seat=2, opponents={0: "simple", 1: "random", 3: "simple"}, dealer=3)
    seen, _ = table.reset(seed=1)
    own_place = seen["observation"][:, 436:440]
    assert (own_place == [0, 0, 1, 0]).all()


@pytest.mark.parametrize(
    "opponents",
    [Simple(), Simple, "py:python_bots:Simple", {1: Simple(), 2: Simple(), 3: "simple"}],
)
def test_opponents_may_be_of_ones_own(opponents: Opponents) -> None:
    many, named = vector_env(2, opponents=opponents), vector_env(2, opponents="simple")
    seen, expected = many.reset(seed=1)[0], named.reset(seed=1)[0]
    np.testing.assert_array_equal(seen["observation"], expected["observation"])
    one = gymnasium.make("dobbm/Dobbm-v0", opponents=opponents)
    one.reset(seed=1)


def test_the_same_seed_repeats_and_no_seed_does_not() -> None:
    table = vector_env(3, opponents="random")
    first, second = table.reset(seed=7)[0], table.reset(seed=7)[0]
    np.testing.assert_array_equal(first["observation"], second["observation"])
    assert (table.reset()[0]["observation"] != first["observation"]).any()


def test_gymnasiums_own_statistics_count_every_episode() -> None:
    table = vector_env(4, opponents="random")
    assert table.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    counted = RecordEpisodeStatistics(table)
    seen, _ = counted.reset(seed=1)
    ended, total = 0, 0.0
    for _ in range(STEPS):
        actions = random_actions(table, seen["action_mask"])
        seen, rewards, done, _, _ = counted.step(actions)
        ended += int(done.sum())
        total += float(rewards.sum())
    assert counted.episode_count == ended
    assert sum(counted.return_queue) == pytest.approx(total)


def test_an_illegal_action_is_refused() -> None:
    table = vector_env(2, dealer=3)
    table.reset(seed=1)
    with pytest.raises(IllegalAction, match="gut is not legal in environment 0"):
        table.step([39, 39])


def test_wrong_seats_are_named() -> None:
    with pytest.raises(RecordError, match="must be a seat from 0 to 3, not 4"):
        vector_env(1, seat=4)
    with pytest.raises(DobbmError, match=r"a player for each of the seats \[1, 2, 3\]"):
        vector_env(1, opponents={1: "simple"})


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_in_the_vector_environment_says_where_it_stands(name: str) -> None:
    table = vector_env(3, opponents="random", **SESSIONS[name])
    seen, _ = table.reset(seed=4)
    ended = 0
    while ended < 5:
        assert seen in table.observation_space
        seen, _, done, _, infos = table.step(random_actions(table, seen["action_mask"]))
        ended += int(done.sum())
        if done.any():
            assert not infos["final_obs"][done.argmax()]["session"].any()
    options = SESSIONS[name]
    assert seen["session"][:, 0].max() <= options["deals"] + options.get("players", 4)


@pytest.mark.parametrize("options", [{}, {"session": True, "deals": 2}, {"players": 5}])
def test_one_table_passes_the_check_of_gymnasium(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*reset.*ignores the options.*")
        check_env(gymnasium.make("dobbm/Dobbm-v0", opponents="random", **options).unwrapped)


def test_gymnasium_makes_tables_by_name() -> None:
    one = gymnasium.make("dobbm/Dobbm-v0", opponents="random", seat=2)
    assert isinstance(one.unwrapped, DobbmEnv)
    many = gymnasium.make_vec("dobbm/Dobbm-v0", num_envs=3, opponents="random")
    assert isinstance(many.unwrapped, DobbmVectorEnv)


@pytest.mark.parametrize("name", [*TABLES, *SESSIONS])
def test_one_table_pays_what_the_rules_say(name: str) -> None:
    """An episode's rewards are its ledger; with five players, also what is paid on holiday."""
    table = DobbmEnv(opponents="random", **{**TABLES, **SESSIONS}[name])
    table.action_space.seed(1)
    seen, _ = table.reset(seed=3)
    for _ in range(4):
        received, over = 0.0, False
        while not over:
            assert seen in table.observation_space
            masks = table.action_masks()
            assert (masks == seen["action_mask"]).all()
            seen, reward, over, truncated, _ = table.step(
                table.action_space.sample(seen["action_mask"])
            )
            received += reward
            assert not truncated
        assert seen in table.observation_space
        assert received == table._session.ledger[0]  # type: ignore[union-attr]
        with pytest.raises(NeverReset):
            table.step(0)
        seen, _ = table.reset()
    table.close()


def test_an_illegal_action_ends_the_episode_with_the_price_of_a_match() -> None:
    table = DobbmEnv(dealer=3)
    table.reset(seed=1)
    _, reward, over, _, infos = table.step(39)
    assert (reward, over) == (-60, True)
    assert "gut is not legal now" in infos["illegal"]
    with pytest.raises(NeverReset):
        table.step(36)
    table.reset()
    with pytest.raises(UnknownAction):
        table.step(41)


def test_one_table_is_shown_as_text() -> None:
    table = DobbmEnv(dealer=3, render_mode="ansi")
    table.reset(seed=1)
    assert (table.render() or "").startswith("bidding: seat 0 to act")


def test_who_never_acts_cannot_learn() -> None:
    with pytest.raises(DobbmError, match="never acts"):
        DobbmEnv(players=5, dealer=0)
