"""The lesson and the tactics, as a learner uses them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.conftest import Come
from browser.people import Fingers, Person
from browser.windows import PHONE

EXCHANGE = 5
"""The index of the step about the exchange."""

LAST = 7
"""The index of the lesson's last step."""

FUCHS = 6
"""The index of the exercise about the Fuchs."""

RIGHT = (
    *("dobbm", "dobbm", "weiter", "dobbm", "schwacher", "gut", "dobbm", "solo"),
    *("B9", "B8", "AS", "B6", "LK", "LK"),
)
"""Right actions in all exercises in tactics, some of them other than in the recorded deals."""


def learner(come: Come, path: str = "/learn", script: str = "", **look: Any) -> Person:
    """Return a learner at a step of the lesson or the tactics."""
    person = come(Fingers, PHONE, path=path, script=script, **look)
    person.page.locator(".lesson-hand").wait_for()
    return person


def test_a_refusal_goes_when_other_cards_are_chosen(come: Come) -> None:
    person = learner(come, script=f"localStorage.setItem('dobbm.lesson', '{EXCHANGE}')")
    sow = person.page.locator(".lesson-hand [data-card=AS]")
    person.press(sow)
    person.press(person.button("Discard"))
    reply = person.page.locator(".reply.refused")
    reply.wait_for()
    person.press(sow)
    assert reply.count() == 0


def test_learner_masters_the_tactics(come: Come) -> None:
    person = learner(come, "/learn#tactics")
    for action in RIGHT:
        person.press(person.page.locator(f"[data-word={action}], [data-card={action}]"))
        person.page.locator(".reply.right").wait_for()
        if person.button("Next").count():
            person.press(person.button("Next"))
    person.sees("All exercises done")


def test_wrong_choice_says_why_and_may_be_made_good(come: Come) -> None:
    script = "localStorage.setItem('dobbm.tactics', '3')"
    person = learner(come, "/learn#tactics", script)
    for card, verdict, reason in (
        ("HS", "other", "You could draw trumps."),
        ("B7", "right", "a bell leads to 73 points"),
    ):
        person.press(person.page.locator(f"[data-card={card}]"))
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
    expect(person.page.locator(".felt .name")).to_have_text(["You", "Burgl", "Hias", "Moidl"])
    expect(person.page.locator(".task")).to_contain_text("Burgl is the declarer")
    expect(person.page.locator("main")).not_to_contain_text("Vroni")


def last_step(come: Come) -> Person:
    """Return a learner who has three tricks to go in the lesson's last step."""
    person = learner(come, script=f"localStorage.setItem('dobbm.lesson', '{LAST}')")
    for card in ("HS", "L9", "LU"):
        person.press(person.page.locator(f"[data-card={card}]"))
        person.page.locator(".reply").wait_for()
        if person.button("Next").count():
            person.press(person.button("Next"))
    return person


def test_the_last_trick_ends_the_lesson_with_the_payment(come: Come) -> None:
    person = last_step(come)
    person.sees("You won with 64 points.")
    person.button("Play now").wait_for()


def test_naming_a_card_leaves_the_trick_on_the_table(come: Come) -> None:
    person = learner(come, "/learn#tactics", f"localStorage.setItem('dobbm.tactics', '{FUCHS}')")
    led = ["Hias: Seven of leaves", "Moidl: Eight of leaves, winning so far"]
    lying = person.page.locator(".felt .lying")
    assert sorted(card.get_attribute("aria-label") for card in lying.all()) == sorted(led)
    person.press(person.page.locator("[data-card=LK]"))
    person.page.locator(".reply.right").wait_for()
    assert sorted(card.get_attribute("aria-label") for card in lying.all()) == sorted(led)
