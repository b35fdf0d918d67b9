"""Training examples for the hand tables: deals played by the policy."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from dobbm.ai.kernel import examples
from dobbm.ai.kernel.evaluation import (
    CELLS,
    DISCARDED,
    DISCARDED_POINTS,
    HEARTS,
    SETS,
    SHARED,
    SIDES,
    TOPS,
    Table,
)
from dobbm.ai.kernel.examples import COLUMNS, Rows
from dobbm.ai.rollouts import learned_policy
from dobbm.game.cards import HEARTS as HEART_CARDS
from dobbm.game.exchange import COMPANIONS
from dobbm.players.simple.exchange import DISCARD_VALUE, worth

COMPANION = COMPANIONS["plain"]
"""The trumps that may be discarded with a sow, in all training deals."""
TOGETHER = 5_000
"""The number of deals that a thread plays at a time."""


def simple_table() -> Table:
    """Return the hand values of the player ``simple``, by which the declarer's hand is chosen."""
    table = np.zeros(CELLS)
    heart = HEART_CARDS & -HEART_CARDS
    for cards in range(SETS):
        table[HEARTS + cards] = worth(cards * heart) - worth(0)
        table[SIDES + cards : SHARED : SETS] = worth(cards) - worth(0)
    table[DISCARDED:TOPS] = DISCARD_VALUE * (np.arange(TOPS - DISCARDED) % DISCARDED_POINTS)
    return table


def play_dobbms(
    numbers: range,
    seed: int,
    jobs: int,
    report: Callable[[int], None],
    *,
    kept: Table,
    choices: int,
) -> Rows:
    """Play the Dobbms with these numbers; return a row for each, as in ``kernel.examples``.

    The discards are the best by ``kept`` or, half the time, drawn from the ``choices`` best.
    ``report`` is called with the number reached. The rows do not depend on ``jobs``, the number of
    threads.
    """
    strength, weights = simple_table(), learned_policy().weights

    def fill(rows: Rows, first: int) -> None:
        examples.play_dobbms(rows, first, seed, strength, kept, COMPANION, choices, weights)

    return _play(fill, numbers, jobs, report)


def play_solos(numbers: range, seed: int, jobs: int, report: Callable[[int], None]) -> Rows:
    """Play the Solos with these numbers; rows and ``report`` are as in ``play_dobbms``."""
    strength, weights = simple_table(), learned_policy().weights

    def fill(rows: Rows, first: int) -> None:
        examples.play_solos(rows, first, seed, strength, weights)

    return _play(fill, numbers, jobs, report)


def _play(
    fill: Callable[[Rows, int], None], numbers: range, jobs: int, report: Callable[[int], None]
) -> Rows:
    """Return one row per number; each thread fills ``TOGETHER`` rows at a time."""
    rows = np.zeros((len(numbers), COLUMNS), np.int64)
    starts = [*range(0, len(numbers), TOGETHER), len(numbers)]
    with ThreadPoolExecutor(jobs) as pool:
        for turn in range(0, len(starts) - 1, jobs):
            spans = pairwise(starts[turn : turn + jobs + 1])
            parts = [pool.submit(fill, rows[a:b], numbers.start + a) for a, b in spans]
            for part in parts:
                part.result()
            report(numbers.start + starts[min(turn + jobs, len(starts) - 1)])
    return rows
