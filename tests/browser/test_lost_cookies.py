"""Cookies deleted in mid-game: the window plays on with its token, or says what is lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.people import Person
from server.serving import Server

Seated: TypeAlias = Callable[[], Person]

FORGET_TOKENS = "sessionStorage.clear()"
"""Forgets what a new window does not know."""


@pytest.fixture
def seated(come: Come, server: Server) -> Seated:
    """Brings a person to a table with bots, with a cookie for the seat."""

    def seated() -> Person:
        person = come(to=server.address)
        person.open()
        person.press(person.button("Play now"))
        expect(person.hand).to_have_count(8)
        waits_for_the_turn(person)
        return person

    return seated


def waits_for_the_turn(person: Person) -> None:
    person.calls.or_(person.discard_button).or_(person.legal).first.wait_for()


def strip(person: Person) -> Locator:
    return person.page.locator(".banner", has_text="takes no cookies, or they are gone")


def lose_cookies(person: Person) -> None:
    assert person.context.cookies()
    person.context.clear_cookies()


def in_a_new_window(person: Person) -> None:
    """Load the page as in another window, which does not know the tokens of this one."""
    person.page.evaluate(FORGET_TOKENS)
    person.page.reload()


def test_a_person_whose_cookies_are_deleted_plays_on_and_is_told(seated: Seated) -> None:
    person = seated()
    lose_cookies(person)
    person.act()
    expect(strip(person)).to_be_visible()
    person.page.reload()
    expect(person.hand.first).to_be_visible()
    expect(strip(person)).to_be_visible()
    waits_for_the_turn(person)
    person.act()
    person.forgive_requests()


def test_the_first_request_after_the_cookies_may_be_any(seated: Seated) -> None:
    person = seated()
    lose_cookies(person)
    person.press(person.button("Table talk"))
    person.press(person.button(re.compile("Griaß enk")))
    person.sees("Griaß enk")
    expect(strip(person)).to_be_visible()
    person.forgive_requests()


def test_a_stream_that_is_opened_again_finds_the_seat(seated: Seated) -> None:
    person = seated()
    lose_cookies(person)
    for event in ("offline", "online"):
        person.page.evaluate("kind => dispatchEvent(new Event(kind))", event)
    expect(strip(person)).to_be_visible()
    expect(person.hand.first).to_be_visible()
    person.act()


def test_the_start_page_still_offers_to_continue(seated: Seated) -> None:
    person = seated()
    lose_cookies(person)
    person.open()
    person.press(person.page.get_by_role("link", name=re.compile("Continue")))
    expect(person.hand.first).to_be_visible()
    expect(strip(person)).to_be_visible()


def test_a_window_without_the_token_says_what_is_lost_and_offers_ways_on(seated: Seated) -> None:
    person = seated()
    lose_cookies(person)
    in_a_new_window(person)
    person.sees("your seat is lost with them")
    expect(person.button("Take a seat")).to_be_visible()
    expect(strip(person)).to_have_count(0)
    person.press(person.page.get_by_role("link", name="Start page"))
    lost = person.page.get_by_role("link", name=re.compile("To the table"))
    expect(lost).to_contain_text("your seat is lost with them")


def test_nothing_stays_pressable_once_the_seat_is_lost(seated: Seated) -> None:
    person = seated()
    in_a_new_window(person)
    waits_for_the_turn(person)
    lose_cookies(person)
    choice = person.calls.or_(person.legal).first
    if person.discard_button.count():
        for card in person.hand.all()[:4]:
            person.press(card)
        choice = person.discard_button
    person.press(choice)
    person.sees("your seat is lost with them")
    expect(person.hand).to_have_count(0)
    person.forgive_requests()


def test_who_has_stood_up_is_not_told_of_cookies(seated: Seated) -> None:
    person = seated()
    person.press(person.button("Menu"))
    person.press(person.button(re.compile("Stand up")))
    person.press(person.page.get_by_role("dialog").get_by_role("button", name="Stand up"))
    person.sees("You are watching.")
    in_a_new_window(person)
    person.sees("You are watching.")
    expect(person.page.get_by_text("cookies")).to_have_count(0)
