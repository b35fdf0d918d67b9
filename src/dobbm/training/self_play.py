"""Trains the policy of ``rollouts`` by policy gradient in self-play (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import lookup_tables
from dobbm.ai.kernel.policy import CELLS, Weights
from dobbm.ai.kernel.policy_gradient import add_gradients
from dobbm.ai.rollouts import LearnedPolicy
from dobbm.training.examples import COMPANION
from dobbm.training.reports import Progress
from dobbm.workers import run_all

TOGETHER = 10_000
"""The number of decisions per update of the weights."""
PARTS = 8
"""The number of tasks among which these decisions are split; gradients are added in order."""

TEMPERATURE = (2.0, 0.4)
"""The softmax temperature at the start and the end of training; it falls geometrically. It is the
advantage in card points that makes one card e times as likely as another."""
STEPS = (0.03, 0.002)
"""The learning rate at the start and the end of training; it falls geometrically."""
MOMENTUM, MEMORY, LEAST = 0.9, 0.99, 1e-6
"""Parameters of Adam (Kingma and Ba, 2014): the decay rates of the mean and the spread of the
gradients, and the term added to the spread to keep it above 0."""


def learn_to_play(
    decisions: int, seed: int, report: Progress, executor: Executor | None = None
) -> LearnedPolicy:
    """Learn the policy's weights from ``decisions`` decisions in self-play, starting from zero.

    The weights are updated after every ten thousand decisions, and at least once; a remainder is
    left out. The tables of ``ai.evaluation`` choose the declarer's hand and the discards. The
    result does not depend on the ``executor``; without one, this thread does the work.
    """
    changes = max(1, decisions // TOGETHER)
    weights = np.zeros(CELLS, np.float32)
    mean, square = np.zeros(CELLS), np.zeros(CELLS)
    for change in range(changes):
        temperature = _between(TEMPERATURE, change / changes)
        gradient = _gradient(weights, change, seed, temperature, executor)
        mean += (1 - MOMENTUM) * (gradient - mean)
        square += (1 - MEMORY) * (gradient**2 - square)
        spread = np.sqrt(square / (1 - MEMORY ** (change + 1))) + LEAST
        step = _between(STEPS, change / changes) / (1 - MOMENTUM ** (change + 1))
        weights += (step * mean / spread).astype(np.float32)
        report("decisions", (change + 1) * TOGETHER, changes * TOGETHER)
    return LearnedPolicy(weights, {"decisions": changes * TOGETHER, "seed": seed})


def _between(ends: tuple[float, float], done: float) -> float:
    """Interpolate geometrically between two numbers; ``done`` is from 0 to 1."""
    first, last = ends
    between: float = first * (last / first) ** done
    return between


def _gradient(
    weights: Weights, change: int, seed: int, temperature: float, executor: Executor | None
) -> NDArray[np.float64]:
    """Return the mean gradient over the decisions of one update."""
    make_task = partial(_gradients, weights, seed, temperature)
    firsts = range(change * TOGETHER, (change + 1) * TOGETHER, TOGETHER // PARTS)
    total = np.zeros(CELLS)
    for gradient in run_all(make_task, firsts, executor, chunk=1):
        total += gradient
    return total / TOGETHER


def _gradients(
    weights: Weights, seed: int, temperature: float
) -> Callable[[int], NDArray[np.float32]]:
    """Return a function that sums a part's gradients, given the number of its first decision."""
    tables = lookup_tables()
    strengths = tables.dobbm, tables.solo

    def summed(first: int) -> NDArray[np.float32]:
        gradient, count = np.zeros(CELLS, np.float32), TOGETHER // PARTS
        kept = tables.kept
        add_gradients(
            first, count, seed, strengths, kept, COMPANION, weights, temperature, gradient
        )
        return gradient

    return summed
