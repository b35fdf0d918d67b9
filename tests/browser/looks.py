"""Finds faults in how a page looks, for all eyes, all fingers and all languages."""

from __future__ import annotations

from collections.abc import Sequence

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]

from browser.people import Person
from browser.windows import DESK, PHONE, Size

OTHER_SIZES = [(640, 360), DESK]
"""Other window sizes: a phone held sideways, a desktop."""

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],
}

IN_WORDS = """() => {
  const visible = (element) => element.checkVisibility({ visibilityProperty: true });
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    const foreign = parent.closest(
      "[lang='de-AT'], dt[lang], cite, script, style, noscript, svg, code",
    );
    if (!foreign && (visible(parent) || parent.closest("[role=log]"))) texts.push(data);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (visible(element)) texts.push(element.getAttribute(name));
  return texts;
}"""
"""Returns all text that can be seen or heard."""

TOO_WIDE = """() => {
  const faults = [];
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) {
    const all = [...document.querySelectorAll("body *")];
    const far = all.filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
    const widest = far.slice(-3).map((one) => `${one.localName}.${one.getAttribute("class")}`);
    faults.push(`${scrollWidth} px wide: ${widest.join(", ")}`);
  }
  for (const dialog of document.querySelectorAll("dialog[open]"))
    if (dialog.scrollWidth > dialog.clientWidth + 1) faults.push("a dialog scrolls sideways");
  return faults;
}"""

CUT_OFF = """() => {
  const faults = [];
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility() || element.closest("svg, .unseen")) continue;
    const { overflowX, display } = getComputedStyle(element);
    const cuts = ["hidden", "clip"].includes(overflowX) || element.matches("button, .button");
    if (!cuts || display === "inline" || !element.innerText?.trim()) continue;
    if (element.matches(".held")) continue;
    if (element.scrollWidth > element.clientWidth + 1)
      faults.push(`cut off: ${element.className} ${element.innerText.trim().slice(0, 60)}`);
  }
  return faults;
}"""

COVERED = """() => {
  const plates = [...document.querySelectorAll(".plate")];
  const boxes = plates.map((plate) => plate.getBoundingClientRect());
  const meet = (one, two) =>
    one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
  return plates.flatMap((plate, at) => boxes.slice(0, at).filter((box) => meet(box, boxes[at]))
    .map(() => `another seat covers ${plate.innerText}`));
}"""

MIXED_UP = """() => {
  const dialog = document.querySelector("dialog[open]");
  const elsewhere = ".unseen, .toast, .held, svg, script, style, noscript, select, #said";
  const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
  const [faults, texts] = [[], []];
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    const visible = parent.checkVisibility({ visibilityProperty: true });
    if (!data.trim() || !visible || parent.closest(elsewhere)) continue;
    const range = new Range();
    range.selectNodeContents(walker.currentNode);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const box = { left, right, top, bottom };
      let [scrolls, named] = [false, false];
      for (let up = parent; up; up = up.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(up);
        if (clipPath !== "none") named = true;
        if (["auto", "scroll"].includes(overflowY)) scrolls = true;
        if (overflowX === "visible" && overflowY === "visible") continue;
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
      const whole = wide >= .9 * (right - left) && high >= .9 * (bottom - top);
      if (!scrolls && !shortened && !whole) faults.push(`cut off: ${data.trim().slice(0, 30)}`);
      if (wide > 0 && high > 0) texts.push({ ...box, parent, data: data.trim().slice(0, 20) });
    }
  }
  const meet = (one, two) =>
    Math.min(one.right, two.right) - Math.max(one.left, two.left) > 2 &&
    Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 6;
  texts.forEach((one, at) => texts.slice(0, at).forEach((two) => {
    if (one.parent !== two.parent && meet(one, two))
      faults.push(`${one.data} covers ${two.data}`);
  }));
  return [...new Set(faults)];
}"""
"""Returns texts that cover one another or are cut off; an ellipsis may follow some letters."""

BROKEN = """() => {
  if (document.documentElement.lang === "ja") return [];
  const faults = [];
  for (const heading of document.querySelectorAll("h1, h2, h3")) {
    if (!heading.checkVisibility() || heading.closest(".unseen")) continue;
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      for (const { 0: word, index } of walker.currentNode.data.matchAll(/[^\\s-]+/g)) {
        const range = new Range();
        range.setStart(walker.currentNode, index);
        range.setEnd(walker.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.push(`a heading breaks inside ${word}`);
      }
  }
  return faults;
}"""
"""Returns the words inside which a heading breaks; in Japanese, lines end anywhere."""

TOO_SMALL = """() => {
  const faults = [];
  const usable = "button, a[href], input, select, summary, textarea, [role=button]";
  for (const element of document.querySelectorAll(usable)) {
    if (!element.checkVisibility() || element.closest(".unseen")) continue;
    const flowing = element.matches("a") && getComputedStyle(element).display === "inline";
    if (flowing && element.parentElement.closest("p, li, dd, td, th, small")) continue;
    const target = element.matches("input") ? element.closest("label") ?? element : element;
    const { width, height } = target.getBoundingClientRect();
    if (width < 43.5 || height < 43.5)
      faults.push(`${Math.round(width)} x ${Math.round(height)}: ` +
        (element.getAttribute("aria-label") ?? element.innerText ?? "") + ` ${element.className}`);
  }
  return faults;
}"""


def squeezed(person: Person) -> list[str]:
    """Return what does not fit a window of 320 pixels, or one of 640 with doubled letters."""
    found = []
    for width, size in ((320, 100), (640, 200)):
        resize(person, (width, PHONE[1]))
        person.page.evaluate(f"document.documentElement.style.fontSize = '{size}%'")
        faults = person.page.evaluate(TOO_WIDE)
        found += [f"{width} pixels, letters of {size} %: {fault}" for fault in faults]
    person.page.evaluate("document.documentElement.style.fontSize = ''")
    resize(person, PHONE)
    return found


def in_large_print(person: Person, widths: Sequence[int] = (PHONE[0], 320)) -> list[str]:
    """Return what does not fit phones if the browser's font size is set to twice the usual."""
    found = []
    set_font_size(person, 32)
    for width in widths:
        resize(person, (width, PHONE[1]))
        for look in (TOO_WIDE, COVERED, MIXED_UP):
            faults = person.page.evaluate(look)
            found += [f"in large print, {width} pixels: {fault}" for fault in faults]
    set_font_size(person, 16)
    resize(person, PHONE)
    return found


def set_font_size(person: Person, size: int) -> None:
    """Set the browser's font size, in pixels."""
    person.window.devtools.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    person.page.evaluate("dispatchEvent(new Event('resize'))")


def at_other_sizes(person: Person) -> list[str]:
    """Return what does not fit or is not accessible on a phone held sideways and on a desktop."""
    found = []
    for size in OTHER_SIZES:
        resize(person, size)
        faults = violations(person)
        for look in (TOO_WIDE, BROKEN):
            faults += person.page.evaluate(look)
        found += [f"{size[0]} x {size[1]}: {fault}" for fault in faults]
    resize(person, PHONE)
    return found


def resize(person: Person, size: Size) -> None:
    person.page.set_viewport_size({"width": size[0], "height": size[1]})


def violations(person: Person) -> list[str]:
    """Return the violations that axe-core finds."""
    if not person.page.evaluate("'axe' in globalThis"):
        person.page.evaluate(AXE_SCRIPT)
    found = person.page.evaluate("rules => axe.run(rules).then((found) => found.violations)", RULES)
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for one in found
        for node in one["nodes"][:3]
    ]
