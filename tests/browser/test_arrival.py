"""The first visit of a pocket: the game arrives behind the page, or does not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.deals import WON
from browser.homes import IN_A_POCKET
from browser.people import Person

pytestmark = IN_A_POCKET

STARTED = """import(performance.getEntriesByType("resource").find(({ name }) =>
  name.includes("pocket/connection.js")).name).then((connection) => connection.isStarted())"""
"""Whether the game is being loaded."""


def visit(come: Come, path: str = "/", language: str = "en", **begins: Any) -> Person:
    """Come to a page whose game has only begun to arrive."""
    script = f"globalThis.begins = {json.dumps(begins)};"
    person = come(table=WON.at("bidding"), path=path, language=language, script=script)
    person.page.wait_for_function("'arrive' in globalThis")
    return person


def arrive(person: Person, **changed: Any) -> None:
    person.page.evaluate("changed => arrive(changed)", changed)


def dealt(person: Person) -> Locator:
    """The cards that have been dealt while the person waits."""
    return person.page.get_by_role("dialog").locator(".dealing .dealt")


def test_the_start_page_says_how_much_of_the_game_has_arrived(come: Come) -> None:
    person = visit(come)
    line = person.page.get_by_role("progressbar", name="Loading the game")
    place = person.button("Learn").or_(person.page.get_by_role("link", name="Learn"))
    expect(line).to_have_text("0 % of the game has arrived")
    before = place.bounding_box()
    arrive(person, share=0.4)
    expect(line).to_have_attribute("aria-valuenow", "40")
    expect(line).to_have_text("40 % of the game has arrived")
    arrive(person, share=1)
    expect(line).to_have_text("The game is starting …")
    arrive(person, isReady=True)
    expect(line).to_have_text("Ready: works without a connection")
    expect(line).to_be_hidden()
    assert place.bounding_box() == before


def test_who_plays_before_the_game_has_arrived_sees_cards_dealt_and_comes_to_the_table(
    come: Come,
) -> None:
    person = visit(come)
    person.press(person.button("Play now"))
    expect(person.page.get_by_role("dialog", name="The cards are being dealt")).to_be_visible()
    expect(dealt(person)).to_have_count(0)
    arrive(person, share=0.5)
    expect(dealt(person)).to_have_count(16)
    person.sees("50 % of the game has arrived")
    arrive(person, share=1, isReady=True)
    expect(person.hand).to_have_count(8)
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def test_who_does_not_want_to_wait_cancels_with_the_keyboard(come: Come) -> None:
    person = visit(come)
    play = person.button("Play now")
    play.focus()
    person.page.keyboard.press("Enter")
    expect(person.button("Cancel")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    expect(play).to_be_enabled()


def test_a_table_deals_cards_until_the_game_is_there(come: Come) -> None:
    person = visit(come, path="/t/stubai")
    expect(person.page.get_by_role("dialog", name="The cards are being dealt")).to_be_visible()
    arrive(person, share=1, isReady=True)
    expect(person.hand).to_have_count(8)


def test_a_table_without_a_game_leads_to_the_start_page(come: Come) -> None:
    person = visit(come, path="/t/stubai", broken="no memory")
    person.sees("The game does not run. Your tables stay on this device.")
    expect(person.page.get_by_role("link", name="Start page").first).to_be_visible()


# A device that has been asked to load no more than it needs


def test_the_start_page_of_a_device_that_saves_data_loads_nothing(come: Come) -> None:
    person = visit(come, saves=True)
    expect(person.button("Play now")).to_be_visible()
    person.page.get_by_role("link", name="Learn").click()
    expect(person.page.get_by_role("heading", name="Learn Dobbm")).to_be_visible()
    assert not person.page.evaluate(STARTED)
    expect(person.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "play", "question", "later", "load"),
    [
        ("en", "Play now", "The game needs about 6 MB once.", "Not now", "Load"),
        ("de", "Jetzt spielen", "Das Spiel lädt einmal rund 6 MB.", "Jetzt nicht", "Laden"),
        ("ja", "今すぐ遊ぶ", "約 6 MB", "今はしない", "読み込む"),
    ],
)
def test_who_saves_data_is_asked_before_the_game_is_loaded(
    come: Come, language: str, play: str, question: str, later: str, load: str
) -> None:
    person = visit(come, language=language, saves=True)
    person.press(person.button(play))
    person.sees(question)
    person.press(person.button(later, exact=True))
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    assert not person.page.evaluate(STARTED)
    person.press(person.button(play))
    person.press(person.button(load, exact=True))
    person.page.wait_for_function(STARTED)
    arrive(person, share=1, isReady=True)
    expect(person.page.locator(".held")).to_have_count(8)


def test_who_saves_data_is_asked_at_a_table_too(come: Come) -> None:
    person = visit(come, path="/t/stubai", saves=True)
    expect(person.page.get_by_role("dialog", name="Load the game?")).to_be_visible()
    person.press(person.button("Not now"))
    expect(person.page.get_by_role("heading", name="Dobbm", level=1)).to_be_visible()
    assert not person.page.evaluate(STARTED)


# What does not work, and the way out


@pytest.mark.parametrize(
    ("language", "told", "again"),
    [
        ("en", "This device or this browser cannot run the game.", "Try again"),
        ("de", "Dieses Gerät oder dieser Browser kann das Spiel nicht", "Noch einmal versuchen"),
        ("ja", "ゲームを動かせません", "もう一度"),
    ],
)
def test_a_game_that_does_not_run_is_told_and_tried_again(
    come: Come, language: str, told: str, again: str
) -> None:
    person = visit(come, language=language)
    arrive(person, broken="no memory")
    person.sees(told)
    person.page.evaluate("globalThis.begins = null")
    with person.page.expect_navigation():
        person.press(person.button(again))
    expect(person.page.get_by_role("heading", name="Dobbm", level=1)).to_be_visible()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "This browser keeps no tables: they are lost when you close this window."),
        ("de", "Dieser Browser behält keine Tische"),
        ("ja", "このブラウザーはテーブルを保存できません"),
    ],
)
def test_a_browser_that_keeps_no_tables_says_so(come: Come, language: str, told: str) -> None:
    person = visit(come, language=language)
    arrive(person, share=1, isReady=True, keeps=False)
    person.sees(told)


def test_the_browser_is_asked_to_keep_the_first_table_for_good(come: Come) -> None:
    asked = "navigator.storage.persist = async () => (globalThis.asked = true);"
    person = come(table=WON.at("bidding"), path="/", script=asked)
    assert not person.page.evaluate("globalThis.asked")
    person.press(person.button("Play now"))
    expect(person.hand).to_have_count(8)
    assert person.page.evaluate("globalThis.asked")
