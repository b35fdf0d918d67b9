"""How the cheap player of ``rollouts`` learns: by playing against itself (docs/bots.md)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import tables
from dobbm.ai.kernel.lessons import learn
from dobbm.ai.kernel.policy import CELLS, Weights
from dobbm.ai.rollouts import Learnt
from dobbm.training.examples import COMPANION
from dobbm.training.progress import Progress

TOGETHER = 10_000
"""Decisions between two changes of the weights."""
PARTS = 8
"""In which they are studied; the parts' gradients are added up in order."""

WARMTH = (2.0, 0.4)
"""From the first to the last change the card points that it costs to be e times as sure of a card.
"""
STEPS = (0.03, 0.002)
"""From the first to the last change how far the weights go. Both fall evenly on a scale of ratios.
"""
MOMENTUM, MEMORY, LEAST = 0.9, 0.99, 1e-6
"""Of Adam (Kingma and Ba, 2014): how slowly mean and spread of the gradients are forgotten, and
what is added to the spread, lest it be 0."""


def learn_to_play(decisions: int, seed: int, jobs: int, tell: Progress) -> Learnt:
    """Weights learnt from so many decisions in deals against itself, beginning with nothing.

    After every ten thousand the weights are changed; what is over is left out. Hands are declared,
    and cards laid away, by the tables of ``evaluation``. ``jobs``: on how many threads; the result
    does not depend on it.
    """
    changes = max(1, decisions // TOGETHER)
    weights = np.zeros(CELLS, np.float32)
    mean, square = np.zeros(CELLS), np.zeros(CELLS)
    with ThreadPoolExecutor(jobs) as pool:
        for change in range(changes):
            gradient = _gradient(pool, weights, change, seed, _between(WARMTH, change / changes))
            mean += (1 - MOMENTUM) * (gradient - mean)
            square += (1 - MEMORY) * (gradient**2 - square)
            spread = np.sqrt(square / (1 - MEMORY ** (change + 1))) + LEAST
            step = _between(STEPS, change / changes) / (1 - MOMENTUM ** (change + 1))
            weights += (step * mean / spread).astype(np.float32)
            tell("decisions", (change + 1) * TOGETHER, changes * TOGETHER)
    return Learnt(weights, {"decisions": changes * TOGETHER, "seed": seed})


def _between(ends: tuple[float, float], done: float) -> float:
    """From the first to the last of two figures, evenly in ratios; ``done``: from 0 to 1."""
    first, last = ends
    between: float = first * (last / first) ** done
    return between


def _gradient(
    pool: ThreadPoolExecutor, weights: Weights, change: int, seed: int, warmth: float
) -> NDArray[np.float64]:
    """The mean of what the decisions before the next change teach."""
    gradients = [np.zeros(CELLS, np.float32) for _ in range(PARTS)]
    count = TOGETHER // PARTS
    parts = [
        pool.submit(
            learn,
            change * TOGETHER + part * count,
            count,
            seed,
            (tables().dobbm, tables().solo),
            tables().kept,
            COMPANION,
            weights,
            warmth,
            gradient,
        )
        for part, gradient in enumerate(gradients)
    ]
    for part in parts:
        part.result()
    total = np.zeros(CELLS)
    for gradient in gradients:
        total += gradient
    return total / TOGETHER
