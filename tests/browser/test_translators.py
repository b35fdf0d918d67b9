"""Translators and extensions change the texts of the page: what is drawn later is still true."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, WON
from browser.lesson_walk import Walk
from browser.live import LiveTable
from browser.people import Person
from browser.screens import getting_ready, with_sheet
from browser.test_score import Writer
from dobbm.table import commands
from tiers import only_long

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

LONG = ["wrapped", *only_long("rewritten")]


def read(person: Person) -> list[str]:
    """Return what the page says."""
    return list(person.page.evaluate(TEXTS))


def texts(person: Person) -> list[str]:
    """Return what the page says, as soon as it is up to date."""
    person.is_up_to_date()
    expect(person.page.locator("#page")).to_have_attribute("data-state", "current")
    return read(person)


@pytest.mark.parametrize("change", LONG)
@pytest.mark.parametrize("part", ["the first card", *only_long("the bidding", "the end")])
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
    writers = [Writer(come(path="/score", script=with_sheet()), 4) for _ in range(2)]
    for points in (80, 30):
        writers[0].page.evaluate(CHANGES[change])
        for writer in writers:
            writer.write(declarer=1, points=points)
        touched, plain = [writer.page.evaluate(TEXTS) for writer in writers]
        assert touched == plain


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
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


def become_five(table: LiveTable) -> None:
    """Let the host add a seat."""
    table.do(commands.SetRules, 0, replace(table.evening.table.options, players=5))


def get_ready(table: LiveTable) -> None:
    table.do(commands.Vote, 0, "ready")


def send_away(table: LiveTable) -> None:
    """Let the host free the seat of Lois."""
    table.do(commands.Vacate, 0, 1)


def sit_down(table: LiveTable) -> None:
    """Let Sepp take a free seat."""
    table.sit("Sepp", 3)
    table.publish()


@pytest.mark.parametrize("change", LONG)
def test_the_waiting_room_says_what_an_untouched_one_says(come: Come, change: str) -> None:
    pages = [come(table=getting_ready()) for _ in range(2)]
    for happening in (become_five, get_ready, send_away, sit_down):
        pages[0].page.evaluate(CHANGES[change])
        for person in pages:
            happening(person.table)
        touched, plain = [texts(person) for person in pages]
        assert touched == plain, happening.__name__


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
def test_the_lesson_says_what_an_untouched_one_says(come: Come, change: str) -> None:
    """In each step, after an answer and on the way to the next one."""
    pages = [come(path="/learn") for _ in range(2)]
    for person in pages:
        person.page.locator(".hand .held").first.wait_for()
    walks = [Walk(person, fits=False, by_hand=False) for person in pages]
    for step in range(walks[0].pegs.count()):
        for walk in walks:
            walk.follow(step, ())
        answer = next(walks[0].seen.answers())
        pages[0].page.evaluate(CHANGES[change])
        leads_on = [walk.answer(answer) for walk in walks]
        assert read(pages[0]) == read(pages[1]), answer
        if all(leads_on):
            pages[0].page.evaluate(CHANGES[change])
            for walk in walks:
                walk.go_on()
            assert read(pages[0]) == read(pages[1]), answer
