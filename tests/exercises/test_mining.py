"""Exercises come from the games of bots, the same ones for the same seed."""

from __future__ import annotations

from itertools import islice

import pytest

from dobbm.exercises.exercise import KINDS, Exercise
from dobbm.exercises.mining import Miner, Stream, mined, streams
from exercises.samples import BID, ENDING, first_of


def test_all_kinds_have_the_same_share() -> None:
    wanted = streams(600, seed=1)
    for kind in KINDS:
        assert sum(count for stream, count in wanted.items() if stream.kind == kind) == 100


@pytest.mark.parametrize("total", [1, 7, 1000])
def test_the_shares_are_all_that_is_wanted(total: int) -> None:
    assert sum(streams(total, seed=1).values()) == total


@pytest.mark.parametrize("stream", [BID, ENDING], ids=lambda stream: stream.kind)
def test_a_deal_gives_the_same_exercise_again(stream: Stream) -> None:
    found = first_of(stream)
    number, again = Miner(stream)(found.found["number"])
    assert again is not None
    assert (number, again.to_json()) == (found.found["number"], found.to_json())


def test_an_answer_leads_by_three_points_at_least() -> None:
    best, second, *_ = first_of(ENDING).choices
    assert abs(best.value - second.value) >= 2.9


def test_a_hard_exercise_is_one_that_a_bot_misses() -> None:
    assert "simple" in first_of(BID).missed
    assert "trained" not in first_of(ENDING).missed


def test_a_search_goes_on_where_it_was_interrupted() -> None:
    wanted = {BID: 2, ENDING: 1}
    at_once = [*mined(wanted, [], None)]
    begun = [*islice(mined(wanted, [], None), 2)]
    both = [*begun, *mined(wanted, begun, None)]

    def shown(found: list[Exercise]) -> list[object]:
        return [one.to_json() for one in found]

    assert shown(both) == shown(at_once)
