"""The pages about the rules, and about the history of the game and its kin."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.people import Person
from browser.windows import DESK, PHONE, Size
from tiers import only_long


def visitor(come: Come, path: str) -> Person:
    """Return a person at a page; ``come`` fails if it contacts another host."""
    person = come(path=path)
    person.page.get_by_role("heading", level=1).wait_for()
    return person


@pytest.mark.parametrize(
    "path", ["/rules", "/learn", *only_long("/rules#glossary", "/learn#tactics")]
)
def test_rules_and_lesson_lead_to_the_history(come: Come, path: str) -> None:
    person = visitor(come, path)
    person.press(person.page.get_by_role("link", name="History and kin"))
    person.page.get_by_role("heading", level=1, name="History and kin").wait_for()
    person.sees("Tell cards displaced them")


def test_links_to_other_sites_do_not_tell_where_the_person_comes_from(come: Come) -> None:
    person = visitor(come, "/history")
    links = person.page.locator("main a[href^=http]")
    assert links.count() == 3
    for link in links.all():
        assert link.get_attribute("rel") == "noreferrer"


def test_the_family_is_a_tree(come: Come) -> None:
    person = visitor(come, "/history")
    kin = person.page.locator(".history .kin .kin")
    for name in ("German Tarok", "Brixental Bauerntarock", "Zuger Tapp", "Frog, six-bid solo"):
        assert kin.first.get_by_text(name, exact=True).count() == 1
    assert person.page.locator(".history .kin > li > b").first.inner_text() == "Grosstarock"


def test_history_shows_the_cards_of_the_game_whatever_the_deck(come: Come) -> None:
    person = come(path="/history", skin="french")
    person.page.get_by_role("img", name="Unter of bells").wait_for()


@pytest.mark.parametrize("size", [PHONE, *only_long(DESK)])
def test_the_contents_stay_in_view_and_mark_what_is_being_read(come: Come, size: Size) -> None:
    person = come(size=size, path="/rules")
    contents = person.page.get_by_role("navigation", name="Contents")
    expect(contents.locator("[aria-current=true]")).to_have_text("The game")
    person.press(contents.get_by_role("button", name="The bidding"))
    expect(person.page.get_by_role("heading", name="The bidding")).to_be_focused()
    expect(contents.locator("[aria-current=true]")).to_have_text("The bidding")
    expect(contents.get_by_role("button", name="The bidding")).to_be_in_viewport()


@pytest.mark.parametrize("size", [PHONE, *only_long((390, 844), DESK)])
@pytest.mark.parametrize(("path", "last"), [("/rules", "The end"), ("/history", "The sources")])
def test_at_the_end_of_a_page_its_last_chapter_is_marked(
    come: Come, path: str, last: str, size: Size
) -> None:
    person = come(size=size, path=path)
    person.page.locator(".chapter").last.wait_for()
    person.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(person.page.locator(".contents [aria-current=true]")).to_contain_text(last)


@pytest.mark.parametrize("size", [(390, 844), *only_long((1920, 1080))])
@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/rules#the-end", "The end"),
        ("/rules#the-payment", "The payment"),
        ("/rules#the-game", "The game"),
        ("/history#literature", "Literature"),
        ("/history#the-sources-of-these-rules", "The sources of these rules"),
    ],
)
def test_the_chapter_that_the_address_names_is_opened_and_marked(
    come: Come, path: str, title: str, size: Size
) -> None:
    person = come(size=size, path=path)
    expect(person.page.locator(".contents [aria-current=true]")).to_have_text(title)
    expect(person.page.locator(".chapter").get_by_text(title, exact=True)).to_be_in_viewport()


def test_the_chapter_that_was_pressed_is_marked_wherever_the_page_ends(come: Come) -> None:
    person = come(size=(390, 1400), path="/rules")
    contents = person.page.get_by_role("navigation", name="Contents")
    for title in ("The payment", "The end", "The play"):
        contents.get_by_role("button", name=title).click()
        expect(contents.locator("[aria-current=true]")).to_have_text(title)


def test_what_a_source_says_comes_last_in_a_chapter(come: Come) -> None:
    person = come(path="/rules")
    chapter = person.page.locator(".text section").filter(
        has=person.page.get_by_role("heading", name="Doubling")
    )
    expect(chapter.locator("p").last).to_contain_text("pagat.com")
    expect(person.page.locator(".text section").last).to_contain_text("John McLeod")
