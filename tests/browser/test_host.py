"""People see it when the host closes their table, removes or bans them, or restores a backup."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, WON, gathering
from browser.live import LiveTable
from browser.looks import TOO_SMALL, TOO_WIDE
from browser.people import Person
from browser.windows import DESK, PHONE, Size
from dobbm.table import commands
from tiers import only_long

MINUTE = 60_000
AGAIN = 500
"""Milliseconds after which the page opens a lost stream again."""

SHUT = {
    "closed": {
        "en": "The host has closed this table.",
        "de": "Der Betreiber hat diesen Tisch geschlossen.",
        "ja": "運営者がこのテーブルを閉じました。",
    },
    "banned": {
        "en": "The host of this server does not let you play.",
        "de": "Der Betreiber dieses Servers lässt dich nicht mitspielen.",
        "ja": "このサーバーの運営者により、プレイできなくなっています。",
    },
    "unreadable": {
        "en": "The server cannot read this table any more. Please tell its host.",
        "de": "Der Server kann diesen Tisch nicht mehr lesen. Bitte sag es dem Betreiber.",
        "ja": "サーバーはこのテーブルを読み込めなくなりました。運営者にお知らせください。",
    },
    "unknown": {
        "en": "There is no such table.",
        "de": "Diesen Tisch gibt es nicht.",
        "ja": "そのテーブルはありません。",
    },
}
"""The page's sentences about a table that is gone, by the code of the server's refusal."""

REMOVED = {
    "en": "A bot has your seat now. Between two deals, you can sit down again.",
    "de": "Auf deinem Platz sitzt jetzt ein Bot. Zwischen zwei Spielen kannst du dich wieder",
    "ja": "あなたの席にはボットが座っています。",
}
RESTORED = {
    "en": "The host has restored an earlier state of this table: go on from here.",
    "de": "Der Betreiber hat einen früheren Stand dieses Tisches wiederhergestellt:",
    "ja": "運営者がこのテーブルを以前の状態に戻しました。",
}


def looks_well(person: Person) -> bool:
    """Whether everything fits the window, and whether fingers can hit every button."""
    return not any(person.page.evaluate(look) for look in (TOO_WIDE, TOO_SMALL))


def reconnect(person: Person, table: LiveTable | None = None) -> None:
    """Cut the connection for a moment; afterwards, the server has this ``table``."""
    assert person.network
    person.network.cut()
    person.network.table = table or person.network.table
    person.network.mend()
    is_connected(person)


def is_connected(person: Person) -> None:
    """Wait until the page has opened its stream again, or no longer tries to."""
    person.page.clock.run_for(AGAIN)
    expect(person.page.locator(".offline")).to_have_count(0)
    person.page.clock.run_for(1)


def remove(person: Person) -> None:
    """Give Vroni's seat to a bot, as the host does."""
    assert person.network
    person.network.cut()
    person.network.person = None
    person.table.do(commands.Leave, 0)
    person.network.mend()
    is_connected(person)
    person.is_up_to_date()


@pytest.mark.parametrize("code", SHUT)
@pytest.mark.parametrize("look", [("de", PHONE), *only_long(("en", DESK), ("ja", PHONE))])
def test_a_table_that_is_gone_says_why(come: Come, code: str, look: tuple[str, Size]) -> None:
    """The page asks no more, and leads to the start page."""
    language, size = look
    table = WON.at("play", 9)
    person = come(size=size, table=table, timed=True, language=language)
    table.refusal = code
    reconnect(person)
    expect(person.page.get_by_role("main")).to_contain_text(SHUT[code][language])
    assert looks_well(person)
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.page.clock.run_for(MINUTE)
    assert [address for address in asked if "/api/" in address] == []
    with person.page.expect_event("load"):  # its modules may be refused
        person.press(person.page.get_by_role("link"))
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Dobbm")
    offered = person.page.locator(f"a[href='/t/{table.id}']")
    expect(offered).to_have_count(0 if code in ("closed", "unknown") else 1)
    person.page.wait_for_load_state("networkidle")
    person.forgive_requests()


@pytest.mark.parametrize(("language", "size"), [("en", DESK), ("de", PHONE), ("ja", PHONE)])
def test_a_person_who_was_removed_is_told_and_watches(
    come: Come, language: str, size: Size
) -> None:
    table = PAIR.at("play", 9)
    person = come(size=size, table=table, timed=True, language=language)
    remove(person)
    person.sees(REMOVED[language])
    assert looks_well(person)
    table.play(table.view(table.evening.to_act)["legal"][0])
    person.is_up_to_date()
    person.sees(REMOVED[language])
    person.forgive_requests()


@pytest.mark.parametrize("begin", [gathering, PAIR.done], ids=["before", "after"])
def test_a_person_may_be_removed_between_two_deals(
    come: Come, begin: Callable[[], LiveTable]
) -> None:
    person = come(size=PHONE, table=begin(), timed=True)
    remove(person)
    person.sees(REMOVED["en"])
    assert looks_well(person)
    person.forgive_requests()


@pytest.mark.parametrize(("language", "size"), [("en", DESK), ("de", PHONE), ("ja", PHONE)])
def test_a_restored_older_table_replaces_the_one_on_screen(
    come: Come, language: str, size: Size
) -> None:
    person = come(size=size, table=WON.at("play", 9), timed=True, language=language)
    reconnect(person, WON.at("play", 1, seat=None))
    person.is_up_to_date()
    person.sees(RESTORED[language])
    assert looks_well(person)
    expect(person.page.locator(".laid")).to_have_count(1)
    person.table.play("AO")
    person.is_up_to_date()
    expect(person.page.locator(".laid")).to_have_count(2)
    person.forgive_requests()


def test_another_history_with_as_many_events_is_noticed(come: Come) -> None:
    """The table was restored, and others have played on differently since."""
    table, other = (WON.at("play", 4) for _ in range(2))
    person = come(table=table, timed=True)
    table.play("A7")
    other.evening.now += 100
    other.play("A8")
    assert other.number == table.number
    reconnect(person, other)
    person.hears(RESTORED["en"])
    expect(person.card("A7")).to_have_count(1)
    expect(person.card("A8")).to_have_count(0)
    person.forgive_requests()


def test_a_short_interruption_is_no_restored_database(come: Come) -> None:
    person = come(table=WON.at("play", 9), timed=True)
    reconnect(person)
    assert not [line for line in person.heard if "restored" in line]
    person.forgive_requests()
