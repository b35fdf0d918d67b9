"""Every screen of the page, and how to get there directly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from browser.conftest import Come
from browser.deals import HOLIDAY, PAIR, WON, gathering
from browser.hints import LEAD
from browser.live import LiveTable
from browser.people import Fingers, Person
from browser.windows import PHONE
from dobbm.game.actions import Seat
from dobbm.table import commands

STEPS = 8
"""The number of steps of the lesson."""


class Screen(NamedTuple):
    """A screen of the page."""

    path: str | None = None
    """None for the table."""
    table: Callable[[], LiveTable] | None = None
    seat: Seat | None = 0
    opened: Mapping[str, Callable[[Person], None]] = MappingProxyType({})
    """Functions that open things on the screen, one after the other, in any language."""

    def looks(self, come: Come, **options: Any) -> Iterator[tuple[str, Person]]:
        """Yield a person with a phone at the screen, then with each thing opened there."""
        table = self.table and self.table()
        person = come(Fingers, PHONE, table=table, seat=self.seat, path=self.path, **options)
        person.page.get_by_role("heading", level=1).first.wait_for()
        yield "as it is", person
        for name, use in self.opened.items():
            use(person)
            yield name, person
            person.escape()


def trick() -> LiveTable:
    """Return a table with two cards to follow, after both sides have taken tricks."""
    table = WON.at("play", 18)
    table.hints = LEAD
    return table


def over() -> LiveTable:
    """Return a table whose session is over."""
    table = WON.done()
    table.evening.vote("end")
    return table


def written() -> LiveTable:
    """Return a table whose people have written to each other."""
    table = PAIR.at("play")
    table.do(commands.allow_texts, 0, allowed=True)
    for seat, text in enumerate(["Mußrunde, Solo, Dobbm! " * 8, "<Schwacher> & Retour"]):
        table.write(seat, text)
    return table


def declined() -> LiveTable:
    """Return a table at which somebody wants no texts."""
    table = written()
    table.do(commands.decline_texts, 1, declined=True)
    return table


def next_step(person: Person) -> None:
    """Go to the next step of the lesson."""
    person.press(person.page.locator(".steps button").last)


def nth_button(index: int) -> Callable[[Person], None]:
    """Return a function that opens a button's dialog; negative numbers count from the bar's end."""

    def use(person: Person) -> None:
        bar = person.page.get_by_role("main").locator("header")
        person.press((bar if index < 0 else person.page).get_by_role("button").nth(index))
        person.page.get_by_role("dialog").wait_for()

    return use


def hint(person: Person) -> None:
    """Open the hints, and wait until the bot has thought."""
    nth_button(1)(person)
    person.page.get_by_role("dialog").get_by_role("listitem").first.wait_for()


def menu_entry(index: int, inside: str) -> Callable[[Person], None]:
    """Return a function that chooses an entry of the menu and waits for what the dialog has."""

    def use(person: Person) -> None:
        nth_button(0)(person)
        person.press(person.page.get_by_role("dialog").get_by_role("button").nth(index))
        person.page.get_by_role("dialog").locator(inside).first.wait_for()

    return use


def begin_with_bots(person: Person) -> None:
    """Press the last button of a person who has a seat at a waiting table."""
    person.press(person.page.locator(".panel").last.get_by_role("button").last)
    person.page.get_by_role("dialog").wait_for()


def end_of_session(person: Person) -> None:
    """Press the last button after a deal."""
    person.press(person.page.locator(".asks").get_by_role("button").last)
    person.page.get_by_role("dialog").wait_for()


def unfold(person: Person) -> None:
    """Unfold everything that can be unfolded."""
    for summary in reversed(person.page.locator("details:not([open]) > summary").all()):
        person.press(summary)


SCREENS = {
    "start": Screen("/", opened={"a new table": nth_button(1)}),
    "settings": Screen("/settings"),
    "rules": Screen("/rules"),
    "score": Screen("/score"),
    "lesson": Screen("/learn", opened={f"step {step}": next_step for step in range(2, STEPS + 1)}),
    "no open table": Screen("/tables"),
    "open tables": Screen("/tables", lambda: gathering(listed=True)),
    "invitation": Screen(table=gathering, opened={"beginning with bots": begin_with_bots}),
    "invited": Screen(table=gathering, seat=None),
    "bidding": Screen(table=lambda: WON.at("bidding")),
    "exchange": Screen(table=lambda: WON.at("exchange")),
    "doubling": Screen(table=lambda: WON.at("doubling")),
    "trick": Screen(
        table=trick,
        opened={
            "menu": nth_button(0),
            "settings": menu_entry(-4, "select"),
            "seats": menu_entry(-3, ".who"),
            "another device": menu_entry(-2, "svg"),
            "hint": hint,
            "last trick": nth_button(4),
            "own tricks": nth_button(5),
            "table talk": nth_button(-2),
            "ledger": nth_button(-1),
        },
    ),
    "texts": Screen(table=written, opened={"table talk": nth_button(-2)}),
    "no texts": Screen(table=declined, opened={"table talk": nth_button(-2)}),
    "watching": Screen(table=trick, seat=None),
    "holiday": Screen(table=lambda: HOLIDAY.at("play", 10, seat=1)),
    "result": Screen(
        table=WON.done, opened={"all of it": unfold, "end of the session": end_of_session}
    ),
    "session over": Screen(table=over),
    "replay": Screen("/t/stubai/deals/1", WON.done),
}
