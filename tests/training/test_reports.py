"""Progress is reported now and then."""

from __future__ import annotations

from dobbm.training.reports import TOGETHER, with_reports


def reports(count: int) -> list[tuple[str, int, int]]:
    """The reports while this many deals go by."""
    received: list[tuple[str, int, int]] = []

    def report(what: str, done: int, total: int) -> None:
        received.append((what, done, total))

    assert [*with_reports(range(count), "deals", count, report)] == [*range(count)]
    return received


def test_progress_is_reported_at_intervals_and_at_the_end() -> None:
    total = 2 * TOGETHER + 1
    assert reports(total) == [("deals", done, total) for done in (TOGETHER, 2 * TOGETHER, total)]


def test_the_end_is_reported_once() -> None:
    assert reports(TOGETHER) == [("deals", TOGETHER, TOGETHER)]
    assert reports(3) == [("deals", 3, 3)]
