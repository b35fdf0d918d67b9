"""The choices at a decision, what each is worth in many worlds, and whether one is clearly best."""

from __future__ import annotations

from math import inf
from typing import NamedTuple, TypeAlias

from dobbm.arena.statistics import CERTAIN
from dobbm.players.pimc.averages import average, paired_error


class Leader(NamedTuple):
    """Which choice is best, and by how much."""

    answers: tuple[str, ...]
    """The best choice: several actions if they count as one."""
    lead: float
    """By how much it leads the next one, on average."""
    sure: float
    """By how much it leads every other one with 95 % confidence."""


Values: TypeAlias = dict[tuple[str, ...], list[float]]
"""The worth of each choice in each world; a choice is one action, or several equal ones."""


class Choices(NamedTuple):
    """The worth of the choices at a decision to a seat, all in the same worlds."""

    values: Values
    weights: list[float]
    """The weight of each world."""
    least: float
    """The mean lead from which a choice may be the best."""
    surely: float = 0.0
    """The bound that its lead exceeds with 95 % confidence."""
    complete: bool = False
    """Whether these are all possible worlds, so that their mean has no error of sampling."""

    @property
    def means(self) -> dict[tuple[str, ...], float]:
        """The mean of each choice."""
        return {choice: average(values, self.weights) for choice, values in self.values.items()}

    def leader(self) -> Leader:
        """Return which choice is best.

        >>> Choices({("HS",): [3.0, 9.0], ("H6", "H7"): [0.0, 1.0]}, [1.0, 1.0], 3.0).leader()
        Leader(answers=('HS',), lead=5.5, sure=2.04)
        """
        means = self.means
        best = max(means, key=means.__getitem__)
        lead = sure = inf
        for choice in means.keys() - {best}:
            mean = means[best] - means[choice]
            lead = min(lead, mean)
            sure = min(sure, mean - CERTAIN * self._error(best, choice))
        return Leader(best, round(lead, 2), round(sure, 2))

    def _error(self, one: tuple[str, ...], other: tuple[str, ...]) -> float:
        """Return the standard error of the mean difference of two choices, paired by world."""
        if self.complete:
            return 0.0
        return paired_error(self.values[one], self.values[other], self.weights)

    def clear(self) -> tuple[str, ...] | None:
        """Return the choice that is clearly the best; None if there is none."""
        found = self.leader()
        clear = found.lead >= self.least and found.sure > self.surely
        return found.answers if clear else None
