"""Means over decks and their intervals."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from dobbm.arena.statistics import Comparison, Estimate, Sample, certain, combined


def sample(*decks: tuple[int, int]) -> Sample:
    """Sums and counts, deck by deck."""
    result = Sample()
    for total, count in decks:
        result.next_deck()
        result.add(total, count)
    return result


def estimate(*decks: tuple[int, int]) -> Estimate:
    found = sample(*decks).estimate()
    assert found
    return found


def width(found: Estimate | None) -> float:
    assert found
    assert found.interval
    low, high = found.interval
    assert low + high == pytest.approx(2 * found.mean)
    return (high - low) / 2


def test_with_one_item_per_deck_the_interval_is_that_of_the_textbooks() -> None:
    values = [3, -4, 10, 0, 7]
    found = estimate(*((value, 1) for value in values))
    assert found.mean == fmean(values)
    assert width(found) == pytest.approx(2.77645 * stdev(values) / sqrt(5))


def test_equally_many_items_in_every_deck_count_like_their_mean() -> None:
    assert estimate((12, 3), (3, 3), (-6, 3)) == estimate((4, 1), (1, 1), (-2, 1))


def test_the_mean_is_over_the_items_and_not_over_the_decks() -> None:
    assert estimate((10, 1), (0, 4)).mean == 2


def test_fewer_than_two_decks_with_items_have_no_interval() -> None:
    assert sample((0, 0), (0, 0)).estimate() is None
    assert estimate((5, 1)).interval is None
    assert estimate((0, 0), (5, 2), (0, 0)).interval is None


def test_decks_without_items_change_neither_mean_nor_interval() -> None:
    some, with_empty = estimate((5, 1), (9, 2)), estimate((0, 0), (5, 1), (0, 0), (9, 2))
    assert (some.mean, some.interval) == (with_empty.mean, with_empty.interval)


def test_a_unit_multiplies_everything() -> None:
    found = sample((5, 1), (9, 2)).estimate(10)
    assert found
    assert found.mean == pytest.approx(10 * estimate((5, 1), (9, 2)).mean)
    assert width(found) == pytest.approx(10 * width(estimate((5, 1), (9, 2))))


def test_a_difference_allows_for_the_decks_in_common() -> None:
    good_decks_and_bad = sample((50, 1), (-40, 1), (10, 1))
    two_points_less = sample((48, 1), (-42, 1), (8, 1))
    difference = Comparison(good_decks_and_bad, two_points_less).difference
    assert difference
    assert difference.mean == pytest.approx(2)
    assert width(difference) == pytest.approx(0)


def test_the_difference_of_equal_samples_is_exactly_zero() -> None:
    one = sample((7, 3), (1, 0), (-2, 7))
    difference = Comparison(one, one, unit=1 / 7).difference
    assert difference
    assert (difference.mean, difference.interval) == (0.0, (0.0, 0.0))


def test_without_one_side_there_is_no_difference() -> None:
    comparison = Comparison(sample((1, 1)), sample((0, 0)))
    assert comparison.to_json() == {
        "a": {"count": 1, "mean": 1.0, "ci95": [None, None]},
        "b": {"count": 0, "mean": None, "ci95": [None, None]},
        "difference": {"mean": None, "ci95": [None, None]},
    }


def test_a_weighted_sum() -> None:
    one, other = estimate((1, 1), (3, 1)), estimate((2, 1), (-6, 1))
    assert combined([(0.5, one), (0.5, other)]).mean == pytest.approx(0)
    assert combined([(1, one)]) == one


def test_two_decks_have_the_wide_interval_of_student() -> None:
    assert width(estimate((3, 1), (5, 1))) == pytest.approx(12.7062)
    difference = Comparison(sample((3, 1), (5, 1)), sample((0, 1), (0, 1))).difference
    assert width(difference) == pytest.approx(12.7062)


@pytest.mark.parametrize(
    ("observations", "quantile"),
    [(2, 12.70620), (4, 3.18245), (10, 2.26216), (11, 2.22814), (31, 2.04227), (10**6, 1.95997)],
)
def test_an_interval_is_as_wide_as_students_tables_say(observations: int, quantile: float) -> None:
    assert certain(observations) == pytest.approx(quantile, abs=2e-5)


def test_nineteen_of_twenty_intervals_contain_the_true_mean() -> None:
    """The decks differ in their numbers of items, with more where the items are worth less."""
    rng, held = Random(5), 0
    for _ in range(400):
        decks = []
        for _ in range(60):
            luck, count = rng.gauss(0, 8), rng.randint(0, 6)
            decks.append((sum(round(luck - count + rng.gauss(0, 5)) for _ in range(count)), count))
        found = estimate(*decks)
        assert found.interval
        # On average, the deck of an item has E(count²) / E(count) = 91 / 21 items.
        held += found.interval[0] <= -91 / 21 <= found.interval[1]
    assert 0.92 <= held / 400 <= 0.97
