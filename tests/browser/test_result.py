"""The end of a deal: all is open, and the way on is in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.people import DESK, PHONE, Person, Size, hurry


def play_to_the_end(person: Person) -> None:
    """Sit down with bots, and play the last card of a deal."""
    person.sit_down_with_bots()
    hurry([person], lambda view: view["phase"] == "play" and len(view["hand"]) == 1)
    person.play_deal()


def hands(person: Person) -> list[Locator]:
    return person.page.locator(".dealt").all()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_end_of_a_deal_shows_all_hands_and_the_way_on(come: Come, size: Size) -> None:
    person = come(size=size)
    play_to_the_end(person)
    expect(person.between).to_be_in_viewport(ratio=1)
    told = person.page.locator(".dealt h4").all_inner_texts()
    assert told[0] == "You"
    assert "The Dobb" in told
    for hand in hands(person)[:4]:
        cards = hand.get_by_role("img")
        expect(cards).to_have_count(8)
        tops = cards.evaluate_all("cards => cards.map((card) => card.getBoundingClientRect().top)")
        assert len(set(tops)) == 1, "a hand is one row"
    hands(person)[-1].scroll_into_view_if_needed()
    expect(person.between).to_be_in_viewport(ratio=1)
    look_back(person)


def look_back(person: Person) -> None:
    person.press(person.page.get_by_role("link", name="Look back at the deal"))
    person.page.wait_for_url("**/deals/*")


def test_the_reckoning_goes_from_the_cards_to_the_payment(come: Come) -> None:
    person = come()
    play_to_the_end(person)
    view = person.story()["view"]
    end = view["result"]
    steps = person.page.locator(".reckoning").get_by_role("listitem").all_inner_texts()
    if end["tricks"]:
        assert steps[0].endswith(f"= {end['points']} points")
    if end["points"] != 60:
        total = end["payments"][end["declarer"]]
        assert steps[-1].endswith(f"→ {total:+}".replace("-", "−"))


def test_who_looks_back_is_addressed(come: Come) -> None:
    person = come(name="Vroni")
    play_to_the_end(person)
    look_back(person)
    seen = person.page.get_by_label("What is seen").get_by_role("option")
    expect(seen).to_have_count(5)
    expect(seen.filter(has_text="What you knew")).to_have_count(1)
    expect(seen.filter(has_text="Vroni")).to_have_count(0)


def test_the_mussrunde_is_explained_before_it_is_agreed(come: Come) -> None:
    person = come(size=PHONE)
    play_to_the_end(person)
    person.press(person.button("Mußrunde"))
    dialog = person.page.get_by_role("dialog", name="Mußrunde")
    expect(dialog).to_contain_text("begins with the next deal: 4 deals")
    expect(dialog).not_to_contain_text("everybody")
    person.press(person.button("Cancel"))
    assert person.story()["mussrunde_left"] is None
    person.press(person.button("Menu"))
    person.press(person.button("Ask for the Mußrunde"))
    person.press(person.button("Agreed"))
    assert person.wait(lambda story: story["mussrunde_left"] is not None)["mussrunde_left"] == 4


def test_the_end_of_the_session_is_asked_twice(come: Come) -> None:
    person = come(size=PHONE)
    play_to_the_end(person)
    person.press(person.button("End the session"))
    dialog = person.page.get_by_role("dialog", name="End the session?")
    expect(dialog).to_contain_text("No more deals are played")
    expect(dialog).not_to_contain_text("everybody")
    person.press(person.button("Cancel"))
    assert person.story()["stage"] == "between"
    person.press(person.button("End the session"))
    person.press(person.button("End it"))
    person.page.get_by_role("heading", name="The session is over").wait_for()
