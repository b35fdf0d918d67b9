"""Measures the hand tables on deals that they were not learned from."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import MOST, USES, LookupTables, Values
from dobbm.ai.kernel.evaluation import look_up_each
from dobbm.ai.kernel.examples import AWAY, HAND, KEPT, POINTS
from dobbm.game.arguments import AMOUNT, FUNCTION, SEED, takes
from dobbm.game.seeds import seed_for
from dobbm.training.examples import play_dobbms, play_solos
from dobbm.training.reports import Progress
from dobbm.workers import EXECUTOR

DECILES = 10


class Decile(NamedTuple):
    """One tenth of the hands, ranked by expected points: the mean expected and actual points."""

    expected: float
    found: float


class Quality(NamedTuple):
    """The accuracy with which a table predicts the points of deals that it was not learned from."""

    spread: float
    """Standard deviation of the prediction error, including the luck of a single deal."""
    deciles: list[Decile]


@takes(tables=LookupTables, deals=AMOUNT, seed=SEED, report=FUNCTION, executor=EXECUTOR)
def check(
    tables: LookupTables,
    deals: int,
    seed: int,
    report: Progress,
    executor: Executor | None = None,
) -> dict[str, Quality]:
    """Return the quality of each hand table, on ``deals`` new Dobbms and as many new Solos.

    In the Dobbms, the discards are the best by ``tables``.
    """
    numbers, nothing = range(deals), np.zeros(deals, np.int64)
    dobbms = play_dobbms(
        numbers,
        seed_for("fresh Dobbms", seed),
        lambda done: report("Dobbms", done, deals),
        executor,
        kept=tables.kept,
        choices=1,
    )
    solos = play_solos(
        numbers, seed_for("fresh solos", seed), lambda done: report("Solos", done, deals), executor
    )
    expected = (
        look_up_each(tables.kept, dobbms[:, KEPT].copy(), dobbms[:, AWAY].copy()),
        look_up_each(tables.solo, solos[:, HAND].copy(), nothing),
        look_up_each(tables.dobbm, dobbms[:, HAND].copy(), nothing),
    )
    found = (dobbms[:, POINTS], solos[:, POINTS], dobbms[:, POINTS])
    return {
        name: _quality(predicted, true)
        for name, predicted, true in zip(USES, expected, found, strict=True)
    }


def _quality(expected: Values, found: NDArray[np.int64]) -> Quality:
    """Compare ``expected`` with ``found`` card points, deal by deal."""
    expected = np.clip(expected, 0.0, MOST)
    order = np.argsort(expected, kind="stable")
    deciles = [
        Decile(float(expected[tenth].mean()), float(found[tenth].mean()))
        for tenth in np.array_split(order, DECILES)
    ]
    return Quality(float(np.std(found - expected)), deciles)
