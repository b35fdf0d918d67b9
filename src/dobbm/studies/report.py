"""A finding: a table of means with their intervals, as text, JSON, Markdown and a chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import isfinite, sqrt
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dobbm.arena.chart import chart
from dobbm.arena.statistics import CERTAIN, Interval, certain


class Mean(NamedTuple):
    """The mean of independent observations."""

    mean: float
    error: float
    """Its standard error."""
    observations: int
    bounds: Interval | None = None
    """Its interval, if that is not symmetric about the mean."""

    @classmethod
    def of(cls, values: ArrayLike) -> Mean:
        """Return the mean of ``values``; ``nan`` if there are none.

        >>> Mean.of([1, 2, 3]).mean
        2.0
        """
        array = np.asarray(values, np.float64)
        count = len(array)
        if not count:
            return cls(float("nan"), float("nan"), 0)
        spread = float(array.std(ddof=1)) if count > 1 else float("nan")
        return cls(float(array.mean()), spread / sqrt(count), count)

    @classmethod
    def percent(cls, chosen: ArrayLike) -> Mean:
        """Return how many of the truth values are true, in percent, with Wilson's interval.

        Unlike the interval of a mean, it stays within 0 and 100, and does not shrink to a point if
        all values are equal.

        >>> str(Mean.percent([False] * 100)), str(Mean.percent([True] * 50 + [False] * 50))
        ('0.0 [0.0, 3.7]', '50.0 [40.4, 59.6]')
        """
        share, error, count = cls.of(chosen)[:3]
        if not count:
            return cls.of([])
        weight = CERTAIN**2 / count
        centre = (share + weight / 2) / (1 + weight)
        reach = sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
        bounds = 100 * max(0.0, centre - reach), 100 * min(1.0, centre + reach)
        return cls(100 * share, 100 * error, count, bounds)

    @property
    def interval(self) -> Interval | None:
        """The 95 % confidence interval; None for fewer than two observations."""
        if self.observations < 2:
            return None
        if self.bounds:
            return self.bounds
        reach = certain(self.observations) * self.error
        return self.mean - reach, self.mean + reach

    def times(self, factor: float) -> Mean:
        """Return the mean in another unit."""
        return Mean(self.mean * factor, self.error * abs(factor), self.observations)

    def to_json(self) -> dict[str, Any]:
        """Return the mean, its interval and the number of observations as a JSON object.

        What is not known is null, in the interval twice.
        """
        return {
            "mean": self.mean if isfinite(self.mean) else None,
            "ci95": self.interval or (None, None),
            "observations": self.observations,
        }

    def __str__(self) -> str:
        """Return the mean and its interval, to one decimal.

        >>> str(Mean(12.345, 0.5, 100))
        '12.3 [11.4, 13.3]'
        """
        if not self.observations:
            return "–"
        if self.interval is None:
            return f"{self.mean:.1f}"
        low, high = self.interval
        return f"{self.mean:.1f} [{low:.1f}, {high:.1f}]"


def spans(values: NDArray[Any], edges: Sequence[int]) -> dict[str, NDArray[np.bool_]]:
    """Return which ``values`` lie between two neighbouring ``edges``, or beyond the last.

    >>> [(name, chosen.tolist()) for name, chosen in spans(np.array([1, 5, 9]), (0, 5)).items()]
    [('0 to 5', [True, False, False]), ('5 or more', [False, True, True])]
    """
    found = {f"{low} to {high}": (values >= low) & (values < high) for low, high in pairwise(edges)}
    return {**found, f"{edges[-1]} or more": values >= edges[-1]}


class Finding(NamedTuple):
    """The result of a study."""

    question: str
    method: str
    unit: str
    """The unit of the last column, which the chart shows."""
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, tuple[Mean, ...]]]
    """A name and a mean for each column."""

    @classmethod
    def by_kind(
        cls,
        question: str,
        method: str,
        unit: str,
        kinds: Mapping[str, NDArray[np.bool_]],
        columns: Mapping[str, NDArray[Any] | None],
    ) -> Self:
        """Compare kinds of observations; ``kinds`` has a truth value for each observation.

        A column of numbers becomes their mean, one of truth values the percentage that is true, and
        None the percentage of all observations that belong to the kind.
        """

        def mean(values: NDArray[Any] | None, chosen: NDArray[np.bool_]) -> Mean:
            if values is None:
                return Mean.percent(chosen)
            return (Mean.percent if values.dtype == np.bool_ else Mean.of)(values[chosen])

        rows = [
            (name, tuple([mean(values, chosen) for values in columns.values()]))
            for name, chosen in kinds.items()
        ]
        return cls(question, method, unit, tuple(columns), rows)

    def to_json(self) -> dict[str, Any]:
        """Return the finding as a JSON object."""
        rows = [
            {"name": name, **{c: m.to_json() for c, m in zip(self.columns, means, strict=True)}}
            for name, means in self.rows
        ]
        return {"question": self.question, "method": self.method, "rows": rows}

    def to_markdown(self) -> str:
        """Return the finding as a Markdown table."""
        head = f"| | {' | '.join(self.columns)} |\n|---|{'--:|' * len(self.columns)}"
        rows = [f"| {name} | {' | '.join(map(str, means))} |" for name, means in self.rows]
        return "\n".join([self.question, "", self.method, "", head, *rows])

    def to_text(self) -> str:
        """Return the finding as aligned text."""
        cells = [["", *self.columns], *[[name, *map(str, means)] for name, means in self.rows]]
        widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
        lines = [
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
            for row in cells
        ]
        return "\n".join([self.question, self.method, "", *lines])

    def to_svg(self) -> str:
        """Return a chart of the last column as SVG."""
        return chart(
            self.unit, [(name, means[-1]) for name, means in self.rows if means[-1].observations]
        )
