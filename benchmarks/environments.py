"""Measure how many actions a second the environments take, and peers in the same run.

  .venv/bin/python benchmarks/environments.py

Every figure is the median of five rounds in which all take turns, on one core, with random legal
actions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pyspiel

import dobbm.envs.openspiel  # registers the game
from dobbm.envs import Batch
from dobbm.envs.pettingzoo import env, raw_env
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from measuring import alternating, say

ENVS = 1024
BATCHES = 4_000
TURNS = 40_000
ROUNDS = 5


def main() -> None:
    """Measure everything and print a table."""
    batches = {observe: Batch(ENVS, seed=1, observe=observe) for observe in (True, False)}
    tasks: dict[str, tuple[Callable[[], object], int]] = {
        "Batch, observations and masks": (partial(step, batches[True]), ENVS * BATCHES),
        "Batch, masks only": (partial(step, batches[False]), ENVS * BATCHES),
        "Batch, sessions": (partial(step, Batch(ENVS, seed=1, session=True)), ENVS * BATCHES),
        "PettingZoo, raw_env": (partial(take_turns, raw_env()), TURNS),
        "PettingZoo, env": (partial(take_turns, env()), TURNS),
        "OpenSpiel, python_dobbm": (partial(simulate, dobbm.envs.openspiel.NAME), TURNS),
        "OpenSpiel, skat (C++)": (partial(simulate, "skat"), TURNS),
        "Deal": (play_deals, TURNS // 4),
    }
    say("Stepping …")
    for task, _ in tasks.values():
        task()
    times = alternating(*[task for task, _ in tasks.values()], rounds=ROUNDS)
    for (name, (_, actions)), seconds in zip(tasks.items(), times, strict=True):
        print(f"{name:30} {actions / seconds:>12,.0f} actions a second")


def step(batch: Batch) -> None:
    """Step a batch, with random legal actions drawn for every step."""
    for _ in range(BATCHES):
        batch.step(batch.random_actions())


def take_turns(table: Any) -> None:
    """Play in a PettingZoo environment; every agent observes before it acts."""
    random = Random(1)
    table.reset(seed=1)
    for _ in range(TURNS):
        seen, _, over, _, _ = table.last()
        if over:
            table.reset()
            continue
        legal = np.flatnonzero(seen["action_mask"])
        table.step(int(legal[int(random.random() * len(legal))]))


def simulate(name: str) -> None:
    """Play a game of OpenSpiel, chance included."""
    random, game = Random(1), pyspiel.load_game(name)
    state = game.new_initial_state()
    for _ in range(TURNS):
        if state.is_terminal():
            state = game.new_initial_state()
        state.apply_action(random.choice(state.legal_actions()))


def play_deals() -> None:
    """Play deals as immutable values."""
    random, left = Random(1), TURNS // 4
    while left > 0:
        deal = Deal.start(shuffled(random), dealer=0)
        while deal.to_act is not None:
            deal = deal.apply(random.choice(deal.legal_actions()))
            left -= 1


if __name__ == "__main__":
    main()
