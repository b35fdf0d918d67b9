"""A table finds again what made the points, and guesses what it has not seen."""

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
def test_what_a_table_made_is_found_again() -> None:
    """A card of hearts is worth ten, one of another suit its rank, and chance adds to it."""
    rng = np.random.default_rng(2)
    hands, discards = random_hands(20_000, 3)
    true = simple_table()
    values = look_up_each(true, hands, discards) + rng.normal(0, 12, len(hands))
    found = fit(hands, discards, values)
    others, out = random_hands(3_000, 4)
    missed = look_up_each(found, others, out) - look_up_each(true, others, out)
    assert abs(missed.mean()) < 0.5
    assert missed.std() < 3


def test_sets_that_were_never_seen_learn_from_those_like_them() -> None:
    hands, discards = random_hands(3_000, 5)
    true = simple_table()
    table = fit(hands, discards, look_up_each(true, hands, discards))
    assert np.all(table[EDGES[0] : EDGES[1]] != 0)
    six_hearts = [0b1, 0b11, 0b111, 0b1111, 0b11111, 0b111111]
    assert np.all(np.diff(table[six_hearts]) > 0)
