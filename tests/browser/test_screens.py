"""Every screen, in every language, light and dark: for all eyes, all fingers, all words.

A way from screen to screen is taken once; on each screen the page is loaded in every language.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Route, expect

from browser.conftest import Come
from browser.people import DESK, PHONE, Fingers, Person, Size
from browser.screens import WAYS, Screen
from dobbm.web.pages import LOCALE
from dobbm.web.pages import messages as catalogue
from scripts.page_messages import extract

LONG = bool(os.environ.get("DOBBM_LONG"))
THEMES = ("light", "dark")
OTHER_SIZES = [(640, 360), DESK]
"""Windows at which a screen is looked at, too, at full length: a phone on its side, a desk."""

STATIC = Path(__file__).parents[2] / "src" / "dobbm" / "web" / "static"

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],
}

IN_WORDS = """() => {
  const visible = (element) => element.checkVisibility({ visibilityProperty: true });
  const told = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    const foreign = parent.closest("[lang='de-AT'], script, style, noscript, svg, code");
    if (!foreign && (visible(parent) || parent.closest("[role=log]"))) told.push(data);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (visible(element)) told.push(element.getAttribute(name));
  return told;
}"""
"""All text that is to be seen or heard."""

TOO_WIDE = """() => {
  const faults = [];
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) {
    const all = [...document.querySelectorAll("body *")];
    const far = all.filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
    const told = far.slice(-3).map((one) => `${one.localName}.${one.getAttribute("class")}`);
    faults.push(`${scrollWidth} px wide: ${told.join(", ")}`);
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


def loaded(person: Person, screen: Screen, language: str, theme: str) -> None:
    """Load the page again, in this language and light, and open what is to be open."""
    set_look = """changes => localStorage.setItem("dobbm",
        JSON.stringify({...JSON.parse(localStorage.getItem("dobbm")), ...changes}))"""
    person.page.evaluate(set_look, {"language": language, "theme": theme})
    person.page.reload()
    person.page.get_by_role("heading", level=1).first.wait_for()
    if screen.opened:
        screen.opened(person)


def looks(number: int) -> Iterator[tuple[str, str]]:
    """In which languages and lights a screen is seen; the way goes on in the last language."""
    for turn, language in enumerate(("de", "ja")):
        for theme in THEMES if LONG else [THEMES[(number + turn) % 2]]:
            yield language, theme
    for theme in THEMES:
        yield "en", theme


def squeezed(person: Person) -> list[str]:
    """What does not fit a window of 320 pixels, or one of 640 with letters of twice the size."""
    found = []
    for width, size in ((320, 100), (640, 200)):
        resize(person, (width, PHONE[1]))
        person.page.evaluate(f"document.documentElement.style.fontSize = '{size}%'")
        faults = person.page.evaluate(TOO_WIDE)
        found += [f"{width} pixels, letters of {size} %: {fault}" for fault in faults]
    person.page.evaluate("document.documentElement.style.fontSize = ''")
    resize(person, PHONE)
    return found


def at_other_sizes(person: Person) -> list[str]:
    """What does not fit a phone on its side or a desk, or is not for everybody there."""
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
    """What axe-core finds."""
    found = Axe().run(person.page, options=RULES).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for one in found
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("way", WAYS)
def test_every_screen_is_for_everybody(come: Come, way: str) -> None:
    person = come(Fingers, PHONE)
    faults = []
    for number, screen in enumerate(WAYS[way](person)):
        for language, theme in looks(number):
            loaded(person, screen, language, theme)
            found = violations(person)
            for look in (TOO_WIDE, TOO_SMALL):
                found += person.page.evaluate(look)
            found += squeezed(person)
            if LONG:
                found += at_other_sizes(person)
            faults += [f"{screen.name} ({language}, {theme}): {fault}" for fault in found]
        person.page.keyboard.press("Escape")
        expect(person.page.get_by_role("dialog")).to_have_count(0)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("way", WAYS)
def test_letters_of_twice_the_size_fit_a_phone(come: Come, large_print: Browser, way: str) -> None:
    person = come(Fingers, PHONE, by=large_print)
    faults = []
    for screen in WAYS[way](person):
        loaded(person, screen, "de", "light")
        found = person.page.evaluate(TOO_WIDE) + person.page.evaluate(COVERED)
        faults += [f"{screen.name}: {fault}" for fault in found]
        loaded(person, screen._replace(opened=None), "en", "light")
    assert not faults, "\n".join(faults)


VOWELS = re.compile(r"\{\w+\}|([aeiouAEIOU])")
OPEN, CLOSE = "⟦", "⟧"
KEPT = {
    *("Vroni", "Lois", "Hias", "Moidl", "Sepp", "Deutsch", "English"),
    *("Dobbm", "Dobb", "Solo", "Schwacher", "Retour", "Mußrunde", "S", "D", "dobbm"),
    *"weiter retour gut i dob lig an Schwochn spiel zu".split(),
    *"pagat.com Wikipedia gamerules.com Akagiri pagat wikipedia gamerules akagiri simple".split(),
    "und",  # a list is joined by the language of the browser, not by a message
}
"""What is the same in every language."""


def stretched(message: str) -> str:
    """A message as a language might have it that needs much more room."""
    longer = VOWELS.sub(lambda found: found[1] * 2 if found[1] else found[0], message)
    return f"{OPEN}{longer}{'~' * max(0, round(len(message) * 1.4) - len(longer))}{CLOSE}"


@cache
def messages() -> dict[str, str | list[str]]:
    """Every message of the page's scripts, and what the bots' reasons are told with, stretched."""
    known = catalogue((LOCALE / "de" / "LC_MESSAGES" / "dobbm.mo").read_bytes())
    found: dict[str, str | list[str]] = {
        one: stretched(one) for one, told in known.items() if isinstance(told, str)
    }
    for script in STATIC.rglob("*.js"):
        with script.open("rb") as source:
            for _, _, message, _ in extract(source, (), (), {}):
                if isinstance(message, str):
                    found[message] = stretched(message)
                else:
                    found[message[0]] = [stretched(form) for form in message]
    return found


def left_over(text: str) -> str:
    """What of a text is no message."""
    while (inner := re.sub(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", text)) != text:
        text = inner
    words = re.findall(r"[^\W\d_]+(?:\.\w+)?", re.sub(r"http\S+|\b[0-9a-f]{16,64}\b", "", text))
    return " ".join(word for word in words if word not in KEPT)


@pytest.mark.parametrize("way", WAYS)
def test_every_word_is_translated_and_has_room(come: Come, way: str) -> None:
    person = come(Fingers, PHONE)
    person.page.route("**/locale/de.json", answer_stretched)
    faults = []
    for screen in WAYS[way](person):
        loaded(person, screen, "de", "light")
        found = [f"not translated: {left}" for left in untranslated(person)]
        for look in (TOO_WIDE, CUT_OFF):
            found += person.page.evaluate(look)
        faults += [f"{screen.name}: {fault}" for fault in found]
        loaded(person, screen._replace(opened=None), "en", "light")
    assert not faults, "\n".join(faults)


def answer_stretched(route: Route) -> None:
    route.fulfill(content_type="application/json", body=json.dumps(messages()))


def untranslated(person: Person) -> Iterator[str]:
    for text in person.page.evaluate(IN_WORDS):
        if left_over(text):
            yield text.strip()


BROKEN = """() => [...document.querySelectorAll(".speech b")].flatMap((said) => {
  const node = [...said.childNodes].find((one) => one.data?.trim() && one.nodeType === 3);
  return [...node.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = new Range();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""


@pytest.mark.parametrize("language", ["de", "en", "ja"])
def test_no_word_that_is_said_is_broken_on_a_phone(come: Come, language: str) -> None:
    person = come(Fingers, PHONE, language=language)
    person.open("/learn")
    person.page.evaluate("localStorage.setItem('dobbm.lesson', '6')")
    person.page.reload()
    person.page.locator(".speech b").first.wait_for()
    assert person.page.evaluate(BROKEN) == []
    assert squeezed(person) == []
