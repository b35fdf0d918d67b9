"""Long names push nothing off the screen and cover nothing, wherever names are."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import gathering, played
from browser.live import LiveTable
from browser.looks import (
    COVERED,
    TOO_WIDE,
    UNREADABLE,
    in_large_print,
    resize,
    set_font_size,
    squeezed,
)
from browser.people import Fingers, Person
from browser.screens import Screen, menu_entry, nth_button, unfold
from browser.test_score import Writer
from browser.windows import DESK, PHONE, Size
from table.driver import dealt, person_on
from tiers import only_long

SIZES = [PHONE, (320, 640), (640, 360), DESK]

NAMES = {
    "wide letters": "W" * 23,
    "Chinese characters": "山田花子太郎次郎三郎四郎五郎六郎七郎八郎九郎",
    "one word": "Donaudampfschifffahrtsgesell",
}
"""Names without their last letter, which differs from seat to seat."""


SCREENS = {
    "trick": Screen(
        table=lambda: played(18),
        opened={
            "seats": menu_entry(-3, ".who"),
            "last trick": nth_button(4),
            "table talk": nth_button(-2),
            "ledger": nth_button(-1),
        },
    ),
    "watching": Screen(table=lambda: played(18), seat=None),
    "bidding": Screen(table=lambda: LiveTable(dealt())),
    "five players": Screen(table=lambda: played(10, players=5)),
    "holiday": Screen(table=lambda: played(10, players=5), seat=4),
    "result": Screen(table=lambda: played(32), opened={"all of it": unfold}),
    "invitation": Screen(table=lambda: gathering(people=3)),
    "open tables": Screen("/tables", lambda: gathering(people=3, listed=True)),
    "replay": Screen("/t/stubai/deals/1", lambda: played(32)),
    "replay of a bid": Screen("/t/stubai/deals/1#3", lambda: played(32)),
}


def faults(person: Person) -> list[str]:
    """Return what does not fit at any size."""
    found = in_large_print(person)
    for width, height in SIZES:
        resize(person, (width, height))
        for look in (TOO_WIDE, COVERED, UNREADABLE):
            here = person.page.evaluate(look)
            found += [f"{width} x {height}: {fault}" for fault in here]
    resize(person, PHONE)
    return found


USUAL = ["five players", "result", "open tables", "replay"]
"""Screens with the most names in the least room."""


@pytest.mark.parametrize(
    "kind",
    [
        "wide letters",
        *(pytest.param(kind, marks=pytest.mark.long) for kind in [*NAMES][1:]),
    ],
)
@pytest.mark.parametrize(
    "name", [*USUAL, *only_long(*(one for one in SCREENS if one not in USUAL))]
)
def test_long_names_leave_room_for_everything_else(come: Come, name: str, kind: str) -> None:
    screen = SCREENS[name]

    def table() -> LiveTable:
        assert screen.table
        live = screen.table()
        for seat in range(5):
            live.names[person_on(seat)] = f"{NAMES[kind]}{seat}"
        return live

    found = []
    for look, person in screen._replace(table=table).looks(come):
        found += [f"{look}: {fault}" for fault in faults(person)]
    assert not found, "\n".join(found)


def test_long_names_fit_the_score_sheet(come: Come) -> None:
    writer = Writer(come(Fingers, PHONE), 5)
    writer.names = [f"{'W' * 15}{seat}" for seat in range(5)]
    writer.begin()
    writer.write(declarer=1, points=80)
    found = writer.page.evaluate(TOO_WIDE) + squeezed(writer.person)
    set_font_size(writer.person, 32)
    found += writer.page.evaluate(TOO_WIDE)
    set_font_size(writer.person, 16)
    assert not found, "\n".join(found)


BROKEN = """
[...document.querySelectorAll(".plate .name")].filter((name) => {
  const { left, right, height } = name.getBoundingClientRect();
  return left < 0 || right > innerWidth || height > 2 * parseFloat(getComputedStyle(name).fontSize);
}).map((name) => name.textContent)
"""


@pytest.mark.parametrize("size", [(360, 640), (320, 640), (1280, 800)])
def test_short_names_stay_on_one_line_at_a_table_of_five(come: Come, size: Size) -> None:
    live = played(10, players=5)
    person = come(size=size, table=live)
    set_font_size(person, 16 if size[0] > 1000 else 32)
    expect(person.page.locator(".plate .name")).to_have_count(5)
    assert person.page.evaluate(BROKEN) == []
