"""Means over decks, with what chance leaves open about them.

The deals of a deck are no independent observations, so the deck is the sampling unit throughout:
whatever is summed up is summed up deck by deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

CERTAIN = 1.96
"""Standard errors on either side of a mean that make its 95 % confidence interval."""

Interval: TypeAlias = tuple[float, float]


class Estimate(NamedTuple):
    """A mean, and by how much each deck draws it away from where the others would have it.

    Its standard error follows from these pulls. Where means are added or subtracted the pulls are
    too, and so the interval of a difference takes into account that both sides had the same decks.
    """

    mean: float
    pulls: tuple[float, ...]
    """One a deck, in order; their sum is 0."""
    decks: int
    """How many decks have something to say."""

    @property
    def interval(self) -> Interval | None:
        """The 95 % confidence interval; less than two decks have none."""
        if self.decks < 2:
            return None
        variance = sum(pull * pull for pull in self.pulls) * self.decks / (self.decks - 1)
        reach = CERTAIN * sqrt(variance)
        return self.mean - reach, self.mean + reach

    def to_json(self) -> dict[str, Any]:
        """The mean and its interval, or two nulls, as a JSON object."""
        return {"mean": self.mean, "ci95": list(self.interval or (None, None))}


def combined(parts: Sequence[tuple[float, Estimate]]) -> Estimate:
    """The sum of estimates on the same decks, each multiplied by its weight."""
    return Estimate(
        sum(weight * part.mean for weight, part in parts),
        tuple(
            sum(weight * pull for (weight, _), pull in zip(parts, pulls, strict=True))
            for pulls in zip(*(part.pulls for _, part in parts), strict=True)
        ),
        min(part.decks for _, part in parts),
    )


class Sample:
    """Whole numbers summed up deck by deck, with how many things each sum is of."""

    def __init__(self) -> None:
        self.sums: list[int] = []
        self.counts: list[int] = []

    def next_deck(self) -> None:
        """Begin the next deck."""
        self.sums.append(0)
        self.counts.append(0)

    def add(self, total: int, count: int = 1) -> None:
        """Add ``count`` things that make ``total`` together to the deck begun last."""
        self.sums[-1] += total
        self.counts[-1] += count

    @property
    def count(self) -> int:
        """How many things there are in all."""
        return sum(self.counts)

    def estimate(self, unit: float = 1.0) -> Estimate | None:
        """The mean of one thing, multiplied by ``unit``; None if there is none.

        It is a ratio of two sums that both depend on the decks, so a deck pulls by what its sum is
        above the mean of as many things.
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
    """The same thing measured of two players on the same decks, in multiples of a unit."""

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
        """By how much A's mean is above B's; None if one of them has none."""
        a, b = self.of_a, self.of_b
        return combined([(1, a), (-1, b)]) if a and b else None

    def to_json(self) -> dict[str, Any]:
        """Both and their difference as a JSON object."""
        return {
            "a": {"count": self.a.count, **_to_json(self.of_a)},
            "b": {"count": self.b.count, **_to_json(self.of_b)},
            "difference": _to_json(self.difference),
        }


def _to_json(estimate: Estimate | None) -> dict[str, Any]:
    return estimate.to_json() if estimate else {"mean": None, "ci95": [None, None]}
