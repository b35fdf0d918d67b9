"""Finds faults in how a page looks, for all eyes, all fingers and all languages."""

from __future__ import annotations

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
    const foreign = parent.closest("[lang='de-AT'], script, style, noscript, svg, code");
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
    if (element.matches(".held, .lesson-hand button")) continue;
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


def in_large_print(person: Person) -> list[str]:
    """Return what does not fit if the browser's font size is set to twice the usual."""
    found = []
    for size in (32, 16):
        person.window.devtools.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
        person.page.evaluate("dispatchEvent(new Event('resize'))")
        if size == 32:
            found = person.page.evaluate(TOO_WIDE) + person.page.evaluate(COVERED)
    return [f"in large print: {fault}" for fault in found]


def at_other_sizes(person: Person) -> list[str]:
    """Return what does not fit or is not accessible on a phone held sideways and on a desktop."""
    found = []
    for size in OTHER_SIZES:
        resize(person, size)
        faults = violations(person) + person.page.evaluate(TOO_WIDE)
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
