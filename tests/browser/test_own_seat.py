"""The way back into one's own seat at a club's table, from its plain address on a new device."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Come, Founded
from browser.people import Fingers, Person
from browser.test_clubs import add_member, is_inside, path_of, sit_down_together
from browser.test_tournaments import open_tournament
from browser.windows import PHONE

WAY_IN = "You play at this table? Open your personal link on this device"


@pytest.fixture
def seated(come: Come, founded: Founded) -> tuple[Person, Person, str]:
    """The host of a club, Lois at its table on her first device, and her personal link."""
    vroni = founded()
    link = add_member(vroni, "Lois")
    lois = come(to=vroni.address)
    lois.open(link)
    sit_down_together(vroni, lois)
    expect(lois.hand).to_have_count(8)
    return vroni, lois, link


def let_everybody_watch(vroni: Person, club: str) -> None:
    table = path_of(vroni)
    vroni.open(club)
    vroni.press(vroni.button("Change the club"))
    vroni.page.get_by_label("Everybody may watch the tables").check()
    vroni.press(vroni.button("Save", exact=True))
    expect(vroni.page.get_by_role("dialog")).to_have_count(0)
    vroni.open(table)
    expect(vroni.hand).to_have_count(8)


def test_the_address_of_the_table_leads_to_the_own_seat_by_the_personal_link(
    come: Come, seated: tuple[Person, Person, str]
) -> None:
    _, lois, link = seated
    table = path_of(lois)
    phone = come(Fingers, PHONE, to=lois.address)
    phone.forgive_requests()
    phone.open(table)
    phone.sees(WAY_IN)
    assert "Vroni" not in phone.page.content()
    phone.press(phone.page.get_by_role("link", name="To the club"))
    phone.sees("Open your personal link on this device")
    phone.open(link)
    is_inside(phone)
    phone.open(table)
    expect(phone.hand).to_have_count(8)
    expect(phone.page.get_by_role("group", name="Vroni")).to_be_visible()
    lois.sees("You are watching.")
    phone.page.reload()
    expect(phone.hand).to_have_count(8)
    lois.sees("You are watching.")
    expect(lois.page.get_by_text(WAY_IN)).to_have_count(0)


def test_a_stranger_who_watches_reads_the_way_and_a_member_does_not(
    come: Come, seated: tuple[Person, Person, str]
) -> None:
    vroni, lois, link = seated
    table = path_of(lois)
    let_everybody_watch(vroni, link.partition("#")[0])
    phone = come(Fingers, PHONE, to=lois.address)
    phone.open(table)
    phone.sees(WAY_IN)
    vroni.open(link.partition("#")[0])
    moidl = add_member(vroni, "Moidl")
    other = come(to=lois.address)
    other.open(moidl)
    is_inside(other)
    with other.page.expect_response(lambda answer: "/clubs/" in answer.url):
        other.open(table)
    other.sees("You are watching.")
    expect(other.page.get_by_text(WAY_IN)).to_have_count(0)
    phone.open(link)
    is_inside(phone)
    phone.open(table)
    expect(phone.hand).to_have_count(8)


def test_the_address_of_a_table_whose_cards_are_secret_leads_there_as_well(
    come: Come, founded: Founded
) -> None:
    vroni = founded()
    link = add_member(vroni, "Lois")
    open_tournament(vroni)
    vroni.press(vroni.button("I play", exact=True))
    vroni.page.get_by_label("Enter somebody else").select_option("Lois")
    vroni.sees("These play: Vroni (you) and Lois")
    vroni.press(vroni.button("Draw round 1"))
    vroni.press(vroni.button("To your seat: Table 1"))
    vroni.page.wait_for_url("**/t/*")
    lois = come(Fingers, PHONE, to=vroni.address)
    lois.forgive_requests()
    lois.open(link)
    is_inside(lois)
    lois.open(path_of(vroni))
    expect(lois.hand).to_have_count(8)


def test_who_has_only_asked_to_be_let_in_reads_the_way(
    come: Come, seated: tuple[Person, Person, str]
) -> None:
    vroni, lois, link = seated
    table, club = path_of(lois), link.partition("#")[0]
    let_everybody_watch(vroni, club)
    sepp = come(to=lois.address, name="Sepp")
    sepp.open(club)
    sepp.press(sepp.button("Ask to be let in"))
    sepp.sees("You have asked to be let in")
    sepp.open(table)
    sepp.sees(WAY_IN)


def test_a_browser_without_cookies_finds_the_seat_as_well(
    come: Come, seated: tuple[Person, Person, str]
) -> None:
    _, lois, link = seated
    phone = come(Fingers, PHONE, to=lois.address)
    phone.forgive_requests()
    phone.open(link)
    is_inside(phone)
    phone.page.context.clear_cookies()
    phone.open(path_of(lois))
    expect(phone.hand).to_have_count(8)
    phone.page.context.clear_cookies()
    phone.page.reload()
    expect(phone.hand).to_have_count(8)
