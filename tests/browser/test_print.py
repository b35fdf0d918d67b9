"""Printed pages are black on white, in one column, without the tools of a screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browser.conftest import Come
from browser.deals import WON
from browser.live import LiveTable
from browser.looks import TOO_WIDE, UNREADABLE, resize
from browser.screens import see, with_sheet
from browser.session import ended
from browser.windows import Size

A4: list[Size] = [(1047, 718), (718, 1047)]
"""Paper across and upright, without its margins, in pixels."""

PAGES: dict[str, tuple[str | None, Callable[[], LiveTable] | None, str]] = {
    "score": ("/score", None, ".ledger, .final"),
    "rules": ("/rules", None, ".text > .panel"),
    "history": ("/history", None, ".history > .panel"),
    "replay": ("/t/stubai/deals/1", WON.done, ".r-look-back > *"),
    "result": (None, WON.done, ".tally, .open"),
    "end of a session": (None, ended, ".final, .lesser, .all"),
}
"""For each page its address and table, and what stands on it, one below the other."""

BESIDE = """columns => {
  const boxes = [...document.querySelectorAll(columns)].map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width && height);
  if (!boxes.length) return ["nothing to read"];
  const beside = boxes.slice(1).filter((box, at) => boxes[at].bottom > box.top + 1);
  return beside.map(({ left, top }) => `a column at ${left}, ${top}`);
}"""
"""Returns the parts that begin beside the one before."""

PALE = """() => {
  const faults = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    const out = ".unseen, svg, script, noscript, .kin b, .chain, .pictured, .card";
    if (!data.trim() || !parent.checkVisibility() || parent.closest(out)) continue;
    const [red, green, blue] = getComputedStyle(parent).color.match(/[\\d.]+/g).map(Number);
    if (.3 * red + .6 * green + .1 * blue > 130) faults.push(data.trim().slice(0, 30));
  }
  return faults;
}"""
"""Returns texts in a light colour."""

TOOLS = "nav, header.bar, .asks, .tools, .at-hand, .r-controls, .topbar a"


@pytest.mark.parametrize("name", PAGES)
def test_what_is_printed_is_dark_on_white_in_one_column(come: Come, name: str) -> None:
    path, table, columns = PAGES[name]
    script = with_sheet(closed=True) if name == "score" else ""
    person = come(path=path, table=table and table(), script=script, theme="dark")
    see(person.page.locator(columns))
    person.page.emulate_media(media="print")
    for size in A4:
        resize(person, size)
        assert person.page.evaluate(BESIDE, columns) == []
        assert person.page.evaluate(PALE) == []
        assert person.page.evaluate(TOO_WIDE) == []
        assert person.page.evaluate(UNREADABLE) == []
        assert not [one for one in person.page.locator(TOOLS).all() if one.is_visible()]
        paper = "getComputedStyle(document.body).backgroundColor"
        assert person.page.evaluate(paper) == "rgba(0, 0, 0, 0)"
