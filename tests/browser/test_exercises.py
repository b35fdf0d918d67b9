"""The exercises, as a person answers them."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from browser.conftest import Come
from browser.people import Fingers, Person
from browser.screens import FIRST
from browser.windows import DESK, PHONE
from client.test_exercises_page import COLLECTION, ROWS, deal_of
from dobbm.exercises.packing import WORDS

ANSWERS = {letter: word for word, letter in WORDS.items()}
SAID = {"weiter": "weiter", "dobbm": "i dob", "solo": "Solo"}


def first_bid() -> list[Any]:
    """Return the first exercise in bidding for a new person, whose rating is 1500."""
    bids = [row for row in ROWS if COLLECTION["kinds"][row[1]] == "bid"]
    found: list[Any] = min(bids, key=lambda row: abs(row[7].bit_count() - 2))
    return found


def learner(come: Come, kind: str = "bid") -> Person:
    person = come(Fingers, PHONE, path="/exercises", script=FIRST)
    person.page.get_by_label("Kind of exercise").select_option(kind)
    person.page.locator(".hand .held").first.wait_for()
    return person


def say(person: Person, *, right: bool) -> None:
    answer = ANSWERS[first_bid()[5].split(" ")[0 if right else 1]]
    deal = deal_of(first_bid())
    said = "spiel zu" if answer == "weiter" and "dobbm" in deal.actions else SAID[answer]
    person.press(person.calls.filter(has_text=said).first)


def test_a_right_answer_is_praised_with_its_reason(come: Come) -> None:
    person = learner(come)
    say(person, right=True)
    expect(person.page.locator(".reply.right")).to_contain_text("Right. ")
    person.press(person.button("Next"))
    expect(person.page.locator(".task")).to_contain_text("1 of 1 right · rating 1,6")
    expect(person.page.get_by_label("Kind of exercise")).to_have_value("bid")


def test_a_wrong_answer_shows_what_was_better_and_leads_to_the_deal(come: Come) -> None:
    person = learner(come)
    say(person, right=False)
    expect(person.page.locator(".reply.other")).to_contain_text("Better: ")
    person.press(person.button("Why?"))
    values = person.page.locator(".exercise-values li")
    expect(values.first).to_contain_text("best")
    expect(values.nth(1)).to_contain_text("your answer")
    person.press(person.button("See the deal"))
    expect(person.page.locator(".r-felt .card-image")).to_have_count(36)
    person.press(person.button("Back to the exercise"))
    person.press(person.button("Next"))
    expect(person.page.locator(".task")).to_contain_text("0 of 1 right")


def test_an_exercise_is_kept_on_the_device(come: Come) -> None:
    person = learner(come)
    say(person, right=False)
    person.page.locator(".go-on").wait_for()
    kept = json.loads(person.page.evaluate("localStorage.getItem('dobbm-exercises')"))
    name = first_bid()[0]
    assert kept["seen"] == [name]
    assert kept["back"] == {name: {"wait": 6, "due": 7}}


def test_forbidden_discards_are_refused_with_the_rule(come: Come) -> None:
    person = learner(come, "discard")
    person.press(person.discard_button)
    expect(person.page.locator(".reply.refused")).to_contain_text("more cards")
    person.press(person.page.locator(".held").first)
    expect(person.page.locator(".reply")).to_have_count(0)


def test_the_tricks_played_before_an_ending_can_be_seen(come: Come) -> None:
    person = learner(come, "ending")
    person.press(person.button("The tricks so far"))
    tricks = person.page.get_by_role("dialog").get_by_role("listitem")
    expect(tricks.first).to_be_visible()
    assert 4 <= tricks.count() <= 7
    for trick in tricks.all():
        expect(trick.locator(".card-image")).to_have_count(4)


def test_the_start_page_leads_to_the_exercises(come: Come) -> None:
    person = come(size=DESK, path="/")
    person.press(person.page.get_by_role("link", name="Exercises"))
    expect(person.page.get_by_role("heading", level=1, name="Exercises")).to_be_visible()
    person.page.locator(".hand .held").first.wait_for()
