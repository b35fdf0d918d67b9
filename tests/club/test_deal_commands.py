"""Members have favourites among the deals of the book, and comment on them."""

from __future__ import annotations

from club.friends_of_a_club import Friends, refused
from dobbm.club import deal_commands
from dobbm.club.book import deal_of_the_night
from dobbm.club.book_commands import EnterEvening
from dobbm.club.club_commands import Depart, Join
from dobbm.club.club_events import DealScored
from dobbm.club.deal_commands import ChooseFavourite, StrikeComment, WriteComment


def after_three_deals() -> Friends:
    friends = Friends(*"abcd")
    for dearest in (3, 30, 9):
        friends.play(dearest, -dearest, 0, 0)
    return friends


def test_without_favourites_the_dearest_deal_is_that_of_the_night() -> None:
    club = after_three_deals().club
    assert deal_of_the_night(club, club.evenings[0]) == ("table", 2)


def test_a_deal_that_nobody_declared_is_not_the_dearest() -> None:
    friends = after_three_deals()
    thrown_in = DealScored(friends.now, "table", 4, {"a": 90}, None, None, None, [])
    friends.happen(thrown_in)
    assert deal_of_the_night(friends.club, friends.club.evenings[0]) == ("table", 2)


def test_the_favourite_of_most_members_is_that_of_the_night() -> None:
    friends = after_three_deals()
    for member, deal in (("a", 1), ("b", 3), ("c", 3)):
        friends.do(ChooseFavourite(member, "table", deal, chosen=True))
    assert deal_of_the_night(friends.club, friends.club.evenings[0]) == ("table", 3)
    assert friends.club.favourites["table", 3] == ("b", "c")


def test_of_as_many_favourites_the_dearest_is_that_of_the_night() -> None:
    friends = after_three_deals()
    for member, deal in (("a", 1), ("b", 2)):
        friends.do(ChooseFavourite(member, "table", deal, chosen=True))
    assert deal_of_the_night(friends.club, friends.club.evenings[0]) == ("table", 2)


def test_a_favourite_of_somebody_who_has_left_counts_no_more() -> None:
    friends = after_three_deals()
    friends.do(ChooseFavourite("a", "table", 1, chosen=True))
    friends.do(Depart("a", "a"))
    assert friends.club.favoured("table", 1) == []
    assert deal_of_the_night(friends.club, friends.club.evenings[0]) == ("table", 2)


def test_a_favourite_of_another_night_does_not_count() -> None:
    friends = after_three_deals()
    friends.do(ChooseFavourite("a", "table", 1, chosen=True))
    friends.now += 7 * 24 * 3600.0
    friends.play(1, -1, 0, 0)
    assert deal_of_the_night(friends.club, friends.club.evenings[1]) == ("table", 4)


def test_an_evening_at_the_inn_has_no_deal_of_the_night() -> None:
    friends = Friends(*"ab")
    friends.do(EnterEvening("a", "2026-12-03", 3, {"a": 1, "b": -1}))
    assert deal_of_the_night(friends.club, friends.club.evenings[0]) is None


def test_a_favourite_is_chosen_once_and_no_more() -> None:
    friends = after_three_deals()
    assert friends.do(ChooseFavourite("a", "table", 1, chosen=False)) is None
    assert friends.do(ChooseFavourite("a", "table", 1, chosen=True))
    assert friends.do(ChooseFavourite("a", "table", 1, chosen=True)) is None
    friends.do(ChooseFavourite("a", "table", 1, chosen=False))
    assert friends.club.favourites["table", 1] == ()


def test_only_a_deal_of_the_book_can_be_marked() -> None:
    friends = after_three_deals()
    for table, deal in (("table", 0), ("table", 4), ("another", 1)):
        refused(friends, "book", ChooseFavourite("a", table, deal, chosen=True))
        refused(friends, "book", WriteComment("a", table, deal))


def test_guests_and_those_who_have_left_mark_nothing() -> None:
    friends = after_three_deals()
    friends.do(Join("guest", "guest", "a", until=friends.now + 60.0))
    friends.do(Depart("b", "b"))
    for member in ("guest", "b", "nobody"):
        refused(friends, "role", ChooseFavourite(member, "table", 1, chosen=True))
        refused(friends, "role", WriteComment(member, "table", 1))


def test_the_author_and_cohosts_strike_out_a_comment() -> None:
    friends = after_three_deals()
    for _ in range(2):
        friends.do(WriteComment("a", "table", 1))
    first, second = (one.number for one in friends.club.comments)
    refused(friends, "role", StrikeComment("b", "table", 1, first))
    refused(friends, "book", StrikeComment("a", "table", 2, first))
    friends.do(StrikeComment("a", "table", 1, first))
    friends.do(StrikeComment("founder", "table", 1, second))
    assert friends.club.comments == ()
    refused(friends, "book", StrikeComment("a", "table", 1, first))


def test_a_deal_has_so_many_comments() -> None:
    friends = after_three_deals()
    for _ in range(deal_commands.MOST_COMMENTS):
        friends.do(WriteComment("a", "table", 1))
    refused(friends, "crowded", WriteComment("b", "table", 1))
    assert friends.do(WriteComment("b", "table", 2))
