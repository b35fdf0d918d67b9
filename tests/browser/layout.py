"""Finds texts that cannot be read and controls that cannot be reached, on any screen."""

from __future__ import annotations

import json
from collections.abc import Iterable

from browser.looks import TOO_WIDE, resize
from browser.people import Person
from browser.windows import Size

SIZES: list[Size] = [
    *((360, 640), (390, 844), (640, 360), (844, 390)),
    *((820, 1180), (1280, 800), (1440, 900), (1920, 1080)),
]
"""Phones upright and sideways, a tablet, desktops."""

AT_400_PERCENT: list[Size] = [(320, 256), (480, 270)]
"""Windows of 1280 x 1024 and 1920 x 1080 pixels whose page is four times as large."""

UNREADABLE = """() => {
  const dialog = document.querySelector("dialog[open]");
  const all = new CSSStyleSheet();
  all.replaceSync("* { pointer-events: auto !important }");
  document.adoptedStyleSheets.push(all);
  const temporary = ".light, .toast, .question, .meanwhile, .offline, .wanting, .further, " +
    ".bubble.talk";
  const elsewhere = ".unseen, .spot, .token, [data-turn], svg, script, style, noscript, select, " +
    "option, #said";
  const paints = (one) => {
    if (one.closest(temporary)) return false;
    if (["IMG", "image", "path", "use", "rect"].includes(one.tagName)) return true;
    const { backgroundColor, backgroundImage } = getComputedStyle(one);
    const alpha = backgroundColor.match(/[\\d.]+/g);
    return backgroundImage !== "none" || (alpha[3] ?? 1) > .3;
  };
  const stuck = (one) => {
    for (let up = one; up; up = up.parentElement)
      if (["sticky", "fixed"].includes(getComputedStyle(up).position)) return up;
    return null;
  };
  const [faults, texts] = [[], []];
  const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    const visible = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!data.trim() || !visible || parent.closest(elsewhere)) continue;
    const range = new Range();
    range.selectNodeContents(walker.currentNode);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const box = { left, right, top, bottom };
      let [scrolls, named] = [false, false];
      for (let up = parent; up; up = up.parentElement) {
        const { overflowX, overflowY, clipPath, position } = getComputedStyle(up);
        if (clipPath !== "none") named = true;
        if (["auto", "scroll"].includes(overflowY)) scrolls = true;
        if (overflowX === "visible" && overflowY === "visible") continue;
        if (up === document.body || up === document.documentElement) continue;
        const edge = up.getBoundingClientRect();
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
      }
      if (named) continue;
      const [wide, high] = [box.right - box.left, box.bottom - box.top];
      const em = parseFloat(getComputedStyle(parent).fontSize);
      const shortened = getComputedStyle(parent).textOverflow === "ellipsis" && wide >= 2 * em;
      const clamped = getComputedStyle(parent).webkitLineClamp !== "none";
      const whole = wide >= .9 * (right - left) && high >= .8 * (bottom - top);
      const word = data.trim().slice(0, 30);
      if (!scrolls && !shortened && !clamped && !whole) faults.push(`cut off: ${word}`);
      if (wide <= 0 || high <= 0 || parent.closest(temporary)) continue;
      texts.push({ ...box, parent, data: word });
      for (const part of [.15, .5, .85]) {
        const [x, y] = [box.left + wide * part, (box.top + box.bottom) / 2];
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
        const found = document.elementsFromPoint(x, y);
        if (!found.some((o) => o === parent || parent.contains(o))) continue;
        for (const one of found) {
          if (one === parent || parent.contains(one) || one.contains(parent)) break;
          if (!paints(one)) continue;
          const above = stuck(one);
          if (!above || above.contains(parent))
            faults.push(`${word} is covered by ${one.closest("[class]").getAttribute("class")}`);
          break;
        }
      }
    }
  }
  const meet = (one, two) =>
    Math.min(one.right, two.right) - Math.max(one.left, two.left) > 2 &&
    Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 6;
  texts.forEach((one, at) => texts.slice(0, at).forEach((two) => {
    if (one.parent !== two.parent && meet(one, two) && stuck(one.parent) === stuck(two.parent))
      faults.push(`${one.data} meets ${two.data}`);
  }));
  for (const part of document.querySelectorAll(".slate :is(.face, .name, td, small)")) {
    if (!part.checkVisibility() || part.closest(".unseen, .coins")) continue;
    const box = part.getBoundingClientRect();
    const frame = part.closest(".slate-face")?.getBoundingClientRect();
    if (frame && (box.left < frame.left - 1 || box.right > frame.right + 1))
      faults.push(`over the frame: ${part.className} ${part.innerText}`);
  }
  for (const name of document.querySelectorAll(".name, .slate th")) {
    if (!name.checkVisibility() || name.closest(".unseen")) continue;
    const walk = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    while (walk.nextNode())
      for (const { 0: word, index } of walk.currentNode.data.matchAll(/[^\\s-]+/g)) {
        if (word.length > 8 || document.documentElement.lang === "ja") continue;
        const range = new Range();
        range.setStart(walk.currentNode, index);
        range.setEnd(walk.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.push(`a name breaks: ${word}`);
      }
  }
  for (const panel of document.querySelectorAll(".slate, .panel, .tray, .difference"))
    if (panel.offsetHeight && !panel.innerText.trim() && !panel.querySelector("svg, img"))
      faults.push(`an empty ${panel.className}`);
  for (const plate of document.querySelectorAll(".plate")) {
    const { content, visibility } = getComputedStyle(plate, "::after");
    const says = plate.querySelector(".bubble")?.checkVisibility({ visibilityProperty: true });
    if (content !== "none" && visibility === "visible" && plate.checkVisibility() && !says)
      faults.push(`a tail without a bubble: ${plate.ariaLabel}`);
  }
  document.adoptedStyleSheets.pop();
  return [...new Set(faults)];
}"""
"""Returns texts that meet, are covered or cut off, names that break, and slates that are empty.

What lies over the table for a moment and at purpose, such as a question, may cover something, but
is not cut off. No bubble leaves its tail behind.
"""

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
        # Until what measures the window has drawn again.
        person.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        for look in looks:
            faults = person.page.evaluate(look)
            found += [f"{width} x {height}: {fault}" for fault in faults]
    return found
