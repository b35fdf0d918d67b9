"""A person who can only watch sees what happens without pauses, until it is time to act again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.deals import HOLIDAY, PAIR, WON
from browser.people import Person
from browser.windows import DESK, PHONE, Size
from dobbm.table.events import CameBack, StoodIn

CARDS = WON.cards.split()


def pressed(person: Person, on: bool) -> None:
    """Wait until the button says whether fast-forward is on."""
    expect(button(person)).to_have_attribute("aria-pressed", "true" if on else "false")


def button(person: Person) -> Locator:
    return person.button("Fast-forward")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_spectator_sees_two_tricks_at_once(come: Come, size: Size) -> None:
    """No time passes on the device."""
    table = WON.at("play")
    person = come(size=size, table=table, seat=None, timed=True, stay=1.4, motion=True)
    person.press(button(person))
    pressed(person, True)
    table.play(*CARDS[:9])
    person.is_up_to_date()
    expect(person.page.locator(".laid")).to_have_count(1)
    assert person.page.evaluate("document.getAnimations().length") == 0
    assert not [request for request in table.requests if request.route == "/hurried"]
    person.sees("waiting for Vroni")
    person.press(button(person))
    pressed(person, False)
    table.play(CARDS[9])
    person.is_at(table.number - 1)
    person.page.clock.run_for(400)
    person.is_up_to_date()


def test_a_key_lets_the_bots_hurry_for_a_person_on_holiday(come: Come) -> None:
    table = HOLIDAY.at("play", 2, seat=None)
    person = come(table=table, stay=1.4)
    with person.sends("/hurried"):
        person.page.keyboard.press("f")
    pressed(person, True)
    assert table.preferences[0]["hurried"] is True
    table.play(*HOLIDAY.cards.split()[2:8])
    person.is_up_to_date()
    person.hears("Fast-forward is on.")
    person.page.reload()
    pressed(person, True)
    with person.sends("/hurried"):
        person.page.keyboard.press("f")
    pressed(person, False)
    assert table.preferences[0]["hurried"] is False


def test_it_ends_when_the_seat_is_taken_back_from_a_bot(come: Come) -> None:
    table = PAIR.at("play", 1, seat=None)
    table.happen(StoodIn(table.evening.now, 0, "clock"))
    person = come(table=table, stay=60)
    person.press(button(person))
    pressed(person, True)
    table.happen(CameBack(table.evening.now, 0))
    person.is_up_to_date()
    expect(button(person)).to_have_count(0)
    table.play(*PAIR.cards.split()[1:4])
    expect(person.page.locator("#page")).to_have_attribute("data-state", "resting")


def test_a_person_who_plays_has_no_such_button_or_key(come: Come) -> None:
    person = come(table=WON.at("play"))
    expect(button(person)).to_have_count(0)
    person.page.keyboard.press("f")
    person.page.keyboard.press("g")
    person.hears("You play: ")
    assert "Fast-forward is on." not in person.heard


def test_keys_that_type_a_character_can_be_turned_off(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table, keys=False)
    person.hears("You hold ")  # what she begins with
    for key in ("g", "h", "1", "f"):
        person.page.keyboard.press(key)
    person.press(person.button("Menu"))
    person.press(person.button("How does the game stand?"))
    dialog = person.page.get_by_role("dialog", name="How does the game stand?")
    expect(dialog).to_contain_text("You hold")
    expect(dialog).not_to_contain_text("Keys:")
    person.escape()
    assert " ".join(person.heard).count("You hold ") == 1
    assert table.actions == []
    person.press(person.button("Menu"))
    person.press(person.button("Settings"))
    person.page.get_by_label("Single-letter keys").check()
    person.escape()
    person.page.keyboard.press("s")
    person.hears("Schilling won so far")
