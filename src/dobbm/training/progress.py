"""Telling how much of a long task has been done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

Item = TypeVar("Item")

Progress: TypeAlias = Callable[[str, int, int], None]
"""Told what is being done, how much of it has been done, and how much there is to do."""

TOGETHER = 5_000
"""After so many it is told again."""


def following(items: Iterable[Item], what: str, total: int, tell: Progress) -> Iterator[Item]:
    """The items, of which there are ``total``; now and then it is told how many are done."""
    for done, item in enumerate(items, 1):
        yield item
        if done % TOGETHER == 0 or done == total:
            tell(what, done, total)
