"""The deals of the day: played to the end, kept, compared and shared; a friend plays the same."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.homes import STARTING, Home
from browser.looks import TOO_WIDE, violations
from browser.people import Fingers, Person, spoken
from browser.screens import ON_ONE_DAY
from browser.test_replay import own_hand
from browser.windows import PHONE
from dobbm import Deal, View
from dobbm.exercises.daily import daily_deals, parse_day
from dobbm.game.settlement import settle
from dobbm.players import make_player
from dobbm.server.threaded_bots import ThreadedBots
from tiers import only_long

SHARING = """
delete Navigator.prototype.share;
globalThis.copied = null;
if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { copied = text; };
"""
"""Keeps what the page copies where the test finds it."""

ONE_DAY = SHARING + ON_ONE_DAY
DAY = "2026-11-26"

SEAT = 0


def bots_go_on(deal: Deal) -> Deal:
    """Return the deal after what the bots of a server do until the person is to act."""
    bots = ThreadedBots()
    # The browser's own loop runs in this thread.
    with ThreadPoolExecutor(1) as thread:
        going = bots.continue_deal(deal, SEAT, ["network"] * 4, lambda _: None)
        after, _ = thread.submit(asyncio.run, going).result()
    bots.close()
    return after


def play(person: Person, deal: Deal, last: int = 100) -> Deal:
    """Play the deal as the rules of thumb advise, until it is over or has so many actions."""
    player = make_player("simple")
    while deal.to_act is not None and len(deal.actions) < last:
        action = player.act(View.of(deal, SEAT), 0)
        assert action
        act(person, deal, action)
        deal = bots_go_on(deal.apply(action))
    if deal.to_act is not None:
        expect(person.page.get_by_text("Your turn: tap a card.")).to_be_visible()
    return deal


def act(person: Person, deal: Deal, action: str) -> None:
    if deal.phase == "play":
        expect(person.page.get_by_text("Your turn: tap a card.")).to_be_visible()
        person.press(own_hand(person).get_by_role("button", name=spoken(action), exact=True))
    elif deal.phase == "exchange":
        for card in action.split():
            person.press(own_hand(person).get_by_role("button", name=spoken(card), exact=True))
        person.press(person.button("Discard"))
    else:
        legal = View.of(deal, SEAT).legal or ()
        words = ("weiter", "gut", "dobbm", "schwacher", "retour", "solo")
        at = [word for word in words if word in legal].index(action)
        person.press(person.page.locator(".r-words button").nth(at))


def copied(person: Person) -> str:
    expect(person.page.locator(".toast")).to_contain_text(re.compile("[Cc]opied"))
    found: str = person.page.evaluate("copied")
    return found


@pytest.mark.parametrize("home", ["server", *only_long("pocket")], indirect=True)
def test_a_deal_of_the_day_is_played_kept_and_shared(come: Come, home: Home) -> None:
    person = come(Fingers, PHONE, to=home.address, keeps=home.keeps, script=ONE_DAY, tempo=0.1)
    person.open()
    person.press(person.page.get_by_role("link", name="Deals of the day"))
    door = person.page.get_by_role("link", name="Deal 3: Play")
    door.wait_for(timeout=STARTING)
    assert violations(person) == []
    deal = daily_deals(parse_day(DAY))[2].deal
    person.press(door)
    expect(person.page.locator(".r-words")).to_be_visible()
    person.sees("Mußrunde: you must play a Dobbm or a Solo.")
    assert person.page.evaluate(TOO_WIDE) == []

    deal = play(person, deal, last=10)
    person.page.reload()  # it goes on where it was left
    expect(person.page.get_by_text("Your turn: tap a card.")).to_be_visible(timeout=STARTING)
    deal = play(person, deal)
    paid = settle(deal).payments[SEAT]
    amount = f"{paid:+}".replace("-", "−") if paid else "0"
    figures = person.page.get_by_role("table", name="What became of your seat")
    expect(figures.get_by_role("row")).to_have_count(4, timeout=STARTING)
    expect(figures.get_by_role("row").nth(1)).to_contain_text(amount)
    for name in ("Sepp", "Ursula"):
        row = figures.get_by_role("row", name=name)
        expect(row.get_by_role("cell").first).to_have_text(re.compile(r"\d"), timeout=STARTING)
    expect(person.page.get_by_text("With all cards open")).to_be_visible(timeout=STARTING)
    assert violations(person) == []
    assert person.page.evaluate(TOO_WIDE) == []

    person.press(person.button("Share this deal"))
    words, link = copied(person).rsplit(" ", 1)
    assert words == f"I made {amount} Schilling with these cards. And you?"
    person.press(person.page.get_by_role("link", name="Deals of the day").last)
    expect(person.page.get_by_role("link", name="Deal 3: Look back")).to_be_visible()
    person.press(person.button("Share the results"))
    expect(person.page.locator(".toast")).to_have_text("Copied.")
    line = f"In Schilling: Deal 3: {amount}"
    assert person.page.evaluate("copied").splitlines() == [
        "The card game Dobbm, deals of the day, Nov 26, 2026",
        line,
    ]

    friend = come(Fingers, PHONE, to=home.address, keeps=home.keeps, tempo=0.1)
    shared = link.removeprefix(home.address)
    friend.forgive_requests("/d")
    friend.open(shared)
    expect(friend.page.get_by_text(f"made {amount} Schilling")).to_be_visible(timeout=STARTING)
    friend.sees("Dobbm is a card game from the Stubai valley")
    expect(friend.page.get_by_role("link", name="Learn")).to_be_visible()
    friend.press(friend.button("Play"))
    expect(friend.page.locator(".r-words")).to_be_visible()
    assert play(friend, daily_deals(parse_day(DAY))[2].deal) == deal
    row = friend.page.get_by_role("row", name="Who sent it")
    expect(row.get_by_role("cell").first).to_have_text(amount, timeout=STARTING)
    friend.sees(re.compile("played exactly as you did"))
    for way in ("Learn", "Start page"):
        expect(friend.page.get_by_role("link", name=way).last).to_be_visible()
    friend.press(friend.button("Play now"))
    friend.page.wait_for_url(re.compile("/t/"))

    friend.open("/")
    friend.open(shared[:-9])
    expect(friend.page.get_by_role("heading", name="This link leads to no deal")).to_be_visible()
