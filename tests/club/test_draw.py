"""The draw of a tournament: fair, repeatable, and with as many meetings as possible."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from dobbm.club.draw import by_lot, round_seed, seating
from dobbm.club.tournament import Draw, TournamentRound

SECRET = "5e" * 32
DRAWS: tuple[Draw, ...] = ("lot", "standing", "everybody")


def rounds(draw: Draw, people: int, count: int, size: int = 4) -> list[TournamentRound]:
    """Draw some rounds for people whose standing never changes."""
    players, drawn = [f"p{number:02}" for number in range(people)], list[TournamentRound]()
    for number in range(1, count + 1):
        seats = seating(draw, players, size, round_seed(SECRET, [], number), drawn)
        drawn.append(TournamentRound((), seats, (), ()))
    return drawn


def meetings(drawn: list[TournamentRound]) -> Counter[tuple[str, ...]]:
    """Return how often each two people have met."""
    return Counter(
        pair
        for round_ in drawn
        for seats in round_.seats
        for pair in combinations(sorted([one for one in seats if one]), 2)
    )


@given(st.sampled_from(DRAWS), st.integers(2, 24), st.sampled_from([4, 5]))
def test_everybody_gets_one_seat_and_bots_have_the_last(draw: Draw, people: int, size: int) -> None:
    *_, last = rounds(draw, people, 2, size)
    seated = [one for seats in last.seats for one in seats if one]
    assert len(seated) == len({*seated}) == people
    assert len(last.seats) == -(-people // size)
    counts = []
    for seats in last.seats:
        assert len(seats) == size
        played = [one for one in seats if one]
        assert seats[: len(played)] == (*played,)
        counts.append(len(played))
    assert max(counts) - min(counts) <= 1


def test_sixteen_people_nearly_all_meet_once_in_five_rounds() -> None:
    met = Counter(meetings(rounds("everybody", 16, 5)).values())
    assert met[1] >= 100
    assert {*met} <= {1, 2}


def test_nine_people_meet_about_equally_often() -> None:
    met = meetings(rounds("everybody", 9, 6))
    assert len(met) == 9 * 8 / 2
    assert {*met.values()} == {1, 2}


def test_the_best_sit_at_the_first_table_from_the_second_round_on() -> None:
    first, second = rounds("standing", 8, 2)
    assert {*second.seats[0]} == {"p00", "p01", "p02", "p03"}
    assert {*first.seats[0]} != {"p00", "p01", "p02", "p03"}


def test_lots_follow_from_the_seed_alone() -> None:
    seed = round_seed(SECRET, ["5eed"], 1)
    assert by_lot("abcd", seed) == by_lot("dcba", seed)
    assert seed != round_seed(SECRET, ["5eed"], 2)
    assert seed != round_seed(SECRET, ["5eed", "00"], 1)
