"""Finds texts that cannot be read and controls that cannot be reached, on any screen."""

from __future__ import annotations

import json
from collections.abc import Iterable

from browser.looks import TOO_WIDE, UNREADABLE, resize
from browser.people import Person
from browser.windows import Size

SIZES: list[Size] = [
    *((360, 640), (390, 844), (640, 360), (844, 390)),
    *((820, 1180), (1280, 800), (1440, 900), (1920, 1080)),
]
"""Phones upright and sideways, a tablet, desktops."""

AT_400_PERCENT: list[Size] = [(320, 256), (480, 270)]
"""Windows of 1280 x 1024 and 1920 x 1080 pixels whose page is four times as large."""

OUT_OF_REACH = """() => {
  const dialog = document.querySelector("dialog[open]");
  const usable = "button, a[href], input, select, summary, textarea";
  const faults = [];
  for (const element of (dialog ?? document).querySelectorAll(usable)) {
    const visible = element.checkVisibility({ visibilityProperty: true });
    if (!visible || element.closest(".unseen")) continue;
    const target = element.matches("input") ? element.closest("label") ?? element : element;
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
    const hit = () => {
      const { x, y, width, height } = target.getBoundingClientRect();
      for (let at = .1; at < 1; at += .1)
        for (let down = .1; down < 1; down += .1)
          if (target.contains(document.elementFromPoint(x + width * at, y + height * down)))
            return true;
      return false;
    };
    if (hit()) continue;
    target.scrollIntoView({ block: "center", inline: "nearest" });
    if (!hit()) faults.push(`out of reach: ${element.ariaLabel ?? element.innerText}`.slice(0, 60));
  }
  scrollTo(0, 0);
  return faults;
}"""
"""Returns the controls of which no point can be pressed, wherever the page is scrolled."""

UNDER_A_NOTICE = """(text) => {
  const notice = document.createElement("p");
  notice.className = "toast";
  notice.textContent = text;
  (document.querySelector("dialog[open]") ?? document.body).append(notice);
  const below = notice.getBoundingClientRect();
  const acting = ".hand :is(.legal, .toggles), .calls button, .r-hand button, .r-words button";
  const faults = [];
  for (const one of document.querySelectorAll(acting)) {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const apart = left >= below.right || below.left >= right || top >= below.bottom ||
      below.top >= bottom;
    if (!apart && one.checkVisibility()) faults.push(`under a notice: ${one.innerText}`);
  }
  notice.remove();
  return faults;
}"""
"""Returns the cards and words that a long notice hides when it is the person's turn."""

LONG = "Du musst Farbe bekennen: spiel eine Schelle, denn eine ist angespielt, und du hast zwei."


def unreadable(person: Person, sizes: Iterable[Size]) -> list[str]:
    """Return what cannot be read in windows of these sizes."""
    return _found(person, sizes, UNREADABLE)


def out_of_reach(person: Person, sizes: Iterable[Size] = AT_400_PERCENT) -> list[str]:
    """Return what cannot be reached in windows of these sizes, or only by scrolling sideways."""
    return _found(person, sizes, OUT_OF_REACH, TOO_WIDE)


def under_a_notice(person: Person, sizes: Iterable[Size]) -> list[str]:
    """Return what a long notice hides from a person who is to act, in windows of these sizes."""
    return _found(person, sizes, f"({UNDER_A_NOTICE})({json.dumps(LONG)})")


def _found(person: Person, sizes: Iterable[Size], *looks: str) -> list[str]:
    found = []
    for width, height in sizes:
        resize(person, (width, height))
        for look in looks:
            faults = person.page.evaluate(look)
            found += [f"{width} x {height}: {fault}" for fault in faults]
    return found
