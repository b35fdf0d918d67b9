"""People at a table by post say until when they are away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.live import LiveTable
from browser.people import Person
from table.driver import dealt

DAY = 86_400.0


def by_post() -> LiveTable:
    """Return a table by post where Lois bids first. It is the first of January 1970."""
    return LiveTable(dealt(2, dealer=0, free=DAY))


def plate(person: Person, seat: int) -> Locator:
    return person.page.locator(f".plate[data-seat='{seat}']")


def open_form(person: Person) -> Locator:
    """Open the dialog by the menu; return its field."""
    person.press(person.button("Menu"))
    person.press(person.button(re.compile("^(I am away until …|I am back, or away for longer)$")))
    return person.page.get_by_role("dialog").get_by_label("Away until")


def test_the_others_see_who_is_away_until_when_and_who_is_back(come: Come) -> None:
    table = by_post()
    vroni, lois = come(table=table), come(table=table, seat=1)
    day = open_form(lois)
    expect(day).to_have_value("1970-01-08")
    day.fill("1970-01-12")
    with lois.sends("/excused"):
        lois.press(lois.button("Save"))
    lois.hears("You are away until Jan 12.")
    vroni.hears("Lois is away until Jan 12.")
    expect(plate(vroni, 1)).to_contain_text("away until Jan 12")
    expect(vroni.page.locator(".deciding")).to_contain_text("Lois bidsaway until Jan 12")
    expect(plate(vroni, 1).get_by_role("timer")).to_have_count(0)
    expect(open_form(lois)).to_have_value("1970-01-12")
    with lois.sends("/excused"):
        lois.press(lois.button("I am back"))
    vroni.hears("Lois is back.")
    expect(plate(vroni, 1)).not_to_contain_text("away")
    expect(plate(vroni, 1).get_by_role("timer")).to_contain_text("24 hours")


@pytest.mark.parametrize("day", ["", "1969-12-31", "1970-02-01"])
def test_a_day_that_cannot_be_is_not_sent(come: Come, day: str) -> None:
    table = by_post()
    vroni = come(table=table)
    field = open_form(vroni)
    field.fill(day)
    vroni.press(vroni.button("Save"))
    vroni.sees("Choose a day from today on" if day else "The date is missing.")
    expect(field).to_be_visible()
    assert not table.requests


def test_only_at_a_table_by_post_and_with_a_seat_one_is_away_until_a_day(come: Come) -> None:
    for person in (come(table=LiveTable(dealt(2))), come(table=by_post(), seat=None)):
        person.press(person.button("Menu"))
        expect(person.page.get_by_role("dialog").get_by_role("link", name="Rules")).to_be_visible()
        expect(person.button("I am away until …")).to_have_count(0)
