"""The end of a deal: all hands are open, and the next step is in sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON
from browser.windows import DESK, PHONE, Size


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_end_of_a_deal_shows_all_hands_and_the_next_step(come: Come, size: Size) -> None:
    person = come(size=size, table=WON.done())
    expect(person.between).to_be_in_viewport(ratio=1)
    headings = person.page.locator(".dealt h4").all_inner_texts()
    assert headings[0] == "You"
    assert "The Dobb" in headings
    hands = person.page.locator(".dealt")
    for hand in hands.all()[:4]:
        cards = hand.get_by_role("img")
        expect(cards).to_have_count(8)
        tops = cards.evaluate_all("cards => cards.map((card) => card.getBoundingClientRect().top)")
        assert len(set(tops)) == 1, "a hand is one row"
    hands.last.scroll_into_view_if_needed()
    expect(person.between).to_be_in_viewport(ratio=1)


def test_the_arithmetic_goes_from_the_cards_to_the_payment(come: Come) -> None:
    person = come(table=WON.done())
    steps = person.page.locator(".reckoning").get_by_role("listitem")
    expect(steps.first).to_have_text(re.compile("= 62 points$"))
    expect(steps.last).to_have_text(re.compile(r"→ \+12$"))


def test_the_replay_addresses_the_viewer(come: Come) -> None:
    person = come(table=WON.done(), name="Vroni")
    person.press(person.page.get_by_role("link", name="Look back at the deal"))
    seen = person.page.get_by_label("Visible cards").get_by_role("option")
    expect(seen).to_have_count(5)
    expect(seen.filter(has_text="What you knew")).to_have_count(1)
    expect(seen.filter(has_text="Vroni")).to_have_count(0)


def test_the_mussrunde_is_explained_before_it_is_agreed(come: Come) -> None:
    table = WON.done()
    person = come(size=PHONE, table=table)
    person.press(person.button("Mußrunde"))
    dialog = person.page.get_by_role("dialog", name="Mußrunde")
    expect(dialog).to_contain_text("begins with the next deal: 4 deals")
    expect(dialog).not_to_contain_text("everybody")
    person.press(person.button("Cancel"))
    assert table.requests == []
    person.press(person.button("Menu"))
    person.press(person.button("Ask for the Mußrunde"))
    with person.sends("/mussrunde"):
        person.press(person.button("Agreed"))
    assert table.snapshot(0)["mussrunde_left"] == 4
    expect(person.button("Mußrunde")).to_have_count(0)


def test_the_end_of_the_session_must_be_confirmed(come: Come) -> None:
    table = WON.done()
    person = come(size=PHONE, table=table)
    person.press(person.button("End the session"))
    dialog = person.page.get_by_role("dialog", name="End the session?")
    expect(dialog).to_contain_text("No more deals are played")
    expect(dialog).not_to_contain_text("everybody")
    person.press(person.button("Cancel"))
    assert table.requests == []
    person.press(person.button("End the session"))
    person.press(person.button("End it"))
    person.page.get_by_role("heading", name="The session is over").wait_for()
