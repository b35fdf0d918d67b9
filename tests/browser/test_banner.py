"""Strips at the top of the window say what a person should know, and cover nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from browser import crowded
from browser.conftest import Come
from browser.deals import WON
from browser.looks import CUT_OFF, TOO_SMALL, TOO_WIDE, in_large_print, violations
from browser.people import Fingers, Person
from browser.windows import DESK, PHONE, Size

TEXT = "This device keeps nothing: save the score sheet as a file before you leave the page."

IMPORT = """([module, what, ...given]) => {
  const { src } = document.querySelector("script[type=module]");
  return import(src.replace("app.js", module)).then((loaded) => loaded[what](...given));
}"""
ACT = """([text, label]) => {
  const { src } = document.querySelector("script[type=module]");
  return import(src.replace("app.js", "base/banner.js")).then(({ showBanner }) =>
    showBanner("test", text, [{ label, act: () => (document.title = "acted") }]));
}"""


def show(person: Person, text: str = TEXT, label: str = "Save as a file") -> Locator:
    """Show a strip with a button, on a page that is drawn, and return it."""
    expect(person.page.locator("main").first).to_be_visible()
    person.page.evaluate(ACT, [text, label])
    return person.page.locator(".banner")


def hide(person: Person) -> None:
    person.page.evaluate(IMPORT, ["base/banner.js", "hideBanner", "test"])


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_a_strip_covers_nothing_at_the_table(come: Come, size: Size) -> None:
    person = come(Fingers if size == PHONE else Person, size, table=WON.at("play"))
    below = show(person).evaluate("(strip) => strip.getBoundingClientRect().bottom")
    bar = person.page.locator("main > header").bounding_box()
    assert bar
    assert bar["y"] >= below
    assert person.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    person.act()
    for look in (TOO_WIDE, TOO_SMALL):
        assert person.page.evaluate(look) == []
    assert violations(person) == []


def test_a_strip_is_cut_off_only_where_it_unfolds_to_the_whole_text(come: Come) -> None:
    person = come(Fingers, PHONE, table=WON.at("play"))
    unfold = show(person).locator(".unfold")
    assert person.page.evaluate(CUT_OFF) == []
    unfold.evaluate("button => (button.style.visibility = 'hidden')")
    assert "This device keeps nothing" in " ".join(person.page.evaluate(CUT_OFF))
    unfold.evaluate("button => (button.style.visibility = '')")
    person.press(unfold)
    assert person.page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("size", [PHONE, PHONE[::-1], (320, 480)], ids=str)
def test_two_strips_take_one_line_of_a_table_and_leave_the_rest_of_it(
    come: Come, size: Size
) -> None:
    person = come(Fingers, size, table=WON.at("bidding"))
    show(person)
    crowded.show(person, crowded.HELD)
    lines = person.page.locator(".banner").locator("visible=true")
    expect(lines).to_have_count(1)
    line, table = lines.bounding_box(), person.page.get_by_role("main").bounding_box()
    assert line
    assert table
    assert line["height"] <= 44
    assert table["y"] == line["height"]
    assert table["y"] + table["height"] == size[1]
    person.press(lines.get_by_role("button", name="The whole text"))
    words = lines.get_by_text(crowded.HELD)
    assert words.evaluate("(text) => text.scrollWidth <= text.clientWidth")
    assert person.page.get_by_role("main").bounding_box() == table


def test_a_strip_that_was_closed_is_still_in_the_menu(come: Come) -> None:
    person = come(Fingers, PHONE, table=WON.at("bidding"))
    strip = show(person)
    person.press(strip.get_by_role("button", name="Close"))
    expect(strip).to_have_count(0)
    menu = person.button("Menu")
    assert menu.evaluate("(menu) => getComputedStyle(menu, '::after').content") == '""'
    person.press(menu)
    inside = person.page.get_by_role("dialog").locator(".banner")
    person.press(inside.get_by_role("button", name="Save as a file"))
    assert person.page.title() == "acted"
    person.press(inside.get_by_role("button", name="Close"))
    person.escape()
    assert menu.evaluate("(menu) => getComputedStyle(menu, '::after').content") == "none"


def test_a_strip_that_was_closed_comes_again_if_it_is_said_again(come: Come) -> None:
    person = come(Fingers, PHONE, table=WON.at("bidding"))
    strip = show(person)
    person.press(strip.get_by_role("button", name="Close"))
    show(person)
    expect(strip).to_be_visible()


def test_a_strip_stays_until_it_is_dismissed(come: Come) -> None:
    person = come(Fingers, PHONE, table=WON.at("bidding"))
    strip = show(person)
    person.hears(TEXT)
    person.press(strip.get_by_role("button", name="Save as a file"))
    assert person.page.title() == "acted"
    person.act()
    expect(strip).to_be_visible()
    person.press(strip.get_by_role("button", name="Close"))
    expect(strip).to_have_count(0)
    bar = person.page.locator("main > header").bounding_box()
    assert bar
    assert bar["y"] == 0


def test_a_strip_replaces_the_one_before_and_repeats_no_words(come: Come) -> None:
    person = come(Fingers, PHONE, path="/score")
    show(person, "first")
    show(person, "second")
    strip = show(person, "second")
    expect(strip).to_have_count(1)
    expect(strip).to_contain_text("second")
    assert person.heard == ["first", "second"]
    hide(person)
    expect(strip).to_have_count(0)


def test_a_strip_can_be_used_in_a_dialog_and_after_it(come: Come) -> None:
    person = come(Fingers, PHONE, table=WON.at("play"))
    strip = show(person)
    person.press(person.button("Menu"))
    inside = person.page.get_by_role("dialog").locator(".banner")
    person.press(inside.get_by_role("button", name="Save as a file"))
    assert person.page.title() == "acted"
    person.escape()
    expect(strip).to_be_visible()
    person.press(person.button("Menu"))
    person.press(inside.get_by_role("button", name="Close"))
    person.escape()
    expect(strip).to_have_count(0)


def test_a_long_strip_fits_in_large_print(come: Come) -> None:
    person = come(Fingers, PHONE, path="/rules")
    show(person, " ".join([TEXT] * 2))
    assert in_large_print(person) == []
