"""The pages of a club, on a real server and before one that a test answers for."""

from __future__ import annotations

import codecs
import re
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.clubs import span
from browser.conftest import Come, Founded
from browser.deals import WON
from browser.homes import IN_A_POCKET
from browser.live import LiveTable
from browser.looks import TOO_WIDE, violations
from browser.people import Fingers, Keys, Person
from browser.screens import stood_in, with_sheet
from browser.windows import DESK, PHONE, Size
from table.driver import between

LOOK = "dispatchEvent(new Event('online'))"
"""Lets a page look at the club at once."""


def is_inside(person: Person) -> None:
    expect(person.page.get_by_role("heading", name="Tonight")).to_be_visible()


def add_member(host: Person, name: str) -> str:
    """Add a member as a co-host, and return the path of the personal link."""
    host.page.get_by_label("Name of a new member").fill(name)
    host.press(host.button("Add", exact=True))
    return shown_link(host)


def shown_link(person: Person) -> str:
    """Return the path of the link in the dialog, and close it."""
    link = person.page.get_by_role("dialog").locator("code").inner_text()
    assert link.startswith(person.address)
    person.escape()
    return link.removeprefix(person.address)


def path_of(person: Person) -> str:
    return person.page.url.removeprefix(person.address)


@pytest.mark.parametrize(("kind", "size"), [(Person, DESK), (Fingers, PHONE)])
def test_a_personal_link_opens_the_chair_on_another_device(
    come: Come, founded: Founded, kind: type[Person], size: Size
) -> None:
    vroni = founded(kind, size)
    link = add_member(vroni, "Lois")
    assert violations(vroni) == []
    assert vroni.page.evaluate(TOO_WIDE) == []
    lois = come(kind, size, to=vroni.address)
    lois.open(f"{link}).")
    is_inside(lois)
    assert path_of(lois) == path_of(vroni) == link.partition("#")[0]
    lois.sees("Lois (you)")
    lois.page.reload()
    lois.sees("Lois (you)")
    lois.open()
    lois.press(lois.page.get_by_role("link", name=re.compile("Donnerstag")))
    is_inside(lois)


def test_a_person_takes_another_name(founded: Founded) -> None:
    vroni = founded()
    vroni.press(vroni.button("My name"))
    asked = vroni.page.get_by_role("dialog", name="My name")
    expect(asked.get_by_label("Your name")).to_have_value("Vroni")
    asked.get_by_label("Your name").fill(" ")
    vroni.press(asked.locator(".primary"))
    vroni.sees("A name is needed.")
    asked.get_by_label("Your name").fill("Veronika")
    vroni.press(asked.locator(".primary"))
    expect(asked).to_have_count(0)
    vroni.sees("Veronika (you)")


def test_who_asks_to_be_let_in_waits_until_a_co_host_agrees(come: Come, founded: Founded) -> None:
    vroni = founded()
    sepp = come(Keys, PHONE, to=vroni.address, name="Sepp")
    sepp.open(path_of(vroni))
    sepp.sees("Open your personal link")
    sepp.press(sepp.button("Ask to be let in"))
    sepp.sees("You have asked to be let in")
    vroni.page.get_by_label("Name of a new member").fill("Hia")
    vroni.page.evaluate(LOOK)
    vroni.press(vroni.button("Let in: Sepp"))
    expect(vroni.button("More about Sepp")).to_be_visible()
    expect(vroni.page.get_by_label("Name of a new member")).to_have_value("Hia")
    sepp.page.evaluate(LOOK)
    is_inside(sepp)


def test_who_is_turned_away_is_told(come: Come, founded: Founded) -> None:
    vroni = founded()
    sepp = come(to=vroni.address, name="Sepp")
    sepp.forgive_requests()
    sepp.open(path_of(vroni))
    sepp.press(sepp.button("Ask to be let in"))
    sepp.sees("You have asked to be let in")
    vroni.page.evaluate(LOOK)
    vroni.press(vroni.button("Turn away: Sepp"))
    vroni.press(vroni.button("Turn away", exact=True))
    expect(vroni.page.get_by_text("They ask to be let in")).to_have_count(0)
    sepp.page.evaluate(LOOK)
    sepp.sees("You do not belong to this club: you have left it, or a co-host has decided so.")
    expect(sepp.button("Ask to be let in")).to_be_visible()


def sit_down_together(vroni: Person, lois: Person) -> None:
    """Let two members who are on the page of their club sit down at a new table with two bots."""
    vroni.press(vroni.button("Open a table"))
    vroni.page.get_by_label("Seats for bots").select_option("2")
    vroni.press(vroni.button("Open the table"))
    vroni.sees("1 seat is free")
    lois.page.evaluate(LOOK)
    lois.press(lois.button("Sit down: Table 1"))


def test_two_sit_down_from_the_page_of_the_club_and_find_back(come: Come, founded: Founded) -> None:
    vroni = founded()
    club = path_of(vroni)
    lois = come(Fingers, PHONE, to=vroni.address)
    lois.open(add_member(vroni, "Lois"))
    sit_down_together(vroni, lois)
    for person, other in ((vroni, "Lois"), (lois, "Vroni")):
        expect(person.hand).to_have_count(8)
        expect(person.page.get_by_role("group", name=other)).to_be_visible()
    lois.press(lois.button("Menu"))
    lois.press(lois.page.get_by_role("link", name="To the club (you can return)"))
    is_inside(lois)
    assert path_of(lois) == club
    lois.press(lois.button("Go on: Table 1"))
    expect(lois.hand).to_have_count(8)


