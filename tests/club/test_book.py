"""The totals of the book, and who owes whom."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from club.friends_of_a_club import Friends, refused
from dobbm.club.book import among_members, balances, debts, evenings_between, numbers, totals
from dobbm.club.book_commands import REPEATED, EnterEvening, Pay
from dobbm.club.club_commands import MOST_EVER

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
    for day, won in (("2025-12-04", 5), ("2026-01-08", -8), ("2026-01-15", 2)):
        friends.do(EnterEvening("a", day, 3, {"a": won, "b": -won}))
    chosen = evenings_between(friends.club, "2026-01-01", "2026-12-31")
    assert [one.day for one in chosen] == ["2026-01-15", "2026-01-08"]
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


def test_who_lost_to_bots_pays_nobody_for_another_evening() -> None:
    friends = Friends(*PEOPLE)
    friends.play(-1206, 402, members="ab")
    friends.do(EnterEvening("a", "2026-12-02", 3, {"c": 10, "d": -10}))
    assert {*debts(friends.club)} == {("a", "b", 402), ("d", "c", 10)}


def test_bots_at_one_table_cost_nobody_at_another() -> None:
    friends = Friends(*PEOPLE)
    friends.play(-315, 300, 15, members="abc", table="of friends")
    friends.play(-280, 0, members="dc", table="with bots")
    assert among_members(friends.club.evenings[0]) == {"a": -315, "b": 300, "c": 15, "d": 0}


def test_a_debt_that_both_note_as_paid_is_paid_once() -> None:
    friends = Friends(*PEOPLE)
    friends.play(-30, 30, members="ab")
    [debt] = debts(friends.club)
    friends.do(Pay("a", *debt, settles=True))
    assert Pay("b", *debt, settles=True).decide(friends.club, friends.now) is None
    friends.now += REPEATED
    refused(friends, "used", Pay("b", *debt, settles=True))
    assert debts(friends.club) == []


def test_a_debt_that_has_grown_meanwhile_is_not_noted_as_paid() -> None:
    friends = Friends(*PEOPLE)
    friends.play(-30, 30, members="ab")
    seen = debts(friends.club)[0]
    friends.play(-10, 10, members="ab")
    refused(friends, "used", Pay("a", *seen, settles=True))
    friends.do(Pay("a", *seen))
    assert [one.amount for one in debts(friends.club)] == [10]


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=5))
def test_the_winnings_of_an_evening_with_bots_are_shared_to_the_schilling(won: list[int]) -> None:
    """Nobody pays more than lost, or gets more than won."""
    friends = Friends(*PEOPLE)
    friends.play(*won, members=PEOPLE[: len(won)])
    shared = among_members(friends.club.evenings[0])
    assert sum(shared.values()) == 0
    for member, amount in zip(PEOPLE, won, strict=False):
        assert min(0, amount) <= shared.get(member, 0) <= max(0, amount)


@given(st.lists(st.text("ab", min_size=1, max_size=9), unique=True))
def test_a_number_is_that_of_one_person_whoever_comes_later(members: list[str]) -> None:
    found = numbers(members)
    assert len({*found.values()}) == len(members)
    assert found.items() >= numbers(members[: len(members) // 2]).items()
    assert numbers(["c", "d"])["c"] == numbers(["c", *"ab"])["c"]


def test_a_number_is_free_for_everybody() -> None:
    assert len({*numbers(str(one) for one in range(MOST_EVER)).values()}) == MOST_EVER
