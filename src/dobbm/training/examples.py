"""Training examples for the hand tables: deals played by the policy."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial

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
    ValueTable,
)
from dobbm.ai.kernel.examples import COLUMNS, Rows
from dobbm.ai.rollouts import learned_policy
from dobbm.game.cards import HEARTS as HEART_CARDS
from dobbm.game.exchange import COMPANIONS
from dobbm.game.seeds import fixed_size
from dobbm.players.simple.exchange import DISCARD_VALUE, worth
from dobbm.workers import run_all

COMPANION = COMPANIONS["plain"]
"""The trumps that may be discarded with a sow, in all training deals."""
TOGETHER = 5_000
"""The number of deals that a worker plays at a time."""


def simple_table() -> ValueTable:
    """Return the hand values of the player ``simple`` as a table.

    It selects the declarer's hands, and also the discards until a table has been learned.
    """
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
    report: Callable[[int], None],
    executor: Executor | None = None,
    *,
    kept: ValueTable,
    choices: int,
) -> Rows:
    """Play one Dobbm for each of ``numbers``; return a row for each, as in ``kernel.examples``.

    The hands are strong for the player ``simple``. The discards are the best by ``kept`` or, half
    the time, drawn from the ``choices`` best.
    At intervals, ``report`` is called with the number of the next deal. The rows do not depend on
    ``executor``; without one, this thread plays the deals.
    """
    return _play(partial(dobbm_player, seed, kept, choices), numbers, report, executor)


def play_solos(
    numbers: range, seed: int, report: Callable[[int], None], executor: Executor | None = None
) -> Rows:
    """Play one Solo for each of ``numbers``; rows and ``report`` are as in ``play_dobbms``."""
    return _play(partial(solo_player, seed), numbers, report, executor)


def dobbm_player(
    seed: int, kept: ValueTable, choices: int, strength: ValueTable | None = None
) -> Callable[[range], Rows]:
    """Return a function that plays the Dobbms with these numbers, as ``play_dobbms`` does.

    ``strength`` selects the declarer's hands: those that are strong for the player ``simple``
    unless it is given, and any hands if it is zero everywhere.
    """
    strength = simple_table() if strength is None else strength
    weights, seed = learned_policy().weights, fixed_size(seed)

    def play(numbers: range) -> Rows:
        rows = np.zeros((len(numbers), COLUMNS), np.int64)
        first = numbers.start
        examples.play_dobbms(rows, first, seed, strength, kept, COMPANION, choices, weights)
        return rows

    return play


def solo_player(seed: int, strength: ValueTable | None = None) -> Callable[[range], Rows]:
    """Return a function that plays the Solos with these numbers, as ``play_solos`` does.

    ``strength`` selects the hands as in ``dobbm_player``; the same one gives the same hands.
    """
    strength = simple_table() if strength is None else strength
    weights, seed = learned_policy().weights, fixed_size(seed)

    def play(numbers: range) -> Rows:
        rows = np.zeros((len(numbers), COLUMNS), np.int64)
        examples.play_solos(rows, numbers.start, seed, strength, weights)
        return rows

    return play


def _play(
    make_player: Callable[[], Callable[[range], Rows]],
    numbers: range,
    report: Callable[[int], None],
    executor: Executor | None,
) -> Rows:
    """Return one row per number; ``TOGETHER`` deals are played at a time."""
    parts = [np.empty((0, COLUMNS), np.int64)]
    spans = (numbers[start : start + TOGETHER] for start in range(0, len(numbers), TOGETHER))
    for rows in run_all(make_player, spans, executor, chunk=1):
        parts.append(rows)
        report(numbers.start + sum(map(len, parts)))
    return np.concatenate(parts)
