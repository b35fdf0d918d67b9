"""Everything in the lesson and in the tactics leads on to a game."""

from __future__ import annotations

from typing import Any

import pytest

from browser.conftest import Come
from browser.deals import WON
from browser.lesson_walk import Walk
from browser.looks import set_font_size
from browser.people import Fingers, Keys, Person
from browser.windows import DESK, PHONE, Size
from tiers import only_long

COURSES = ["/learn", "/learn#tactics"]
LYING: Size = (844, 390)
ZOOMED: Size = (320, 256)
"""A window of 1280 × 1024 at 400 %."""

each_course = pytest.mark.parametrize("course", COURSES)


def learner(
    come: Come,
    course: str,
    size: Size,
    kind: type[Person] = Fingers,
    *,
    by_hand: bool = True,
    **look: Any,
) -> Walk:
    """Return a learner at the beginning of a course, who may play at a table afterwards."""
    person = come(kind, size, table=WON.at("bidding"), path=course, **look)
    person.page.locator(".hand .held").first.wait_for()
    return Walk(person, fits=size in (PHONE, LYING, DESK), by_hand=by_hand)


@each_course
def test_every_answer_leads_on_to_a_game(come: Come, course: str) -> None:
    walk = learner(come, course, PHONE, by_hand=False)
    walk.everywhere()
    walk.play_now()


@pytest.mark.long
@each_course
@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [(PHONE, "de", "dark"), (LYING, "ja", "light"), (DESK, "en", "dark")],
)
def test_every_answer_leads_on_in_each_size_language_and_theme(
    come: Come, course: str, size: Size, language: str, theme: str
) -> None:
    kind = Person if size == DESK else Fingers
    walk = learner(come, course, size, kind, language=language, theme=theme)
    walk.everywhere()
    walk.play_now()


@pytest.mark.parametrize("peg", [8, *only_long(1)])
def test_the_lesson_is_walked_with_the_keyboard_alone(come: Come, peg: int) -> None:
    walk = learner(come, "/learn", DESK, Keys)
    walk.begin(f".parts button:nth-child({peg})")
    walk.straight()
    walk.play_now()


@pytest.mark.long
@each_course
def test_everything_is_reached_at_400_percent(come: Come, course: str) -> None:
    walk = learner(come, course, ZOOMED)
    walk.straight()
    walk.play_now()


@pytest.mark.long
@each_course
def test_everything_is_reached_in_large_print(come: Come, course: str) -> None:
    walk = learner(come, course, PHONE)
    set_font_size(walk.person, 32)
    walk.fits = False
    walk.straight()
    walk.play_now()
