"""The coach: what a person's decisions gave away, judged by what they could know."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON
from browser.looks import TOO_WIDE
from browser.people import Keys, Person
from browser.windows import DESK, PHONE, Size
from dobbm import from_record
from dobbm.players.coach import Coach

RECORD = WON.done().view()["record"]
VERDICTS = Coach().judge(from_record(RECORD), 0)
WORST = max(VERDICTS, key=lambda one: one.cost * one.is_mistake)


def look_back(come: Come, kind: type[Person] = Person, size: Size = DESK) -> Person:
    live = WON.done()
    person = come(kind, size, table=live, path="")
    person.open(f"/t/{live.id}/deals/1")
    return person


def test_the_costliest_decision_is_one_step_from_the_deal(come: Come) -> None:
    person = look_back(come, Keys)
    panel = person.page.locator(".r-coach")
    expect(panel.get_by_role("heading")).to_have_text("Judged by what you could know")
    wrong = [one for one in VERDICTS if one.is_mistake]
    expect(panel.get_by_role("button")).to_have_count(
        len(wrong) + len([one for one in VERDICTS if one.missed_by])
    )
    person.press(person.button("Costliest decision"))
    expect(person.page).to_have_url(re.compile(f"#{WORST.at + 1}$"))
    expect(person.page.locator(".r-known")).to_contain_text("gave away")


def test_the_result_says_what_decided_the_deal_and_leads_to_the_costliest_decision(
    come: Come,
) -> None:
    person = come(Keys, table=WON.done())
    person.press(person.page.get_by_text("What decided the deal"))
    person.sees("decided it")
    wrong = [one for one in VERDICTS if one.is_mistake]
    expect(person.page.get_by_role("link", name="gave away")).to_have_count(len(wrong))
    person.press(person.page.get_by_role("link", name="gave away 8 points"))
    expect(person.page).to_have_url(re.compile(f"/deals/1#{WORST.at + 1}$"))
    expect(person.page.locator(".r-known")).to_contain_text("gave away 8 points")


def test_the_end_of_a_session_has_the_own_best_deal_and_worst_mistake(come: Come) -> None:
    live = WON.done()
    live.evening.vote("end")
    person = come(Keys, table=live)
    person.press(person.page.get_by_text("Your best deal, and your worst mistake"))
    person.sees("Your best deal: Deal 1 +12")
    person.sees("Your worst mistake:")
    expect(person.page.get_by_role("list", name="Points given away")).to_have_text("Discards −8")
    person.press(person.page.get_by_role("link", name="gave away 8 points"))
    expect(person.page).to_have_url(re.compile(f"/deals/1#{WORST.at + 1}$"))


def test_every_mistake_is_marked_where_it_happened(come: Come) -> None:
    person = look_back(come, size=PHONE)
    marks = person.page.locator(".r-mark")
    expect(marks).to_have_count(len([one for one in VERDICTS if one.is_mistake or one.missed_by]))
    assert person.page.evaluate(TOO_WIDE) == []
