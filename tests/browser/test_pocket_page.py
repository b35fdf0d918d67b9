"""The page in a pocket, where a worker takes the place of the server: there are no other people."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, WON
from browser.homes import IN_A_POCKET

pytestmark = IN_A_POCKET


def test_the_start_page_of_a_pocket_offers_what_one_person_can_do(come: Come) -> None:
    person = come(table=WON.at("bidding"), path="/", tables=[{"table": "stubai", "at": 0}])
    for name in ("Continue", "Learn", "Score sheet", "Rules", "Settings"):
        expect(person.page.get_by_role("link", name=name)).to_be_visible()
    expect(person.button("Play now")).to_be_visible()
    expect(person.button("Invite friends")).to_have_count(0)
    expect(person.page.get_by_role("link", name="Open tables")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "why", "way"),
    [
        ("en", "Other people are met on a server; here you play against bots.", "Start page"),
        ("de", "Andere Leute trifft man auf einem Server; hier", "Startseite"),
        ("ja", "ほかの人と遊べるのはサーバー上だけで", "トップページ"),
    ],
)
def test_a_pocket_says_why_it_has_no_open_tables(
    come: Come, language: str, why: str, way: str
) -> None:
    person = come(path="/tables", language=language)
    person.sees(why)
    person.page.get_by_role("link", name=way).click()
    expect(person.page.get_by_role("heading", name="Dobbm", level=1)).to_be_visible()


def test_a_table_of_a_pocket_invites_nobody(come: Come) -> None:
    person = come(table=WON.at("bidding"))
    expect(person.page.get_by_text("spectator")).to_have_count(0)
    person.press(person.button("Menu"))
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Stand up")).to_be_visible()
    expect(dialog.get_by_role("button", name="Continue on another device")).to_have_count(0)
    person.press(dialog.get_by_role("button", name="Seats"))
    expect(dialog.get_by_role("listitem")).to_have_count(4)
    expect(dialog.get_by_role("button", name="Invite")).to_have_count(0)


def test_a_card_is_played_in_a_pocket(come: Come) -> None:
    person = come(table=PAIR.at("play"))
    with person.sends("/actions"):
        person.press(person.legal.first)
    assert len(person.table.actions) == 1


def test_a_deal_of_a_pocket_has_no_link_for_others(come: Come) -> None:
    person = come(table=WON.done(), path="/t/stubai/deals/1")
    person.page.get_by_title("More").click()
    expect(person.button("Save the record")).to_be_visible()
    expect(person.button("Copy link")).to_have_count(0)
