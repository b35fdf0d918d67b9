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
    "rules": {"heading-order": {"enabled": True}},
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
    const unfold = element.closest(".banner:not(.unfolded)")?.querySelector(":scope > .unfold");
    const unfolds = unfold?.checkVisibility({ visibilityProperty: true });
    if (unfolds || element.matches(".held")) continue;  // one line, which unfolds
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

UNREADABLE = """() => {
  const dialog = document.querySelector("dialog[open]");
  const all = new CSSStyleSheet();
  all.replaceSync("* { pointer-events: auto !important }");
  document.adoptedStyleSheets.push(all);
  const temporary = ".light, .toast, .question, .meanwhile, .wanting, .further, .bubble.talk";
  const elsewhere = ".unseen, .spot, .token, [data-turn], svg, script, style, noscript, select, " +
    "option, #said";
  const paints = (one) => {
    if (one.closest(temporary)) return false;
    if (["IMG", "image", "path", "use", "rect"].includes(one.tagName)) return true;
    const { backgroundColor, backgroundImage } = getComputedStyle(one);
    const alpha = backgroundColor.match(/[\\d.]+/g);
    return backgroundImage !== "none" || (alpha[3] ?? 1) > .3;
  };
  const slides = document.scrollingElement.scrollHeight > innerHeight;
  const stuck = (one) => {
    for (let up = one; up; up = up.parentElement) {
      const { position } = getComputedStyle(up);
      if (position === "sticky" || position === "fixed" && slides) return up;
    }
    return null;
  };
  const usable = "button, .button";
  const [faults, texts] = [[], []];
  const boxes = (node, from, to) => {
    const range = new Range();
    if (to) range.setEnd(node, (range.setStart(node, from), to));
    else range.selectNodeContents(node);
    return [...range.getClientRects()];
  };
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
      const sliver = scrolls ? 4 : 0;
      if (wide <= 0 || high <= sliver || parent.closest(temporary)) continue;
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
  const large = innerWidth < 20 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (const name of document.querySelectorAll(`${usable}, .name, .slate th, .trick-row small`)) {
    if (large || !name.checkVisibility() || name.closest(".unseen")) continue;
    const walk = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    while (walk.nextNode())
      for (const { 0: word, index } of walk.currentNode.data.matchAll(/[^\\s\\u00ad-]+/g)) {
        const long = name.matches(usable) ? 16 : 8;
        if (word.length > long || /[\\u3040-\\u9fff]/.test(word)) continue;
        // The hyphen at the end of the line before belongs to the first letter.
        const first = boxes(walk.currentNode, index, index + 1).at(-1);
        const last = boxes(walk.currentNode, index + word.length - 1, index + word.length)[0];
        if (first && last && last.top - first.top > .6 * first.height)
          faults.push(`broken in mid-word: ${word}`);
      }
  }
  for (const amount of document.querySelectorAll(".slate td, .money")) {
    const figures = amount.checkVisibility() && /^\\S+ ?\\S?$/.test(amount.innerText);
    if (figures && new Set(boxes(amount).map(({ top }) => Math.round(top))).size > 1)
      faults.push(`an amount breaks: ${amount.innerText}`);
  }
  const heads = texts.map((text) => ({ ...text, column: text.parent.closest(".slate th") }))
    .filter(({ column }) => column);
  for (const one of heads)
    for (const two of heads)
      if (one.column !== two.column && one.top < two.bottom && two.top < one.bottom &&
          one.left < two.left && two.left - one.right < 2)
        faults.push(`${one.data} touches ${two.data}`);
  for (const part of document.querySelectorAll(".plate .face, .who :is(.face, button)")) {
    if (!part.checkVisibility() || dialog && !dialog.contains(part)) continue;
    const { left, top, width, height } = part.getBoundingClientRect();
    const over = [.2, .5, .8].flatMap((x) => [.2, .5, .8].map((y) =>
      document.elementFromPoint(left + x * width, top + y * height)));
    const other = over.find((one) => one && !part.contains(one) && !one.contains(part) &&
      paints(one) && one.closest("li, .plate") !== part.closest("li, .plate") && !stuck(one));
    if (other) faults.push(`${part.className} is covered by ${other.className}`);
  }
  for (const panel of document.querySelectorAll(".slate, .panel, .tray, .difference"))
    if (panel.offsetHeight && !panel.innerText.trim() && !panel.querySelector("svg, img"))
      faults.push(`an empty ${panel.className}`);
  for (const plate of document.querySelectorAll(".plate")) {
    const tail = getComputedStyle(plate, "::after");
    if (tail.content === "none" || tail.visibility !== "visible" || !plate.checkVisibility())
      continue;
    const bubble = plate.querySelector(".bubble");
    const box = bubble?.checkVisibility({ visibilityProperty: true }) &&
      bubble.getBoundingClientRect();
    const size = (what) => parseFloat(tail[what]);
    const { x, y } = plate.getBoundingClientRect();
    const [from, down] = [x + size("left") + size("marginLeft"), y + size("top")];
    const apart = !box || from > box.right + 2 || from + size("width") < box.left - 2 ||
      down > box.bottom + 2 || down + size("height") < box.top - 2;
    if (apart) faults.push(`a tail without a bubble: ${plate.ariaLabel}`);
  }
  document.adoptedStyleSheets.pop();
  return [...new Set(faults)];
}"""
"""Returns texts that meet, are covered or cut off, names that break, and slates that are empty.

What lies over the table for a moment and at purpose, such as a question, may cover something, but
is not cut off. No bubble leaves its tail behind.
"""

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


TOO_FINE = """() => {
  const faults = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: one, data } = walker.currentNode;
    const elsewhere = ".unseen, svg:not(.curve), script, style, noscript, option";
    if (!data.trim() || !one.checkVisibility() || one.closest(elsewhere)) continue;
    const size = parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().d ?? 1);
    if (size && size < 10.95) faults.push(`${size.toFixed(1)} px: ${data.trim().slice(0, 40)}`);
  }
  return faults;
}"""
"""Returns the texts whose letters are smaller than 11 pixels, but for those in pictures."""

TWINS = """() => {
  const box = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const text = (one) => one?.innerText?.trim() || one?.textContent.trim() || "";
  const known = new Map();
  const faults = [];
  for (const one of box.querySelectorAll("button, a[href], summary, select, input, textarea")) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest("[inert]")) continue;
    const name = one.ariaLabel || text(one.labels?.[0]) || text(one) || one.value;
    const kind = one.matches("input, select, textarea") ? `${one.type} ${one.name}` : "";
    const twin = known.get(kind + name);
    const leads = one.href && one.href === twin?.href;
    if (twin && !leads) faults.push(`two controls are called ${name}: ${kind || one.className}`);
    known.set(kind + name, one);
  }
  return faults;
}"""
"""Returns the names that two controls share, although they are not links to the same address.

Fields of different kinds may share one, such as the number and the slider of one value.
"""


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
        for look in (TOO_WIDE, COVERED, UNREADABLE):
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


SETTLED = """new Promise((done) => requestAnimationFrame(() => setTimeout(done))).then(() => {
  for (const animation of document.getAnimations())
    if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
})"""
"""Waits until what measures the window has drawn again, and ends the way of all that moves."""


def resize(person: Person, size: Size) -> None:
    """Give the window another size, and wait until all that lies in it has found its place."""
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.page.evaluate(SETTLED)


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
