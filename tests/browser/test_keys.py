"""No key does two things: it plays a card, or takes away a trick, once a press."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.deals import PAIR, WON
from browser.people import Person
from tiers import only_long

OTHER = "Shift"
"""A key that does nothing: the person takes note of the focus."""


@pytest.fixture
def won(come: Come) -> Person:
    """Bring Vroni, who has won a trick that stays until it is tapped."""
    person = come(table=WON.at("play"), stay=None)
    person.card("AS").focus()
    with person.sends("/actions"):
        person.page.keyboard.press("Enter")
    person.table.play("AO", "A9", "A6")
    trick_rests(person, True)
    person.page.keyboard.press(OTHER)
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


def test_the_space_bar_takes_away_a_trick_whatever_has_the_focus(won: Person) -> None:
    won.button("Menu").focus()
    won.page.keyboard.press("Space")
    trick_rests(won, False)
    expect(won.page.get_by_role("dialog")).to_have_count(0)


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


def test_enter_pressed_twice_on_next_plays_no_card(come: Come) -> None:
    person = come(table=WON.at("play"), stay=None, timed=True)
    keyboard, clock = person.page.keyboard, person.page.clock
    person.play("AS")
    person.table.play("AO", "A9", "A6")
    clock.run_for(450)
    expect(person.button("Next")).to_be_focused()
    keyboard.press(OTHER)
    keyboard.press("Enter")
    trick_rests(person, False)
    expect(person.hand.first).to_be_focused()
    clock.run_for(600)
    keyboard.press("Enter")
    clock.run_for(1)
    person.hears("Too soon: press the key again.")
    expect(person.hand).to_have_count(7)
    clock.run_for(1)
    with person.sends("/actions"):
        keyboard.press("Enter")
    assert len(person.table.actions) == 2


def test_enter_pressed_twice_on_next_deal_bids_nothing(come: Come) -> None:
    person = come(table=WON.done(), timed=True)
    person.between.focus()
    with person.sends("/next"):
        person.page.keyboard.press("Enter")
    with person.sends("/shuffle"):
        person.table.go_on()
    person.table.go_on()
    expect(person.calls.first).to_be_focused()
    for key in ("Enter", "Space"):
        person.page.keyboard.press(key)
    assert person.table.actions == []


def test_a_number_key_held_down_is_not_a_second_tap(come: Come) -> None:
    person = come(table=WON.at("play"), confirm=True)
    person.page.keyboard.down("1")
    person.page.keyboard.down("1")
    person.page.keyboard.up("1")
    expect(person.hand.first).to_have_accessible_name(re.compile("chosen"))
    assert person.table.actions == []


def test_the_space_bar_chooses_cards_for_the_discard(come: Come) -> None:
    person = come(table=WON.at("exchange"))
    expect(person.hand.first).to_be_focused()
    person.page.keyboard.press(OTHER)
    person.page.keyboard.press("Space")
    expect(person.hand.first).to_have_attribute("aria-pressed", "true")


def test_the_focus_is_where_the_person_acts(come: Come) -> None:
    """Vroni plays a whole deal with the keyboard."""
    table = WON.at("bidding")
    person = come(table=table)
    keyboard = person.page.keyboard
    for action in WON.actions:
        if person.table.view()["to_act"] != 0:
            person.table.play(action)
            person.is_up_to_date()
            continue
        expect(place_to_act(person)).to_be_focused()
        keyboard.press(OTHER)
        if person.table.view()["phase"] in ("exchange", "play"):
            for card in action.split():
                step_to(person, card)
                if " " in action:
                    keyboard.press("Enter")
        if " " in action:
            keyboard.press("Shift+Tab")
            expect(person.discard_button).to_be_focused()
        elif action == "dobbm":
            keyboard.press("Tab")
        with person.sends("/actions"):
            keyboard.press("Enter")
    expect(person.page.locator("#outcome")).to_be_focused()
    assert person.table.actions


def place_to_act(person: Person) -> Locator:
    """Return the first call, the first card of twelve, or the first legal card."""
    if person.calls.count():
        return person.calls.first
    return person.legal.first


def step_to(person: Person, card: str) -> None:
    """Move the focus to a card with the arrow keys."""
    person.page.keyboard.press("Home")
    cards = person.hand.evaluate_all("cards => cards.map((card) => card.dataset.card)")
    for _ in range(cards.index(card)):
        person.page.keyboard.press("ArrowRight")
    expect(person.card(card)).to_be_focused()


def test_the_focus_is_not_taken_from_a_dialog(come: Come) -> None:
    table = PAIR.at("bidding", seat=0)
    lois = come(table=table, seat=1)
    lois.button("Table talk").focus()
    lois.page.keyboard.press("Enter")
    phrase = lois.page.get_by_role("dialog").get_by_role("button").nth(1)
    expect(phrase).to_be_focused()
    table.play("weiter")
    lois.is_up_to_date()
    expect(lois.calls.first).to_be_attached()
    expect(phrase).to_be_focused()
    lois.escape()
    expect(lois.button("Table talk")).to_be_focused()


@pytest.mark.parametrize("key", [True, False])
def test_a_tap_or_number_key_right_after_a_trick_was_taken_away_leads_nothing(
    come: Come, key: bool
) -> None:
    """It was meant for the trick, or for a card that has just moved."""
    person = come(table=WON.at("play"), stay=None, timed=True)
    person.play("AS")
    person.table.play("AO", "A9", "A6")
    person.page.clock.run_for(1000)
    person.press(person.button("Next"))
    trick_rests(person, False)

    def again() -> None:
        if key:
            person.page.keyboard.press("1")
        else:
            person.press(person.hand.first)

    person.page.clock.run_for(300)
    again()
    person.page.clock.run_for(1)
    person.hears("Too soon: choose the card again to play it.")
    expect(person.hand).to_have_count(7)
    with person.sends("/actions"):
        again()
    assert len(person.table.actions) == 2


def presses(person: Person, key: str, code: str, **more: Any) -> None:
    """Press a key of a layout or an input method that the test's browser does not have."""
    for kind in ("rawKeyDown", "keyUp"):
        event = {"type": kind, "key": key, "code": code} | more
        person.window.devtools.send("Input.dispatchKeyEvent", event)


