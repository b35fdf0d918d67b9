"""No key does two things: it plays a card, or takes away a trick, once a press."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON
from browser.people import Person


@pytest.fixture
def won(come: Come) -> Person:
    """Bring Vroni, who has won a trick that stays until it is tapped."""
    person = come(table=WON.at("play"), stay=None)
    person.card("AS").focus()
    with person.sends("/actions"):
        person.page.keyboard.press("Enter")
    person.table.play("AO", "A9", "A6")
    trick_rests(person, True)
    return person


def trick_rests(person: Person, rests: bool) -> None:
    """Wait until a full trick lies on the table, or no longer does."""
    state = "resting" if rests else "current"
    expect(person.page.locator("#page")).to_have_attribute("data-state", state)


def test_the_space_bar_takes_away_a_trick_and_plays_no_card(won: Person) -> None:
    keyboard = won.page.keyboard
    won.hand.first.focus()
    keyboard.press("Space")
    trick_rests(won, False)
    expect(won.hand.first).to_be_focused()
    keyboard.press("Space")
    won.hears("Press Enter to play a card; the space bar only takes away a trick.")
    assert won.table.actions == ["AS"]
    with won.sends("/actions"):
        keyboard.press("Enter")
    assert len(won.table.actions) == 2


def test_enter_held_down_on_next_plays_no_card(won: Person) -> None:
    keyboard = won.page.keyboard
    won.button("Next").focus()
    keyboard.down("Enter")
    trick_rests(won, False)
    expect(won.hand.first).to_be_focused()
    keyboard.down("Enter")
    keyboard.up("Enter")
    expect(won.hand).to_have_count(7)
    assert won.table.actions == ["AS"]


def test_a_number_key_held_down_is_not_a_second_tap(come: Come) -> None:
    person = come(table=WON.at("play"), confirm=True)
    person.page.keyboard.down("1")
    person.page.keyboard.down("1")
    expect(person.hand.first).to_have_accessible_name(re.compile("chosen"))
    assert person.table.actions == []


def test_the_space_bar_chooses_cards_for_the_discard(come: Come) -> None:
    person = come(table=WON.at("exchange"))
    person.hand.first.focus()
    person.page.keyboard.press("Space")
    expect(person.hand.first).to_have_attribute("aria-pressed", "true")
