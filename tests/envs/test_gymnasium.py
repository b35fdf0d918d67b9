"""The vector environment of Gymnasium: one learner, and bots in the other seats."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from dobbm.envs.gymnasium import DobbmVectorEnv, vector_env
from dobbm.game.errors import DobbmError, IllegalAction, RecordError
from envs.playing import TABLES

STEPS = 60


def random_actions(table: DobbmVectorEnv, masks: np.ndarray) -> np.ndarray:
    return np.array([table.single_action_space.sample(mask) for mask in masks])


@pytest.mark.parametrize("name", TABLES)
def test_observations_stay_in_their_space_and_episodes_end(name: str) -> None:
    table = vector_env(5, opponents="random", **TABLES[name])
    table.single_action_space.seed(1)
    seen, _ = table.reset(seed=4)
    ended = 0
    for _ in range(STEPS):
        assert seen in table.observation_space
        actions = random_actions(table, seen["action_mask"])
        assert actions in table.action_space
        seen, rewards, done, truncated, infos = table.step(actions)
        assert not truncated.any()
        assert not rewards[~done].any()
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
