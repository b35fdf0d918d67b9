"""The deals of the day: everybody has the same, from the date alone."""

from __future__ import annotations

import subprocess
import sys
from datetime import date, timedelta

import pytest

from dobbm import DobbmError, Rules, from_record
from dobbm.exercises.daily import daily_deals, parse_day
from dobbm.game.cards import NAMES

DAY = date(2026, 11, 26)


BEGUN = [
    "BO B8 AT L8 H7 A9 L9 H8",
    "LU A7 H9 HK HO B9 HU LK",
    "H6 L7 L9 H8 LS LU BS L8",
]
"""The first eight cards of its decks."""


def test_the_deals_of_a_day_never_change() -> None:
    begun = [" ".join(NAMES[card] for card in one.deal.setup.deck[:8]) for one in daily_deals(DAY)]
    assert begun == BEGUN


def test_another_process_finds_the_same_deals() -> None:
    program = "from datetime import date; from dobbm.exercises.daily import daily_deals; "
    program += "print([one.deal.setup.deck for one in daily_deals(date(2026, 11, 26))])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    decks = [one.deal.setup.deck for one in daily_deals(DAY)]
    assert done.stdout.decode().strip() == str(decks)


def test_no_two_deals_have_the_same_deck() -> None:
    days = [DAY + timedelta(days) for days in range(100)]
    decks = {one.deal.setup.deck for day in days for one in daily_deals(day)}
    assert len(decks) == 300


def test_the_person_speaks_first_second_and_in_a_deal_of_a_mussrunde() -> None:
    first, second, third = daily_deals(DAY)
    assert [one.number for one in (first, second, third)] == [1, 2, 3]
    assert [one.deal.setup.active.index(one.seat) for one in (first, second, third)] == [0, 1, 0]
    assert [one.deal.setup.must for one in (first, second, third)] == [False, False, True]
    assert third.deal.to_act == third.seat
    for one in (first, second, third):
        assert one.deal.setup.rules == Rules()
        assert one.bots == (None, "network", "network", "network")


def test_the_record_names_the_day_and_the_seat() -> None:
    for one in daily_deals(DAY):
        given = one.to_json()
        assert from_record(given["record"]) == one.deal
        assert given["record"]["meta"] == {
            "day": "2026-11-26",
            "deal": one.number,
            "seat": one.seat,
            "bots": [*one.bots],
        }


@pytest.mark.parametrize(
    "text", ["", "today", "26.11.2026", "2026-11-31", "20261126", "2026-W48-4", "2026-11-26 ", "0"]
)
def test_a_day_is_a_date_that_exists(text: str) -> None:
    with pytest.raises(DobbmError, match="must be a date such as 2026-11-26"):
        parse_day(text)


def test_every_day_of_the_calendar_has_deals() -> None:
    for day in (date.min, date(2028, 2, 29), date.max):
        assert parse_day(day.isoformat()) == day
        assert len(daily_deals(day)) == 3