def faces(person: Person, where: str) -> list[str]:
    images = person.page.locator(f"{where} .face img")
    expect(images).to_have_count(4)
    return sorted(image.get_attribute("src") or "" for image in images.all())


def test_everybody_has_the_same_face_at_the_table_and_in_the_club(
    come: Come, founded: Founded
) -> None:
    vroni = founded()
    lois = come(Fingers, PHONE, to=vroni.address, portrait="fur-cap")
    lois.open(add_member(vroni, "Lois"))
    vroni.press(vroni.button("Open a table"))
    vroni.page.get_by_label("Seats for bots").select_option("2")
    vroni.press(vroni.button("Open the table"))
    vroni.sees("1 seat is free")
    with lois.page.expect_response("**/portrait"):
        lois.page.evaluate(LOOK)
        lois.press(lois.button("Sit down: Table 1"))
    expect(lois.hand).to_have_count(8)
    at_table = faces(lois, ".table .plate")
    lois.press(lois.button("Menu"))
    lois.press(lois.page.get_by_role("link", name="To the club (you can return)"))
    assert faces(lois, ".club-table") == at_table
    present = lois.page.locator(".present li").filter(has_text="Lois").locator("img")
    expect(present).to_have_attribute("src", re.compile("fur-cap"))


def test_a_stranger_does_not_sit_down_at_a_table_of_the_club(come: Come, founded: Founded) -> None:
    vroni = founded()
    vroni.press(vroni.button("Open a table"))
    vroni.press(vroni.button("Open the table"))
    vroni.sees("Only people of the club sit down here.")
    expect(vroni.button("Share the link")).to_have_count(0)
    sepp = come(to=vroni.address, name="Sepp")
    sepp.forgive_requests()
    sepp.open(path_of(vroni))
    sepp.sees("Only the people of its club see this table.")
    sepp.press(sepp.page.get_by_role("link", name="To the club"))
    expect(sepp.button("Ask to be let in")).to_be_visible()
    expect(sepp.page.get_by_role("heading", name="Tables to watch")).to_have_count(0)


def test_everybody_watches_if_the_club_says_so(come: Come, founded: Founded) -> None:
    vroni = founded()
    club = path_of(vroni)
    vroni.press(vroni.button("Change the club"))
    vroni.page.get_by_label("Everybody may watch the tables").check()
    vroni.press(vroni.button("Save", exact=True))
    vroni.press(vroni.button("Open a table"))
    vroni.press(vroni.button("Open the table"))
    vroni.sees("Only people of the club sit down here.")
    sepp = come(to=vroni.address, name="Sepp")
    sepp.open(club)
    sepp.press(sepp.page.get_by_role("link", name=re.compile("Table 1")))
    sepp.sees("Only people of the club sit down here.")
    expect(sepp.page.get_by_role("button", name=re.compile("^Sit down"))).to_have_count(0)


def test_members_watch_with_a_cookie_or_without(come: Come, founded: Founded) -> None:
    vroni = founded()
    link = add_member(vroni, "Lois")
    vroni.press(vroni.button("Open a table"))
    vroni.press(vroni.button("Open the table"))
    vroni.sees("Only people of the club sit down here.")
    lois = come(to=vroni.address)
    lois.forgive_requests()
    lois.open(link)
    is_inside(lois)
    for _ in range(2):
        lois.open(path_of(vroni))
        lois.sees("Only people of the club sit down here.")
        lois.page.context.clear_cookies()


def test_a_guest_comes_with_the_link_of_the_evening(come: Come, founded: Founded) -> None:
    vroni = founded()
    vroni.press(vroni.button("Bring a guest"))
    link = shown_link(vroni)
    hias = come(Fingers, PHONE, to=vroni.address)
    hias.open(link)
    hias.sees("You are invited for this evening")
    hias.press(hias.button("Come in"))
    hias.sees("A name is needed.")
    hias.page.get_by_label("Your name").fill("Hias")
    hias.press(hias.button("Come in"))
    is_inside(hias)
    expect(hias.page.get_by_role("heading", name="The book")).to_have_count(0)
    expect(hias.button("Open a table")).to_have_count(0)
    hias.page.reload()
    hias.sees("Hias (you)")


def test_a_score_sheet_fills_in_an_evening(founded: Founded) -> None:
    vroni = founded()
    for name in ("lois", "Hias"):
        add_member(vroni, name)
    vroni.page.evaluate(with_sheet())
    vroni.page.reload()
    vroni.press(vroni.page.get_by_text("Enter an evening with real cards"))
    vroni.page.get_by_label("From a score sheet of this device").select_option(index=1)
    vroni.sees("Not in the club by this name: Moidl.")
    expect(vroni.page.get_by_label("Number of deals")).to_have_value("2")
    expect(vroni.page.get_by_label("lois", exact=True)).to_have_value("72")
    expect(vroni.page.get_by_label("Vroni (you)")).to_have_value("-24")
    expect(vroni.page.locator("output")).to_have_text("+24")


