"""A person's own mistakes come back as exercises, until they have been right each time."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON
from browser.judged_deals import DISCARD, LED, judged
from browser.kept import keeping, kept, records
from browser.looks import TOO_WIDE, violations
from browser.people import Fingers, Person, spoken
from browser.screens import FIRST
from browser.windows import PHONE


def on_day(day: int) -> str:
    """Return a script that lets the page believe that it is this day of November 2026."""
    return f"""{{
      const Plain = Date;
      globalThis.Date = class extends Plain {{
        constructor(...given) {{ super(...(given.length ? given : [2026, 10, {day}, 12])); }}
      }};
      null;
    }}"""


def learner(come: Come, *mistakes: object, day: int = 27, path: str = "/exercises") -> Person:
    script = keeping(judged(*mistakes)) + FIRST + ";" + on_day(day)  # type: ignore[arg-type]
    return come(Fingers, PHONE, path=path, script=script)


def discard(person: Person, cards: str) -> None:
    for card in cards.split():
        person.press(person.hand.and_(person.button(re.compile(f"^{spoken(card)}"))))
    person.press(person.discard_button)


def test_a_mistake_is_asked_again_and_moves_on_when_it_is_right(come: Come) -> None:
    person = learner(come, DISCARD)
    person.press(person.button("1 of your mistakes is due"))
    expect(person.page.get_by_role("heading", name="One of your mistakes")).to_be_visible()
    assert violations(person) == []
    discard(person, "B8 BU LO LT")
    expect(person.page.locator(".reply.right")).to_contain_text("discards 16 points")
    person.press(person.button("Why?"))
    values = person.page.locator(".exercise-values li")
    expect(values.last).to_contain_text("at the table")
    expect(values.last).to_contain_text("−8")
    assert person.page.evaluate(TOO_WIDE) == []
    person.press(person.button("See the deal"))
    expect(person.page.locator(".r-felt .card-image")).to_have_count(36)
    person.press(person.button("Back to the exercise"))
    person.press(person.button("Next"))
    expect(person.page.get_by_label("Kind of exercise")).to_have_value("")
    [record] = records(person)
    assert record["meta"]["returns"] == {"4": {"step": 1, "due": "2026-11-30"}}
    assert json.loads(person.page.evaluate("localStorage.getItem('dobbm-exercises') ?? '{}'")) == {}


def test_a_wrong_answer_begins_anew(come: Come) -> None:
    person = learner(come, DISCARD, LED, path="/exercises#mistakes")
    discard(person, "AU LK LO LT")
    expect(person.page.locator(".reply.other")).to_contain_text("Better: ")
    person.press(person.button("Next"))
    person.sees("You are the declarer and lead. Which card?")
    [record] = records(person)
    assert record["meta"]["returns"] == {"4": {"step": 0, "due": "2026-11-28"}}


def test_nothing_is_due_on_the_day_of_the_deal(come: Come) -> None:
    person = learner(come, DISCARD, day=26, path="/exercises#mistakes")
    expect(person.page.get_by_label("Kind of exercise")).to_have_value("")
    expect(person.button(re.compile("of your mistakes"))).to_have_count(0)
    person.open("/me")
    person.sees("the next one on Friday, November 27, 2026")


def test_the_own_record_leads_to_the_mistakes_that_are_due(come: Come) -> None:
    person = learner(come, DISCARD, LED, path="/me")
    person.press(person.page.get_by_role("link", name="2 of your mistakes are due"))
    expect(person.page.get_by_role("heading", name="One of your mistakes")).to_be_visible()


def test_a_judged_deal_keeps_its_mistakes(come: Come) -> None:
    person = come(table=WON.done())
    kept(person)
    person.press(person.page.get_by_text("What decided the deal"))
    person.sees("gave away 8 points")
    person.page.wait_for_function("true")
    person.open("/me")
    person.sees("1 of your mistakes is due")
    [record] = records(person)
    [mistake] = record["meta"]["judged"]["mistakes"]
    assert mistake["better_reason"] == DISCARD["better_reason"]
    assert mistake["behind"] == DISCARD["behind"]
