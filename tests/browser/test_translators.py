"""Translators and extensions change the texts of the page: what is drawn later is still true."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, WON
from browser.people import Person
from browser.test_score import Writer

WRAPPED = """
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const texts = [];
while (walker.nextNode()) {
  const { parentElement: parent, data } = walker.currentNode;
  const kept = parent.closest("svg, select, script, style");
  if (data.trim() && !kept) texts.push(walker.currentNode);
}
for (const text of texts) {
  const [outer, inner] = [document.createElement("font"), document.createElement("font")];
  outer.append(inner);
  inner.append(text.data);
  text.replaceWith(outer);
}
"""
"""Wraps each text in new elements, as Google's translator does."""

REWRITTEN = """
for (const element of document.querySelectorAll("#page *, dialog *"))
  if (!element.childElementCount && element.textContent.trim())
    element.innerHTML = element.innerHTML.replace(/<!--.*?-->/g, "");
"""
"""Writes the content of each element anew without comments, as some extensions do."""

CHANGES = {"wrapped": WRAPPED, "rewritten": REWRITTEN}

TEXTS = """
[...document.querySelectorAll("#page, dialog[open]")].map(
  (one) => one.innerText.replace(/\\s+/g, " "))
"""

PARTS = {"the bidding": (0, 5), "the first card": (5, 9), "the end": (37, 39)}
"""The first and the last of the actions that are watched."""

LONG = [pytest.param(one, marks=pytest.mark.long) if one == "rewritten" else one for one in CHANGES]


def texts(person: Person) -> list[str]:
    """Return what the page says, as soon as it is up to date."""
    person.is_up_to_date()
    expect(person.page.locator("#page")).to_have_attribute("data-state", "current")
    return list(person.page.evaluate(TEXTS))


@pytest.mark.parametrize("change", LONG)
@pytest.mark.parametrize("part", PARTS)
def test_the_table_says_what_an_untouched_one_says(come: Come, part: str, change: str) -> None:
    first, last = PARTS[part]
    phase = "play" if first > 6 else "bidding"
    pages = [come(table=WON.at(phase, max(0, first - 7), seat=None)) for _ in range(2)]
    for person in pages:
        person.table.play(*WON.actions[len(person.table.view()["actions"]) : first])
        texts(person)
    for action in WON.actions[first:last]:
        pages[0].page.evaluate(CHANGES[change])
        for person in pages:
            person.table.play(action)
        touched, plain = [texts(person) for person in pages]
        assert touched == plain, action


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
def test_an_open_dialog_goes_on(come: Come, change: str) -> None:
    pages = [come(table=PAIR.at("play")) for _ in range(2)]
    for person in pages:
        person.press(person.button("Talk"))
        person.page.get_by_role("dialog").wait_for()
    pages[0].page.evaluate(CHANGES[change])
    for person in pages:
        person.table.play(next(iter(person.table.view()["legal"])))
    touched, plain = [texts(person) for person in pages]
    assert touched == plain


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
def test_the_score_sheet_says_what_an_untouched_one_says(come: Come, change: str) -> None:
    writers = [Writer(come(), 4) for _ in range(2)]
    for writer in writers:
        writer.begin()
    for points in (80, 30):
        writers[0].page.evaluate(CHANGES[change])
        for writer in writers:
            writer.write(declarer=1, points=points)
        touched, plain = [writer.page.evaluate(TEXTS) for writer in writers]
        assert touched == plain


@pytest.mark.parametrize("change", LONG)
def test_a_replay_says_what_an_untouched_one_says(come: Come, change: str) -> None:
    pages = [come(table=WON.done(), path="/t/stubai/deals/1") for _ in range(2)]
    for person in pages:
        person.sees("The deck follows from its parts")
    for step in (7, 12, 39):
        pages[0].page.evaluate(CHANGES[change])
        for person in pages:
            person.page.get_by_role("slider", name="Step").fill(str(step))
            expect(person.page.locator("output")).to_have_text(re.compile(f"^{step} "))
        touched, plain = [person.page.evaluate(TEXTS) for person in pages]
        assert touched == plain, step
