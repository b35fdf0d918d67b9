"""Progress reports for long tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

Item = TypeVar("Item")

Progress: TypeAlias = Callable[[str, int, int], None]
"""A callback that takes the name of a task, the number of items done, and the total."""

TOGETHER = 5_000
"""The number of items between two reports."""


def with_reports(items: Iterable[Item], what: str, total: int, report: Progress) -> Iterator[Item]:
    """Yield the ``total`` items and report at intervals how many are done."""
    for done, item in enumerate(items, 1):
        yield item
        if done % TOGETHER == 0 or done == total:
            report(what, done, total)
