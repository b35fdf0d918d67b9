"""A journey in Firefox and in WebKit, on a server and in a pocket: a deal and its replay."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from browser.homes import FOLDER, static_host
from browser.network import files
from browser.other_browsers import Visitor, element, firefox, webkit
from browser.seeding import seed_evening, token_of
from server.serving import Server
from table.driver import dealt

HAND = '[role="group"][aria-label="Your hand"] button'
LEGAL = f"{HAND}.legal"
CALL = '[role="group"][aria-label="Possible calls"] button'
OUTCOME = "#outcome"
PLAIN = f"""[...document.querySelectorAll('{HAND}:not([aria-label^="Sow"])')]"""
"""The cards that can be discarded without a companion."""
NUMBER = "document.querySelector('#page').dataset.number"
STATE = "document.querySelector('#page').dataset.state"
ANALYSED = r"/costs? (nothing|\d)/.test(document.body.textContent)"
STEP = "document.querySelector('[aria-label=Step]').value"
BROWSERS = {"firefox": firefox, "webkit": webkit}


@pytest.fixture(params=BROWSERS)
def visitor(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Visitor]:
    with BROWSERS[request.param](tmp_path) as visitor:
        yield visitor
        assert visitor.complaints == []


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    database = f"sqlite:///{folder}/tables.sqlite"
    with Server(database, folder / "log", "--bot-seconds", "0.02") as serving:
        seed_evening(database, dealt(people=1, name="other"))
        yield serving


@pytest.mark.long
def test_a_deal_in_another_browser(visitor: Visitor, server: Server) -> None:
    """Cards are animated, and every full trick stays until it is taken away."""
    visitor.address = server.address
    visitor.open("/")
    visitor.press("button", "Play now")
    holds(visitor, 8)

    take_seat(visitor, "other")
    holds(visitor, 8)
    play_deal(visitor)
    visitor.wait_for("#outcome")
    visitor.wait_for("a", "Look back at the deal")
    visitor.press("button", "Next deal")
    holds(visitor, 8)

    visitor.open("/t/other/deals/1")
    visitor.wait(ANALYSED)  # its arrival moves the buttons
    visitor.press("button[aria-label=First]")
    visitor.wait(f"{STEP} === '0'")
    visitor.press("button[aria-label=Next]")
    visitor.wait(f"{STEP} === '1'")


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_deal_of_a_pocket_in_another_browser(visitor: Visitor, folder: Path) -> None:
    """It is played without a server, and found again when the page is loaded anew."""
    with static_host(folder) as address:
        visitor.address = address + FOLDER
        visitor.open("/licences.txt")
        visitor.value("""localStorage.setItem("dobbm", '{"stay": null}')""")
        visitor.open("/")
        visitor.press("button", "Play now")
        holds(visitor, 8)
        visitor.go(visitor.value("location.href"))
        holds(visitor, 8)
        play_deal(visitor)
        visitor.press("a", "Look back at the deal")
        visitor.wait(ANALYSED)
        visitor.press("button[aria-label=First]")
        visitor.wait(f"{STEP} === '0'")


@pytest.mark.long
def test_a_part_that_fails_is_asked_for_under_another_address(visitor: Visitor) -> None:
    """Firefox never asks again for a module that has failed, unless it has another address."""
    with files(lambda address: address.endswith("/pages/learn.js")) as visitor.address:
        visitor.open("/")
        visitor.press("a", "Learn")
        visitor.wait_for("h1", "Learn Dobbm")
        assert not visitor.sees(".banner")
        visitor.forgive()


@pytest.mark.long
def test_a_start_without_a_part_shows_a_button(visitor: Visitor) -> None:
    missing = True
    with files(lambda address: missing and "/base/dom.js" in address) as visitor.address:
        visitor.open("/")
        visitor.wait_for(".stuck.now button", "Reload")
        missing = False
        visitor.press(".stuck.now button", "Reload")
        visitor.wait_for("button", "Play now")
        visitor.forgive()


def take_seat(visitor: Visitor, table: str) -> None:
    """Give the visitor Vroni's seat, and a device on which tricks stay; open the table."""
    api = f"/api/v1/tables/{table}/remember"
    asked = {
        "method": "POST",
        "headers": {"Authorization": f"Bearer {token_of(table, 0)}"},
    }
    remember = f"void fetch({json.dumps(api)}, {json.dumps(asked)})"
    visitor.value(f"{remember}.then(({{ ok }}) => (globalThis.remembered = ok))")
    visitor.wait("globalThis.remembered === true")
    visitor.value("""localStorage.setItem("dobbm", '{"stay": null}')""")
    visitor.open(f"/t/{table}")


def holds(visitor: Visitor, cards: int) -> None:
    """Wait until the visitor has this many cards."""
    visitor.wait(f"document.querySelectorAll({json.dumps(HAND)}).length === {cards}")


def play_deal(visitor: Visitor) -> None:
    """Act on every turn of the visitor until the deal is over: by mouse and by keys in turn."""
    offers = " ?? ".join(element(selector, "") for selector in (CALL, LEGAL, OUTCOME))
    offered = f"{STATE} === 'current' && ({offers} ?? {element('.call', 'i lig')}) !== undefined"
    for turn in count():
        visitor.wait(f"{STATE} === 'resting' || {offered}")
        if visitor.sees(OUTCOME):
            return
        by_keys = turn % 2 == 1
        if visitor.value(f"{STATE} === 'resting'"):
            take_away_the_trick(visitor, by_keys=by_keys)
            continue
        before = visitor.value(NUMBER)
        if visitor.sees(CALL):
            visitor.press(CALL, "i dob" if visitor.sees(CALL, "i dob") else "")
        elif visitor.sees(LEGAL):
            play_a_card(visitor, by_keys=by_keys)
        else:
            for card in visitor.value(f"{PLAIN}.slice(-4).map((card) => card.dataset.card)"):
                visitor.press(f"{HAND}[data-card={card}]")
            visitor.press(".call", "i lig")
        visitor.wait(f"{NUMBER} !== '{before}'")


def take_away_the_trick(visitor: Visitor, *, by_keys: bool) -> None:
    if by_keys and visitor.sees(HAND):
        visitor.tab_to(HAND)
        visitor.type("Space")
    else:
        visitor.press(".calls button", "Next")
    visitor.wait(f"{STATE} !== 'resting'")


def play_a_card(visitor: Visitor, *, by_keys: bool) -> None:
    if not by_keys:
        visitor.press(LEGAL)
        return
    held = visitor.value(f"document.querySelectorAll({json.dumps(HAND)}).length")
    visitor.tab_to(HAND)
    while not visitor.value(f"document.activeElement.matches({json.dumps(LEGAL)})"):
        visitor.type("ArrowRight")
    visitor.type("Space")  # plays nothing, not even when it is let go
    holds(visitor, held)
    visitor.type("Enter")
