"""Sitting down, moving, standing up, arranging the table, and changing the device."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, gathering
from browser.live import LiveTable
from browser.people import Person
from browser.windows import PHONE


def friends(come: Come, table: LiveTable, count: int) -> list[Person]:
    return [come(table=table, seat=seat) for seat in range(count)]


def test_a_friend_takes_the_seat_of_a_bot_when_the_deal_is_over(come: Come) -> None:
    table = PAIR.at("play", seat=0)
    vroni, friend = come(table=table), come(table=table, seat=None)
    friend.press(friend.button("Take a seat"))
    friend.page.get_by_label("Your name at the table").fill("Moidl")
    friend.press(friend.button("Sit down here: ").first)
    friend.sees("You sit down when this deal is over.")
    with friend.sends("/seats"):
        table.evening.play_out()
        table.publish()
    vroni.sees("Moidl sits down.")
    assert table.evening.table.people == (0, 1, 2)


def test_an_invitation_leads_to_one_seat(come: Come) -> None:
    table = gathering()
    friend = come(table=table, seat=None, path=f"/t/{table.id}?seat=2")
    with friend.sends("/seats"):
        friend.press(friend.button("Sit down", exact=True))
    expect(friend.button("Stand up")).to_be_visible()
    assert table.evening.table.people == (0, 2)


def test_the_host_arranges_the_table(come: Come) -> None:
    table = gathering(people=2)
    vroni, lois = friends(come, table, 2)
    expect(lois.button("Remove")).to_have_count(0)
    with vroni.sends("/swap"):
        vroni.press(vroni.button("Change places with the next seat: Lois"))
    lois.hears("free seat and Lois change places.")
    with vroni.sends("/rules"):
        vroni.press(vroni.button("Change the rules"))
        vroni.page.get_by_label("Players").select_option("5")
        vroni.press(vroni.page.get_by_role("dialog").get_by_role("button", name="Change the rules"))
    lois.sees("The host has changed the house rules.")
    assert table.evening.table.options.players == 5
    with vroni.sends("/seats/2"):
        vroni.press(vroni.button("Free this seat: Lois"))
    lois.sees("The host has freed your seat.")
    vroni.sees("The host frees the seat of Lois.")


def test_everybody_says_to_be_ready(come: Come) -> None:
    table = gathering(people=2, bots=2, ready_check=True)
    vroni, lois = friends(come, table, 2)
    vroni.sees("0 of 2 are.")
    with vroni.sends("/ready"):
        vroni.press(vroni.button("I am ready"))
    lois.hears("Vroni is ready.")
    lois.sees("1 of 2 are.")
    with lois.sends("/ready"):
        lois.press(lois.button("I am ready"))
    with vroni.sends("/shuffle"), lois.sends("/shuffle"):
        table.go_on()
    table.go_on()
    for person in (vroni, lois):
        expect(person.hand).to_have_count(8)


def test_who_has_stood_up_sits_down_again_between_two_deals(come: Come) -> None:
    table = PAIR.done()
    lois = come(table=table, seat=1, size=PHONE)
    lois.press(lois.button("Menu"))
    lois.press(lois.button("Stand up"))
    with lois.sends("/leave"):
        lois.press(lois.button("Stand up", exact=True))
    lois.press(lois.button("Take a seat"))
    with lois.sends("/seat"), lois.sends("/events?beat=true"):
        lois.press(lois.button("Sit down here: ").last)
    assert table.evening.table.people == (0, 3)
    expect(lois.button("Next deal")).to_be_visible()


def test_a_seat_moves_to_another_device(come: Come) -> None:
    table = PAIR.at("play", seat=0)
    old = come(table=table)
    old.press(old.button("Menu"))
    old.press(old.button("Continue on another device"))
    expect(old.page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    link = old.page.locator("dialog .link").inner_text()
    path = link.removeprefix(old.address)
    new = come(table=table, seat=None, path=path, size=PHONE)
    new.sees("Your seat is on this device now.")
    expect(new.hand.first).to_be_visible()
    assert new.page.url.endswith(f"/t/{table.id}")
