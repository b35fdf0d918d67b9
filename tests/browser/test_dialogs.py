"""Back and Escape close every dialog, and lead to where it was opened."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.people import Person
from browser.screens import SCREENS
from tiers import only_long

NOTE_OPENER = """addEventListener("click", ({ target }) => {
  const button = target.closest("button, summary");
  if (button && !button.closest("dialog")) globalThis.opener = button;
}, { capture: true })"""
"""Notes the last button pressed outside dialogs."""


def is_where_it_was(person: Person, address: str) -> bool:
    """Whether no dialog is open, the page is the same, and its opener has the focus."""
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    focused = person.page.evaluate("document.activeElement === opener")
    return bool(focused) and person.page.url == address


USUAL = ["start", "score sheet", "arranging the seats", "trick", "texts", "result", "replay"]
"""Screens that open a dialog of each kind."""
OTHERS = [name for name, screen in SCREENS.items() if screen.opened and name not in USUAL]


@pytest.mark.parametrize("name", [*USUAL, *only_long(*OTHERS)])
def test_back_and_escape_close_every_dialog(come: Come, name: str) -> None:
    screen = SCREENS[name]
    faults = []
    for look, person in screen.looks(come):
        if not person.page.get_by_role("dialog").count():
            person.page.evaluate(NOTE_OPENER)
            continue
        address = person.page.url
        person.page.evaluate("history.back()")
        if not is_where_it_was(person, address):
            faults.append(f"Back: {look}")
        screen.opened[look](person)
        person.escape()
        if not is_where_it_was(person, address):
            faults.append(f"Escape: {look}")
    assert faults == []
