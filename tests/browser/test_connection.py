"""Lost connections and late messages: nothing is missed, and nothing is done twice."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON

COLOURS = """banner => {
  const { color, backgroundColor } = getComputedStyle(banner);
  return [color, backgroundColor];
}"""

RESTS = 1400
"""Milliseconds that a trick rests."""


def test_a_card_that_does_not_arrive_is_sent_again(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table, timed=True)
    assert person.network
    person.network.cut()
    ink, ground = person.page.get_by_text("No connection").evaluate(COLOURS)
    assert ink != ground
    with person.page.expect_event("requestfailed", lambda one: one.url.endswith("/actions")):
        person.press(person.card("AS"))
    expect(person.card("AS")).to_have_count(0)
    assert table.actions == []
    person.network.mend()
    with person.sends("/actions"):
        person.page.clock.run_for(500)
    table.go_on()
    person.is_up_to_date()
    person.page.clock.run_for(1)
    person.hears("Reconnected.")
    assert table.actions == ["AS"]
    assert len([line for line in person.heard if line.startswith("You play Sow of acorns")]) == 1
    person.complaints.clear()  # the browser complains about the failed request


def test_a_table_opened_without_a_connection_appears_as_soon_as_it_is_back(come: Come) -> None:
    person = come(table=WON.at("play"), timed=True)
    assert person.network
    person.network.down = True
    person.page.reload()
    person.sees("The server cannot be reached. Are you online?")
    expect(person.hand).to_have_count(0)
    person.network.mend()
    person.press(person.button("Try again"))
    person.is_up_to_date()
    expect(person.hand).to_have_count(8)
    person.complaints.clear()  # the browser complains about the failed requests


def test_a_stream_that_falls_silent_is_shown_as_lost_within_five_seconds(come: Come) -> None:
    person = come(table=WON.at("play"), timed=True)
    person.page.clock.run_for(60_000)
    lost = person.page.get_by_text("No connection")
    expect(lost).to_have_count(0)
    person.page.evaluate("EventSource.quiet()")
    person.page.clock.run_for(4990)
    expect(lost).to_be_visible()
    person.page.clock.run_for(510)
    expect(lost).to_have_count(0)
    person.page.clock.run_for(1)
    person.hears("Reconnected.")


def test_the_others_see_whose_connection_is_lost_and_who_watches(come: Come) -> None:
    person = come(table=WON._replace(people=2).at("bidding", seat=None), timed=True)
    told = '{"now": 0, "connected": [0], "spectators": 2}'
    person.page.evaluate("data => { EventSource.everybody = { data } }", told)
    person.page.clock.run_for(5000)
    expect(person.page.get_by_role("group", name="Lois")).to_contain_text("connection lost")
    expect(person.page.locator(".bar")).to_contain_text("2 spectators")
    person.hears("Lois: connection lost.")


def test_missed_events_arrive_all_at_once(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table)
    assert person.network
    person.network.cut()
    table.play("AS", "AO", "A9", "A6", "A7")
    expect(person.hand).to_have_count(8)
    person.network.mend()
    person.is_up_to_date()
    expect(person.hand).to_have_count(6)
    person.complaints.clear()


def test_a_trick_rests_before_the_next_card_is_shown(come: Come) -> None:
    table = WON.at("play", 9)
    person = come(table=table, timed=True, stay=RESTS / 1000)
    laid = person.page.locator(".laid")
    table.play("H6", "L9", "L6")
    full = table.number
    table.play("A8", "H8")
    person.is_at(full)
    expect(laid).to_have_count(4)
    person.page.clock.run_for(RESTS - 10)
    expect(laid).to_have_count(4)
    person.page.clock.run_for(20)
    person.is_up_to_date()
    expect(laid).to_have_count(2)


def test_a_tap_sweeps_a_trick_that_rests(come: Come) -> None:
    """The tap does nothing else: nobody reacts to cards that they have not seen."""
    table = WON.at("play", 4)
    person = come(table=table, timed=True, stay=None)
    table.play("A7", "AT", "AK", "HS", "LS")
    expect(person.page.locator(".laid")).to_have_count(4)
    person.press(person.hand.first)
    person.is_up_to_date()
    assert table.requests == []
