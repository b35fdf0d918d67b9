"""Everything that the page offers is walked to its end, in the right way and in wrong ones."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from browser.conftest import Come
from browser.homes import IN_A_POCKET
from browser.people import Fingers, Person
from browser.screens import SCREENS
from browser.walking import SCRIPT, Control, Walk, starts
from browser.windows import DESK, PHONE, Size
from tiers import sample_size

STARTS = {
    "pages": [
        *("start", "start again", "settings", "privacy", "rules", "glossary", "history"),
        "missing page",
    ],
    "record": [
        "deals of the day",
        "everybody's results",
        "own record",
        "exercises",
        "own mistakes",
    ],
    "lesson": ["lesson", "tactics"],
    "score": ["score", "score sheet", "final score"],
    "lobby": ["no open table", "open tables", "no such table", "no such deal"],
    "table": [
        *(
            "trick",
            "newcomer",
            "careful player",
            "resting trick",
            "two people",
            "asking",
            "claiming",
        ),
        *("bidding", "bidding in the Mußrunde", "exchange", "doubling", "closed table"),
        *("stood in while bidding", "stood in", "another stood in", "away between two deals"),
        *("back again", "seat given up", "unreachable table", "connection lost"),
        *("texts", "no texts", "own wish for no texts", "texts turned off"),
        *("watching", "watching people", "watching a result", "five players", "holiday"),
        *("result", "between two deals", "Mußrunde agreed", "shuffling"),
        *("session over", "end of nine deals", "by post", "away by post"),
    ],
    "waiting room": ["invitation", "invited", "arranging the seats", "ready", "invited to a seat"],
    "clubs": [
        *("clubs", "club", "club as a member", "club of others", "club for a guest"),
        *("tournament", "tournament for a player", "board", "no tournament"),
    ],
    "replay": ["replay", "replay between two deals", "kept deal", "shared deal"],
}
"""Screens from which the walks begin; those of a group do not press the same things again."""

LEAST = {
    "pages": 90,
    "record": 82,
    "lesson": 56,
    "score": 57,
    "lobby": 20,
    "table": 155,
    "waiting room": 100,
    "clubs": 285,
    "replay": 108,
}
"""The least number of presses in each group: a walk that has ended too early finds nothing.

It is a fifth less than on a quiet machine: on a busy one, some things come too late to be pressed.
"""

ON_A_SERVER = {
    *("unreachable table", "connection lost", "closed table"),
    *("by post", "away by post"),
}
"""Screens that a pocket does not have: no host, nobody else, and nothing before its worker."""

LOOKS: dict[str, tuple[Size, dict[str, Any]]] = {
    "desk": (DESK, {"language": "de", "theme": "light"}),
    "phone": (PHONE, {"language": "ja", "theme": "dark"}),
    "lying": ((844, 390), {"language": "en", "theme": "dark"}),
}
"""Each size, language and theme; the quick tier walks in English, on a phone."""

ALIKE = sample_size(2, long=3)
"""The number of buttons that are pressed of a row that looks the same."""


def walked(
    come: Come,
    group: str,
    size: Size,
    *,
    without: Collection[str] = (),
    least: int = 0,
    **look: Any,
) -> list[str]:
    """Walk from each screen of a group but those ``without``; return what leads nowhere."""
    person = come(Person if size == DESK else Fingers, size, seat=None, **look)
    person.window.prepare(SCRIPT)
    known: set[Control] = set()
    presses, faults = 0, []
    for name in STARTS[group]:
        for start in starts(person, SCREENS[name]) if name not in without else ():
            walk = Walk(start, known, ALIKE)
            faults += [f"{name}: {fault}" for fault in walk.to_its_end()]
            presses += walk.presses
    if presses < least:
        faults.append(f"{presses} presses instead of {least}: a walk has ended early")
    return faults


def test_every_screen_is_the_start_of_a_walk() -> None:
    assert {name for names in STARTS.values() for name in names} == {*SCREENS}


@pytest.mark.parametrize("group", STARTS)
def test_nothing_on_the_page_leads_nowhere(come: Come, group: str) -> None:
    faults = walked(come, group, PHONE, least=LEAST[group])
    assert not faults, "\n".join(faults)


@pytest.mark.long
@pytest.mark.parametrize("group", STARTS)
@IN_A_POCKET
def test_nothing_in_a_pocket_leads_nowhere(come: Come, group: str) -> None:
    faults = walked(come, group, PHONE, without=ON_A_SERVER)
    assert not faults, "\n".join(faults)


@pytest.mark.long
@pytest.mark.parametrize("group", STARTS)
@pytest.mark.parametrize("look", LOOKS)
def test_nothing_leads_nowhere_in_any_look(come: Come, group: str, look: str) -> None:
    size, settings = LOOKS[look]
    faults = walked(come, group, size, **settings)
    assert not faults, "\n".join(faults)
