"""The page about the history of the game and its kin."""

from __future__ import annotations

import pytest

from browser.conftest import Come
from browser.people import Person


def visitor(come: Come, path: str) -> Person:
    """Return a person at a page; ``come`` fails if it contacts another host."""
    person = come(path=path)
    person.page.get_by_role("heading", level=1).wait_for()
    return person


@pytest.mark.parametrize("path", ["/rules", "/rules#glossary", "/learn", "/learn#tactics"])
def test_rules_and_lesson_lead_to_the_history(come: Come, path: str) -> None:
    person = visitor(come, path)
    person.press(person.page.get_by_role("link", name="History and kin"))
    person.page.get_by_role("heading", level=1, name="History and kin").wait_for()
    person.sees("Tell cards displaced them")


def test_links_to_other_sites_do_not_tell_where_the_person_comes_from(come: Come) -> None:
    person = visitor(come, "/history")
    links = person.page.locator("main a[href^=http]")
    assert links.count() == 3
    for link in links.all():
        assert link.get_attribute("rel") == "noreferrer"


def test_the_family_is_a_tree(come: Come) -> None:
    person = visitor(come, "/history")
    kin = person.page.locator(".history .kin .kin")
    for name in ("German Tarok", "Brixental Bauerntarock", "Zuger Tapp", "Frog, six-bid solo"):
        assert kin.first.get_by_text(name, exact=True).count() == 1
    assert person.page.locator(".history .kin > li > b").first.inner_text() == "Grosstarock"


def test_history_shows_the_cards_of_the_game_whatever_the_deck(come: Come) -> None:
    person = come(path="/history", skin="french")
    person.page.get_by_role("img", name="Unter of bells").wait_for()
