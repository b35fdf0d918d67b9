"""Taking, leaving and arranging seats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf, nan
from typing import Any

import pytest

from dobbm.table import commands
from dobbm.table.deadlines import REVIEW, Due
from dobbm.table.events import Excused, Left, ReleaseWished, StoodIn, Vacated
from dobbm.table.house_rules import BY_POST, MOST_EXCUSED, MOST_SEATINGS
from table.driver import Evening, between, dealt, person_on, refused

# Sitting down, leaving, coming back


def test_people_take_the_first_free_seats_and_bots_have_the_last() -> None:
    evening = Evening(bots=1, players=5)
    evening.sit(4)
    assert evening.table.people == (0, 1, 2, 3)
    assert evening.table.seat_of(person_on(2)) == 2
    assert refused(evening, "full", commands.Sit, "one-more") == "all seats at this table are taken"


def test_bots_take_the_free_seats_on_request() -> None:
    evening = Evening(bots=1)
    evening.sit(2)
    evening.do(commands.Fill, 1)
    assert evening.table.people == (0, 1)
    assert evening.table.stage == "shuffling"
    assert evening.do(commands.Fill, 1) is None
    refused(evening, "full", commands.Sit, "too-late")
    assert refused(evening, "seat", commands.Fill, 2) == "no person sits in seat 2"


def test_who_leaves_in_mid_deal_can_sit_down_again_when_the_deal_is_done() -> None:
    evening = dealt()
    evening.do(commands.Leave, 1)
    assert evening.table.seat_of(person_on(1)) is None
    assert refused(evening, "seat", commands.Leave, 1) == "no person sits in seat 1"
    refused(evening, "seat", commands.ComeBack, 1)
    refused(evening, "full", commands.Sit, person_on(1))
    refused(evening, "phase", commands.Sit, person_on(1), 1)
    evening.play_out()
    evening.do(commands.Sit, person_on(1), 1)
    assert evening.table.seat_of(person_on(1)) == 1
    assert evening.do(commands.Sit, person_on(1), 1) is None


def test_nobody_takes_a_persons_seat() -> None:
    evening = between()
    message = refused(evening, "full", commands.Sit, "one-more", 1)
    assert message == "somebody sits in seat 1"
    assert refused(evening, "request", commands.Sit, "one-more", 4) == (
        "there is no seat 4 at this table"
    )


def test_a_late_friend_takes_the_seat_of_a_bot_and_everybody_gets_time() -> None:
    evening = between(people=1)
    evening.wait(500.0)
    evening.do(commands.Sit, "one-more", 3)
    assert evening.coming == Due(evening.now + REVIEW, "deal")


def test_people_sit_down_at_a_table_only_so_often() -> None:
    evening = between(people=1)
    while evening.table.seatings < MOST_SEATINGS:
        taken = evening.table.seat_of("restless")
        evening.do(commands.Sit, "restless", 3 if taken == 2 else 2)
    assert "100 times" in refused(evening, "full", commands.Sit, "restless", 1)


# The host


def test_who_sits_down_first_is_the_host_until_leaving() -> None:
    evening = Evening(bots=1)
    evening.sit(2)
    assert evening.table.host_seat == 0
    evening.do(commands.Leave, 0)
    assert evening.table.host_seat == 1
    evening.do(commands.Vacate, 1, 1)
    assert evening.table.host_seat is None
    evening.sit(1)
    assert evening.table.host_seat == 1


def test_the_host_frees_a_seat_before_the_first_deal() -> None:
    evening = Evening(bots=1)
    evening.sit(2)
    message = refused(evening, "host", commands.Vacate, 1, 0)
    assert message == "only the host, in seat 0, arranges the table"
    assert evening.do(commands.Vacate, 0, 1) == Vacated(evening.now, 1, by_host=True)
    assert evening.do(commands.Vacate, 0, 1) is None
    evening.do(commands.Vacate, 0, 3)
    assert [one is None for one in evening.table.seats] == [False, True, True, True]


def test_whom_the_host_removes_waits_for_the_end_of_the_first_deal() -> None:
    evening = Evening()
    evening.sit(2)
    evening.do(commands.Vacate, 0, 1)
    message = refused(evening, "removed", commands.Sit, person_on(1), 1)
    assert message == "the host has freed your seat: sit down again after the first deal"
    evening.do(commands.Sit, person_on(2), 1)
    evening.do(commands.Fill, 0)
    refused(evening, "removed", commands.Sit, person_on(1), 3)
    evening.until_dealt()
    refused(evening, "phase", commands.Sit, person_on(1), 3)
    evening.play_out()
    evening.do(commands.Sit, person_on(1), 3)
    assert evening.table.seat_of(person_on(1)) == 3


def away(evening: Evening, seat: int) -> None:
    """Let a bot stand in for a person."""
    evening.happen(StoodIn(evening.now, seat, "gone"))


def test_the_host_gives_the_seat_of_who_is_away_to_a_bot_between_two_deals() -> None:
    evening = between()
    winnings = evening.table.ledger[2]
    message = refused(evening, "phase", commands.Vacate, 0, 2)
    assert message == "only the seat of a person who is away can be given to a bot"
    away(evening, 2)
    refused(evening, "host", commands.Vacate, 1, 2)
    assert evening.do(commands.Vacate, 0, 2) == Left(evening.now, 2)
    assert evening.do(commands.Vacate, 0, 2) is None, "a bot sits there"
    assert [one.amount for one in evening.table.settled if one.person] == [winnings]
    evening.do(commands.Sit, "somebody-else", 2)
    evening.do(commands.Leave, 2)
    evening.do(commands.Sit, person_on(2), 2)
    assert evening.table.ledger[2] == winnings


def test_all_who_are_there_free_the_seat_of_a_host_who_is_away() -> None:
    evening = between()
    away(evening, 0)
    assert evening.do(commands.Vacate, 3, 0) == ReleaseWished(evening.now, 3, 0)
    assert evening.do(commands.Vacate, 3, 0) is None, "asked already"
    assert evening.do(commands.Vacate, 1, 0) == ReleaseWished(evening.now, 1, 0)
    assert evening.table.releasing(0) == (1, 3)
    assert evening.do(commands.Vacate, 2, 0) == Left(evening.now, 0)
    assert evening.table.releases == frozenset()
    assert evening.table.host_seat == 1


def test_who_has_not_come_at_all_is_away_before_a_bot_must_stand_in() -> None:
    evening = between()
    refused(evening, "phase", commands.Vacate, 0, 2, frozenset({1}))
    assert evening.do(commands.Vacate, 0, 2, frozenset({1, 2})) == Left(evening.now, 2)
    absent = frozenset({0, 1})
    assert evening.do(commands.Vacate, 3, 1, absent) == Left(evening.now, 1), "nobody else is here"


def test_who_is_away_has_no_say_in_who_frees_a_seat() -> None:
    evening = between()
    for seat in (0, 1, 2):
        away(evening, seat)
    assert evening.do(commands.Vacate, 3, 1) == Left(evening.now, 1)


@pytest.mark.parametrize("lapses", ["back", "dealt", "left"])
def test_the_wish_to_free_a_seat_lapses(lapses: str) -> None:
    evening = between()
    away(evening, 0)
    evening.do(commands.Vacate, 3, 0)
    if lapses == "back":
        evening.do(commands.ComeBack, 0)
    elif lapses == "left":
        evening.do(commands.Leave, 3)
    else:
        evening.until_dealt()
    assert evening.table.releases == frozenset()


def test_nobody_loses_a_seat_during_a_deal() -> None:
    evening = dealt()
    away(evening, 2)
    refused(evening, "phase", commands.Vacate, 0, 2)


def test_people_free_their_own_seats() -> None:
    """They may sit down again at once, the host too."""
    evening = Evening()
    evening.sit(2)
    for seat in (1, 0):
        assert evening.do(commands.Vacate, seat, seat) == Vacated(evening.now, seat, by_host=False)
        evening.do(commands.Sit, person_on(seat), seat)
    evening.do(commands.Vacate, 1, 1)
    assert evening.table.people == (0,)
    dealt_already = dealt()
    refused(dealt_already, "phase", commands.Vacate, 1, 1)


def test_the_host_lets_two_people_change_places() -> None:
    evening = Evening()
    evening.sit(3)
    evening.do(commands.Swap, 0, (0, 2))
    assert [evening.table.seat_of(person_on(seat)) for seat in range(3)] == [2, 1, 0]
    assert evening.table.host_seat == 2
    refused(evening, "host", commands.Swap, 0, (0, 2))
    assert evening.do(commands.Swap, 2, (1, 1)) is None


def test_the_host_makes_room_for_a_fifth_player_and_takes_it_back() -> None:
    evening = Evening()
    evening.sit(3)
    five = replace(evening.table.options, players=5, bank=60.0)
    evening.do(commands.SetRules, 0, five)
    assert evening.table.seats.count(None) == 2
    assert evening.table.occupant(0).bank == 60.0
    evening.do(commands.SetRules, 0, replace(five, players=4))
    assert evening.table.seats.count(None) == 1
    assert evening.do(commands.SetRules, 0, replace(five, players=4)) is None
    full = Evening(players=5, ready_check=True)
    full.sit(5)
    four = replace(full.table.options, players=4)
    assert refused(full, "seats", commands.SetRules, 0, four) == (
        "five sit at the table: free a seat first"
    )


def test_the_first_deal_waits_until_all_are_ready() -> None:
    evening = Evening(ready_check=True)
    evening.sit(4)
    assert (evening.table.stage, evening.coming) == ("gathering", None)
    evening.vote("ready", 0, 1, 2)
    assert evening.table.unready == (3,)
    evening.do(commands.Swap, 0, (1, 2))
    assert [*evening.table.unready] == [0, 1, 2, 3]
    evening.vote("ready", 0, 1, 2, 3)
    assert evening.table.stage == "shuffling"
    assert evening.do(commands.Vote, 1, "ready") is None


def test_one_person_with_bots_need_not_say_ready() -> None:
    evening = Evening(ready_check=True)
    evening.sit(1)
    evening.do(commands.Fill, 0)
    assert evening.table.stage == "shuffling"
    opened_with_bots = Evening(bots=3, ready_check=True)
    opened_with_bots.sit(1)
    assert opened_with_bots.table.stage == "shuffling"


def test_new_house_rules_that_take_the_last_free_seat_away_begin_no_deal() -> None:
    evening = Evening(bots=3, players=5, ready_check=True)
    evening.sit(1)
    four = replace(evening.table.options, players=4)
    evening.do(commands.SetRules, 0, four)
    assert None not in evening.table.seats
    assert (evening.table.stage, evening.coming) == ("gathering", None)
    evening.vote("ready", 0)
    assert evening.table.stage == "shuffling"


def test_coming_back_to_ones_own_seat_changes_nothing() -> None:
    evening = dealt()
    assert evening.do(commands.ComeBack, 1) is None
    evening.happen(StoodIn(evening.now, 1, "clock"))
    assert [*evening.table.attending] == [0, 2, 3]
    assert evening.do(commands.ComeBack, 1)
    assert [*evening.table.attending] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("command", "given"),
    [
        (commands.Act, ("weiter", 0)),
        (commands.Contribute, ("5eed", None)),
        (commands.Vote, ("next",)),
        (commands.Propose, ("claim",)),
        (commands.TakeBack, ()),
        (commands.Say, ("hello",)),
    ],
    ids=["act", "contribute", "wish", "propose", "take back", "say"],
)
def test_commands_after_leaving_are_refused(
    command: Callable[..., Any], given: tuple[Any, ...]
) -> None:
    evening = dealt()
    evening.do(commands.Leave, 0)
    assert refused(evening, "seat", command, 0, *given) == "no person sits in seat 0"


# Away until a day, by post


def away_until(evening: Evening, seat: int) -> float | None:
    occupant = evening.table.seats[seat]
    return occupant and occupant.excused_until


def test_by_post_people_say_until_when_they_are_away_and_change_or_end_it() -> None:
    evening = dealt(people=2, free=BY_POST)
    for until in (evening.now + 1.0, evening.now + MOST_EXCUSED, None):
        event = evening.do(commands.Excuse, 1, until)
        assert event == Excused(evening.now, 1, until)
        assert away_until(evening, 1) == until
        assert evening.do(commands.Excuse, 1, until) is None


def test_who_was_expected_back_already_need_not_say_so() -> None:
    evening = dealt(people=2, free=BY_POST)
    evening.do(commands.Excuse, 1, evening.now + 1.0)
    evening.now += 1.0
    assert evening.do(commands.Excuse, 1, None) is None


@pytest.mark.parametrize("seconds", [0.0, -1.0, MOST_EXCUSED + 1.0, inf, nan])
def test_nobody_is_away_until_the_past_or_for_longer_than_a_month(seconds: float) -> None:
    evening = dealt(people=2, free=BY_POST)
    message = refused(evening, "until", commands.Excuse, 1, evening.now + seconds)
    assert message == "one is away until a time to come, at most 31 days from now"


def test_only_people_at_a_table_by_post_are_away_until_a_day() -> None:
    evening = dealt(people=2)
    message = refused(evening, "phase", commands.Excuse, 1, evening.now + 60.0)
    assert message == "only at a table by post can a person be away until a day"
    refused(dealt(people=2, free=BY_POST), "seat", commands.Excuse, 3, evening.now + 60.0)


def test_another_seat_keeps_the_absence_and_standing_up_ends_it() -> None:
    evening = between(people=2, free=BY_POST)
    until = evening.now + 60.0
    evening.do(commands.Excuse, 1, until)
    evening.do(commands.Sit, person_on(1), 2)
    assert (away_until(evening, 1), away_until(evening, 2)) == (None, until)
    evening.do(commands.Leave, 2)
    assert away_until(evening, 2) is None
    evening.do(commands.Sit, person_on(1), 2)
    assert away_until(evening, 2) is None


def test_an_absence_ends_with_the_play_by_post() -> None:
    evening = Evening(free=BY_POST, ready_check=True)
    evening.sit(2)
    evening.do(commands.Excuse, 1, evening.now + 60.0)
    evening.do(commands.SetRules, 0, replace(evening.table.options, free=2 * BY_POST))
    assert away_until(evening, 1) == evening.now + 60.0
    evening.do(commands.SetRules, 0, replace(evening.table.options, free=15.0))
    assert away_until(evening, 1) is None
