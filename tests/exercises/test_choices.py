"""An answer is clear if it leads, and surely leads, in the worlds compared."""

from __future__ import annotations

from math import inf

import pytest

from dobbm.exercises.choices import Choices

SOW, SIX = ("HS",), ("H6", "H7")


def choices(sow: list[float], six: list[float], *, complete: bool = False) -> Choices:
    return Choices({SOW: sow, SIX: six}, [1.0] * len(sow), 3.0, complete=complete)


@pytest.mark.parametrize(
    ("sow", "six", "clear"),
    [
        ([60.0, 61.0] * 8, [50.0, 52.0] * 8, SOW),
        ([50.0, 52.0] * 8, [60.0, 61.0] * 8, SIX),
        ([60.0, 61.0] * 8, [58.0, 58.0] * 8, None),  # ahead by less than three points
        ([90.0, 20.0] * 8, [50.0, 52.0] * 8, None),  # ahead, but perhaps by chance
    ],
)
def test_an_answer_leads_by_three_points_and_not_by_chance(
    sow: list[float], six: list[float], clear: tuple[str, ...] | None
) -> None:
    assert choices(sow, six).clear() == clear


def test_all_possible_worlds_leave_nothing_to_chance() -> None:
    assert choices([90.0, 20.0], [50.0, 52.0], complete=True).clear() == SOW


def test_the_same_differences_count_more_often_in_likelier_worlds() -> None:
    seldom = Choices({SOW: [10.0, 0.0], SIX: [0.0, 8.0]}, [9.0, 1.0], 3.0)
    assert seldom.leader().lead == 8.2


def test_a_single_choice_leads_everything() -> None:
    assert Choices({SOW: [1.0]}, [1.0], 3.0).leader() == (SOW, inf, inf)
