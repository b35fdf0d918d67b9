"""Lost connections and late messages: nothing is missed, and nothing is done twice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import PAIR, WON
from browser.looks import set_font_size
from browser.people import Person
from dobbm.table.events import Said, StoodIn

COLOURS = """banner => {
  const { color, backgroundColor } = getComputedStyle(banner);
  return [color, backgroundColor];
}"""

RESTS = 1400
"""Milliseconds that a trick rests."""

STEP = 150
"""Milliseconds between actions that arrive together, without animations."""


def fails(person: Person) -> AbstractContextManager[Any]:
    """Wait until the block has made the page send an action, and it is lost."""
    return person.page.expect_event("requestfailed", lambda one: one.url.endswith("/actions"))


def test_a_stream_that_the_server_ends_is_opened_again_without_a_word(come: Come) -> None:
    """The server ends it when a seat changes hands."""
    person = come(table=WON.at("play"), timed=True)
    person.page.evaluate("EventSource.cut()")
    person.page.clock.run_for(600)
    person.table.happen(Said(person.table.evening.now, 1, "hello"))
    person.is_up_to_date()
    person.page.clock.run_for(1)
    person.hears("Griaß enk!")
    assert "onnect" not in " ".join(person.heard)


def test_a_card_that_does_not_arrive_is_sent_again(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table, timed=True)
    assert person.network
    person.network.cut()
    ink, ground = person.page.get_by_text("No connection").evaluate(COLOURS)
    assert ink != ground
    with fails(person):
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
    person.forgive_requests()


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
    person.forgive_requests()


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


@pytest.mark.parametrize("width", [360, 320])
def test_a_lost_connection_is_in_view_in_large_print(come: Come, width: int) -> None:
    person = come(size=(width, 640), table=WON.at("bidding"), timed=True)
    set_font_size(person, 32)
    person.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    person.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(person.page.locator(".offline")).to_be_in_viewport(ratio=0.9)


def test_a_device_that_goes_offline_shows_it_at_once(come: Come) -> None:
    person = come(table=WON.at("play"), timed=True)
    person.page.evaluate("dispatchEvent(new Event('offline'))")
    lost = person.page.get_by_text("No connection")
    expect(lost).to_be_visible()
    person.page.clock.run_for(510)
    expect(lost).to_have_count(0)


def test_the_others_see_whose_connection_is_lost_and_who_watches(come: Come) -> None:
    person = come(table=WON._replace(people=2).at("bidding", seat=None), timed=True)
    told = '{"now": 0, "connected": [0], "spectators": 2, "watching": ["Anna"]}'
    person.page.evaluate("data => { EventSource.everybody = { data } }", told)
    person.page.clock.run_for(5000)
    expect(person.page.get_by_role("group", name="Lois")).to_contain_text("connection lost")
    expect(person.page.locator(".bar")).to_contain_text("2 spectators: Anna")
    person.hears("Lois: connection lost.")
    person.hears("Anna is watching.")


def test_the_clock_waits_for_the_person_to_act_whose_connection_is_lost(come: Come) -> None:
    person = come(table=PAIR.at("play", seat=1), timed=True)
    person.page.evaluate(
        "data => { EventSource.everybody = { data } }",
        '{"now": 0, "connected": [0], "spectators": 0, "watching": []}',
    )
    person.page.clock.run_for(5000)
    person.hears("Lois: connection lost. The clock waits for up to 30 seconds.")
    lois = person.page.get_by_role("group", name="Lois")
    expect(lois.get_by_role("timer")).to_have_text("2:00")


def test_without_a_connection_nobody_elses_clock_runs(come: Come) -> None:
    person = come(table=PAIR.at("play", seat=1), timed=True)
    person.page.evaluate("EventSource.quiet()")
    person.page.clock.run_for(4990)
    person.sees("The others may have played on.")
    lois = person.page.get_by_role("group", name="Lois").get_by_role("timer")
    expect(lois).to_have_text("2:00")


def test_the_page_shows_that_its_own_clock_waits(come: Come) -> None:
    person = come(table=PAIR.at("play"), timed=True)
    person.page.evaluate("EventSource.quiet()")
    person.page.clock.run_for(4990)
    banner = "No connection – reconnecting … The clock waits for up to 30 seconds."
    expect(person.page.get_by_text(banner)).to_be_visible()


KEPT = "Your move is sent as soon as the connection is back."


def test_a_card_that_nobody_answers_is_kept_and_sent_again(come: Come) -> None:
    """The network swallows everything: the request, and the beats of the stream."""
    table = WON.at("play")
    person = come(table=table, timed=True)
    assert person.network
    person.network.held = []
    with person.page.expect_request("**/actions"):
        person.press(person.card("AS"))
    person.page.evaluate("EventSource.quiet()")
    person.page.clock.run_for(4990)
    expect(person.page.locator(".offline")).to_contain_text(KEPT)
    person.page.clock.run_for(1)
    person.hears(KEPT)
    person.network.held = None
    with person.sends("/actions"):
        person.page.clock.run_for(10_000)
    person.is_up_to_date()
    person.page.clock.run_for(1)
    person.hears("Your move has arrived.")
    assert table.actions == ["AS"]
    expect(person.card("AS")).to_have_count(0)


def replaced_offline(come: Come) -> tuple[Person, str, str]:
    """Return a person who has played a card offline, that card, and the card a bot has played."""
    table = WON.at("play")
    card, bots = table.evening.deal.legal_actions()[:2]
    person = come(table=table, timed=True)
    assert person.network
    person.network.cut()
    with fails(person):
        person.press(person.card(card))
    expect(person.card(card)).to_have_count(0)
    table.happen(StoodIn(table.evening.now, 0, "gone"))
    table.play(bots)
    return person, card, bots


def test_a_card_that_comes_too_late_is_withdrawn_with_a_sentence(come: Come) -> None:
    person, card, bots = replaced_offline(come)
    assert person.network
    with fails(person):
        person.page.clock.run_for(260)
    person.network.mend()
    person.page.clock.run_for(240)
    person.is_up_to_date()
    person.page.clock.run_for(1)
    person.hears("Your move came too late: a bot has acted for you.")
    expect(person.card(card)).to_have_count(1)
    expect(person.card(bots)).to_have_count(0)
    assert person.table.actions == []
    person.forgive_requests()


def test_a_card_that_the_server_refuses_later_is_withdrawn_with_a_sentence(come: Come) -> None:
    person, card, _ = replaced_offline(come)
    assert person.network
    person.network.mend()
    with person.sends("/actions"):
        person.page.clock.run_for(260)
    expect(person.card(card)).to_have_count(1)
    person.page.clock.run_for(1)
    person.hears("Your move no longer counts: the game has moved on.")
    person.forgive_requests()


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
    person.forgive_requests()


def test_a_trick_rests_before_the_next_card_is_shown(come: Come) -> None:
    table = WON.at("play", 9)
    person = come(table=table, timed=True, stay=RESTS / 1000)
    laid = person.page.locator(".laid")
    table.play("H6", "L9", "L6")
    person.page.clock.run_for(3 * STEP)
    person.is_up_to_date()
    table.play("A8", "H8")
    expect(laid).to_have_count(4)
    person.page.clock.run_for(RESTS - 10)
    expect(laid).to_have_count(4)
    person.page.clock.run_for(20 + STEP)
    person.is_up_to_date()
    expect(laid).to_have_count(2)


def test_a_tap_sweeps_a_trick_that_rests(come: Come) -> None:
    """The tap does nothing else: nobody reacts to cards that they have not seen."""
    table = WON.at("play", 4)
    person = come(table=table, timed=True, stay=None)
    table.play("A7", "AT", "AK", "HS")
    person.page.clock.run_for(4 * STEP)
    table.play("LS")
    expect(person.page.locator(".laid")).to_have_count(4)
    person.press(person.hand.first)
    person.page.clock.run_for(STEP)
    person.is_up_to_date()
    assert table.requests == []


def test_the_own_turn_is_called_while_a_trick_rests_until_it_is_tapped(come: Come) -> None:
    table = WON.at("play", 4)
    person = come(table=table, timed=True, stay=None)
    laid = person.page.locator(".laid")
    table.play("A7", "AT", "AK", "HS")
    person.page.clock.run_for(4 * STEP)
    expect(laid).to_have_count(4)
    table.play("LS")
    person.page.clock.run_for(1)
    person.hears("It is your turn at the table.")
    expect(person.button(re.compile("^Next Your turn"))).to_be_visible()
    expect(person.page).to_have_title("▸ Your turn – Dobbm")
    table.happen(StoodIn(table.evening.now, 0, "clock"))
    expect(laid).to_have_count(1)  # what has happened meanwhile is shown at once
    person.sees("Nobody is playing: the table waits until somebody is back.")


def test_the_next_deal_does_not_begin_behind_a_trick_that_rests(come: Come) -> None:
    table = WON.at("play", 31, seat=None)
    person = come(table=table, timed=True, stay=None)
    table.play("HT")
    person.page.clock.run_for(4 * STEP)
    expect(person.page.locator("#page")).to_have_attribute("data-state", "resting")
    table.evening.vote("next")
    table.evening.wait(2)
    assert table.evening.table.deal
    table.publish()
    person.page.clock.run_for(1)
    expect(person.page.locator(".laid")).to_have_count(0)
    person.sees("Deal 2 has begun.")


def reloaded_offline(come: Come, card: str = "AS") -> Person:
    """Return a person who has played a card offline and loaded the page anew, still offline."""
    person = come(table=WON.at("play"), timed=True)
    assert person.network
    person.network.cut()
    with fails(person):
        person.press(person.card(card))
    person.page.reload()
    person.sees(KEPT)
    return person


def mend(person: Person) -> None:
    """Restore the connection; the page opens its stream, and knows what became of the card."""
    assert person.network
    person.network.mend()
    person.page.clock.run_for(600)
    expect(person.page.get_by_text(KEPT)).to_have_count(0)
    person.page.clock.run_for(1)
    person.forgive_requests()


def test_a_card_played_offline_is_sent_after_a_reload(come: Come) -> None:
    person = reloaded_offline(come)
    with person.sends("/actions"):
        mend(person)
    person.is_up_to_date()
    person.page.clock.run_for(1)
    person.hears("Your move from before is sent now.")
    person.hears("Your move has arrived.")
    assert person.table.actions == ["AS"]
    assert "Meanwhile" not in " ".join(person.heard)
    expect(person.card("AS")).to_have_count(0)
    person.page.reload()
    person.is_up_to_date()
    assert person.table.actions == ["AS"]


KEEP = "if (location.host) sessionStorage.setItem('dobbm-action', 'KEPT');"
"""Lets the window keep an action."""


@pytest.mark.parametrize("phase", ["play", "exchange"])
def test_an_action_that_is_not_possible_is_not_sent_after_a_reload(come: Come, phase: str) -> None:
    """Another hand may have changed what the window keeps."""
    table = WON.at(phase)
    kept = {
        "table": "stubai",
        "action": {"action": "A9 B6 H6 L9", "turn": table.snapshot(0)["turn"]},
    }
    person = come(table=table, script=KEEP.replace("KEPT", json.dumps(kept)))
    person.hears("The game has moved on.")
    assert person.table.actions == []


def test_a_card_played_offline_comes_back_after_a_reload_if_a_bot_has_acted(come: Come) -> None:
    person = reloaded_offline(come)
    person.table.happen(StoodIn(person.table.evening.now, 0, "gone"))
    person.table.play("A7", "AO")
    mend(person)
    person.hears("Your move came too late: a bot has acted for you.")
    person.hears("A bot played for you: Seven of acorns.")
    expect(person.card("AS")).to_have_count(1)
    assert person.table.actions == []


def test_a_card_that_has_arrived_unnoticed_is_not_sent_again_after_a_reload(come: Come) -> None:
    """Its answer was lost."""
    person = reloaded_offline(come)
    person.table.play("AS", "AO")
    mend(person)
    person.hears("Your move has arrived.")
    assert "another window" not in " ".join(person.heard)
    assert person.table.actions == []


def test_a_card_of_a_deal_that_is_over_is_withdrawn_after_a_reload(come: Come) -> None:
    person = reloaded_offline(come)
    evening = person.table.evening
    evening.play_out()
    evening.vote("next")
    evening.until_dealt()
    mend(person)
    person.hears("The game has moved on.")
    assert person.table.actions == []


HOLD = """() => {
  globalThis.Works = EventSource;
  globalThis.EventSource = class extends Works {
    constructor() { return { addEventListener() {}, close() {} }; }
  };
  Works.cut();
}"""
"""Lets a proxy hold back every stream from now on."""


def pass_time_until(person: Person, condition: Callable[[], bool]) -> None:
    """Let up to five minutes pass on the page's clock; its requests are answered meanwhile."""
    for _ in range(600):
        if condition():
            return
        person.page.clock.run_for(500)
    raise AssertionError("it does not happen")