@pytest.mark.parametrize(
    ("zone", "at", "day"),
    [
        ("Europe/Vienna", "2026-12-04T04:59:00Z", "2026-12-03"),
        ("Europe/Vienna", "2026-12-04T05:01:00Z", "2026-12-04"),
        ("Asia/Tokyo", "2026-12-03T20:59:00Z", "2026-12-03"),
        ("Asia/Tokyo", "2026-12-03T21:01:00Z", "2026-12-04"),
    ],
)
def test_the_date_of_an_evening_is_that_of_the_club(
    come: Come, zone: str, at: str, day: str
) -> None:
    person = come(path="/clubs", table=WON.done())
    assert person.network
    club = person.network.club
    club.zone, club.now = zone, datetime.fromisoformat(at).timestamp()
    person.open("/c/stubai")
    person.press(person.page.get_by_text("Enter an evening with real cards"))
    date = person.page.get_by_label("Date", exact=True)
    expect(date).to_have_value(day)
    expect(date).to_have_attribute("max", day)
    date.fill("2026-12-05")
    person.page.get_by_label("Number of deals").fill("2")
    person.press(person.button("Enter", exact=True))
    person.sees("This evening is still to come.")


def test_an_evening_is_entered_and_paid_and_saved(founded: Founded) -> None:
    vroni = founded()
    add_member(vroni, "Lois")
    vroni.press(vroni.page.get_by_text("Enter an evening with real cards"))
    vroni.page.get_by_label("Number of deals").fill("12")
    vroni.page.get_by_label("Vroni (you)").fill("40")
    vroni.page.get_by_label("Lois", exact=True).fill("-30")
    enter = vroni.button("Enter", exact=True)
    vroni.press(enter)
    vroni.sees("Together the amounts must be 0")
    vroni.page.evaluate(LOOK)
    vroni.page.get_by_label("Lois", exact=True).fill("-40")
    vroni.press(enter)
    ranking = vroni.page.get_by_role("table", name="Ranking").get_by_role("row")
    expect(ranking).to_have_text(
        [re.compile("Evenings"), re.compile(r"\+40"), re.compile("\u221240")]
    )
    expect(vroni.page.get_by_label("Number of deals")).to_have_value("")
    debt = vroni.page.get_by_text("Lois pays you 40 Schilling.")
    expect(debt).to_be_visible()
    vroni.press(vroni.button(re.compile("^Paid: Lois")))
    vroni.sees("Nobody owes anything.")
    vroni.press(vroni.page.get_by_text("Payments", exact=True))
    vroni.press(vroni.button(re.compile("^Undo: Lois")))
    expect(debt).to_be_visible()
    with vroni.page.expect_download() as download:
        vroni.press(vroni.button("Save as CSV"))
        vroni.press(vroni.button("Evenings", exact=True))
    assert "Lois,-40,12" in Path(download.value.path()).read_text("utf-8-sig")
    assert violations(vroni) == []
    vroni.press(vroni.page.locator(".evening summary"))
    vroni.press(vroni.button("Strike out"))
    vroni.press(vroni.page.get_by_role("dialog").get_by_role("button", name="Strike out"))
    vroni.sees("Nothing is in the book yet.")


def test_who_enters_an_evening_hears_of_another_one_for_that_day(
    come: Come, founded: Founded
) -> None:
    vroni = founded()
    lois = come(to=vroni.address)
    lois.open(add_member(vroni, "Lois"))
    is_inside(lois)
    for person, own, other in ((vroni, "Vroni (you)", "Lois"), (lois, "Lois (you)", "Vroni")):
        person.press(person.page.get_by_text("Enter an evening with real cards"))
        person.page.get_by_label(own).fill("40")
        person.page.get_by_label(other, exact=True).fill("-40")
        person.press(person.button("Enter", exact=True))
    dialog = lois.page.get_by_role("dialog")
    lois.sees("There is one with real cards already, entered by Vroni.")
    lois.press(dialog.get_by_role("button", name="Cancel"))
    expect(lois.page.get_by_label("Lois (you)")).to_have_value("40")
    lois.press(lois.button("Enter", exact=True))
    lois.press(dialog.get_by_role("button", name="Enter"))
    expect(lois.page.locator(".evening")).to_have_count(2)


