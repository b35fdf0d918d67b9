"""Progress reports of long tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

Item = TypeVar("Item")

Progress: TypeAlias = Callable[[str, int, int], None]
"""Receives the name of the task, how much of it is done, and how much there is in all."""

TOGETHER = 5_000
"""Items between two reports."""


def with_reports(items: Iterable[Item], what: str, total: int, report: Progress) -> Iterator[Item]:
    """Yield the items, ``total`` in number, and report now and then how many are done."""
    for done, item in enumerate(items, 1):
        yield item
        if done % TOGETHER == 0 or done == total:
            report(what, done, total)
