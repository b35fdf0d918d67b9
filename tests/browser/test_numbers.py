"""Every number on the page is written as the language writes it, however large it is."""

from __future__ import annotations

import re

import pytest

from browser.conftest import Come
from browser.deals import WON
from browser.hints import LEAD
from browser.live import LiveTable
from browser.looks import IN_WORDS
from browser.people import Person
from browser.screens import end_of_session, nth_button, see, unfold, with_sheet
from browser.windows import DESK, PHONE, Size
from dobbm.game.rules import Rules
from table.driver import Evening, dealt

DEAR = Rules(match=10_000)
RAW = re.compile(r"(?<![\w/:#.-])\d{4,}(?![\w:-])")
"""Four digits in a row, but not in an address, a hash or a date."""
YEAR = re.compile(r"\b(19|20)\d\d\b")


def raw(person: Person) -> list[str]:
    """Return the texts in which a number has no separator."""
    return [text for text in person.page.evaluate(IN_WORDS) if RAW.search(YEAR.sub("", text))]


def dear(actions: list[str]) -> LiveTable:
    """Return a table at which a Match costs 10,000, after these actions of Vroni's deal."""
    evening = dealt(1, dealer=WON.dealer, seed=WON.seed, rules=DEAR)
    evening.act(*actions)
    table = LiveTable(evening)
    table.hints = [{**hint, "payment": 1234.5, "spread": 2345.6} for hint in LEAD]
    return table


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)])
def test_large_amounts_at_the_table_have_separators(come: Come, size: Size) -> None:
    found = []
    before = len(WON.before)
    for done in (1, before - 2, before - 1, before + 18):
        person = come(table=dear(WON.actions[:done]), size=size)
        found += raw(person)
    nth_button(1)(person)
    person.page.get_by_role("dialog").get_by_role("listitem").first.wait_for()
    found += raw(person)
    person.escape()
    assert found == []


@pytest.mark.parametrize(
    "language", ["de", *(pytest.param(one, marks=pytest.mark.long) for one in ("en", "ja"))]
)
def test_large_amounts_of_a_result_have_separators(come: Come, language: str) -> None:
    table = dear(WON.actions)
    person = come(table=table, language=language)
    unfold(person)
    found = raw(person)
    nth_button(-1)(person)
    found += raw(person)
    person.escape()
    end_of_session(person)
    person.escape()
    table.evening.vote("end")
    table.publish()
    see(person.page.locator(".session-end"))
    found += raw(person)
    person.open("/t/stubai/deals/1")
    see(person.page.locator(".r-cards"))
    found += raw(person)
    assert found == []


def test_large_amounts_elsewhere_have_separators(come: Come) -> None:
    waiting = Evening(2, rules=DEAR, ready_check=True)
    waiting.sit(1)
    person = come(table=LiveTable(waiting))
    found = raw(person)
    sheet = come(path="/score", script=with_sheet(match=10_000, closed=True))
    see(sheet.page.locator(".final"))
    found += raw(sheet)
    assert found == []
