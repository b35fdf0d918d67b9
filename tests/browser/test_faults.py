"""The page reports an error that nothing catches, once, and only if it is the page's own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON
from browser.parts import missing
from browser.people import Fingers, Person
from browser.windows import PHONE

WORDS = "Something went wrong."

OURS = {
    "in a handler": """() => {
      document.querySelector("main button").addEventListener("click", () => null.oh);
      document.querySelector("main button").click();
    }""",
    "in a timer": "() => void setTimeout(() => null.oh)",
    "in a promise": "() => void Promise.reject(new TypeError('oh'))",
    "a promise without an error": "() => void Promise.reject('oh')",
    "in a stream": """() => {
      for (const stream of EventSource.open) setTimeout(() => stream.onmessage({ data: "oh" }));
    }""",
    "in a template": """() => {
      const { src } = document.querySelector("script[type=module]");
      import(src.replace("app.js", "base/dom.js")).then(({ html, render, page }) =>
        render(html`<p>${{ [Symbol.iterator]: () => null.oh }}</p>`, page()));
    }""",
}
OTHERS = {
    "of an extension": """() => dispatchEvent(new ErrorEvent("error", {
      message: "oh", error: new Error("oh"), filename: "chrome-extension://abc/content.js" }))""",
    "of another site": """() => dispatchEvent(new ErrorEvent("error", {
      message: "Script error.", error: null }))""",
    "of sizes": """() => dispatchEvent(new ErrorEvent("error", {
      message: "ResizeObserver loop completed with undelivered notifications." }))""",
    "of a request given up": "() => void Promise.reject(new DOMException('oh', 'AbortError'))",
    "of a promise of an extension": """() => {
      const error = new Error("oh");
      error.stack = "Error: oh\\n at f (moz-extension://abc/content.js:1:1)";
      void Promise.reject(error);
    }""",
}


@pytest.fixture
def person(come: Come) -> Person:
    """A person at a table whose browser may complain about the errors."""
    person = come(Fingers, PHONE, table=WON.at("play"))
    person.forgive("oh")
    return person


@pytest.mark.parametrize("fault", OURS.values(), ids=OURS)
def test_an_error_is_told_with_a_way_out(person: Person, fault: str) -> None:
    person.page.evaluate(fault)
    strip = person.page.locator(".banner").filter(has_text=WORDS)
    expect(strip.get_by_role("button", name="Reload")).to_be_visible()
    person.hears(WORDS)
    assert person.complaints
    person.press(strip.get_by_role("button", name="Reload"))
    expect(strip).to_have_count(0)
    person.is_up_to_date()
    expect(person.legal.first).to_be_visible()


def test_an_error_that_repeats_itself_is_told_once(person: Person) -> None:
    strip = person.page.locator(".banner")
    person.page.evaluate(OURS["in a timer"])
    person.press(strip.get_by_role("button", name="Close"))
    person.page.evaluate(OURS["in a timer"])
    person.page.evaluate(OURS["in a promise"])
    expect(strip).to_have_count(1)
    assert person.heard.count(strip.locator("p").inner_text()) == 2


def test_errors_of_others_are_not_told(person: Person) -> None:
    for fault in OTHERS.values():
        person.page.evaluate(fault)
    person.page.evaluate(OURS["in a timer"])
    person.hears(WORDS)
    assert len([line for line in person.heard if WORDS in line]) == 1


def test_a_page_that_cannot_be_drawn_leaves_a_way_out(come: Come) -> None:
    person = come(Fingers, PHONE, path="/")
    with missing(person, "pages/learn.js", "export const show = () => null.oh;"):
        person.press(person.page.get_by_role("link", name="Learn").first)
        stuck = person.page.locator(".stuck").get_by_role("button")
        expect(stuck).to_be_visible()
    person.press(stuck)
    expect(person.page.locator("main.learn")).to_be_visible()
    expect(stuck).to_be_hidden()
    person.forgive("oh")


def test_a_test_sees_the_errors_of_every_window(come: Come) -> None:
    person = come(Fingers, PHONE, path="/")
    other = person.context.new_page()
    other.goto(person.address + "/rules")
    other.evaluate("void Promise.reject(new TypeError('oh'))")
    expect(other.locator(".banner")).to_be_visible()
    assert any("oh" in complaint for complaint in person.faults)
    person.forgive("oh")
