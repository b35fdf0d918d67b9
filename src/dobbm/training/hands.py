"""How the tables of hands are learnt: what eight cards bring, kept, in a Solo, or as dealt."""

from __future__ import annotations

import numpy as np

from dobbm.ai.kernel.evaluation import Table
from dobbm.ai.kernel.examples import AWAY, COLUMNS, HAND, KEPT, POINTS, Rows, exchange_each
from dobbm.training.chance import seed_for
from dobbm.training.examples import COMPANION, play_dobbms, play_solos, simple_table
from dobbm.training.fitting import fit
from dobbm.training.progress import Progress

ROUNDS = (0.1, 0.4, 1.0)
"""What part of the deals has been played when the table, which chooses the discards, is fitted."""
CHOICES = 16
"""Every second example has one of so many best discards: the second best must be known too."""


def learn_hands(
    dobbms: int, solos: int, seed: int, jobs: int, tell: Progress
) -> tuple[Table, Table, Table]:
    """The tables of ``evaluation`` for kept hands, Solos and hands as dealt, from so many deals."""
    rows, kept = _learn_to_keep(dobbms, seed, jobs, tell)
    hands = np.ascontiguousarray(rows[:, HAND])
    solo = _learn_solos(solos, seed, jobs, tell)
    expected = exchange_each(hands, seed_for("talons", seed), kept, COMPANION)
    return kept, solo, fit(hands, np.zeros_like(hands), expected)


def _learn_to_keep(deals: int, seed: int, jobs: int, tell: Progress) -> tuple[Rows, Table]:
    """Dobbms, and the table of kept hands that they teach, which chooses the discards of more."""
    kept = simple_table()
    rows = np.empty((0, COLUMNS), np.int64)
    for part in ROUNDS:
        more = play_dobbms(
            range(len(rows), round(part * deals)),
            seed_for("Dobbms", seed),
            jobs,
            lambda done: tell("Dobbms", done, deals),
            kept=kept,
            choices=CHOICES,
        )
        rows = np.concatenate([rows, more])
        kept = fit(rows[:, KEPT], rows[:, AWAY], rows[:, POINTS])
    return rows, kept


def _learn_solos(deals: int, seed: int, jobs: int, tell: Progress) -> Table:
    """The table of Solos."""
    rows = play_solos(
        range(deals), seed_for("solos", seed), jobs, lambda done: tell("Solos", done, deals)
    )
    return fit(rows[:, HAND], np.zeros(deals, np.int64), rows[:, POINTS])
