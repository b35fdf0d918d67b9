"""The end of a deal: all hands are open, and the next step is in sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON
from browser.live import LiveTable
from browser.windows import DESK, PHONE, Size
from dobbm.table import commands
from dobbm.table.events import StoodIn
from table.driver import between


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_end_of_a_deal_shows_all_hands_and_the_next_step(come: Come, size: Size) -> None:
    person = come(size=size, table=WON.done())
    expect(person.between).to_be_in_viewport(ratio=1)
    headings = person.page.locator(".dealt h4").all_inner_texts()
    assert headings[0] == "You"
    assert "The Dobb" in headings
    hands = person.page.locator(".dealt")
    for hand in hands.all()[:4]:
        cards = hand.get_by_role("img")
        expect(cards).to_have_count(8)
        tops = cards.evaluate_all("cards => cards.map((card) => card.getBoundingClientRect().top)")
        assert len(set(tops)) == 1, "a hand is one row"
    hands.last.scroll_into_view_if_needed()
    expect(person.between).to_be_in_viewport(ratio=1)


def test_the_arithmetic_goes_from_the_cards_to_the_payment(come: Come) -> None:
    person = come(table=WON.done())
    steps = person.page.locator(".reckoning").get_by_role("listitem")
    expect(steps.first).to_have_text(re.compile("= 62 points$"))
    expect(steps.last).to_have_text(re.compile(r"→ \+12$"))


def test_the_replay_addresses_the_viewer(come: Come) -> None:
    person = come(table=WON.done(), name="Vroni")
    person.press(person.page.get_by_role("link", name="Look back at the deal"))
    seen = person.page.get_by_label("Visible cards").get_by_role("option")
    expect(seen).to_have_count(5)
    expect(seen.filter(has_text="What you knew")).to_have_count(1)
    expect(seen.filter(has_text="Vroni")).to_have_count(0)


def test_the_mussrunde_is_explained_before_it_is_agreed(come: Come) -> None:
    table = WON.done()
    person = come(size=PHONE, table=table)
    person.press(person.button("Mußrunde"))
    dialog = person.page.get_by_role("dialog", name="Mußrunde")
    expect(dialog).to_contain_text("begins with the next deal: 4 deals")
    expect(dialog).not_to_contain_text("everybody")
    person.press(person.button("Cancel"))
    assert table.requests == []
    person.press(person.button("Menu"))
    person.press(person.button("Ask for the Mußrunde"))
    with person.sends("/mussrunde"):
        person.press(person.button("Agreed"))
    assert table.snapshot(0)["mussrunde_left"] == 4
    expect(person.button("Mußrunde")).to_have_count(0)


def test_the_last_agreement_to_the_mussrunde_is_announced_to_all(come: Come) -> None:
    table = LiveTable(between(people=3))
    lois, moidl = (come(table=table, seat=seat) for seat in (1, 2))
    for seat in (1, 0, 2):
        table.do(commands.vote, seat, "mussrunde")
    lois.hears("Moidl agrees too: the Mußrunde begins with the next deal.")
    moidl.hears("The Mußrunde begins with the next deal.")


def test_an_absence_makes_the_others_unanimous(come: Come) -> None:
    table = LiveTable(between(people=2))
    person = come(table=table)
    table.do(commands.vote, 0, "mussrunde")
    table.happen(StoodIn(table.evening.now, 1, "clock"))
    person.hears("All have agreed: the Mußrunde begins with the next deal.")


def test_between_two_deals_no_bot_plays_for_anybody(come: Come) -> None:
    table = LiveTable(between(people=2))
    table.happen(StoodIn(table.evening.now, 0, "clock"))
    person = come(table=table)
    person.sees("You count as away: a bot plays for you until you are back.")
    expect(person.page.get_by_text("a bot is playing for you")).to_have_count(0)
    with person.sends("/back"):
        person.press(person.button("I am back"))


def test_the_end_of_the_session_must_be_confirmed(come: Come) -> None:
    table = WON.done()
    person = come(size=PHONE, table=table)
    person.press(person.button("End the session"))
    dialog = person.page.get_by_role("dialog", name="End the session?")
    expect(dialog).to_contain_text("No more deals are played")
    expect(dialog).not_to_contain_text("everybody")
    person.press(person.button("Cancel"))
    assert table.requests == []
    person.press(person.button("End the session"))
    person.press(person.button("End it"))
    person.page.get_by_role("heading", name="The session is over").wait_for()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_next_deal_is_counted_down_and_anybody_may_ask_for_more_time(
    come: Come, size: Size
) -> None:
    table = LiveTable(between(people=2))
    person = come(size=size, table=table, timed=True)
    left = person.page.get_by_role("timer").filter(has_text="The next deal begins in")
    expect(left).to_have_text("The next deal begins in 0:30")
    person.page.clock.run_for(11_000)
    person.hears("The next deal begins in 20 seconds. You can ask for more time.")
    expect(left).to_have_text("The next deal begins in 0:19")
    table.evening.now += 11.0
    with person.sends("/delay"):
        person.press(person.button("More time"))
    expect(left).to_have_text("The next deal begins in 0:30")
    person.page.clock.run_for(1)
    person.hears("You have 30 more seconds before the next deal.")
    table.do(commands.delay, 1)
    person.page.clock.run_for(1)
    person.hears("needs more time: the next deal waits for 30 seconds.")


def test_against_bots_the_next_deal_waits(come: Come) -> None:
    person = come(table=WON.done())
    expect(person.between).to_be_visible()
    expect(person.button("More time")).to_have_count(0)
    expect(person.page.get_by_text("The next deal begins")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_who_looks_back_is_called_to_the_next_deal(come: Come, size: Size) -> None:
    table = LiveTable(between(people=2))
    person = come(size=size, table=table, path=f"/t/{table.id}/deals/1")
    strip = person.page.locator(".r-summons")
    expect(strip).to_contain_text("The next deal begins in 0:30")
    with person.sends("/delay"):
        person.press(person.button("More time"))
    with person.sends("/next"):
        person.press(person.button("Next deal"))
    expect(person.button("✓ Next deal")).to_be_visible()
    table.do(commands.vote, 1, "next")
    table.evening.until_dealt()
    table.publish()
    person.hears("The next deal has begun")
    person.press(strip.get_by_role("link", name="To the table"))
    person.is_up_to_date()


def test_a_visitor_who_looks_back_is_not_called(come: Come) -> None:
    table = LiveTable(between(people=2))
    person = come(table=table, seat=None, path=f"/t/{table.id}/deals/1")
    expect(person.page.get_by_role("heading", name="Deal 1")).to_be_visible()
    expect(person.page.locator(".r-summons")).to_have_count(0)
    assert not table.evening.table.deal
