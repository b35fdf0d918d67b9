"""Learns the values of hands: kept after an exchange, played as a Solo, or as dealt."""

from __future__ import annotations

from concurrent.futures import Executor

import numpy as np

from dobbm.ai.kernel.evaluation import Table
from dobbm.ai.kernel.examples import AWAY, COLUMNS, HAND, KEPT, POINTS, Rows, exchange_each
from dobbm.training.examples import COMPANION, play_dobbms, play_solos, simple_table
from dobbm.training.fitting import fit
from dobbm.training.reports import Progress
from dobbm.training.seeds import seed_for

ROUNDS = (0.1, 0.4, 1.0)
"""Fractions of the deals after which the table that chooses the discards is refitted."""
CHOICES = 16
"""In half the examples, the discards are drawn from this many best sets, so that the values of
inferior discards are learned too."""


def learn_hands(
    dobbms: int, solos: int, seed: int, report: Progress, executor: Executor | None
) -> tuple[Table, Table, Table]:
    """Learn the tables for kept hands, Solos and hands as dealt.

    They come from ``dobbms`` deals of a Dobbm and ``solos`` deals of a Solo.
    """
    rows, kept = _learn_to_keep(dobbms, seed, report, executor)
    hands = np.ascontiguousarray(rows[:, HAND])
    solo = _learn_solos(solos, seed, report, executor)
    expected = exchange_each(hands, seed_for("talons", seed), kept, COMPANION)
    return kept, solo, fit(hands, np.zeros_like(hands), expected)


def _learn_to_keep(
    deals: int, seed: int, report: Progress, executor: Executor | None
) -> tuple[Rows, Table]:
    """Play Dobbms and fit the table of kept hands, which chooses the discards of later Dobbms."""
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


def _learn_solos(deals: int, seed: int, report: Progress, executor: Executor | None) -> Table:
    """Learn the table of Solos."""
    rows = play_solos(
        range(deals), seed_for("solos", seed), lambda done: report("Solos", done, deals), executor
    )
    return fit(rows[:, HAND], np.zeros(deals, np.int64), rows[:, POINTS])
