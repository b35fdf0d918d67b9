"""Names from right to left: every amount stands where it stands with other names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.live import LiveTable
from browser.screens import SCREENS
from browser.test_score import Writer
from table.driver import person_on

NAMES = ("דוד", "محمد2", "12 שרה", "Vroni שמחה", "רחל!")

OUT_OF_ORDER = r"""() => {
  const faults = [];
  const lines = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const marks = /[\u2066-\u2069\u202a-\u202e]/g;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const visible = node.parentElement.checkVisibility({ visibilityProperty: true });
    if (!visible || node.parentElement.closest("input, select, script")) continue;
    let block = node.parentElement;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    if (!lines.has(block)) lines.set(block, []);
    let [isolate, word] = [null, null];
    for (const [at, letter] of [...node.data].entries()) {
      const start = [...node.data].slice(0, at).join("").length;
      if (letter === "\u2068") isolate = word = null;
      if (/\s/.test(letter) && !isolate) word = null;
      if (letter === "\u2068") isolate = word = { text: "", boxes: [] };
      else if (letter === "\u2069") isolate = word = null;
      else if (/\S/.test(letter)) {
        if (!word) word = { text: "", boxes: [] };
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, start + letter.length);
        word.text += letter;
        word.boxes.push(range.getBoundingClientRect());
        if (word.boxes.length === 1) lines.get(block).push(word);
      }
    }
  }
  for (const words of lines.values())
    for (const [at, word] of words.entries()) {
      const before = words[at - 1];
      if (!before) continue;
      const left = Math.min(...word.boxes.map((box) => box.left));
      const right = Math.max(...before.boxes.map((box) => box.right));
      const [one, other] = [before.boxes[0], word.boxes[0]];
      const beside = Math.abs(one.top - other.top) < 3 && one.height && other.height;
      if (beside && left < right - 1) faults.push(`${before.text} | ${word.text}`);
    }
  return faults;
}"""
"""Finds the words of a line that do not stand after the word before; an isolate is one word."""

QUICK = ("result", "session over", "open tables", "texts")
"""The screens with most names, for the quick tier."""


REASON = re.compile("visible|accent|larger")


def foreign(live: LiveTable) -> LiveTable:
    """Give everybody at a table a name from right to left."""
    for seat, name in enumerate(NAMES):
        live.names[person_on(seat)] = name
    return live


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in SCREENS],
)
def test_names_from_right_to_left_move_no_number(come: Come, name: str) -> None:
    screen = SCREENS[name]
    table = screen.table
    if table is None:
        pytest.skip("has no names of people")
    found = []
    for look, person in screen._replace(table=lambda: foreign(table())).looks(come):
        found += [f"{look}: {fault}" for fault in person.page.evaluate(OUT_OF_ORDER)]
    assert not found, "\n".join(found)


def test_a_name_from_right_to_left_moves_no_number_on_the_score_sheet(come: Come) -> None:
    """David has won 102 Schilling, and the others pay him."""
    writer = Writer(come(), 4)
    writer.names = [*NAMES[:4]]
    writer.begin()
    writer.write(declarer=0, points=80)
    faults = writer.page.evaluate(OUT_OF_ORDER)
    assert faults == []


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "V" + "\u0301" * 12, "\ufdfd"])
def test_a_name_that_nobody_can_read_is_refused_where_it_is_typed(come: Come, name: str) -> None:
    """On the start page, and on the score sheet."""
    person = come(path="/", name="Vroni")
    field = person.page.get_by_label("Your name at the table")
    field.fill(name)
    field.blur()
    expect(person.page.locator(".toast")).to_have_text(REASON)
    expect(field).to_have_value("Vroni")
    person.open("/score")
    for number in range(1, 5):
        person.page.get_by_label(f"Name of player {number}").fill(
            name if number == 2 else f"{number}"
        )
    person.press(person.button("Begin"))
    expect(person.page.get_by_role("alert")).to_have_text(REASON)