HELD_BACK = "Something on the way holds messages back"


def test_behind_a_proxy_that_holds_streams_back_a_deal_goes_on(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table, timed=True)
    person.page.evaluate(HOLD)
    notice = person.page.locator(".banner", has_text=HELD_BACK)
    pass_time_until(person, notice.is_visible)
    expect(person.page.locator(".offline")).to_have_count(0)
    with person.sends("/actions"):
        person.press(person.card("AS"))
    table.go_on()
    pass_time_until(person, lambda: person.number == str(table.number))
    assert table.actions == ["AS"]
    assert len([line for line in person.heard if line.startswith("You play Sow of acorns")]) == 1
    assert len([line for line in person.heard if line.startswith(HELD_BACK)]) == 1
    person.page.evaluate("() => { EventSource = Works }")
    pass_time_until(person, lambda: not notice.count())
    expect(person.page.locator(".offline")).to_have_count(0)


def test_a_table_that_is_open_in_too_many_windows_says_so(come: Come) -> None:
    person = come(table=WON.at("play"), timed=True)
    assert person.network
    person.network.refused_streams = "limit"
    person.page.reload()
    pass_time_until(person, lambda: person.number == str(person.table.number))
    person.sees("The table is open in too many windows: close some.")
    assert "reached" not in person.page.locator("body").inner_text()
    person.forgive_requests()


@pytest.mark.parametrize("hours", [1, -1])
def test_a_clock_that_is_set_in_mid_game_changes_nobodys_time(come: Come, hours: int) -> None:
    person = come(table=PAIR.at("play", seat=1), timed=True)
    timer = person.page.get_by_role("group", name="Lois").get_by_role("timer")
    person.page.clock.run_for(3000)
    before = int(timer.inner_text())
    person.page.evaluate("hours => { Date.now = () => hours * 3_600_000 + 1000 }", hours)
    person.page.clock.run_for(1000)
    assert int(timer.inner_text()) in {before, before - 1}
