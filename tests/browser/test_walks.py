"""Everything that the page offers is walked to its end, in the right way and in wrong ones."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser.conftest import Come
from browser.people import Fingers
from browser.screens import SCREENS, Screen
from browser.walking import EFFECTS, Control, Walk
from browser.windows import DESK, PHONE, Size
from table.driver import person_on

STARTS = {
    "pages": ["start", "start again", "settings", "rules", "glossary", "history", "missing page"],
    "lesson": ["lesson", "tactics"],
    "score": ["score", "score sheet", "final score"],
    "lobby": ["no open table", "open tables", "no such table", "no such deal", "closed table"],
    "waiting room": ["invitation", "invited", "invited to a seat", "arranging the seats", "ready"],
    "replay": ["replay", "replay between two deals"],
    "trick": ["trick", "careful player", "resting trick", "two people", "asking", "claiming"],
    "calls": ["bidding", "bidding in the Mußrunde", "exchange", "doubling"],
    "absence": [
        *("stood in while bidding", "stood in", "another stood in", "away between two deals"),
        *("back again", "seat given up", "unreachable table", "connection lost"),
    ],
    "texts": ["texts", "no texts", "own wish for no texts", "texts turned off"],
    "watching": ["watching", "watching people", "watching a result", "five players", "holiday"],
    "between": ["result", "between two deals", "Mußrunde agreed", "shuffling"],
    "end": ["session over", "end of nine deals"],
}
"""Screens from which the walks begin; those of a group do not press the same things again."""

QUICK = ("pages", "score")
"""The groups whose walks are short enough for the quick tier."""

ALIKE = 3
"""The number of buttons that are pressed in the quick tier of a row that looks the same."""


def walked(come: Come, group: str, size: Size, alike: int, **look: Any) -> list[str]:
    """Walk from each screen of a group; return what leads nowhere."""
    known: set[Control] = set()
    return [
        f"{name}: {fault}"
        for name in STARTS[group]
        for fault in walk(come, SCREENS[name], size, known, alike, **look).to_its_end()
    ]


def walk(
    come: Come, screen: Screen, size: Size, known: set[Control], alike: int, **look: Any
) -> Walk:
    """Return a walk that begins at a screen."""
    options = {**screen.device, **look}
    person = come(Fingers, size, seat=screen.seat, script=screen.script, **options)
    person.window.prepare(EFFECTS)
    path = screen.path or "/t/stubai"

    def begin() -> None:
        assert person.network
        person.open("")
        person.window.forget()
        person.network.table = screen.table() if screen.table else None
        person.network.person = None if screen.seat is None else person_on(screen.seat)
        person.open(path)
        person.page.get_by_role("heading", level=1).first.wait_for()

    return Walk(person, begin, re.split(r"[?#]", path)[0], known, alike)


def test_every_screen_is_the_start_of_a_walk() -> None:
    assert {name for names in STARTS.values() for name in names} == {*SCREENS}


@pytest.mark.parametrize(
    "group",
    [group if group in QUICK else pytest.param(group, marks=pytest.mark.long) for group in STARTS],
)
def test_nothing_on_the_page_leads_nowhere(come: Come, group: str) -> None:
    faults = walked(come, group, PHONE, ALIKE)
    assert not faults, "\n".join(faults)


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize("language", ["de", "en", "ja"])
@pytest.mark.parametrize("group", STARTS)
def test_nothing_leads_nowhere_in_any_language_and_size(
    come: Come, group: str, language: str, size: Size
) -> None:
    theme = "dark" if size == PHONE else "light"
    faults = walked(come, group, size, 100, language=language, theme=theme)
    assert not faults, "\n".join(faults)
