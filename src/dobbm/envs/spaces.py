"""The observations of agents in the toolkits, and their spaces in Gymnasium."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from dobbm.ai.kernel.observation import OBSERVATION_SIZE
from dobbm.envs.encoding import ACTIONS
from dobbm.envs.one_session import OneSession
from dobbm.envs.options import EnvOptions
from dobbm.game.actions import Seat

Seen: TypeAlias = dict[str, NDArray[Any]]
"""An observation, the mask of the legal actions and, in a session, where it stands."""

ILLEGAL = -60.0
"""The reward for an illegal action: the price of a Match, in card points."""

MOST = 2.0**53
"""More than any ledger has; whole numbers up to here are exact."""


def seen_space(options: EnvOptions) -> spaces.Dict[Any]:
    """Return the space of what an agent sees."""
    seen: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, 127, (OBSERVATION_SIZE,), np.int8),
        "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8),
    }
    if options.session:
        seen["session"] = spaces.Box(-MOST, MOST, (2 + options.players,), np.float64)
    return spaces.Dict(seen)


def seen_by(session: OneSession, seat: Seat) -> Seen:
    """Return what a seat sees; no action is legal unless it is its turn."""
    deal = session.deal
    mask = deal.legal_mask if seat == session.to_act else np.zeros(len(ACTIONS), np.bool_)
    seen: Seen = {"observation": deal.observation(seat), "action_mask": mask.view(np.int8)}
    if session.options.session:
        seen["session"] = session.standing(seat)
    return seen


def nothing_seen(options: EnvOptions) -> Seen:
    """Return what an agent sees at the end of an episode, whose value is its reward: zeros."""
    seen: Seen = {
        "observation": np.zeros(OBSERVATION_SIZE, np.int8),
        "action_mask": np.zeros(len(ACTIONS), np.int8),
    }
    if options.session:
        seen["session"] = np.zeros(2 + options.players)
    return seen
