"""Whoever waits is told now and then how much has been done."""

from __future__ import annotations

from dobbm.training.reports import TOGETHER, with_reports


def told(count: int) -> list[tuple[str, int, int]]:
    """What is told while so many deals go by."""
    found: list[tuple[str, int, int]] = []

    def report(what: str, done: int, total: int) -> None:
        found.append((what, done, total))

    assert [*with_reports(range(count), "deals", count, report)] == [*range(count)]
    return found


def test_it_is_told_after_so_many_and_at_the_end() -> None:
    total = 2 * TOGETHER + 1
    assert told(total) == [("deals", done, total) for done in (TOGETHER, 2 * TOGETHER, total)]


def test_the_end_is_told_once() -> None:
    assert told(TOGETHER) == [("deals", TOGETHER, TOGETHER)]
    assert told(3) == [("deals", 3, 3)]
