"""Dobbm as Gymnasium environments: one learner, and bots in the other seats.

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

Importing the module makes ``gymnasium.make("dobbm/Dobbm-v0")`` possible, a single table. An episode
is a deal or, with ``session=True``, a session; then ``session`` says where it stands. In the vector
environment a finished episode is replaced in the same step; as its value is its reward,
``final_obs`` is all zeros. With five players, what the learner receives while on holiday counts
towards its next step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dobbm.copying import CopiedWhole
from dobbm.envs.batch import Batch, memory_for, verified_bots, verified_count, verify_bots_of
from dobbm.envs.encoding import ACTIONS, verified_action
from dobbm.envs.one_session import OneSession
from dobbm.envs.options import FULL, EnvOptions, ignored_options
from dobbm.extras import extra_envs
from dobbm.game.actions import EXCHANGE, Seat
from dobbm.game.errors import DobbmError, IllegalAction, RulesError, quoted
from dobbm.game.exchange import DISCARDS
from dobbm.game.seeds import generator, not_negative
from dobbm.game.setup import verified_seat
from dobbm.players import Player, PlayerSource, make_player

with extra_envs("dobbm.envs.gymnasium"):
    from gymnasium import Env, logger, register, spaces
    from gymnasium.error import ClosedEnvironmentError, ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from dobbm.envs.spaces import ILLEGAL, Seen, nothing_seen, seen_by, seen_space


Opponents: TypeAlias = PlayerSource | Mapping[Seat, PlayerSource]
"""One player for all other seats, or the player of each."""


class NeverReset(DobbmError, ResetNeeded):
    """A step before the first ``reset``."""


class Closed(DobbmError, ClosedEnvironmentError):
    """A call after ``close``."""


def vector_env(
    num_envs: int,
    *,
    seat: Seat = 0,
    opponents: Opponents = "simple",
    **options: Any,
) -> DobbmVectorEnv:
    """Return ``num_envs`` tables at which ``seat`` learns.

    ``opponents`` is the player of all other seats, or one for each. The other options are those of
    ``EnvOptions.of``.
    """
    return DobbmVectorEnv(num_envs, seat=seat, opponents=opponents, **options)


class DobbmEnv(CopiedWhole, Env[Seen, Any]):
    """One table with one learner: ``gymnasium.make("dobbm/Dobbm-v0")``.

    The arguments are those of ``vector_env``; ``render_mode`` is "ansi", "human" or None. An
    illegal action ends the episode, and the learner loses 60; the masks say which are legal.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012 - as in Env

    def __init__(
        self,
        *,
        seat: Seat = 0,
        opponents: Opponents = "simple",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise RulesError(f'"render_mode" must be "ansi" or "human", not {quoted(render_mode)}')
        self.render_mode = render_mode
        self._options = EnvOptions.of(**options)
        self._seat, bots = _seated(self._options.players, seat, opponents)
        holiday = self._options.players == 5 and not self._options.session
        if holiday and self._options.dealer == seat:
            raise DobbmError(f"seat {seat} deals, and with five players never acts: take another")
        seats = range(self._options.players)
        self._dealers = [dealer for dealer in seats if not (holiday and dealer == seat)]
        if self._options.dealer is not None:
            self._dealers = [self._options.dealer]
        verify_bots_of(self._options, bots)
        self._players: dict[Seat, Player] = {one: make_player(name) for one, name in bots.items()}
        self.observation_space: spaces.Space[Any] = seen_space(self._options)
        self.action_space = spaces.Discrete(len(ACTIONS))
        self._session: OneSession | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a new episode; ``options`` are ignored, with a warning."""
        if ignored := ignored_options(options):
            logger.warn(ignored)
        super().reset(seed=None if seed is None else not_negative(seed))
        self._random = generator(int(self.np_random.integers(1 << 62)))
        self._session = OneSession(self._options, self._random.choice(self._dealers))
        self._owed = self._let_others_act(self._session)
        return self._seen(), {}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take the learner's action, and let the others act until it is its turn again.

        Raises ``UnknownAction`` for anything that is not in the action space, and ``NeverReset``
        without an episode.
        """
        session = self._episode()
        if session.over:
            raise NeverReset("the episode is over: call reset() for the next one")
        number = verified_action(action)
        try:
            reward = self._owed + float(session.act(number)[self._seat])
        except IllegalAction as error:
            self._session = None
            return nothing_seen(self._options), ILLEGAL, True, False, {"illegal": str(error)}
        self._owed = 0.0
        reward += self._let_others_act(session)
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, session.over, False, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, shape (41,), as MaskablePPO asks for them."""
        return self._episode().deal.legal_mask

    def render(self) -> str | None:
        """Return the deal as text, all cards open, or print it, as ``render_mode`` says."""
        text = str(self._episode().deal)
        if self.render_mode == "human":
            print(text, end="\n\n")
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Release the bots' resources."""
        for player in self._players.values():
            player.close()

    def _episode(self) -> OneSession:
        if self._session is None:
            raise NeverReset("there is no episode: call reset() first")
        return self._session

    def _let_others_act(self, session: OneSession) -> float:
        """Play until the learner has to act or the episode is over; return what it receives."""
        received = 0.0
        while not session.over and (seat := session.to_act) != self._seat:
            played = session.played
            if played is None or seat is None:
                session.begin(session.shuffled(self._random))
                continue
            if self._options.pack != FULL:
                number = self._random.choice(session.deal.legal_actions())
                received += float(session.act(number)[self._seat])
                continue
            followed, seed = played.followed(), self._random.getrandbits(62)
            for _ in range(DISCARDS if followed.deal.phase == EXCHANGE else 1):
                number = followed.choose(self._players[seat], seed)
                followed.act(number)
                received += float(session.act(number)[self._seat])
        return received

    def _seen(self) -> Seen:
        session = self._episode()
        if session.over:
            return nothing_seen(self._options)
        return seen_by(session, self._seat)


class DobbmVectorEnv(CopiedWhole, VectorEnv[Seen, ArrayLike, NDArray[Any]]):
    """Many tables with one learner each; make one with ``vector_env``."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as in the base class

    def __init__(self, num_envs: int, *, seat: Seat, opponents: Opponents, **options: Any) -> None:
        table = EnvOptions.of(**options)
        self._seat, self._bots = _seated(table.players, seat, opponents)
        self._options = options
        self.num_envs = num_envs = verified_count(num_envs)
        self.single_observation_space = seen_space(table)
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
            nothing = {"final_obs": nothing_seen(self._batch.options), "final_info": {}}
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
        seen: Seen = {
            "observation": batch.observations.copy(),
            "action_mask": batch.legal.astype(np.int8),
        }
        if batch.options.session:
            seen["session"] = batch.session
        return seen


def _seated(
    players: int, seat: Seat, opponents: Opponents
) -> tuple[Seat, dict[Seat, PlayerSource]]:
    """Return the learner's seat and the bots of the others; raise ``DobbmError`` for any other."""
    seat = verified_seat(seat, players, "seat")
    others = [other for other in range(players) if other != seat]
    if not isinstance(opponents, Mapping):
        opponents = dict.fromkeys(others, opponents)
    bots = verified_bots(opponents, players, "opponents")
    if sorted(bots) != others:
        raise DobbmError(f"opponents must name a player for each of the seats {others}")
    return seat, bots


register(
    "dobbm/Dobbm-v0",
    entry_point=DobbmEnv,
    vector_entry_point=f"{__name__}:vector_env",
    disable_env_checker=True,  # it would try illegal actions at every start
)
