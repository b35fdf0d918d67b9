"""Means over decks, with their confidence intervals.

The deals of a deck are not independent observations, so the deck is the sampling unit throughout:
all sums are kept deck by deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any, NamedTuple, TypeAlias

from dobbm.copying import CopiedWhole

CERTAIN = 1.96
"""Half-width of a 95 % confidence interval, in standard errors, if the spread is known."""

STUDENT = (12.70620, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.30600, 2.26216)
"""The 97.5 % quantiles of Student's t with 1 to 9 degrees of freedom."""

Interval: TypeAlias = tuple[float, float]


def certain(observations: int) -> float:
    """Return the half-width of a 95 % confidence interval, in standard errors, by Student's t.

    The standard error is estimated from the same observations, at least two. From eleven on, the
    series of Cornish and Fisher is exact to five digits.

    >>> [round(certain(observations), 3) for observations in (2, 10, 11, 1001)]
    [12.706, 2.262, 2.228, 1.962]
    """
    freedom = observations - 1
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    z = NormalDist().inv_cdf(0.975)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )


class Estimate(NamedTuple):
    """A mean, and how far each deck pulls it up or down.

    The pulls determine the standard error. The difference of two means has the differences of their
    pulls, so its interval takes into account that both were measured on the same decks.
    """

    mean: float
    pulls: tuple[float, ...]
    """The pull of each deck, in order; they sum to 0."""
    decks: int
    """The number of decks with at least one observation."""

    @property
    def interval(self) -> Interval | None:
        """The 95 % confidence interval; None for fewer than two decks."""
        if self.decks < 2:
            return None
        variance = sum(pull * pull for pull in self.pulls) * self.decks / (self.decks - 1)
        reach = certain(self.decks) * sqrt(variance)
        return self.mean - reach, self.mean + reach

    def to_json(self) -> dict[str, Any]:
        """Return the mean and its interval, or two nulls, as a JSON object."""
        return {"mean": self.mean, "ci95": list(self.interval or (None, None))}


def combined(parts: Sequence[tuple[float, Estimate]]) -> Estimate:
    """Return the weighted sum of estimates on the same decks."""
    return Estimate(
        sum(weight * part.mean for weight, part in parts),
        tuple(
            sum(weight * pull for (weight, _), pull in zip(parts, pulls, strict=True))
            for pulls in zip(*(part.pulls for _, part in parts), strict=True)
        ),
        min(part.decks for _, part in parts),
    )


class Sample(CopiedWhole):
    """The sum and the number of observations in each deck; observations are integers."""

    def __init__(self) -> None:
        self.sums: list[int] = []
        self.counts: list[int] = []

    def next_deck(self) -> None:
        """Begin the next deck."""
        self.sums.append(0)
        self.counts.append(0)

    def add(self, total: int, count: int = 1) -> None:
        """Add ``count`` observations with the sum ``total`` to the current deck."""
        self.sums[-1] += total
        self.counts[-1] += count

    @property
    def count(self) -> int:
        """The number of observations in all decks."""
        return sum(self.counts)

    def estimate(self, unit: float = 1.0) -> Estimate | None:
        """Return the mean observation, multiplied by ``unit``; None without observations.

        The mean is a ratio of two totals, and both vary from deck to deck. The pull of a deck is
        therefore proportional to its sum minus the mean times its number of observations.
        """
        count = self.count
        if not count:
            return None
        mean = sum(self.sums) / count
        pulls = tuple(
            (total - mean * number) / count * unit
            for total, number in zip(self.sums, self.counts, strict=True)
        )
        return Estimate(mean * unit, pulls, sum(number > 0 for number in self.counts))


class Comparison(NamedTuple):
    """The same measurement of two players on the same decks; ``unit`` multiplies both means."""

    a: Sample
    b: Sample
    unit: float = 1.0

    @property
    def of_a(self) -> Estimate | None:
        """A's mean; None if nothing was measured."""
        return self.a.estimate(self.unit)

    @property
    def of_b(self) -> Estimate | None:
        """B's mean; None if nothing was measured."""
        return self.b.estimate(self.unit)

    @property
    def difference(self) -> Estimate | None:
        """A's mean minus B's; None if either is missing."""
        a, b = self.of_a, self.of_b
        return combined([(1, a), (-1, b)]) if a and b else None

    def to_json(self) -> dict[str, Any]:
        """Return both means and their difference as a JSON object."""
        return {
            "a": {"count": self.a.count, **_to_json(self.of_a)},
            "b": {"count": self.b.count, **_to_json(self.of_b)},
            "difference": _to_json(self.difference),
        }


def _to_json(estimate: Estimate | None) -> dict[str, Any]:
    return estimate.to_json() if estimate else {"mean": None, "ci95": [None, None]}
