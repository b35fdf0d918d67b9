"""Every screen, in every language, light and dark: for all eyes, all fingers, all words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from browser.conftest import Come
from browser.looks import (
    BROKEN,
    CUT_OFF,
    IN_WORDS,
    TOO_FINE,
    TOO_SMALL,
    TOO_WIDE,
    TWINS,
    UNREADABLE,
    at_other_sizes,
    in_large_print,
    resize,
    set_font_size,
    squeezed,
    violations,
)
from browser.people import Fingers, Person
from browser.screens import SCREENS, talk
from browser.windows import PHONE
from dobbm.server.site import LOCALE
from scripts.page_messages import extract

STATIC = Path(__file__).parents[2] / "src" / "dobbm" / "client"


USUAL = (
    *("start", "settings", "privacy", "rules", "history", "score sheet", "lesson", "open tables"),
    *("clubs", "club", "club of others", "tournament", "board"),
    *("invitation", "bidding", "exchange", "two people", "watching", "result", "replay"),
)
"""A screen of each page, and of each stage of a table."""


@pytest.mark.parametrize("name", USUAL)
def test_usual_screens_fit_narrow_windows_and_large_print(come: Come, name: str) -> None:
    """In German, which has the longest words."""
    faults = []
    for look, person in SCREENS[name].looks(come, language="de"):
        found = squeezed(person) + in_large_print(person) + person.page.evaluate(BROKEN)
        faults += [f"{look}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


def faults_on_phone(person: Person) -> list[str]:
    """Return the faults on a phone."""
    found = violations(person) + squeezed(person)
    for look in (TOO_WIDE, TOO_SMALL, BROKEN, TWINS):
        found += person.page.evaluate(look)
    return found


MIXED_UP = """() => {
  const meet = ([one, two]) => one && two && one.left < two.right && two.left < one.right &&
    one.top < two.bottom && two.top < one.bottom;
  const box = (around, part) => around.querySelector(part)?.getBoundingClientRect();
  const faults = [...document.querySelectorAll(".plate")]
    .filter((plate) => meet([box(plate, ".bubble"), box(plate, ".held-by")]))
    .map((plate) => `a bubble covers the cards of ${plate.ariaLabel}`);
  const [bar, title] = [box(document, ".bar"), box(document, ".bar .game")];
  if (title && (title.top < bar.top || title.bottom > bar.bottom)) faults.push("the title is cut");
  return faults;
}"""
"""Returns the bubbles that cover what their own seat holds, and a title that leaves the bar."""


@pytest.mark.parametrize("name", ["trick", "two people", "result"])
def test_a_table_in_large_print_fits_a_desktop(come: Come, name: str) -> None:
    """In German, with letters of 32 pixels."""
    screen = SCREENS[name]._replace(opened={"phrases": talk} if name == "two people" else {})
    faults = []
    for look, person in screen.looks(come, language="de"):
        set_font_size(person, 32)
        for size in ((1280, 800), (1920, 1080)):
            resize(person, size)
            for fault in (TOO_WIDE, BROKEN, UNREADABLE, MIXED_UP):
                faults += [f"{look}, {size}: {one}" for one in person.page.evaluate(fault)]
        set_font_size(person, 16)
        resize(person, PHONE)
    assert not faults, "\n".join(faults)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["de", "en", "ja"])
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_in_every_language_and_light(
    come: Come, name: str, language: str, theme: str
) -> None:
    faults = []
    for look, person in SCREENS[name].looks(come, language=language, theme=theme):
        found = faults_on_phone(person) + in_large_print(person) + at_other_sizes(person)
        faults += [f"{look}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


VOWELS = re.compile(r"\{\w+\}|([aeiouAEIOU])")
DATE = r"\w+, \d+\. \w+ \d{4}|\w+, \d+\.\d+\.\d{4}"
"""A day, as the browser writes it in German."""
OPEN, CLOSE = "⟦", "⟧"
KEPT = {
    *("Vroni", "Lois", "Hias", "Moidl", "Sepp", "Nanne", "Jogl", "Burgl", "Donnerstag"),
    *("Veit", "Resl", "Kaspar", "Ursula", "Deutsch", "English", "日本語"),
    *("Dobbm", "Dobb", "Solo", "Schwacher", "Retour", "Mußrunde", "S", "D", "dobbm"),
    *"weiter retour gut i dob lig an Schwochn spiel zu".split(),
    *"Guate Karten Schian gspielt".split(),
    *"pagat.com Wikipedia gamerules.com Akagiri pagat wikipedia gamerules akagiri simple".split(),
    "und",  # the browser's language joins a list, not a message
}
"""Words that are the same in every language."""


def stretched(message: str) -> str:
    """Return a message as a language that needs much more room might have it."""
    longer = VOWELS.sub(lambda found: found[1] * 2 if found[1] else found[0], message)
    return f"{OPEN}{longer}{'~' * max(0, round(len(message) * 1.4) - len(longer))}{CLOSE}"


@cache
def messages() -> dict[str, str | list[str]]:
    """Return every message of the page's scripts and of the bots' reasons, stretched."""
    known = json.loads((LOCALE / "de" / "LC_MESSAGES" / "dobbm.json").read_text())
    found: dict[str, str | list[str]] = {
        one: stretched(one) for one, translation in known.items() if isinstance(translation, str)
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
    """Return the words of a text that come from no message."""
    while (inner := re.sub(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", text)) != text:
        text = inner
    text = re.sub(rf"http\S+|\S+@\S+|\b[0-9a-f]{{16,64}}\b|{DATE}", "", text)
    words = re.findall(r"[^\W\d_]+(?:\.\w+)?", text)
    return " ".join(word for word in words if word not in KEPT)


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_is_accessible_translated_and_large_enough(come: Come, name: str) -> None:
    """In a language with longer words than any, and in one of the themes."""
    faults = []
    theme = "dark" if [*SCREENS].index(name) % 2 else "light"
    for look, person in SCREENS[name].looks(come, language="de", german=messages(), theme=theme):
        found = [f"not translated: {left}" for left in untranslated(person)]
        found += violations(person)
        for fault in (TOO_WIDE, CUT_OFF, TOO_SMALL, TOO_FINE):
            found += person.page.evaluate(fault)
        faults += [f"{look}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


def untranslated(person: Person) -> Iterator[str]:
    for text in person.page.evaluate(IN_WORDS):
        if left_over(text):
            yield text.strip()


SPLIT = """() => [...document.querySelectorAll(".calls b")].flatMap((said) => {
  const node = [...said.childNodes].find((one) => one.data?.trim() && one.nodeType === 3);
  return [...node.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = new Range();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""


@pytest.mark.parametrize("language", ["de", "en", "ja"])
def test_no_spoken_word_is_broken_on_a_phone(come: Come, language: str) -> None:
    there = "localStorage.setItem('dobbm.lesson', '6')"
    person = come(Fingers, PHONE, path="/learn", language=language, script=there)
    person.page.locator(".calls b").first.wait_for()
    assert person.page.evaluate(SPLIT) == []
    assert squeezed(person) == []
