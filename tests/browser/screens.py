"""Every screen there is, and how a person gets from one to the next."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import NamedTuple, TypeAlias

from browser.people import Json, Person, cards_played, hurry, is_own, tricks_of


class Screen(NamedTuple):
    """What is to be seen now."""

    name: str
    opened: Callable[[Person], None] | None = None
    """What opens something on it, in any language: that does not outlive a reload."""


Way: TypeAlias = Callable[[Person], Iterator[Screen]]
"""Leads a person from screen to screen, in English."""


STEPS = 8
"""Of the lesson."""


def page(path: str) -> Way:
    def way(person: Person) -> Iterator[Screen]:
        person.open(path)
        person.page.get_by_role("heading", level=1).first.wait_for()
        yield Screen(path)

    return way


def start(person: Person) -> Iterator[Screen]:
    person.open()
    person.button("Play now").wait_for()
    yield Screen("start")
    yield Screen("a new table", nth_button(1))


def friends(person: Person) -> Iterator[Screen]:
    person.open("/tables")
    person.page.get_by_role("heading", level=1).wait_for()
    yield Screen("open tables")
    person.open()
    person.press(person.button("Invite friends"))
    person.press(person.page.get_by_label("Show it among"))
    person.press(person.button("Open the table"))
    person.page.get_by_role("heading", name="Invite friends").wait_for()
    table = person.page.url
    yield Screen("invitation")
    yield Screen("beginning with bots", begin_with_bots)
    person.open("/tables")
    person.page.get_by_role("link", name="To the table").first.wait_for()
    yield Screen("an open table")
    person.context.clear_cookies()
    person.page.goto(table)
    person.button("Sit down").wait_for()
    yield Screen("invited")


def table(person: Person) -> Iterator[Screen]:
    person.sit_down_with_bots()
    hurry([person], lambda view: view["phase"] == "bidding")
    yield Screen("bidding")
    hurry([person], lambda view: view["phase"] == "exchange")
    yield Screen("exchange")
    hurry([person], lambda view: view["phase"] == "doubling")
    yield Screen("doubling")
    hurry([person], in_trick)
    yield Screen("trick")
    yield Screen("menu", nth_button(0))
    yield Screen("settings at the table", settings)
    yield Screen("hint", hint)
    yield Screen("last trick", nth_button(4))
    yield Screen("own tricks", nth_button(5))
    yield Screen("table talk", nth_button(-2))
    yield Screen("ledger", nth_button(-1))
    hurry([person], lambda view: view["phase"] == "play" and len(view["hand"]) == 1)
    person.play_deal()
    person.page.get_by_text(re.compile("The shuffle is proved")).wait_for()
    yield Screen("result", unfold)
    yield Screen("end of the session", end_of_session)
    person.press(person.button("End the session"))
    person.press(person.button("End it"))
    person.page.get_by_role("heading", name="The session is over").wait_for()
    yield Screen("session over")
    person.page.goto(f"{person.page.url}/deals/{person.story()['deal']}")
    person.page.get_by_role("heading", level=1).wait_for()
    yield Screen("replay")


def holiday(person: Person) -> Iterator[Screen]:
    """Five at a table, whose deal waits for another person; whoever looks on has dealt it."""
    person.open()
    person.press(person.button("Invite friends"))
    for label, value in (("Players", "5"), ("Seats for bots", "3"), ("Time in reserve", "3600")):
        person.page.get_by_label(label).select_option(value)
    person.press(person.button("Open the table"))
    person.page.get_by_role("heading", name="Invite friends").wait_for()
    browser = person.context.browser
    assert browser
    with closing(browser.new_context(locale="en")) as another_device:
        guest = Person(another_device, person.address)
        guest.page.goto(person.page.url)
        guest.page.get_by_label("Your name").fill("Lois")
        guest.press(guest.button("Sit down"))
        hurry([person, guest], lambda view: view["dealer"] == 0 and view["seat"] == 1)
        person.sees("You are on holiday in this deal.")
        yield Screen("holiday")


def lesson(person: Person) -> Iterator[Screen]:
    person.open("/learn")
    for step in range(1, STEPS):
        yield Screen(f"step {step} of the lesson")
        person.press(person.button("Skip this step"))
        person.sees(f"Step {step + 1} of {STEPS}")
    yield Screen("the last step of the lesson")


def in_trick(view: Json) -> bool:
    """With something to follow, after the own side has taken a trick."""
    if view["phase"] != "play" or len(cards_played(view)) % 4 == 0:
        return False
    return any(is_own(view, winner) for winner, _ in tricks_of(view))


def nth_button(index: int) -> Callable[[Person], None]:
    """Opens the dialog of a button, whatever it is called; negative: from the end of the bar."""

    def use(person: Person) -> None:
        bar = person.page.get_by_role("main").locator("header")
        buttons = (bar if index < 0 else person.page).get_by_role("button")
        buttons.first.wait_for()
        person.press(buttons.nth(index))
        person.page.get_by_role("dialog").wait_for()

    return use


def hint(person: Person) -> None:
    """A hint, when the bot has thought."""
    nth_button(1)(person)
    person.page.get_by_role("dialog").get_by_role("listitem").first.wait_for()


def settings(person: Person) -> None:
    """The settings, as the menu of the table opens them."""
    nth_button(0)(person)
    person.press(person.page.get_by_role("dialog").get_by_role("button").nth(-2))
    person.page.get_by_role("dialog").get_by_role("combobox").first.wait_for()


def begin_with_bots(person: Person) -> None:
    """The one button of who has a seat at a waiting table, in any language."""
    person.press(person.page.locator(".panel").last.get_by_role("button"))
    person.page.get_by_role("dialog").wait_for()


def end_of_session(person: Person) -> None:
    """The last of what may be asked for after a deal, in any language."""
    person.press(person.page.locator(".asks").get_by_role("button").last)
    person.page.get_by_role("dialog").wait_for()


def unfold(person: Person) -> None:
    """Open everything that can be opened."""
    closed = person.page.locator("details:not([open]) > summary")
    closed.first.wait_for()
    for summary in reversed(closed.all()):
        person.press(summary)


WAYS: dict[str, Way] = {
    "start": start,
    "settings": page("/settings"),
    "friends": friends,
    "table": table,
    "holiday": holiday,
    "learn": lesson,
    "rules": page("/rules"),
    "score": page("/score"),
}
