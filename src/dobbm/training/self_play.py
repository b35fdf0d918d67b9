"""Trains the policy of ``rollouts`` by policy gradient (docs/bots.md).

It learns in self-play, or as the best response to a policy that does not change.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import lookup_tables
from dobbm.ai.kernel.policy import CELLS, Weights, declarers_cells
from dobbm.ai.kernel.policy_gradient import add_gradients
from dobbm.ai.rollouts import LearnedPolicy
from dobbm.game.arguments import AMOUNT, FUNCTION, SEED, Kind, takes
from dobbm.game.seeds import fixed_size, verified_seed
from dobbm.training.examples import COMPANION
from dobbm.training.reports import Progress
from dobbm.workers import EXECUTOR, run_all

Role: TypeAlias = Literal["declarer", "defenders"]

TOGETHER = 10_000
"""The number of decisions per update of the weights."""
PARTS = 8
"""The number of tasks among which these decisions are split; gradients are added in order."""

TEMPERATURE = (2.0, 0.2)
"""The softmax temperature at the start and the end of training; it falls geometrically. It is the
advantage in card points that makes one card e times as likely as another."""
ANSWERING = (0.4, 0.1)
"""The same for best responses, which start from weights that are already good."""
STEPS = (0.03, 0.002)
"""The learning rate at the start and the end of training; it falls geometrically."""
MOMENTUM, MEMORY, LEAST = 0.9, 0.99, 1e-6
"""Parameters of Adam (Kingma and Ba, 2014): the decay rates of the mean and the spread of the
gradients, and the term added to the spread to keep it above 0."""

ALL = 0b1111
LEARNERS: dict[Role, int] = {"declarer": 0b0001, "defenders": 0b1110}
"""The seats that learn, one bit each, the lowest for the declarer."""
ROLE = Kind('"declarer" or "defenders"', lambda value: value in (*LEARNERS,))
FIRM = 1000.0
"""Logits times this make the likeliest card all but certain, as ``choose_card`` plays it."""


@takes(decisions=AMOUNT, seed=SEED, report=FUNCTION, executor=EXECUTOR)
def learn_to_play(
    decisions: int, seed: int, report: Progress, executor: Executor | None = None
) -> LearnedPolicy:
    """Learn the policy's weights from ``decisions`` decisions in self-play, starting from zero.

    The weights are updated after every ten thousand decisions, and at least once; a remainder is
    left out. The tables of ``ai.evaluation`` choose the declarer's hand and the discards. The
    result does not depend on the ``executor``; without one, this thread does the work.
    """
    weights = np.zeros(CELLS, np.float32)
    learned = _learn(weights, ALL, TEMPERATURE, decisions, seed, report, executor)
    return LearnedPolicy(weights, {"decisions": learned, "seed": verified_seed(seed)})


def learn_to_answer(
    frozen: LearnedPolicy,
    role: Role,
    decisions: int,
    seed: int,
    report: Progress,
    executor: Executor | None = None,
) -> LearnedPolicy:
    """Learn a best response to ``frozen``, whose other role always plays its likeliest card.

    All weights start from those of ``frozen``, and only the role's own change. The rest is as in
    ``learn_to_play``.
    """
    own = declarers_cells() == (role == "declarer")
    weights = np.where(own, frozen.weights, np.float32(FIRM) * frozen.weights)
    learned = _learn(weights, LEARNERS[role], ANSWERING, decisions, seed, report, executor)
    made = {"decisions": learned, "seed": verified_seed(seed), "role": role, "against": frozen.made}
    return LearnedPolicy(np.where(own, weights, frozen.weights), made)


def _learn(
    weights: Weights,
    learners: int,
    temperatures: tuple[float, float],
    decisions: int,
    seed: int,
    report: Progress,
    executor: Executor | None,
) -> int:
    """Change ``weights`` in place; return the number of decisions from which they have learned."""
    changes = max(1, decisions // TOGETHER)
    mean, square = np.zeros(CELLS), np.zeros(CELLS)
    for change in range(changes):
        temperature = between(temperatures, change / changes)
        gradient = _gradient(weights, learners, change, seed, temperature, executor)
        mean += (1 - MOMENTUM) * (gradient - mean)
        square += (1 - MEMORY) * (gradient**2 - square)
        spread = np.sqrt(square / (1 - MEMORY ** (change + 1))) + LEAST
        step = between(STEPS, change / changes) / (1 - MOMENTUM ** (change + 1))
        weights += (step * mean / spread).astype(np.float32)
        report("decisions", (change + 1) * TOGETHER, changes * TOGETHER)
    return changes * TOGETHER


def between(ends: tuple[float, float], done: float) -> float:
    """Interpolate geometrically between two numbers; ``done`` is from 0 to 1."""
    first, last = ends
    value: float = first * (last / first) ** done
    return value


def _gradient(
    weights: Weights,
    learners: int,
    change: int,
    seed: int,
    temperature: float,
    executor: Executor | None,
) -> NDArray[np.float64]:
    """Return the mean gradient over the decisions of one update."""
    make_task = partial(_gradients, weights, learners, seed, temperature)
    firsts = range(change * TOGETHER, (change + 1) * TOGETHER, TOGETHER // PARTS)
    total = np.zeros(CELLS)
    for gradient in run_all(make_task, firsts, executor, chunk=1):
        total += gradient
    return total / TOGETHER


def _gradients(
    weights: Weights, learners: int, seed: int, temperature: float
) -> Callable[[int], NDArray[np.float32]]:
    """Return a function that sums a part's gradients, given the number of its first decision."""
    tables, seed = lookup_tables(), fixed_size(seed)
    strengths = tables.dobbm, tables.solo

    def summed(first: int) -> NDArray[np.float32]:
        gradient, count = np.zeros(CELLS, np.float32), TOGETHER // PARTS
        kept = tables.kept
        add_gradients(
            first,
            count,
            seed,
            strengths,
            kept,
            COMPANION,
            weights,
            learners,
            temperature,
            gradient,
        )
        return gradient

    return summed
