"""The pocket edition in a folder of a plain web host: the whole game, kept, without a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import taps
from browser.conftest import Come
from browser.homes import FOLDER, STARTING
from browser.people import Fingers, Person
from browser.windows import PHONE

KEPT = "navigator.serviceWorker.ready.then(({ active }) => active.state)"

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[str]:
    with taps.host(folder) as address:
        yield address


def sit_down(person: Person) -> None:
    """Open a table on the start page, and wait for the cards."""
    person.open(f"{FOLDER}/")
    person.press(person.button("Play now"))
    expect(person.hand).to_have_count(8, timeout=STARTING)


def test_a_deal_survives_a_reload_and_the_loss_of_the_connection(come: Come, host: str) -> None:
    person = come(Fingers, PHONE, to=host, keeps=True)
    sit_down(person)
    assert "/dobbm/t/" in person.page.url
    for _ in range(2):
        assert not person.is_over(STARTING)
        person.act()
        person.page.reload()
    assert person.page.evaluate(KEPT) == "activated"
    person.context.set_offline(offline=True)
    person.page.reload()
    person.is_over(STARTING)
    person.play_deal()
    person.press(person.page.get_by_role("link", name="Look back").first)
    person.sees("Trick 1")


def test_two_windows_share_the_tables_of_a_device(come: Come, host: str) -> None:
    """The window that was there first runs the game; if it closes, the other one does."""
    person = come(to=host, keeps=True)
    sit_down(person)
    other = person.context.new_page()
    other.goto(person.page.url)
    cards = other.get_by_role("group", name="Your hand").get_by_role("button")
    expect(cards).to_have_count(8, timeout=STARTING)
    person.page.goto("about:blank")
    at, calls = other.locator("#page"), other.get_by_role("group", name="Possible calls")
    calls.get_by_role("button").first.wait_for(timeout=STARTING)
    before = at.get_attribute("data-number") or ""
    calls.get_by_role("button").first.click()
    expect(at).not_to_have_attribute("data-number", before, timeout=STARTING)