def test_a_club_meets_every_thursday_and_people_say_whether_they_come(
    come: Come, founded: Founded
) -> None:
    vroni = founded(Fingers, PHONE)
    lois = come(to=vroni.address)
    lois.open(add_member(vroni, "Lois"))
    expect(lois.page.get_by_role("heading", name="Next evening")).to_have_count(0)
    vroni.press(vroni.button("When do we meet?"))
    dialog = vroni.page.get_by_role("dialog")
    dialog.get_by_label("Every week on").select_option("Thursday")
    dialog.get_by_label("At", exact=True).fill("19:30")
    vroni.press(dialog.get_by_role("button", name="Save"))
    expect(vroni.page.locator(".appointment")).to_contain_text("Thursday")
    lois.page.evaluate(LOOK)
    lois.press(lois.button("I need a substitute"))
    lois.sees("A substitute is wanted for: Lois (you)")
    vroni.press(vroni.button("I am coming"))
    vroni.sees("Coming: Vroni (you)")
    vroni.sees("A substitute is wanted for: Lois")
    assert violations(vroni) == []
    vroni.press(vroni.page.get_by_text("Later evenings"))
    later = vroni.page.locator(".later > li").last
    vroni.press(later.get_by_role("button", name="I am not coming"))
    expect(later).to_contain_text("Not coming: Vroni (you)")
    assert violations(vroni) == []
    assert vroni.page.evaluate(TOO_WIDE) == []
    vroni.press(vroni.page.get_by_text("Later evenings"))
    day = vroni.page.locator(".appointment b").inner_text()
    vroni.press(vroni.button("Move or cancel an evening"))
    vroni.press(vroni.button("Cancel this evening"))
    vroni.press(vroni.page.get_by_role("dialog").last.locator(".primary"))
    vroni.sees("No evening on")
    expect(vroni.page.locator(".appointment b")).not_to_have_text(day)
    vroni.press(vroni.button("We do meet"))
    expect(vroni.page.locator(".appointment b")).to_have_text(day)
    vroni.press(vroni.button("Move or cancel an evening"))
    assert violations(vroni) == []
    assert vroni.page.evaluate(TOO_WIDE) == []
    evenings = dialog.get_by_label("Evening")
    evenings.select_option(index=1)
    usual = date.fromisoformat(dialog.get_by_label("Moved to").input_value())
    dialog.get_by_label("Moved to").fill("")
    vroni.press(dialog.get_by_role("button", name="Move", exact=True))
    vroni.sees("The date is missing.")
    dialog.get_by_label("Moved to").fill(f"{usual - timedelta(days=1)}")
    dialog.get_by_label("At", exact=True).fill("18:30")
    vroni.press(dialog.get_by_role("button", name="Move", exact=True))
    expect(vroni.page.locator(".appointment")).to_contain_text("Instead of")
    expect(vroni.page.locator(".appointment")).to_contain_text("Wednesday")
    assert vroni.page.evaluate(TOO_WIDE) == []
    vroni.press(vroni.button("As every week"))
    expect(vroni.page.locator(".appointment")).not_to_contain_text("Instead of")
    assert vroni.page.evaluate(TOO_WIDE) == []
    vroni.press(vroni.button("Calendar"))
    subscribe = vroni.page.get_by_role("link", name="Subscribe in the calendar")
    address = vroni.page.get_by_role("dialog").locator("code").inner_text()
    expect(subscribe).to_have_attribute("href", address.replace("http:", "webcal:"))
    assert violations(vroni) == []
    assert shown_link(vroni).endswith("/calendar.ics")
    vroni.press(vroni.button("When do we meet?"))
    dialog.get_by_label("Every week on").select_option("no fixed day")
    vroni.press(dialog.get_by_role("button", name="Save"))
    expect(vroni.button("I am coming")).to_have_count(0)


def test_a_table_by_post_counts_days(founded: Founded) -> None:
    vroni = founded()
    vroni.press(vroni.button("Open a table"))
    dialog = vroni.page.get_by_role("dialog")
    dialog.get_by_label("Time for each turn").select_option("by post: 3 days")
    vroni.press(dialog.locator(".primary"))
    vroni.sees("by post, 72 hours for each turn")
    vroni.press(vroni.page.get_by_text("How the clock works"))
    vroni.sees("You have 72 hours for each turn")
    assert violations(vroni) == []


def test_a_lost_link_is_replaced_and_opens_nothing(come: Come, founded: Founded) -> None:
    vroni = founded()
    lost = add_member(vroni, "Lois")
    vroni.press(vroni.button("More about Lois"))
    vroni.press(vroni.button("New link", exact=True))
    vroni.press(vroni.page.get_by_role("dialog", name="Make a new").locator(".primary"))
    new = shown_link(vroni)
    lois = come(to=vroni.address)
    lois.forgive_requests()
    lois.open(lost)
    lois.sees("This link opens nothing here any more")
    expect(lois.button("Ask to be let in")).to_be_visible()
    lois.open(new)
    lois.sees("Lois (you)")


def test_a_device_whose_link_was_replaced_says_so(come: Come, founded: Founded) -> None:
    vroni = founded()
    lois = come(to=vroni.address)
    lois.open(add_member(vroni, "Lois"))
    is_inside(lois)
    vroni.press(vroni.button("More about Lois"))
    vroni.press(vroni.button("New link", exact=True))
    vroni.press(vroni.page.get_by_role("dialog", name="Make a new").locator(".primary"))
    new = shown_link(vroni)
    lois.page.evaluate(LOOK)
    lois.sees("The personal link of this device opens nothing any more: a new one was made.")
    lois.page.reload()
    lois.sees("The personal link of this device opens nothing any more: a new one was made.")
    assert violations(lois) == []
    lois.open(new)
    is_inside(lois)
    expect(lois.page.get_by_role("alert")).to_have_count(0)


def test_a_window_without_cookies_goes_on_with_its_token(founded: Founded) -> None:
    vroni = founded()
    vroni.context.clear_cookies()
    vroni.page.reload()
    is_inside(vroni)
    expect(vroni.page.locator(".banner")).to_contain_text("This browser takes no cookies")
    with vroni.page.expect_download() as download:
        vroni.press(vroni.button("Save as CSV"))
        expect(vroni.button("Standings of tournaments")).to_have_count(0)
        vroni.press(vroni.button("Payments and debts"))
    assert download.value.suggested_filename == "dobbm-payments.csv"
    assert Path(download.value.path()).read_bytes().startswith(codecs.BOM_UTF8)
    vroni.open("/clubs")
    vroni.press(vroni.page.get_by_role("link", name="Donnerstag"))
    is_inside(vroni)


