"""The results of people who have played the deals of a day, each under a chosen name.

Whose results are compared is up to the caller: today it is everybody on a server, and any other
circle, such as a club, needs only its own choice of results.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol


class DayResult(NamedTuple):
    """A device's result of the deals of a day."""

    day: str
    """Such as ``2026-11-26``."""
    token: str
    """The SHA-256 of the device's secret token, in hexadecimal."""
    name: str
    paid: tuple[int, ...]
    """The payment of each deal, in Schilling."""
    at: float
    """When it came, in Unix seconds."""

    @property
    def total(self) -> int:
        """The sum of the payments."""
        return sum(self.paid)


class KeepsResults(Protocol):
    """The part of a store that keeps results."""

    async def keep_result(self, result: DayResult, most: int) -> bool:
        """Store a result of a day; the first one of a device stays, and gets the new name.

        Return False, and do nothing, if the day has ``most`` results of others already.
        """

    async def withdraw_result(self, day: str, token: str) -> bool:
        """Delete the result with this token's digest; return False if there is none."""

    async def results(self, day: str) -> list[DayResult]:
        """Return the results of a day, in any order."""


def ranked(results: Iterable[DayResult]) -> list[tuple[int, DayResult]]:
    """Return the results with their places, best first; equal sums share a place.

    >>> from dobbm.runtime.day_results import DayResult, ranked
    >>> made = {"Vroni": (14, -6, 20), "Lois": (40, 0, 0), "Moidl": (28, 0, 0)}
    >>> results = [DayResult("2026-11-26", "", name, made[name], 0.0) for name in made]
    >>> [(place, one.name) for place, one in ranked(results)]
    [(1, 'Lois'), (2, 'Vroni'), (2, 'Moidl')]
    """
    ordered = sorted(results, key=lambda one: (-one.total, one.at))
    places: dict[int, int] = {}
    return [(places.setdefault(one.total, place), one) for place, one in enumerate(ordered, 1)]
