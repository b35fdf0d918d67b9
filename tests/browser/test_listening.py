"""The page is in words for people who cannot see it, and says everything once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, WON
from browser.people import Listener, Person
from browser.screens import SCREENS

LIVE = "[aria-live], [role=status], [role=alert], [role=log]"


def seat(person: Person, name: str) -> str:
    """Return what a screen reader says about a seat."""
    return person.page.get_by_role("group", name=name, exact=True).aria_snapshot()


def test_a_seat_says_its_turn_its_roles_and_its_winnings(come: Come) -> None:
    person = come(table=WON.at("play", 18))
    own = '- group "Vroni": Vroni has the turn declarer 0 Schilling 2 tricks'
    assert seat(person, "Vroni") == own
    assert "Sepp a bot dealer 0 Schilling" in seat(person, "Sepp")
    assert "has the turn" not in seat(person, "Sepp")


def test_a_card_that_may_be_planned_is_not_disabled(come: Come) -> None:
    person = come(table=PAIR.at("play", 1, seat=None))
    assert person.table.evening.to_act != 0
    for card in person.hand.all():
        expect(card).to_be_enabled()
        expect(card).to_have_attribute("aria-pressed", "false")
    person.press(person.hand.last)
    expect(person.hand.last).to_have_attribute("aria-pressed", "true")


def test_a_card_for_the_discard_is_said_to_be_chosen_once(come: Come) -> None:
    person = come(table=WON.at("exchange"))
    person.press(person.hand.first)
    expect(person.hand.first).to_have_attribute("aria-pressed", "true")
    expect(person.hand.first).not_to_have_accessible_name(re.compile("chosen"))


def test_the_game_is_heard_while_a_dialog_is_open(come: Come) -> None:
    """A dialog makes the rest of the page inert, its announcements, too."""
    person = come(table=PAIR.at("play", seat=1), seat=0)
    person.press(person.button("Menu"))
    person.page.get_by_role("dialog").wait_for()
    person.table.play("B6")
    person.is_up_to_date()
    line = "Lois plays Weli, the six of bells."
    expect(person.page.get_by_role("dialog")).to_contain_text(line)
    heard = [node.name for node in Listener(person).nodes("StaticText") if line in node.name]
    assert heard == [line]


@pytest.mark.parametrize("name", ["connection lost", "asking", "ready", "two people"])
def test_what_is_announced_is_in_no_other_live_region(come: Come, name: str) -> None:
    for look, person in SCREENS[name].looks(come):
        regions = person.page.locator(f":is({LIVE}):not(#said)").all_inner_texts()
        doubled = [line for line in person.heard if any(line in region for region in regions)]
        assert doubled == [], look