def test_who_leaves_the_club_has_no_chair_any_more(come: Come, founded: Founded) -> None:
    vroni = founded()
    lois = come(to=vroni.address)
    lois.open(add_member(vroni, "Lois"))
    lois.press(lois.button("Leave the club"))
    lois.press(lois.page.get_by_label("Take my name out of the book, too, and delete my comments"))
    lois.press(lois.page.get_by_role("dialog").locator(".primary"))
    lois.sees("You have left the club.")
    expect(lois.page.get_by_role("heading", name="Your clubs")).to_have_count(0)
    lois.open(path_of(vroni))
    expect(lois.button("Ask to be let in")).to_be_visible()


def left(come: Come, founded: Founded) -> tuple[Person, Person, str]:
    """The founder, Lois, who has left the club, and her personal link."""
    vroni = founded()
    lois = come(to=vroni.address)
    link = add_member(vroni, "Lois")
    lois.open(link)
    lois.press(lois.button("Leave the club"))
    lois.press(lois.page.get_by_role("dialog").locator(".primary"))
    lois.sees("You have left the club.")
    return vroni, lois, link


def test_who_has_left_is_let_in_again(come: Come, founded: Founded) -> None:
    vroni, lois, link = left(come, founded)
    vroni.page.evaluate(LOOK)
    vroni.press(vroni.page.get_by_text("Earlier members"))
    assert violations(vroni) == []
    vroni.press(vroni.button("Let in again: Lois"))
    expect(vroni.page.get_by_text("Earlier members")).to_have_count(0)
    lois.open(link)
    is_inside(lois)


def test_who_has_left_takes_the_name_out_of_the_book_later(come: Come, founded: Founded) -> None:
    _, lois, link = left(come, founded)
    lois.forgive_requests()
    lois.open(link)
    assert violations(lois) == []
    lois.press(lois.button("Take my name out of the book"))
    lois.sees("Your name is out of the book")
    expect(lois.button("Take my name out of the book")).to_have_count(0)


def test_without_a_connection_the_page_says_so_and_goes_on(come: Come) -> None:
    person = come(Fingers, PHONE, path="/c/stubai", table=WON.done())
    person.forgive_requests()
    assert person.network
    is_inside(person)
    person.network.down = True
    person.page.evaluate(LOOK)
    person.sees("The server cannot be reached.")
    is_inside(person)
    person.network.mend()
    person.page.evaluate(LOOK)
    expect(person.page.get_by_text("The server cannot be reached.")).to_have_count(0)


def test_a_page_that_nobody_sees_asks_for_nothing(come: Come) -> None:
    person = come(path="/c/stubai", timed=True, table=WON.done())
    is_inside(person)
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    person.page.clock.run_for(60_000)
    assert [url for url in asked if "/clubs/" in url] == []


def test_an_unknown_club_is_forgotten(come: Come) -> None:
    person = come(path="/clubs", clubs=[{"club": "gone", "name": "Gone"}])
    assert person.network
    person.forgive_requests()
    person.press(person.page.get_by_role("link", name="Gone"))
    person.sees("There is no such club")
    person.press(person.page.get_by_role("link", name="Clubs"))
    expect(person.page.get_by_role("link", name="Gone")).to_have_count(0)


def test_a_club_is_saved_and_is_on_its_server_already(founded: Founded) -> None:
    vroni = founded()
    with vroni.page.expect_download() as download:
        vroni.press(vroni.button("Save the whole club"))
    assert Path(download.value.path()).read_bytes().startswith(b'{"format":"dobbm-club"')
    vroni.forgive_requests()
    vroni.press(vroni.page.get_by_role("link", name="Clubs"))
    vroni.page.get_by_label("Choose the file").set_input_files(download.value.path())
    vroni.sees("This club is on this server already.")


def test_a_file_that_is_none_is_refused(founded: Founded, tmp_path: Path) -> None:
    vroni = founded()
    vroni.forgive_requests()
    (tmp_path / "club.jsonl").write_text("{}\n")
    vroni.press(vroni.page.get_by_role("link", name="Clubs"))
    vroni.page.get_by_label("Choose the file").set_input_files(tmp_path / "club.jsonl")
    vroni.sees("This is not the file of a club, or something in it is wrong: line 1")


def test_a_club_is_founded_again_from_a_file(come: Come, tmp_path: Path) -> None:
    (tmp_path / "club.jsonl").write_text("{}\n")
    person = come(Fingers, PHONE, path="/clubs", table=WON.done())
    person.page.get_by_label("Choose the file").set_input_files(tmp_path / "club.jsonl")
    expect(person.page.get_by_role("heading", name="The club is here")).to_be_focused()
    assert violations(person) == []
    person.press(person.page.get_by_role("link", name="To the club"))
    is_inside(person)


def test_only_the_host_founds_clubs_where_the_server_says_so(come: Come) -> None:
    person = come()
    assert person.network
    person.network.founding = "host"
    person.open("/clubs")
    person.sees("On this server only its host founds clubs")
    expect(person.button("Found the club")).to_have_count(0)
    expect(person.page.get_by_label("Choose the file")).to_have_count(0)


def begins_only_after_a_question(person: Person, button: str, route: str) -> None:
    """Verify that a button asks whether to begin without Lois, and what *Cancel* and *Begin* do."""
    dialog = person.page.get_by_role("dialog")
    person.press(person.button(button))
    person.sees("Bots play for Lois until they are here.")
    assert violations(person) == []
    person.press(dialog.get_by_role("button", name="Cancel"))
    assert not [one for one in person.table.requests if one.route == route]
    person.press(person.button(button))
    with person.sends(route):
        person.press(dialog.get_by_role("button", name="Begin"))


