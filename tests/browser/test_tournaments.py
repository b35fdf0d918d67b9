"""A tournament of a club from its opening to its end, on a real server."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Come, Founded
from browser.deals import WON
from browser.looks import TOO_WIDE, violations
from browser.people import Fingers, Person
from browser.test_clubs import LOOK, add_member, is_inside, path_of
from browser.windows import PHONE


def open_tournament(host: Person, *, same_cards: bool = True) -> None:
    host.press(host.button("A tournament"))
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_label("Deals in each round").select_option("2")
    dialog.get_by_label("All tables have the same cards").set_checked(same_cards)
    host.press(host.button("Open the tournament"))
    expect(host.page.get_by_role("heading", name="Tournament")).to_be_visible()


def look(person: Person) -> None:
    person.page.evaluate(LOOK)


def test_a_tournament_is_walked_to_its_end(come: Come, founded: Founded) -> None:
    vroni = founded(Fingers, PHONE)
    link = add_member(vroni, "Lois")
    lois = come(Fingers, PHONE, to=vroni.address)
    lois.open(link)
    is_inside(lois)
    open_tournament(vroni)
    vroni.sees("2 deals in each round · everybody meets everybody · all tables have the same cards")
    vroni.press(vroni.button("I play", exact=True))
    vroni.sees("These play: Vroni (you)")
    vroni.sees("As soon as two people play")
    vroni.page.get_by_label("Enter somebody else").select_option("Lois")
    vroni.sees("These play: Vroni (you) and Lois")
    vroni.press(vroni.button("Draw round 1"))
    vroni.sees("deal 1 of 2")
    assert violations(vroni) == []
    assert vroni.page.evaluate(TOO_WIDE) == []
    for person in (vroni, lois):
        look(person)
        person.press(person.button("To your seat: Table 1"))
        person.page.wait_for_url("**/t/*")
    club = path_of(lois)
    assert club.startswith("/t/")
    vroni.open(link.partition("#")[0])
    vroni.press(vroni.button("End the tournament"))
    vroni.sees("Still playing: Table 1.")
    vroni.press(vroni.page.get_by_role("dialog").get_by_role("button", name="End the tournament"))
    vroni.press(vroni.page.get_by_text("The draw and the cards can be checked"))
    vroni.sees("The server's part")


def test_the_board_shows_the_rounds_to_members_only(come: Come, founded: Founded) -> None:
    vroni = founded()
    board = f"{path_of(vroni)}/board"
    open_tournament(vroni, same_cards=False)
    vroni.press(vroni.button("I play", exact=True))
    vroni.sees("These play: Vroni (you)")
    vroni.press(vroni.page.get_by_role("link", name="Board for a big screen"))
    expect(vroni.page.get_by_role("heading", name="Tournament")).to_be_visible()
    vroni.sees("Vroni")
    stranger = come(to=vroni.address)
    stranger.forgive_requests()
    stranger.open(board)
    expect(stranger.page.get_by_role("status")).to_contain_text("This link opens nothing here")


def test_who_comes_late_takes_the_seat_of_a_bot(come: Come) -> None:
    person = come(path="/c/turnier", seat=2, table=WON.done())
    assert person.network
    person.button("To your seat: Table 1").wait_for()
    tournament = person.network.club.tournament
    assert tournament
    tournament.rounds[-1][0]["seats"][1] = {"member": None, "name": None, "here": False}
    look(person)
    person.press(person.button("Take the seat of a bot: Table 1"))
    person.page.wait_for_url("**/t/stubai")
