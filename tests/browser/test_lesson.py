"""The lesson and the tactics, as a learner uses them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.people import Fingers, Person
from browser.windows import PHONE

BIDDING, EXCHANGE, DOUBLING, LAST = 4, 5, 6, 7
"""The indices of steps of the lesson."""

LONG_SUIT, FUCHS = 3, 6
"""The indices of exercises in tactics."""


RIGHT = (
    *("dobbm", "dobbm", "weiter", "dobbm", "schwacher", "gut", "dobbm", "solo"),
    *("B9", "B8", "AS", "B6", "LK", "LK"),
)
"""Right actions in all exercises in tactics, some of them other than in the recorded deals."""


def learner(come: Come, path: str = "/learn", script: str = "", **look: Any) -> Person:
    """Return a learner at a step of the lesson or the tactics."""
    person = come(Fingers, PHONE, path=path, script=script, **look)
    person.page.locator(".hand .held").first.wait_for()
    return person


def at(come: Come, step: int, course: str = "lesson") -> Person:
    """Return a learner at a step of a course."""
    path = "/learn" if course == "lesson" else f"/learn#{course}"
    return learner(come, path, f"localStorage.setItem('dobbm.{course}', '{step}')")


def test_a_refusal_goes_when_other_cards_are_chosen(come: Come) -> None:
    person = at(come, EXCHANGE)
    person.press(person.discard_button)
    person.press(person.button("Next"))
    person.press(person.discard_button)
    reply = person.page.locator(".reply.refused")
    reply.wait_for()
    person.press(person.card("AS"))
    assert reply.count() == 0


def test_the_exchange_is_that_of_the_table(come: Come) -> None:
    person = at(come, EXCHANGE)
    expect(person.discard_button).to_contain_text("4/4")
    expect(person.hand.and_(person.page.locator(".fresh"))).to_have_count(4)
    for card in ("AS", "B9"):
        person.press(person.card(card))
    expect(person.discard_button).to_contain_text("2/4")


def test_a_fifth_card_is_refused_with_a_reason(come: Come) -> None:
    """Four cards are chosen when the exchange begins."""
    person = at(come, EXCHANGE)
    person.press(person.page.locator(".held:not(.chosen)").first)
    expect(person.page.locator(".reply.refused")).to_contain_text("put one back first")
    expect(person.discard_button).to_contain_text("4/4")
    person.press(person.page.locator(".held.chosen").first)
    expect(person.page.locator(".reply")).to_have_count(0)
    expect(person.discard_button).to_contain_text("3/4")


def test_only_what_is_legal_is_offered(come: Come) -> None:
    person = at(come, BIDDING)
    expect(person.calls).to_contain_text(["spiel zu", "Solo"])
    person.press(person.page.locator(".parts button").nth(DOUBLING))
    expect(person.calls).to_contain_text(["gut", "retour"])


def test_skipped_steps_are_not_marked_as_solved(come: Come) -> None:
    person = learner(come)
    person.press(person.button("Skip this step"))
    person.press(person.page.locator(".hand [data-card=B8]"))
    person.press(person.button("Next"))
    solved = person.page.locator(".parts").get_by_role("button", name="solved")
    expect(solved).to_have_count(1)
    expect(solved).to_have_accessible_name("The first trick: follow suit, solved")
    person.page.reload()
    expect(solved).to_have_count(1)


@pytest.mark.parametrize("kept", ['"x"', "-1", "99", "1.5", "null", "{}", "[", "[1, -1, 99]"])
def test_progress_of_another_version_begins_anew(come: Come, kept: str) -> None:
    keys = ("dobbm.lesson", "dobbm.lesson.solved")
    script = "".join(f"localStorage.setItem('{key}', {json.dumps(kept)});" for key in keys)
    person = learner(come, script=script)
    person.sees("Step 1 of 8")


def test_learner_masters_the_tactics(come: Come) -> None:
    person = learner(come, "/learn#tactics")
    for action in RIGHT:
        person.press(person.page.locator(f"[data-word={action}], .hand [data-card={action}]"))
        person.page.locator(".reply.right").wait_for()
        if person.button("Next").count():
            person.press(person.button("Next"))
    person.sees("All exercises done")


def test_wrong_choice_says_why_and_may_be_made_good(come: Come) -> None:
    person = at(come, LONG_SUIT, "tactics")
    for card, verdict, reason in (
        ("HS", "other", "You could draw trumps."),
        ("B7", "right", "a bell leads to 73 points"),
    ):
        person.press(person.card(card))
        person.page.locator(f".reply.{verdict}").get_by_text(reason).wait_for()


def test_tactics_and_lesson_keep_their_places_apart(come: Come) -> None:
    person = learner(come)
    person.press(person.button("Skip this step"))
    person.press(person.page.get_by_role("link", name="Tactics"))
    person.sees("Step 1 of 7")
    person.press(person.page.get_by_role("link", name="Learn", exact=True))
    person.sees("Step 2 of 8")


def test_nobody_at_the_table_has_the_name_of_the_learner(come: Come) -> None:
    person = learner(come, script="localStorage.setItem('dobbm.lesson', '1')", name="vroni")
    expect(person.page.locator(".plate .name")).to_have_text(["Burgl", "Hias", "Moidl", "You"])
    expect(person.page.locator(".task")).to_contain_text("Burgl is the declarer")
    expect(person.page.locator("main")).not_to_contain_text("Vroni")


def test_the_last_trick_ends_the_lesson_with_the_payment(come: Come) -> None:
    person = at(come, LAST)
    for card in ("HS", "L9", "LU"):
        person.press(person.card(card))
        person.press(person.button("Next"))
    person.sees("You won with 64 points.")
    person.button("Play now").wait_for()


def test_naming_a_card_leaves_the_trick_on_the_table(come: Come) -> None:
    person = at(come, FUCHS, "tactics")
    led = ["Hias: Seven of leaves", "Moidl: Eight of leaves, winning so far"]
    lying = person.page.locator(".board .laid")
    assert sorted(card.get_attribute("aria-label") or "" for card in lying.all()) == led
    person.press(person.card("LK"))
    person.page.locator(".reply.right").wait_for()
    assert sorted(card.get_attribute("aria-label") or "" for card in lying.all()) == led
