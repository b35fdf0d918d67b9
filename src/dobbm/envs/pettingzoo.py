"""Dobbm as a PettingZoo environment: every seat is an agent, and they act in turn.

>>> from dobbm.envs.pettingzoo import env
>>> table = env()
>>> table.reset(seed=1)
>>> for agent in table.agent_iter():
...     observation, reward, over, _, _ = table.last()
...     mask = None if over else observation["action_mask"]
...     table.step(None if over else table.action_space(agent).sample(mask))

An observation is a dictionary of ``observation`` (docs/environments.md) and ``action_mask``. An
episode is one deal or, with ``session=True``, a session; then ``session`` says where it stands.
"""

from __future__ import annotations

from logging import getLogger
from random import Random
from typing import Any, ClassVar, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.observation import HIDDEN_SIZE, OBSERVATION_SIZE
from dobbm.copying import CopiedWhole
from dobbm.envs.encoding import ACTIONS, verified_action
from dobbm.envs.following import FollowedDeal
from dobbm.envs.one_session import OneSession
from dobbm.envs.options import EnvOptions, ignored_options
from dobbm.extras import extra_envs
from dobbm.game.actions import Seat
from dobbm.game.errors import DobbmError, IllegalAction, RulesError, quoted
from dobbm.game.fields import verified
from dobbm.game.seeds import generator

with extra_envs("dobbm.envs.pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import env_logger, wrappers

    from dobbm.envs.spaces import ILLEGAL, Seen, seen_by, seen_space

Last: TypeAlias = tuple[Any, float, bool, bool, dict[str, Any]]
"""The answer of ``last``: observation, reward, terminated, truncated and information."""

NAME = "dobbm_v0"

FROM_RESET = {
    *("agent_selection", "rewards", "terminations", "truncations", "infos"),
    *("_cumulative_rewards", "_session"),
}
"""The attributes that an environment has from ``reset`` on."""


class NotReset(DobbmError, AttributeError):
    """A call between two episodes: ``reset`` begins one."""


def env(**options: Any) -> AECEnv[str, Seen, int]:
    """Return an environment that refuses calls in the wrong order.

    ``options`` are those of ``raw_env``.
    """
    return _InOrder(raw_env(**options))


class _InOrder(CopiedWhole, wrappers.OrderEnforcingWrapper[str, Seen, int]):  # type: ignore[misc]
    """PettingZoo's wrapper, which refuses calls in the wrong order."""

    def last(self, observe: bool = True) -> Last:
        """Return what ``raw_env.last`` returns."""
        last: Last = self.env.last(observe)
        return last


class raw_env(CopiedWhole, AECEnv[str, Seen, int]):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name
    """The environment without a wrapper, which is twice as fast.

    ``render_mode`` is "ansi", "human" or None; all other options are those of ``EnvOptions.of``. As
    usual with PettingZoo, an illegal action ends the episode: its seat loses 60, the others
    nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": NAME,
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise RulesError(f'"render_mode" must be "ansi" or "human", not {quoted(render_mode)}')
        self.options = EnvOptions.of(**options)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.options.players)]
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen_space(self.options))
        self.action_spaces = {
            agent: spaces.Discrete(len(ACTIONS)) for agent in self.possible_agents
        }
        self.state_space = spaces.Box(0, 127, (OBSERVATION_SIZE + HIDDEN_SIZE,), np.int8)
        self._random = Random()

    def __getattr__(self, name: str) -> Any:
        """Raise ``NotReset`` for what there is from ``reset`` on."""
        if name in FROM_RESET:
            raise NotReset("there is no deal yet: call reset() first")
        raise AttributeError(f"the environment has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Dict[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Return the space of an agent's actions; ``action_mask`` says which are legal."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def reset(
        self,
        seed: SupportsIndex | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Shuffle and deal; with a ``seed``, this deal and all later ones can be repeated.

        There are no ``options``: PettingZoo's log gets a warning that names any.
        """
        if ignored := ignored_options(options):
            getLogger(env_logger.__name__).warning(ignored)
        if seed is not None:
            self._random = generator(seed)
        dealer = self.options.dealer
        if dealer is None:
            dealer = self._random.randrange(self.options.players)
        self._session = OneSession(self.options, dealer)
        self._session.begin(self._session.shuffled(self._random))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._paid = False
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._next_agent()

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is; None for one whose deal is over.

        Raises ``UnknownAction`` for anything that is not in the action space, and ``NotReset`` when
        no agent is left.
        """
        self._verify_not_over()
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        number, session = verified_action(action), self._session
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self._paid:
            self.rewards, self._paid = dict.fromkeys(self.agents, 0.0), False
        try:
            paid = session.act(number)
        except IllegalAction:
            self._pay({**dict.fromkeys(self.agents, 0.0), self.agent_selection: ILLEGAL}, over=True)
        else:
            if session.under_way:
                self._next_agent()
            else:
                self._pay(dict(zip(self.agents, paid.tolist(), strict=True)))
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> Last:
        """Return the observation, the reward and the end of the agent whose turn it is.

        Raises ``NotReset`` when no agent is left.
        """
        self._verify_not_over()
        last: Last = super().last(verified(observe, bool, "observe", DobbmError))
        return last

    def observe(self, agent: str) -> Seen:
        """Return what an agent may know, and its legal actions, none if it is not its turn."""
        return seen_by(self._session, self._seat(agent))

    def state(self) -> NDArray[np.int8]:
        """Return all cards, shape (648,): the observation of the seat to act, then the hidden one.

        It is for training only, since no seat may know it.
        """
        deal = self._session.deal
        seat = deal.active[0] if deal.to_act is None else deal.to_act
        return np.concatenate([deal.observation(seat), deal.hidden(seat)])

    def followed(self) -> FollowedDeal:
        """Return the deal as the rules engine has it, all cards open, for players with views."""
        played = self._session.played or self._session.earlier[-1]
        return played.followed()

    def render(self) -> str | None:
        """Return the deal as text, all cards open, or print it, as ``render_mode`` says."""
        if self.render_mode == "ansi":
            return str(self._session.deal)
        if self.render_mode == "human":
            print(self._session.deal, end="\n\n")
        return None

    def _verify_not_over(self) -> None:
        if not self.agents and self.agent_selection:
            raise NotReset("the deal is over, and no agent is left: call reset() for the next one")

    def _seat(self, agent: str) -> Seat:
        try:
            return self.possible_agents.index(agent)
        except ValueError:
            agents = " or ".join(self.possible_agents)
            raise DobbmError(f'"agent" must be {agents}, not {quoted(agent)}') from None

    def _pay(self, rewards: dict[str, float], *, over: bool = False) -> None:
        """Pay at the end of a deal, and begin the next one unless the episode is over."""
        self.rewards, self._paid = rewards, True
        self._accumulate_rewards()
        if over or self._session.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._session.begin(self._session.shuffled(self._random))
            self._next_agent()

    def _next_agent(self) -> None:
        seat = self._session.to_act
        assert seat is not None
        self.agent_selection = self.agents[seat]
