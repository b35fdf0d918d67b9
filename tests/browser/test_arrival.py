"""The first visit of a pocket: the game arrives behind the page, or does not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.deals import WON
from browser.looks import BROKEN, TOO_WIDE, resize, squeezed, violations
from browser.network import files
from browser.people import Person
from browser.pocket import Carried
from browser.windows import DESK, PHONE, Size

MODERN_PHONE: Size = (390, 844)


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the page's files in a pocket."""
    with files(of=Carried) as address:
        yield address


def visit(come: Come, path: str = "/", language: str = "en", **begins: Any) -> Person:
    """Come to a page whose game has only begun to arrive."""
    script = f"globalThis.begins = {json.dumps(begins)};"
    person = come(table=WON.at("bidding"), path=path, language=language, script=script)
    person.page.wait_for_function("globalThis.arrive")
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


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Bad connection: it goes on by itself"),
        ("de", "Schlechte Verbindung: Es geht von selbst weiter"),
        ("ja", "通信状態がよくありません。自動で続けます"),
    ],
)
def test_a_bad_connection_is_named(come: Come, language: str, words: str) -> None:
    person = visit(come, language=language)
    arrive(person, isStuck=True)
    person.hears(words)
    expect(person.page.get_by_role("progressbar")).to_have_text(words)


@pytest.mark.parametrize(
    ("language", "play", "question", "load", "no"),
    [
        ("en", "Play now", "about 6 MB once", "Load", "Not now"),
        ("de", "Jetzt spielen", "einmal rund 6 MB", "Laden", "Jetzt nicht"),
        ("ja", "今すぐ遊ぶ", "約 6 MB を読み込みます", "読み込む", "今はしない"),
    ],
)
def test_a_device_that_saves_data_is_asked_first(
    come: Come, language: str, play: str, question: str, load: str, no: str
) -> None:
    person = visit(come, language=language, saves=True)
    expect(person.page.locator(".arrival")).to_be_hidden()
    person.press(person.button(play))
    person.sees(question)
    person.press(person.button(no))
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    person.press(person.button(play))
    person.press(person.button(load, exact=True))
    expect(dealt(person)).to_have_count(0)
    expect(person.page.get_by_role("dialog").get_by_role("progressbar")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "play", "words", "again"),
    [
        ("en", "Play now", "This device or this browser cannot run the game.", "Try again"),
        ("de", "Jetzt spielen", "kann das Spiel nicht ausführen", "Noch einmal versuchen"),
        ("ja", "今すぐ遊ぶ", "ゲームを動かせません", "もう一度試す"),
    ],
)
def test_a_device_that_cannot_run_the_game_is_told_and_may_try_again(
    come: Come, language: str, play: str, words: str, again: str
) -> None:
    person = visit(come, language=language)
    arrive(person, broken="no memory")
    person.sees(words)
    person.press(person.button(play))
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text(words)
    expect(person.page.get_by_text(words)).to_have_count(1)
    with person.page.expect_navigation():
        dialog.get_by_role("button", name=again).click()
    expect(person.button(play)).to_be_enabled()


def test_a_game_that_breaks_while_the_cards_are_dealt_says_so(come: Come) -> None:
    person = visit(come)
    person.press(person.button("Play now"))
    expect(dealt(person)).to_have_count(0)
    expect(person.page.get_by_role("progressbar").last).to_be_visible()
    arrive(person, broken="no memory")
    expect(person.page.get_by_role("dialog", name="There is no game here")).to_be_visible()


def test_a_table_deals_cards_until_the_game_is_there(come: Come) -> None:
    person = visit(come, path="/t/stubai")
    expect(person.page.get_by_role("dialog", name="The cards are being dealt")).to_be_visible()
    arrive(person, share=1, isReady=True)
    expect(person.hand).to_have_count(8)


def test_a_table_without_a_game_leads_to_the_start_page(come: Come) -> None:
    person = visit(come, path="/t/stubai", broken="no memory")
    person.sees("The game does not run. Your tables stay on this device.")
    expect(person.page.get_by_role("link", name="Start page").first).to_be_visible()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "This browser keeps no tables"),
        ("de", "Dieser Browser behält keine Tische"),
        ("ja", "このブラウザーはテーブルを保存できません"),
    ],
)
def test_a_device_that_keeps_no_tables_is_told(come: Come, language: str, words: str) -> None:
    person = visit(come, language=language)
    arrive(person, share=1, isReady=True, keeps=False)
    person.sees(words)


def test_a_device_is_asked_once_to_keep_the_tables_for_good(come: Come) -> None:
    script = (
        "navigator.storage.persist = async () => (globalThis.asked = (globalThis.asked ?? 0) + 1);"
    )
    person = come(table=WON.at("bidding"), path="/", script=script)
    for _ in range(2):
        person.press(person.button("Play now"))
        expect(person.hand).to_have_count(8)
        person.page.go_back()
    assert person.page.evaluate("asked") == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_the_arrival_fits_all_windows(come: Come, language: str, scheme: Any) -> None:
    person = visit(come, language=language)
    person.page.emulate_media(color_scheme=scheme)
    arrive(person, isStuck=True, share=0.7)
    faults = squeezed(person)
    person.press(person.page.locator(".play .primary"))
    expect(dealt(person)).to_have_count(22)
    faults += squeezed(person)
    for size in (MODERN_PHONE, DESK, PHONE):
        resize(person, size)
        faults += violations(person)
        for look in (TOO_WIDE, BROKEN):
            faults += person.page.evaluate(look)
    assert not faults, "\n".join(faults)
