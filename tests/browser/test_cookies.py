"""A browser that refuses cookies: its window plays with the tokens of its seats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.people import Person
from server.serving import Server

Arrive: TypeAlias = Callable[..., Person]

TOKENS = """(() => {
  try { return Object.values(JSON.parse(sessionStorage.getItem("dobbm-tokens"))); }
  catch { return []; }
})()"""
NO_SESSION = """
Object.defineProperty(globalThis, "sessionStorage", {
  get() { throw new DOMException("", "SecurityError"); },
});
"""


@pytest.fixture
def arrive(come: Come, server: Server) -> Iterator[Arrive]:
    """Brings people whose browsers take no cookies; no address contains a token."""
    people: list[Person] = []
    asked: list[str] = []

    def arrive(name: str = "", path: str = "/", script: str = "") -> Person:
        person = come(to=server.address, name=name, script=script)
        person.page.route("**/remember", lambda route: route.fulfill(status=204))
        person.page.on("request", lambda request: asked.append(request.url))
        person.open(path)
        people.append(person)
        return person

    yield arrive
    tokens = [token for person in people for token in person.page.evaluate(TOKENS)]
    assert not [url for url in asked if any(token in url for token in tokens)]


def says_so(person: Person) -> None:
    """Wait for the strip, which moves everything below it."""
    expect(person.page.locator(".banner")).to_contain_text("This browser takes no cookies")


def act(person: Person) -> None:
    """Act as soon as it is the person's turn."""
    person.calls.or_(person.discard_button).or_(person.legal).first.wait_for()
    person.act()


def test_a_person_who_plays_at_once_has_the_seat_also_after_a_reload(arrive: Arrive) -> None:
    person = arrive()
    person.press(person.button("Play now"))
    expect(person.hand).to_have_count(8)
    says_so(person)
    person.page.reload()
    says_so(person)
    act(person)


@pytest.mark.long
def test_a_deal_is_played_to_its_end_and_looked_at_and_another_begins(arrive: Arrive) -> None:
    person = arrive()
    person.press(person.button("Play now"))
    expect(person.hand).to_have_count(8)
    says_so(person)
    person.play_deal()
    table = person.page.url
    person.open(f"{table.removeprefix(person.address)}/deals/1")
    expect(
        person.page.get_by_text("(you)").or_(person.page.get_by_text("You")).first
    ).to_be_visible()
    person.open()
    says_so(person)
    person.press(person.page.get_by_role("link", name=re.compile("Continue")))
    person.press(person.between)
    expect(person.hand).to_have_count(8)


def test_a_friend_takes_a_seat_writes_and_moves_it_to_another_device(arrive: Arrive) -> None:
    vroni, lois = arrive("Vroni"), arrive("Lois")
    vroni.press(vroni.button("Invite friends"))
    vroni.page.get_by_label("Seats for bots").select_option("2")
    vroni.press(vroni.button("Open the table"))
    vroni.press(vroni.button("I am ready"))
    lois.open(vroni.page.url.removeprefix(vroni.address))
    lois.press(lois.button("Sit down", exact=True))
    lois.press(lois.button("I am ready"))
    for person in (vroni, lois):
        expect(person.hand).to_have_count(8)
        says_so(person)
    lois.press(lois.button("Table talk"))
    lois.page.get_by_label("Write to the table").fill("Wer gibt?")
    lois.page.keyboard.press("Enter")
    expect(lois.page.get_by_role("list", name="Texts")).to_contain_text("Wer gibt?")
    lois.escape()
    lois.press(lois.button("Menu"))
    lois.press(lois.button("Continue on another device"))
    link = lois.page.locator("dialog code").inner_text()
    tablet = arrive("Lois", link.removeprefix(lois.address))
    expect(tablet.hand).to_have_count(8)
    says_so(tablet)
    lois.sees("You are watching.")
    expect(lois.page.locator(".banner")).to_have_count(0)


@pytest.mark.long
def test_a_window_that_keeps_nothing_at_all_still_plays(arrive: Arrive) -> None:
    person = arrive(script=NO_SESSION)
    person.press(person.button("Play now"))
    expect(person.hand).to_have_count(8)
    says_so(person)
    act(person)


@pytest.mark.long
def test_who_has_stood_up_sits_down_again_and_keeps_the_winnings(arrive: Arrive) -> None:
    person = arrive()
    person.press(person.button("Play now"))
    says_so(person)
    person.play_deal()
    person.press(person.button("Menu"))
    person.press(person.button("Stand up"))
    person.press(person.page.get_by_role("dialog").get_by_role("button", name="Stand up"))
    person.sees("You are watching.")
    person.press(person.button("Take a seat"))
    person.press(person.page.get_by_role("dialog").locator(".who .bot button").first)
    person.press(person.between)
    expect(person.hand).to_have_count(8)
    says_so(person)
