"""Bots that greet and say goodbye on a person's own page, unless the person wants quiet."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, WON

HELLO = "Griaß enk!"
BYE = "Pfiat enk!"


def test_a_bot_greets_over_its_seat_until_it_bids(come: Come) -> None:
    person = come(table=WON.at("bidding"), manners=True)
    greeting = person.page.locator(".bubble.talk")
    expect(greeting).to_contain_text(HELLO)
    seat = greeting.locator("xpath=ancestor::*[@data-seat]").get_attribute("data-seat")
    person.table.play("dobbm", *["weiter"] * int(seat or 0))
    expect(greeting).to_have_count(0)
    assert sum(HELLO in line for line in person.heard) == 1


def test_who_turns_it_off_hears_nothing(come: Come) -> None:
    person = come(table=WON.at("bidding"), manners=False)
    expect(person.calls).to_have_count(3)
    expect(person.page.locator(".bubble.talk")).to_have_count(0)


def test_bots_are_silenced_where_one_talks(come: Come) -> None:
    person = come(table=WON.at("bidding"), manners=True)
    expect(person.page.locator(".bubble.talk")).to_contain_text(HELLO)
    person.press(person.button("Table talk"))
    person.page.get_by_label("The bots greet and comment").uncheck()
    person.page.reload()
    expect(person.calls).to_have_count(3)
    expect(person.page.locator(".bubble.talk")).to_have_count(0)


def test_a_goodbye_is_seen_where_no_seat_is_drawn(come: Come) -> None:
    table = PAIR.done()
    person = come(table=table, manners=True)
    table.evening.vote("end")
    table.publish()
    expect(person.page.locator(".toast")).to_contain_text(BYE)
    assert not [one for one in table.requests if one.route == "/talk"]


def test_a_phrase_of_a_person_between_two_deals_is_seen(come: Come) -> None:
    table = PAIR.done()
    vroni, lois = come(table=table), come(table=table, seat=1)
    with lois.sends("/talk"):
        lois.page.evaluate("() => document.querySelector('.talking')?.click()")
        lois.press(lois.page.locator(".phrases button").first)
    expect(vroni.page.locator(".toast")).to_contain_text(HELLO)
