"""A club follows from its events."""

from __future__ import annotations

from functools import reduce

from club.friends_of_a_club import THURSDAY, Friends
from dobbm.club.book_commands import EnterEvening, Pay, StrikeEvening
from dobbm.club.club_commands import AddTable, Depart, RetireTable
from dobbm.club.club_events import Founded
from dobbm.club.club_reducer import apply_club_event, day_of, founded
from dobbm.club.club_state import Mark, Place

HOUR = 3600.0


def test_a_state_follows_from_the_events_alone() -> None:
    friends = Friends(*"abcd")
    friends.do(AddTable("a", "table"))
    friends.play(9, -3, -3, -3)
    friends.do(EnterEvening("a", "2026-11-26", 4, {"a": 2, "b": -2}))
    friends.do(Pay("b", "b", "a", 3))
    friends.do(Depart("d", "d"))
    first, *rest = friends.events
    assert isinstance(first, Founded)
    assert reduce(apply_club_event, rest, founded("stubai", first)) == friends.club
    assert friends.club.number == len(friends.events)


def test_an_evening_lasts_until_six_in_the_morning() -> None:
    friends = Friends(*"abcd")
    for hours in (0.0, 5.0, 9.0, 11.0):
        friends.now = THURSDAY + hours * HOUR
        friends.play(9, -3, -3, -3)
    thursday, friday = friends.club.evenings
    assert (thursday.day, thursday.deals) == ("2026-12-03", 3)
    assert (friday.day, friday.deals) == ("2026-12-04", 1)


def test_the_same_moment_has_another_date_elsewhere() -> None:
    at = THURSDAY + 9.5 * HOUR
    assert day_of(at, "Europe/Vienna") == "2026-12-03"
    assert day_of(at, "Asia/Tokyo") == "2026-12-04"


def test_two_tables_are_one_evening() -> None:
    friends = Friends(*"abcdefgh")
    friends.play(9, -3, -3, -3)
    friends.play(-6, 2, 2, 2, members="efgh", table="other")
    friends.play(-6, 2, 2, 2)
    [evening] = friends.club.evenings
    assert evening.tables == {"table": (1, 2), "other": (1, 1)}
    assert {member: mark.amount for member, mark in evening.marks.items()} == {
        "a": 3, "b": -1, "c": -1, "d": -1, "e": -6, "f": 2, "g": 2, "h": 2,
    }  # fmt: skip


def test_marks_count_who_declared_and_who_defended() -> None:
    friends = Friends(*"abcd")
    friends.play(9, -3, -3, -3)
    friends.play(-6, 2, 2, 2)
    [evening] = friends.club.evenings
    assert evening.marks["a"] == Mark(3, 2, declared=2, won=1)
    assert evening.marks["b"] == Mark(-1, 2, defended=2, held=1)


def test_an_entered_evening_is_struck_out_and_a_played_one_is_not() -> None:
    friends = Friends(*"abcd")
    friends.play(9, -3, -3, -3)
    friends.do(EnterEvening("a", "2026-12-03", 4, {"a": 2, "b": -2}))
    played, entered = friends.club.evenings
    friends.do(StrikeEvening("founder", entered.number))
    assert friends.club.evenings == (played,)


def test_a_table_keeps_its_number_for_ever() -> None:
    friends = Friends("a")
    for table in ("one", "two"):
        friends.do(AddTable("a", table))
    friends.do(RetireTable("a", "one"))
    friends.do(AddTable("a", "three"))
    numbers = [friends.club.place_of(table) for table in friends.club.all_tables]
    assert numbers == [Place(1), Place(2), Place(3)]
