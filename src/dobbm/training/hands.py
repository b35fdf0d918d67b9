"""Learns the values of hands kept in an exchange, hands in a Solo, and hands as dealt."""

from __future__ import annotations

from concurrent.futures import Executor

import numpy as np

from dobbm.ai.kernel.evaluation import ValueTable
from dobbm.ai.kernel.examples import AWAY, COLUMNS, HAND, KEPT, POINTS, Rows, exchange_each
from dobbm.game.seeds import seed_for
from dobbm.training.examples import COMPANION, play_dobbms, play_solos, simple_table
from dobbm.training.fitting import fit
from dobbm.training.reports import Progress

ROUNDS = (0.1, 0.4, 1.0)
"""The table that chooses the discards is refitted after each of these fractions of the deals."""
CHOICES = 16
"""In half the examples, the discards are drawn from this many of the best sets, so that the values
of inferior discards are learned too."""


def learn_hands(
    dobbms: int, solos: int, seed: int, report: Progress, executor: Executor | None
) -> tuple[ValueTable, ValueTable, ValueTable]:
    """Learn the tables for kept hands, Solos and hands as dealt.

    They are learned from ``dobbms`` Dobbms and ``solos`` Solos.
    """
    rows, kept = _learn_to_keep(dobbms, seed, report, executor)
    hands = np.ascontiguousarray(rows[:, HAND])
    solo = _learn_solos(solos, seed, report, executor)
    expected = exchange_each(hands, seed_for("talons", seed), kept, COMPANION)
    return kept, solo, fit(hands, np.zeros_like(hands), expected)


def _learn_to_keep(
    deals: int, seed: int, report: Progress, executor: Executor | None
) -> tuple[Rows, ValueTable]:
    """Play ``deals`` Dobbms and learn the table for kept hands; return the examples and the table.

    From the second of the ``ROUNDS`` on, the table learned so far chooses the discards.
    """
    kept = simple_table()
    rows = np.empty((0, COLUMNS), np.int64)
    for part in ROUNDS:
        more = play_dobbms(
            range(len(rows), round(part * deals)),
            seed_for("Dobbms", seed),
            lambda done: report("Dobbms", done, deals),
            executor,
            kept=kept,
            choices=CHOICES,
        )
        rows = np.concatenate([rows, more])
        kept = fit(rows[:, KEPT], rows[:, AWAY], rows[:, POINTS])
    return rows, kept


def _learn_solos(deals: int, seed: int, report: Progress, executor: Executor | None) -> ValueTable:
    """Play ``deals`` Solos and learn the table for Solos from them."""
    rows = play_solos(
        range(deals), seed_for("solos", seed), lambda done: report("Solos", done, deals), executor
    )
    return fit(rows[:, HAND], np.zeros(deals, np.int64), rows[:, POINTS])
