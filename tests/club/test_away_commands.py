"""Members say from which day to which they are away, at all tables by post of the club."""

from __future__ import annotations

import pytest

from club.friends_of_a_club import THURSDAY, Friends, refused
from dobbm.club.away_commands import EndAbsence, SetAbsence, absence_of, excuse_of
from dobbm.club.club_commands import Depart
from dobbm.club.club_events import AbsenceSet
from dobbm.club.club_state import Absence
from dobbm.table.commands import Excuse
from dobbm.table.house_rules import BY_POST, MOST_EXCUSED
from table.driver import Evening, dealt

DAY = 86_400.0
MIDNIGHT = THURSDAY + 4 * 3600.0
"""The end of 3 December in Tyrol."""


def away(first: str, last: str) -> Friends:
    """Return a club in which Lois has said from when to when to be away."""
    friends = Friends("lois")
    assert friends.do(SetAbsence("lois", first, last)) == AbsenceSet(
        friends.now, "lois", first, last
    )
    return friends


def by_post(friends: Friends) -> Evening:
    """Return an evening of the club by post, at its time."""
    evening = dealt(people=2, free=BY_POST, club="stubai")
    evening.now = friends.now
    return evening


def excuse(friends: Friends, evening: Evening) -> Excuse | None:
    """Return what the table is to know of Lois, who has seat 1."""
    return excuse_of(friends.club, "lois", evening.table, 1, friends.now)


def learn(friends: Friends, evening: Evening) -> None:
    """Let the table learn it."""
    evening.now = friends.now
    if wanted := excuse(friends, evening):
        evening.do(Excuse, *wanted)


def test_an_absence_lasts_from_the_first_midnight_to_the_last_in_the_zone_of_the_club() -> None:
    friends = away("2026-12-04", "2026-12-05")
    assert absence_of(friends.club, "lois", friends.now) == (MIDNIGHT, MIDNIGHT + 2 * DAY - 1)
    assert absence_of(friends.club, "founder", friends.now) is None
    assert absence_of(friends.club, "lois", MIDNIGHT + 2 * DAY - 1) is None


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("2026-12-02", "2026-12-05"),
        ("2026-12-05", "2026-12-04"),
        ("2026-12-04", "2027-01-04"),
        ("2027-12-05", "2027-12-06"),
        ("2026-12-04", ""),
        ("", "2026-12-04"),
        ("20261204", "20261205"),
        ("2026-02-30", "2026-12-05"),
        ("soon", "later"),
    ],
)
def test_impossible_days_are_refused(first: str, last: str) -> None:
    refused(Friends("lois"), "until", SetAbsence("lois", first, last))


def test_only_members_are_away() -> None:
    friends = Friends()
    friends.join("sepp", "guest")
    for member in ("sepp", "nobody"):
        refused(friends, "role", SetAbsence(member, "2026-12-03", "2026-12-03"))


def test_the_same_is_said_once_and_the_end_too() -> None:
    friends = away("2026-12-03", "2027-01-02")
    assert friends.do(SetAbsence("lois", "2026-12-03", "2027-01-02")) is None
    assert friends.do(EndAbsence("lois")) is None, "it is not over"
    assert friends.do(SetAbsence("lois", "", ""))
    assert friends.do(SetAbsence("lois", "", "")) is None
    assert friends.club.absences == {"lois": Absence(friends.now, "", "")}


def test_what_is_over_is_noted_once_and_forgotten() -> None:
    friends = away("2026-12-03", "2026-12-03")
    friends.now = MIDNIGHT - 1.5
    assert friends.do(EndAbsence("lois")) is None
    friends.now = MIDNIGHT - 1
    assert friends.do(EndAbsence("lois"))
    assert friends.do(EndAbsence("lois")) is None
    assert not friends.club.absences


def test_who_leaves_the_club_is_away_no_more() -> None:
    friends = away("2026-12-04", "2026-12-05")
    friends.do(Depart("lois", "lois"))
    assert not friends.club.absences


def test_a_table_learns_of_an_absence_once() -> None:
    friends = away("2026-12-03", "2026-12-04")
    evening = by_post(friends)
    end = MIDNIGHT + DAY - 1
    assert excuse(friends, evening) == Excuse(1, end, friends.now)
    learn(friends, evening)
    assert evening.table.occupant(1).excused_until == end
    friends.now += 60.0
    assert excuse(friends, evening) is None


def test_a_table_learns_of_days_to_come_and_of_others_in_their_place() -> None:
    friends = away("2026-12-05", "2026-12-06")
    evening = by_post(friends)
    learn(friends, evening)
    one = evening.table.occupant(1)
    assert (one.excused_from, one.excused_until) == (MIDNIGHT + DAY, MIDNIGHT + 3 * DAY - 1)
    assert not one.is_excused(friends.now)
    assert excuse(friends, evening) is None
    friends.do(SetAbsence("lois", "2026-12-05", "2026-12-08"))
    learn(friends, evening)
    assert evening.table.occupant(1).excused_until == MIDNIGHT + 5 * DAY - 1
    friends.do(SetAbsence("lois", "", ""))
    learn(friends, evening)
    assert evening.table.occupant(1).excused_until is None
    assert excuse(friends, evening) is None


def test_who_is_back_at_one_table_stays_away_at_the_others() -> None:
    friends = away("2026-12-03", "2026-12-10")
    evening, other = by_post(friends), by_post(friends)
    learn(friends, evening)
    friends.now += DAY
    evening.now = friends.now
    evening.do(Excuse, 1, None)
    assert excuse(friends, evening) is None
    assert excuse(friends, other) == Excuse(1, MIDNIGHT + 7 * DAY - 1, friends.now)


def test_who_is_away_at_a_table_already_stays_so_and_for_longer() -> None:
    friends = Friends("lois")
    evening = by_post(friends)
    evening.do(Excuse, 1, friends.now + 2 * DAY)
    friends.now += 60.0
    friends.do(SetAbsence("lois", "2026-12-20", "2026-12-21"))
    assert excuse(friends, evening) is None, "first, the absence at the table ends"
    friends.do(SetAbsence("lois", "2026-12-04", "2026-12-04"))
    assert excuse(friends, evening) is None, "it is shorter"
    friends.do(SetAbsence("lois", "2026-12-04", "2026-12-10"))
    assert excuse(friends, evening) == Excuse(1, MIDNIGHT + 7 * DAY - 1, friends.now)


def test_the_longest_absence_is_possible_when_the_clocks_go_back() -> None:
    friends = Friends("lois")
    friends.now = THURSDAY - 63 * DAY  # 1 October
    evening = by_post(friends)
    friends.do(SetAbsence("lois", "2026-10-02", "2026-11-01"))
    learn(friends, evening)
    one = evening.table.occupant(1)
    assert one.excused_until == one.excused_from + MOST_EXCUSED
