"""Networks that fail, and servers that do: the page goes on by itself, and nothing comes twice."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.people import PHONE, Fingers, Person, hurry, spoken
from web.serving import Server

COLOURS = """banner => {
  const { color, backgroundColor } = getComputedStyle(banner);
  return [color, backgroundColor];
}"""


def play_into_the_void(person: Person, card: str) -> None:
    """Play a card that reaches nobody; the page shows it all the same, and asks again."""
    with person.page.expect_event("requestfailed", lambda one: one.url.endswith("/actions")):
        person.press(person.hand_card(spoken(card)))
    expect(person.hand_card(spoken(card))).to_have_count(0)


def is_played_once(person: Person, card: str) -> None:
    """See that the page goes on by itself, and that the card has been played once."""
    view = person.wait(lambda story: card in story["view"]["actions"])["view"]
    person.wait_for_turn()
    assert view["actions"].count(card) == 1
    lines = [line for line in person.heard if line.startswith(f"You play {spoken(card)}")]
    assert len(lines) == 1
    # The browser itself complains of what does not reach anybody.
    person.complaints.clear()


def test_a_phone_in_a_tunnel(come: Come) -> None:
    person = come(Fingers, PHONE)
    person.sit_down_with_bots()
    turn = hurry([person], lambda view: view["phase"] == "play" and len(view["hand"]) > 2)
    card = turn["view"]["legal"][0]
    person.context.set_offline(True)
    play_into_the_void(person, card)
    person.context.set_offline(False)
    is_played_once(person, card)
    person.play_deal()


@pytest.fixture
def dying(tmp_path: Path) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with Server(database, tmp_path / "log", "--bot-seconds", "0.02") as server:
        yield server


def test_a_server_that_is_killed(dying: Server, come: Come) -> None:
    person = come(to=dying)
    person.sit_down_with_bots()
    turn = hurry([person], lambda view: view["phase"] == "play" and len(view["hand"]) > 2)
    card = turn["view"]["legal"][0]
    dying.stop(signal.SIGKILL)
    person.sees("No connection")
    ink, ground = person.page.get_by_text("No connection").evaluate(COLOURS)
    assert ink != ground
    play_into_the_void(person, card)
    del dying.client
    dying.start()
    person.hears("Connected again.")
    expect(person.page.get_by_text("No connection")).to_have_count(0)
    is_played_once(person, card)
    person.play_deal()
    assert person.story()["view"]["result"]


KEPT = "navigator.serviceWorker.getRegistration().then((found) => Boolean(found))"


def test_the_score_sheet_is_kept_by_whoever_has_seen_the_start_page(come: Come) -> None:
    person = come(Fingers, PHONE, keeps=True)
    stop_the_clock(person)
    person.open()
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.context.set_offline(True)
    person.open("/score")
    expect(person.page.get_by_role("heading", name="Score sheet")).to_be_visible()
    person.complaints.clear()  # of the browser, which is offline


def test_at_a_table_nothing_is_kept_before_the_cards_are_there(come: Come) -> None:
    person = come(keeps=True)
    person.sit_down_with_bots()
    person.page.evaluate("navigator.serviceWorker.ready.then((found) => found.unregister())")
    stop_the_clock(person)
    person.page.reload()
    person.hand.first.wait_for()
    assert person.page.evaluate(KEPT) is False
    person.page.clock.run_for(5000)
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def stop_the_clock(person: Person) -> None:
    """Nothing on the page comes late from now on: it comes at once or never."""
    person.page.clock.install(time=0)
    person.page.clock.pause_at(1)
