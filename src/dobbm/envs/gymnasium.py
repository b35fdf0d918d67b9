"""Dobbm as a Gymnasium vector environment: one learner, and bots in the other seats.

>>> from dobbm.envs.gymnasium import vector_env
>>> table = vector_env(8, opponents="simple")
>>> observations, _ = table.reset(seed=1)
>>> _ = table.single_action_space.seed(1)
>>> for _ in range(20):
...     masks = tuple(observations["action_mask"])
...     actions = [table.single_action_space.sample(mask) for mask in masks]
...     observations, rewards, terminations, _, _ = table.step(actions)
>>> observations["observation"].shape, rewards.shape
((8, 468), (8,))

Every deal is an episode. A finished deal is replaced in the same step; as its value is its reward,
``final_obs`` is all zeros. With five players, what the learner receives while on holiday counts
towards its next step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dobbm.ai.kernel.observation import OBSERVATION_SIZE
from dobbm.copying import CopiedWhole
from dobbm.envs.batch import Batch, memory_for, verified_bots, verified_count
from dobbm.envs.encoding import ACTIONS
from dobbm.envs.options import EnvOptions, ignored_options
from dobbm.extras import extra_envs
from dobbm.game.actions import Seat
from dobbm.game.errors import DobbmError
from dobbm.game.seeds import not_negative
from dobbm.game.setup import verified_seat

with extra_envs("dobbm.envs.gymnasium"):
    from gymnasium import logger, spaces
    from gymnasium.error import ClosedEnvironmentError, ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Seen: TypeAlias = dict[str, NDArray[np.int8]]


class NeverReset(DobbmError, ResetNeeded):
    """A step before the first ``reset``."""


class Closed(DobbmError, ClosedEnvironmentError):
    """A call after ``close``."""


def vector_env(
    num_envs: int,
    *,
    seat: Seat = 0,
    opponents: str | Mapping[Seat, str] = "simple",
    **options: Any,
) -> DobbmVectorEnv:
    """Return ``num_envs`` tables at which ``seat`` learns.

    ``opponents`` is the built-in player of all other seats, or one for each. The other options are
    those of ``EnvOptions.of``.
    """
    return DobbmVectorEnv(num_envs, seat=seat, opponents=opponents, **options)


class DobbmVectorEnv(CopiedWhole, VectorEnv[Seen, ArrayLike, NDArray[Any]]):
    """Many tables with one learner each; make one with ``vector_env``."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as in the base class

    def __init__(
        self, num_envs: int, *, seat: Seat, opponents: str | Mapping[Seat, str], **options: Any
    ) -> None:
        players = EnvOptions.of(**options).players
        seat = verified_seat(seat, players, "seat")
        others = [other for other in range(players) if other != seat]
        if isinstance(opponents, str):
            opponents = dict.fromkeys(others, opponents)
        self._bots = verified_bots(opponents, players, "opponents")
        if sorted(self._bots) != others:
            raise DobbmError(f"opponents must name a player for each of the seats {others}")
        self._options, self._seat = options, seat
        self.num_envs = num_envs = verified_count(num_envs)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 127, (OBSERVATION_SIZE,), np.int8),
                "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(len(ACTIONS))
        with memory_for(num_envs, "environment"):
            self.observation_space = batch_space(self.single_observation_space, num_envs)
            self.action_space = batch_space(self.single_action_space, num_envs)
        self._batch = self._new_batch()
        self._begun = False

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin new deals at all tables; ``options`` are ignored, with a warning.

        Raises ``Closed`` after ``close``.
        """
        self._verify_open()
        if ignored := ignored_options(options):
            logger.warn(ignored)
        super().reset(seed=None if seed is None else not_negative(seed), options=options)
        self._batch.close()
        self._batch = self._new_batch()
        self._begun = True
        return self._seen(), {}

    def step(
        self, actions: ArrayLike
    ) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take the learner's action at every table, and let the bots act.

        Raises ``IllegalAction`` for an illegal action, ``NeverReset`` before the first ``reset``,
        and ``Closed`` after ``close``.
        """
        self._verify_open()
        if not self._begun:
            raise NeverReset("there are no deals yet: call reset() first")
        self._batch.step(actions)
        done = self._batch.done.copy()
        infos: dict[str, Any] = {}
        for index in np.flatnonzero(done).tolist():
            nothing = {"final_obs": _NOTHING, "final_info": {}}
            infos = self._add_info(infos, nothing, index)
        rewards = self._batch.rewards[:, self._seat].copy()
        return self._seen(), rewards, done, np.zeros_like(done), infos

    def close_extras(self, **_: Any) -> None:
        """Release the bots' resources."""
        self._batch.close()

    def _verify_open(self) -> None:
        if self.closed:
            raise Closed("the environment is closed: make another")

    def _new_batch(self) -> Batch:
        seed = int(self.np_random.integers(1 << 62))
        return Batch(self.num_envs, seed, bots=self._bots, **self._options)

    def _seen(self) -> Seen:
        batch = self._batch
        return {
            "observation": batch.observations.copy(),
            "action_mask": batch.legal.astype(np.int8),
        }


_NOTHING = {
    "observation": np.zeros(OBSERVATION_SIZE, np.int8),
    "action_mask": np.zeros(len(ACTIONS), np.int8),
}