@pytest.mark.parametrize("key", ["&", "Process", *only_long("+", "１", "ぬ", "Dead")])
def test_the_key_at_the_place_of_the_1_plays_the_first_card(come: Come, key: str) -> None:
    person = come(table=WON.at("play"))
    with person.sends("/actions"):
        presses(person, key, "Digit1")
    assert len(person.table.actions) == 1


@pytest.mark.parametrize("key", ["я", *only_long("Process", "ｓ")])
def test_a_key_with_another_letter_asks_by_its_place(come: Come, key: str) -> None:
    person = come(table=WON.at("play"))
    presses(person, key, "KeyS")
    expect(person.page.locator(".toast")).to_be_visible()


@pytest.mark.parametrize("modifiers", [1, 2, 4])
def test_a_shortcut_of_the_browser_plays_no_card(come: Come, modifiers: int) -> None:
    """With Alt, Ctrl or the command key."""
    person = come(table=WON.at("play"))
    presses(person, "1", "Digit1", modifiers=modifiers)
    presses(person, "s", "KeyS", modifiers=modifiers)
    assert person.table.actions == []
    assert not person.page.locator(".toast").count()


def test_arrow_keys_with_alt_belong_to_the_browser(come: Come) -> None:
    """They go back in its history, on the table and in a replay."""
    person = come(table=WON.at("play"))
    person.hand.first.focus()
    presses(person, "ArrowRight", "ArrowRight", modifiers=1)
    expect(person.hand.first).to_be_focused()
