"""Training examples are legal deals, whose declarers have better hands than random ones."""

from __future__ import annotations

from random import Random

import numpy as np

from dobbm.ai.kernel.evaluation import find_discards, look_up_each
from dobbm.ai.kernel.examples import (
    AWAY,
    COLUMNS,
    HAND,
    KEPT,
    POINTS,
    Rows,
    exchange_each,
    play_dobbms,
    play_solos,
)
from dobbm.ai.rollouts import learned_policy
from dobbm.game.cards import HS, points, shuffled
from dobbm.game.exchange import COMPANIONS, trumps_missing
from dobbm.training.examples import simple_table

PLAIN = COMPANIONS["plain"]
SIMPLE = simple_table()


def dobbms(count: int, first: int = 0, choices: int = 16) -> Rows:
    rows = np.zeros((count, COLUMNS), np.int64)
    play_dobbms(rows, first, 5, SIMPLE, SIMPLE, PLAIN, choices, learned_policy().weights)
    return rows


def solos(count: int) -> Rows:
    rows = np.zeros((count, COLUMNS), np.int64)
    play_solos(rows, 0, 5, SIMPLE, learned_policy().weights)
    return rows


def test_every_exchange_is_legal() -> None:
    for hand, kept, discards, _ in dobbms(300).tolist():
        assert (hand.bit_count(), kept.bit_count(), discards.bit_count()) == (8, 8, 4)
        assert kept & discards == 0
        assert hand & ~(kept | discards) == 0
        assert trumps_missing(discards, PLAIN) <= 0


def test_with_one_choice_the_best_cards_are_discarded() -> None:
    best, values = np.zeros(1, np.int64), np.zeros(1)
    for _, kept, discards, _ in dobbms(100, choices=1).tolist():
        find_discards(SIMPLE, kept | discards, PLAIN, best, values)
        assert best[0] == discards


def test_nothing_is_exchanged_in_a_solo() -> None:
    rows = solos(100)
    assert np.array_equal(rows[:, HAND], rows[:, KEPT])
    assert not np.any(rows[:, HAND] & rows[:, AWAY])


def test_the_sow_of_hearts_wins_itself_and_the_cards_out_of_play() -> None:
    for rows in (dobbms(300), solos(300)):
        with_sow = [row for row in rows.tolist() if row[KEPT] & HS]
        assert len(with_sow) > 50
        assert all(points(row[AWAY]) + 11 <= row[POINTS] <= 120 for row in with_sow)


def test_an_example_depends_only_on_its_number() -> None:
    assert np.array_equal(dobbms(60)[20:50], dobbms(30, first=20))


def test_hands_are_better_than_random_ones() -> None:
    chosen = dobbms(600)[:, HAND].copy()
    rng = Random(1)
    dealt = np.array([sum(shuffled(rng)[:8]) for _ in range(600)])
    nothing = np.zeros_like(chosen)
    better = look_up_each(SIMPLE, chosen, nothing) - look_up_each(SIMPLE, dealt, nothing)
    assert 4 < better.mean() < 12


def test_a_talon_is_worth_something() -> None:
    hands = dobbms(500)[:, HAND].copy()
    before = look_up_each(SIMPLE, hands, np.zeros_like(hands))
    after = exchange_each(hands, 1, SIMPLE, PLAIN)
    assert np.mean(after - before) > 10
    assert np.array_equal(after, exchange_each(hands, 1, SIMPLE, PLAIN))