def test_nobody_begins_another_session_without_friends_unasked(come: Come) -> None:
    evening = between(people=3, club="stubai", name="evening")
    evening.vote("end")
    person = come(Fingers, PHONE, table=stood_in(LiveTable(evening), 1), path="/t/evening")
    begins_only_after_a_question(person, "Another session", "/again")


@pytest.mark.parametrize("path", ["/t/evening", "/t/evening/deals/1"])
def test_nobody_begins_a_deal_without_friends_unasked(come: Come, path: str) -> None:
    table = stood_in(LiveTable(between(people=3, club="stubai", name="evening")), 1)
    begins_only_after_a_question(come(Fingers, PHONE, table=table, path=path), "Next deal", "/next")


def test_between_two_deals_the_seat_of_a_bot_is_taken(come: Come) -> None:
    person = come(path="/clubs", seat=2, table=WON.done())
    assert person.network
    [table] = person.network.club.tables
    table["stage"] = "between"
    table["seats"][3]["kind"] = "bot"
    person.open("/c/stubai")
    with person.page.expect_request("**/seat") as asked:
        person.press(person.button("Sit down: Table 1"))
    assert asked.value.post_data_json == {}


def opened_evening(come: Come) -> Person:
    """Bring Vroni to the deals of an evening, on a phone."""
    person = come(Fingers, PHONE, path="/c/stubai", table=WON.done())
    is_inside(person)
    person.press(person.page.locator(".evening summary").first)
    expect(person.page.locator(".deals > li")).to_have_count(2)
    return person


def test_an_evening_has_its_deals_and_the_deal_of_the_night(come: Come) -> None:
    person = opened_evening(come)
    [first, second] = person.page.locator(".deals > li").all()
    expect(first).to_contain_text("Vroni (you) · Dobbm · lost")
    expect(first.get_by_title("your Schilling")).to_have_text("\u22126")
    expect(second).to_contain_text("Deal of the night")
    expect(second).to_contain_text("Schian gspielt!")
    assert violations(person) == []
    assert person.page.evaluate(TOO_WIDE) == []
    person.press(first.get_by_role("button", name="Favourite: Deal 1"))
    expect(first.get_by_role("button", name="Favourite: Deal 1", pressed=True)).to_have_text("1")
    person.press(first.get_by_role("button", name="Favourite: Deal 1"))
    expect(first.get_by_role("button", name="Favourite: Deal 1", pressed=False)).to_have_text("")
    person.press(first.get_by_role("link", name="Look back: Deal 1"))
    expect(person.page).to_have_url(re.compile("/t/stubai/deals/1$"))


def test_a_table_has_the_same_number_everywhere(come: Come) -> None:
    person = come(path="/clubs", table=WON.done())
    assert person.network
    club = person.network.club
    club.tables[0]["number"] = 3
    club.book["evenings"][0]["tables"] = [span("stubai", 3), span("other", 1, 2, 4)]
    person.open("/c/stubai")
    expect(person.page.locator(".club-table h3")).to_contain_text("Table 3")
    person.press(person.page.locator(".evening summary").first)
    expect(person.page.locator(".evening h4")).to_have_text(["Table 3", "Round 2 · Table 1"])
    person.press(person.button("Comment: Deal 1"))
    expect(person.page.get_by_role("dialog")).to_contain_text("Comment: Deal 1 · Table 3")


def test_the_book_names_the_tournament_where_an_evening_has_two(come: Come) -> None:
    person = come(path="/clubs", table=WON.done())
    assert person.network
    tables = [span("stubai", 1, 1, 3), span("other", 1, 1, 4)]
    person.network.club.book["evenings"][0]["tables"] = tables
    person.open("/c/stubai")
    person.press(person.page.locator(".evening summary").first)
    names = ["Tournament 3 · Round 1 · Table 1", "Tournament 4 · Round 1 · Table 1"]
    expect(person.page.locator(".evening h4")).to_have_text(names)


def test_two_favourites_in_a_moment_are_both_kept(come: Come) -> None:
    person = opened_evening(come)
    person.page.evaluate(
        "document.querySelectorAll('.deals [aria-pressed]').forEach((one) => one.click())"
    )
    expect(person.page.locator(".deals [aria-pressed=true]")).to_have_count(2)
    assert person.network
    assert [one["favourites"][-1:] for one in person.network.club.deals] == [["Vroni"], ["Vroni"]]


def test_two_debts_paid_in_a_moment_are_both_written_down(come: Come) -> None:
    person = come(path="/c/stubai", table=WON.done())
    is_inside(person)
    expect(person.page.locator(".book > .debts button")).to_have_count(2)
    person.page.evaluate(
        "document.querySelectorAll('.book > .debts button').forEach((one) => one.click())"
    )
    person.sees("Nobody owes anything.")
    assert person.network
    assert len(person.network.club.book["payments"]) == 3


def test_a_member_comments_on_a_deal_and_strikes_it_out(come: Come) -> None:
    person = opened_evening(come)
    first = person.page.locator(".deals > li").first
    person.press(first.get_by_role("button", name="Comment: Deal 1"))
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_label("Your comment").fill("Hoppla!")
    assert violations(person) == []
    person.press(dialog.get_by_role("button", name="Send"))
    expect(first).to_contain_text("Vroni (you) Hoppla!")
    person.press(first.get_by_role("button", name="Strike out: Hoppla!"))
    person.press(person.page.get_by_role("dialog").get_by_role("button", name="Strike out"))
    expect(first).not_to_contain_text("Hoppla!")


