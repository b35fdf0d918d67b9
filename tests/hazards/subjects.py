"""The subjects of the tests of hazards: positions, wrong values, and how things go on."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel

import dobbm.envs.openspiel  # noqa: F401 - registers the game
from dobbm import Deal, Rules, View
from dobbm.ai.worlds import Worlds
from dobbm.envs import Batch
from dobbm.envs.encoding import NUMBERS
from dobbm.envs.gymnasium import DobbmEnv, DobbmVectorEnv, vector_env
from dobbm.game.cards import DECK

RULES = Rules(max_doublings=3)
START = Deal.start(DECK, dealer=3, rules=RULES)
PLAYED = START.apply_all(["solo", "gut", "gut", "gut"])
VIEW = View.of(PLAYED, PLAYED.to_act)
OWN = View.of(START, 0)
WORLDS = Worlds.of(VIEW).sample(6, seed=1)
WEITER = NUMBERS["weiter"]
SPIEL = "python_dobbm(dealer=3)"


def choose(_observation: object, legal: np.ndarray, random: Random) -> int:
    """A choice of an agent: any legal action."""
    return random.choice(np.flatnonzero(legal).tolist())


class Counting:
    """A bot that remembers: it goes round the legal actions."""

    def __init__(self) -> None:
        self.asked = [0]

    def act(self, view: View, _: int) -> str:
        self.asked[0] += 1
        assert view.legal
        return view.legal[self.asked[0] % len(view.legal)]


def dealt() -> Any:
    """A state of OpenSpiel after the last card is dealt."""
    state = pyspiel.load_game(SPIEL).new_initial_state()
    for card in range(36):
        state.apply_action(card)
    return state


class Anything:
    """A value that is right nowhere."""


ANYTHING = Anything()

WRONG: tuple[Any, ...] = (
    *(ANYTHING, None, True, -1, 2.5, float("nan"), "x", "", b"x"),
    *([1], [[1]], (1,), [None], {}, {1}, {"x": 1}, np.array([[1]]), np.array(["x"]), [ANYTHING]),
)


def batch_steps(batch: Batch) -> object:
    batch.step(batch.random_actions())
    seen = (batch.to_act, batch.legal, batch.done, batch.rewards, batch.observations)
    return [array.tolist() for array in (*seen, batch.hidden())]


def agents_step(table: Any) -> object:
    if not table.agents:
        table.reset()
    seen, reward, over, *_ = table.last()
    table.step(None if over else int(np.flatnonzero(seen["action_mask"])[-1]))
    return table.agents, reward, seen["observation"].tolist()


def learner() -> DobbmEnv:
    table = DobbmEnv(dealer=3)
    table.reset(seed=2)
    return table


def vectors() -> DobbmVectorEnv:
    table = vector_env(4)
    table.reset(seed=2)
    return table


def reset(table: Any) -> Any:
    table.reset(seed=2)
    return table
