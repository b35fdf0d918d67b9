"""A table is opened, or taken a seat at, although the server falls silent or refuses a cookie."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import Come
from browser.deals import WON
from browser.people import Person
from server.serving import Server

STRIP = "The server gives this browser no cookie now"


def without_cookies(come: Come, server: Server, name: str = "", path: str = "/") -> Person:
    """Bring a person to whom the server gives no cookie, because it makes a mistake."""

    def refuse(route: Route) -> None:
        route.fulfill(status=500, json={"error": {"code": "internal", "message": "it failed"}})

    person = come(to=server.address, name=name)
    person.page.route("**/remember", refuse)
    person.open(path)
    return person


def plays_and_is_told(person: Person) -> None:
    expect(person.hand).to_have_count(8)
    expect(person.page.locator(".banner")).to_contain_text(STRIP)
    person.forgive_requests("/remember")


def test_who_plays_at_once_plays_although_the_server_refuses_the_cookie(
    come: Come, server: Server
) -> None:
    person = without_cookies(come, server)
    person.press(person.button("Play now"))
    plays_and_is_told(person)
    person.page.reload()
    person.calls.or_(person.discard_button).or_(person.legal).first.wait_for()
    person.act()


def test_friends_meet_although_the_server_refuses_their_cookies(come: Come, server: Server) -> None:
    vroni = without_cookies(come, server, "Vroni")
    vroni.press(vroni.button("Invite friends"))
    vroni.page.get_by_label("Seats for bots").select_option("2")
    vroni.press(vroni.button("Open the table"))
    vroni.press(vroni.button("I am ready"))
    lois = without_cookies(come, server, "Lois", vroni.page.url.removeprefix(vroni.address))
    lois.press(lois.button("Sit down", exact=True))
    lois.press(lois.button("I am ready"))
    for person in (vroni, lois):
        plays_and_is_told(person)


@pytest.mark.parametrize("tables", [[], [{"table": "stubai", "at": 0}]])
def test_who_has_been_at_no_table_finds_the_lessons_beside_the_game(
    come: Come, tables: list[object]
) -> None:
    person = come(table=WON.at("play"), path="/", tables=tables)
    game = person.page.get_by_role("region", name="A game against bots")
    lessons = person.page.get_by_role("link", name="Learn")
    expect(lessons).to_have_count(1)
    expect(game.get_by_role("link", name="New here?")).to_have_count(0 if tables else 1)
    person.press(lessons)
    # Who comes back is sent to one thing to try.
    heading = person.page.get_by_role("heading", name="Tactics" if tables else "Learn Dobbm")
    expect(heading).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/tables"])
def test_a_server_that_never_answers_is_given_up_or_asked_again(come: Come, path: str) -> None:
    person = come(table=WON.at("play"), path=path, timed=True)
    main = person.page.get_by_role("main")
    button = main.locator(".play .primary") if path == "/" else person.button("Open a table")
    expect(button).to_be_visible()
    late = person.page.locator(".late")
    network = person.network
    assert network
    # The list of tables goes on, and so does what follows the table that is given up.
    network.holds = lambda asked: asked["method"] == "POST" and asked["url"].endswith("/tables")

    def ask() -> None:
        network.held = []
        person.press(button)
        if path != "/":
            person.press(person.button("Open the table"))
        while not network.held:
            person.page.evaluate("0")
        person.page.clock.run_for(1000)
        expect(late).to_be_visible()

    ask()
    person.press(person.button("Cancel"))
    expect(late).to_have_count(0)
    expect(button).to_be_enabled()
    network.release()
    expect(person.page).to_have_url(re.compile(f"{path}$"))
    ask()
    person.page.clock.run_for(20_000)
    person.page.get_by_role("dialog", name="The server cannot be reached.").wait_for()
    network.held = None
    person.press(person.button("Try again"))
    expect(person.page).to_have_url(re.compile("/t/stubai$"))
    person.is_up_to_date()
    person.forgive_requests()