def test_who_keeps_others_waiting_is_reminded(come: Come) -> None:
    person = come(path="/clubs", table=WON.done())
    assert person.network
    person.network.club.tables[0]["to_act"] = 1
    person.open("/c/stubai")
    person.press(person.button("Remind Lois"))
    person.sees("Lois gets a message.")
    assert violations(person) == []


def test_who_is_away_until_a_day_is_not_reminded(come: Come) -> None:
    person = come(path="/clubs", table=WON.done())
    assert person.network
    [table] = person.network.club.tables
    table["to_act"] = 1
    table["seats"][1]["excused_until"] = 11.5 * 86_400
    person.open("/c/stubai")
    lois = person.page.locator(".sitting li").nth(1)
    expect(lois).to_contain_text("away until Jan 12, to play")
    expect(lois).not_to_contain_text("left")
    expect(person.button("Remind Lois")).to_have_count(0)
    assert violations(person) == []


def test_a_table_says_from_when_to_when_somebody_will_be_away(come: Come) -> None:
    person = come(path="/clubs", table=WON.done())
    assert person.network
    [table] = person.network.club.tables
    table["to_act"] = 1
    table["seats"][1] |= {"excused_from": 5.5 * 86_400, "excused_until": 11.5 * 86_400}
    person.open("/c/stubai")
    lois = person.page.locator(".sitting li").nth(1)
    expect(lois).to_contain_text("away from Jan 6 to Jan 12, to play, 2 hours left")
    expect(person.button("Remind Lois")).to_have_count(1)


@pytest.mark.parametrize(("way", "size"), [(Fingers, PHONE), (Keys, DESK)])
def test_a_member_says_from_when_to_when_to_be_away(
    come: Come, way: type[Person], size: Size
) -> None:
    person = come(way, size, path="/c/stubai", table=WON.done())
    assert person.network
    person.network.club.zone = "UTC"
    person.open("/c/stubai")
    dialog = person.page.get_by_role("dialog")
    own = person.page.locator(".people .members li").first
    person.press(person.button("I am away from … to …"))
    assert violations(person) == []
    assert person.page.evaluate(TOO_WIDE) == []
    for first, last, fault in (
        ("", "1970-01-05", "The date is missing."),
        ("1969-12-31", "1970-01-05", "Choose a first day from today on."),
        ("1970-01-05", "1970-01-04", "Choose a last day after the first one"),
        ("1970-01-05", "1970-02-05", "at most 30 days later"),
    ):
        dialog.get_by_label("First day").fill(first)
        dialog.get_by_label("Last day").fill(last)
        person.press(dialog.get_by_role("button", name="Save"))
        person.sees(fault)
    dialog.get_by_label("Last day").fill("1970-02-04")
    person.press(dialog.get_by_role("button", name="Save"))
    expect(own).to_contain_text("away from Jan 5 to Feb 4")
    person.press(person.button("My absence"))
    expect(dialog.get_by_label("First day")).to_have_value("1970-01-05")
    expect(dialog.get_by_label("Last day")).to_have_value("1970-02-04")
    person.press(dialog.get_by_role("button", name="I am not away after all"))
    expect(own).not_to_contain_text("away")
    person.press(person.button("I am away from … to …"))
    dialog.get_by_label("Last day").fill("1970-01-03")
    person.press(dialog.get_by_role("button", name="Save"))
    expect(own).to_contain_text("away until Jan 3")
    person.press(person.button("My absence"))
    person.press(dialog.get_by_role("button", name="I am back"))
    expect(own).not_to_contain_text("away")


def test_a_guest_is_not_asked_for_absences(come: Come) -> None:
    guest = come(path="/c/stubai#guest=WyJ2Il0.c1gnZWQ", seat=None)
    guest.page.get_by_label("Your name").fill("Seppl")
    guest.press(guest.page.locator("form button.primary"))
    guest.sees("Your chair")
    expect(guest.button("I am away from … to …")).to_have_count(0)


def test_a_server_without_texts_offers_no_comments(come: Come) -> None:
    person = come(path="/clubs", table=WON.done())
    assert person.network
    person.network.club.has_texts = False
    person.open("/c/stubai")
    person.press(person.page.locator(".evening summary").first)
    expect(person.page.locator(".deals > li")).to_have_count(2)
    expect(person.button(re.compile("^Comment"))).to_have_count(0)
    person.press(person.button("Change the club"))
    expect(person.page.get_by_label("Time for each turn")).to_be_visible()
    expect(person.page.get_by_label("People write texts")).to_have_count(0)


def test_new_tables_are_without_haste_if_the_club_wishes(founded: Founded) -> None:
    vroni = founded()
    vroni.press(vroni.button("Change the club"))
    dialog = vroni.page.get_by_role("dialog")
    dialog.get_by_label("Time for each turn").select_option("60")
    dialog.get_by_label("People write texts").uncheck()
    vroni.press(dialog.get_by_role("button", name="Save"))
    expect(dialog).to_have_count(0)
    vroni.press(vroni.button("Open a table"))
    chosen = vroni.page.get_by_role("dialog").get_by_label("Time for each turn")
    expect(chosen.locator(":checked")).to_have_text("all are there, without haste: 60 seconds")
    vroni.press(vroni.page.get_by_role("dialog").locator(".primary"))
    vroni.sees("60 s")


