"""Screens with more on them than usual: strips, five long names, lost connections."""

from __future__ import annotations

from collections.abc import Callable

from browser.deals import gathering, played
from browser.live import LiveTable
from browser.people import Person
from browser.screens import (
    Screen,
    go_offline,
    lose_others,
    menu_entry,
    nth_button,
    rearrange,
    see,
    unfold,
)
from table.driver import between, person_on

NAMES = (
    "Wolfgang-Amadeus Mozart",
    "長宗我部弥三郎右衛門元親之助",
    "Donaudampfschifffahrtskapitäne",
    "Maria Theresia von Österreich",
    "Bartholomäus Schneiderbauer",
)
"""Long names of all kinds: the third is unbroken, and as long as a name may be."""

SHOW = """async ([id, text, label]) => {
  const { src } = document.querySelector("script[type=module]");
  const load = (path) => import(src.replace("app.js", path));
  const [{ showBanner }, { _ }] = await Promise.all([load("base/banner.js"), load("base/i18n.js")]);
  showBanner(id, _(text), label ? [{ label: _(label), act: () => undefined }] : []);
}"""
"""Shows a strip in the person's language."""

HELD = (
    "Something on the way holds messages back, such as a virus scanner:"
    " the page asks for them again and again. You can go on playing."
)
NEW = "A new version of Dobbm is here. Reload the page to go on: nothing is lost."


def show(person: Person, text: str, label: str = "") -> None:
    """Show a strip, whose text is in English, in the person's language."""
    person.page.evaluate(SHOW, [text, text, label])
    see(person.page.locator(".banner").last)


def strip(text: str, label: str = "") -> Callable[[Person], None]:
    """Return a function that shows a strip."""
    return lambda person: show(person, text, label)


def close_strip(person: Person) -> None:
    """Close the strip that is seen."""
    person.press(person.page.locator(".banner > :last-child").locator("visible=true"))


STRIPS = {"a strip": strip(HELD), "two strips": strip(NEW, "Reload"), "one closed": close_strip}


def bids(players: int = 4) -> LiveTable:
    """Return a table of people at which all but the last one to bid have said something."""
    evening = between(players, players)
    evening.vote("next")
    evening.until_dealt()
    evening.act("dobbm", "weiter", "weiter")
    return LiveTable(evening)


def named(table: LiveTable) -> LiveTable:
    """Return a table whose people have long names."""
    table.names.update({person_on(seat): name for seat, name in enumerate(NAMES)})
    return table


LOST = {"connections lost": lose_others, "no connection": go_offline}

CROWDED = {
    "bids": Screen(table=bids, seat=1, opened=LOST),
    "bids below strips": Screen(table=bids, seat=1, opened=STRIPS),
    "trick below strips": Screen(table=lambda: played(18), opened=STRIPS),
    "result below strips": Screen(table=lambda: played(32), opened=STRIPS),
    "bids of five": Screen(
        table=lambda: named(bids(5)), seat=0, opened={"ledger": nth_button(-1), **LOST}
    ),
    "bids of five below strips": Screen(table=lambda: named(bids(5)), seat=0, opened=STRIPS),
    "trick of five": Screen(
        table=lambda: named(played(10, players=5)),
        opened={"seats": menu_entry(-3, ".who"), "last trick": nth_button(4), **LOST},
    ),
    "dealer on holiday": Screen(table=lambda: named(bids(5)), seat=1),
    "result of five": Screen(
        table=lambda: named(played(32, players=5)),
        opened={"ledger": nth_button(-1), "all of it": unfold},
    ),
    "five who wait": Screen(
        table=lambda: named(gathering(people=5, players=5, ready_check=True)),
        opened={"rearranging": rearrange},
    ),
    "four who wait for a fifth": Screen(
        table=lambda: named(gathering(people=4, players=5)), opened={"rearranging": rearrange}
    ),
}
