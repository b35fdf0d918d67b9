"""The totals of the book, and who owes whom."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from club.friends_of_a_club import Friends
from dobbm.club.book import balances, debts, evenings_between, totals
from dobbm.club.club_commands import EnterEvening, Pay

PEOPLE = "abcdef"

ENTRIES = st.lists(
    st.lists(st.integers(-500, 500), min_size=len(PEOPLE) - 1, max_size=len(PEOPLE) - 1),
    max_size=6,
)


def with_evenings(entries: list[list[int]]) -> Friends:
    """Return a club with evenings in which each person but the last wins these amounts."""
    friends = Friends(*PEOPLE)
    for won in entries:
        amounts = dict(zip(PEOPLE, [*won, -sum(won)], strict=True))
        friends.do(EnterEvening("a", "2026-12-03", 3, amounts))
    return friends


@given(ENTRIES)
def test_paying_the_debts_makes_everybody_quits(entries: list[list[int]]) -> None:
    friends = with_evenings(entries)
    owed = debts(friends.club)
    assert len(owed) < len(PEOPLE)
    for payer, payee, amount in owed:
        friends.do(Pay("founder", payer, payee, amount))
    assert not any(balances(friends.club).values())
    assert debts(friends.club) == []


@given(ENTRIES)
def test_the_balances_add_up_to_zero(entries: list[list[int]]) -> None:
    assert sum(balances(with_evenings(entries).club).values()) == 0


def test_a_season_has_its_own_ranking() -> None:
    friends = Friends(*PEOPLE)
    for day, won in (("2026-12-03", 5), ("2027-01-07", -8), ("2027-01-14", 2)):
        friends.do(EnterEvening("a", day, 3, {"a": won, "b": -won}))
    chosen = evenings_between(friends.club, "2027-01-01", "2027-12-31")
    assert [one.day for one in chosen] == ["2027-01-14", "2027-01-07"]
    assert [(one.member, one.mark.amount) for one in totals(chosen)] == [("b", 6), ("a", -6)]


def test_the_same_day_is_attended_once() -> None:
    friends = Friends(*PEOPLE)
    for _ in range(2):
        friends.do(EnterEvening("a", "2026-12-03", 3, {"a": 1, "b": -1}))
    assert [one.evenings for one in totals(friends.club.evenings)] == [1, 1]


def test_what_bots_have_won_is_nobodys() -> None:
    friends = Friends(*PEOPLE)
    friends.play(-30, 10, members="ab")
    assert debts(friends.club) == [("a", "b", 10)]