def test_during_a_deal_one_waits_for_the_seat_of_a_bot(come: Come) -> None:
    person = come(path="/clubs", seat=2, table=WON.done())
    assert person.network
    club = person.network.club
    club.seat_is_free = False
    club.tables[0]["free"] = 15.0
    club.tables[0]["seats"][3]["kind"] = "bot"
    person.open("/c/stubai")
    person.forgive_requests()
    person.press(person.button("Sit down: Table 1"))
    dialog = person.page.get_by_role("dialog", name="Sit down after this deal")
    expect(dialog).to_be_visible()
    assert violations(person) == []
    person.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    person.press(person.button("Sit down: Table 1"))
    expect(dialog).to_be_visible()
    club.seat_is_free = True
    person.page.wait_for_url("**/t/stubai")


@IN_A_POCKET
def test_a_pocket_has_no_clubs(come: Come) -> None:
    person = come(path="/clubs")
    person.sees("Other people are met on a server")
    person.open()
    expect(person.page.get_by_role("link", name="Settings", exact=True)).to_be_visible()
    expect(person.page.get_by_role("link", name="Clubs", exact=True)).to_have_count(0)


def test_a_co_host_writes_a_notice_for_all(come: Come, founded: Founded) -> None:
    vroni = founded(Fingers, PHONE)
    lois = come(to=vroni.address)
    lois.open(add_member(vroni, "Lois"))
    is_inside(lois)
    expect(lois.button("Notice", exact=True)).to_have_count(0)
    vroni.press(vroni.button("Notice", exact=True))
    dialog = vroni.page.get_by_role("dialog")
    text = "This week at Sepp's (https://sepp.example/way_(north)).\nBring the cards back!"
    dialog.get_by_role("textbox").fill(text)
    assert violations(vroni) == []
    vroni.press(dialog.get_by_role("button", name="Save"))
    expect(dialog).to_have_count(0)
    shown = vroni.page.get_by_role("region", name="Notice")
    assert shown.inner_text() == text
    link = shown.get_by_role("link", name="https://sepp.example/way_(north)", exact=True)
    expect(link).to_have_attribute("href", "https://sepp.example/way_(north)")
    assert violations(vroni) == []
    assert vroni.page.evaluate(TOO_WIDE) == []
    lois.page.evaluate(LOOK)
    lois.sees("Bring the cards back!")
    vroni.press(vroni.button("Notice", exact=True))
    dialog.get_by_role("textbox").fill("")
    vroni.press(dialog.get_by_role("button", name="Save"))
    expect(shown).to_have_count(0)


def test_new_tables_begin_with_the_rules_that_the_club_wishes(founded: Founded) -> None:
    vroni = founded()
    dialog = vroni.page.get_by_role("dialog")
    vroni.press(vroni.button("Change the club"))
    expect(dialog.get_by_label("Price of a Match")).to_have_count(0)
    dialog.get_by_label("Rules").select_option("akagiri")
    dialog.get_by_label("Price of a Match").fill("120")
    vroni.press(dialog.get_by_role("button", name="Save"))
    expect(dialog).to_have_count(0)
    for button in ("Open a table", "A tournament"):
        vroni.press(vroni.button(button))
        expect(dialog.get_by_label("Rules")).to_have_value("akagiri")
        expect(dialog.get_by_label("Price of a Match")).to_have_value("120")
        vroni.escape()
    vroni.press(vroni.button("Change the club"))
    dialog.get_by_label("Rules").select_option("")
    vroni.press(dialog.get_by_role("button", name="Save"))
    expect(dialog).to_have_count(0)
    vroni.press(vroni.button("Open a table"))
    expect(dialog.get_by_label("Rules")).to_have_value("pagat")


def test_the_call_is_at_a_table_of_the_club_for_its_people(come: Come, founded: Founded) -> None:
    vroni = founded(Fingers, PHONE)
    vroni.press(vroni.button("Change the club"))
    dialog = vroni.page.get_by_role("dialog")
    dialog.get_by_label("video call").fill("https://calls.example/dobbm")
    dialog.get_by_text("Everybody may watch").click()
    vroni.press(dialog.get_by_role("button", name="Save"))
    expect(dialog).to_have_count(0)
    vroni.press(vroni.button("Open a table"))
    dialog.get_by_label("Seats for bots").select_option("2")
    vroni.press(dialog.locator(".primary"))
    vroni.page.wait_for_url("**/t/*")
    vroni.sees("1 seat is free")
    call = vroni.page.get_by_role("link", name="To the call")
    expect(call).to_have_attribute("href", "https://calls.example/dobbm")
    expect(call).to_have_attribute("rel", re.compile("noopener"))
    assert violations(vroni) == []
    assert vroni.page.evaluate(TOO_WIDE) == []
    vroni.press(vroni.button("Begin with bots"))
    vroni.press(dialog.locator(".primary"))
    vroni.press(vroni.button("Menu"))
    expect(dialog.get_by_role("link", name="To the call")).to_be_visible()
    assert violations(vroni) == []
    assert vroni.page.evaluate(TOO_WIDE) == []
    stranger = come(to=vroni.address)
    stranger.open(path_of(vroni))
    with stranger.page.expect_response("**/clubs/*") as asked:
        stranger.press(stranger.button("Menu"))
    assert asked.value.json()["call"] == ""
    expect(stranger.page.get_by_role("link", name="Rules")).to_be_visible()
    expect(stranger.page.get_by_role("link", name="To the call")).to_have_count(0)
