"""Fitting recovers the table behind the points, and estimates sets of cards never seen."""

from __future__ import annotations

import numpy as np
import pytest

from dobbm.ai.kernel.evaluation import look_up_each
from dobbm.game.cards import DECK
from dobbm.training.examples import simple_table
from dobbm.training.fitting import EDGES, fit


def random_hands(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    decks = rng.permuted(np.tile(np.array(DECK), (count, 1)), axis=1)
    return decks[:, :8].sum(axis=1), decks[:, 8:12].sum(axis=1)


@pytest.mark.long
def test_the_values_of_a_table_are_recovered() -> None:
    """The points are the values of the table, plus noise."""
    rng = np.random.default_rng(2)
    hands, discards = random_hands(20_000, 3)
    true = simple_table()
    values = look_up_each(true, hands, discards) + rng.normal(0, 12, len(hands))
    found = fit(hands, discards, values)
    others, out = random_hands(3_000, 4)
    errors = look_up_each(found, others, out) - look_up_each(true, others, out)
    assert abs(errors.mean()) < 0.5
    assert errors.std() < 3


def test_sets_that_were_never_seen_learn_from_similar_ones() -> None:
    hands, discards = random_hands(1_000, 5)
    true = simple_table()
    table = fit(hands, discards, look_up_each(true, hands, discards))
    assert np.all(table[EDGES[0] : EDGES[1]] != 0)
    six_hearts = [0b1, 0b11, 0b111, 0b1111, 0b11111, 0b111111]
    assert np.all(np.diff(table[six_hearts]) > 0)
