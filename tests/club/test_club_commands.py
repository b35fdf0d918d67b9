"""Roles decide what people may do in a club."""

from __future__ import annotations

from club.friends_of_a_club import THURSDAY, Friends, refused
from dobbm.club.book_commands import EnterEvening
from dobbm.club.club_commands import (
    MOST_ASKING,
    MOST_EVER,
    MOST_MEMBERS,
    MOST_OPEN,
    AddTable,
    Depart,
    GiveRole,
    Join,
    Readmit,
    RetireTable,
)
from dobbm.club.club_state import Member


def test_only_cohosts_let_people_in() -> None:
    friends = Friends("a")
    refused(friends, "role", Join("b", "member", "a"))
    refused(friends, "role", Join("b", "member", None))
    friends.do(GiveRole("founder", "a", "cohost"))
    friends.join("b", "member", by="a")
    assert friends.club.members["b"].role == "member"


def test_who_has_left_lets_nobody_in() -> None:
    friends = Friends("a")
    friends.do(GiveRole("founder", "a", "cohost"))
    friends.do(Depart("a", "a"))
    refused(friends, "role", Join("b", "member", "a"))
    refused(friends, "role", Join("b", "guest", "a"))


def test_who_has_left_is_taken_back_as_a_member() -> None:
    friends = Friends("a", "b")
    friends.do(GiveRole("founder", "a", "cohost"))
    friends.do(Depart("a", "a"))
    refused(friends, "role", Readmit("b", "a"))
    friends.now += 60.0
    friends.do(Readmit("founder", "a"))
    assert friends.club.members["a"] == Member("member", friends.now)
    assert friends.do(Readmit("founder", "a")) is None
    refused(friends, "member", Readmit("founder", "nobody"))


def test_a_guest_is_not_taken_back() -> None:
    friends = Friends("a")
    friends.do(Join("b", "guest", "a", until=friends.now + 60.0))
    friends.do(Depart("b", "b"))
    refused(friends, "member", Readmit("founder", "b"))


def test_a_guest_becomes_a_member() -> None:
    friends = Friends("a")
    friends.do(Join("b", "guest", "a", until=friends.now + 60.0))
    friends.do(GiveRole("founder", "b", "member"))
    friends.now += 90.0
    assert friends.club.members["b"].is_active(friends.now)


def test_a_club_has_one_founder() -> None:
    friends = Friends("a", "b")
    refused(friends, "role", Depart("founder", "founder"))
    friends.do(GiveRole("founder", "a", "founder"))
    friends.do(Depart("founder", "founder"))
    assert friends.club.founder == "a"
    refused(friends, "role", GiveRole("b", "b", "founder"))
    refused(friends, "role", GiveRole("a", "a", "member"))


def test_a_club_has_room_for_so_many() -> None:
    friends = Friends()
    for number in range(MOST_ASKING):
        friends.join(f"asking {number}", "asking", by=None)
    refused(friends, "crowded", Join("one more", "asking", None))
    for number in range(MOST_MEMBERS - MOST_ASKING - 1):
        friends.join(str(number), "member")
    refused(friends, "crowded", Join("one more", "member", "founder"))


def test_a_state_stays_small_for_ever() -> None:
    friends = Friends()
    gone = {str(one): Member("guest", 0.0, until=1.0) for one in range(MOST_EVER)}
    friends.club = friends.club._replace(members={**friends.club.members, **gone})
    refused(friends, "crowded", Join("one more", "member", "founder"))


def test_tables_are_opened_by_members_and_put_away() -> None:
    friends = Friends("a")
    friends.join("b", "guest", by="a")
    refused(friends, "role", AddTable("b", "table"))
    for number in range(MOST_OPEN):
        friends.do(AddTable("a", str(number)))
    refused(friends, "crowded", AddTable("a", "one more"))
    friends.do(RetireTable("a", "0"))
    assert friends.do(RetireTable("a", "0")) is None
    assert friends.do(AddTable("a", "0")) is None, "it has been opened before"
    refused(friends, "unknown", RetireTable("a", "nobody's"))


def test_no_evening_is_entered_before_it_comes() -> None:
    friends = Friends("a", "b")
    friends.now = THURSDAY + 9 * 3600.0
    friends.do(EnterEvening("a", "2026-12-03", 3, {"a": 1, "b": -1}))
    refused(friends, "book", EnterEvening("a", "2026-12-04", 3, {"a": 1, "b": -1}))


def test_a_club_can_be_joined_once() -> None:
    friends = Friends("a")
    assert friends.do(Join("a", "member", "founder")) is None


def test_an_evening_needs_people_of_the_club() -> None:
    friends = Friends("a")
    refused(friends, "member", EnterEvening("a", "2026-12-03", 3, {"a": 1, "b": -1}))
