"""Journeys on a real server and in a pocket: people arrive, play, and leave.

Some lose the connection to their server.
"""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import CLAIM
from browser.homes import IN_BOTH_HOMES, ON_A_SERVER, SOON_IN_BOTH_HOMES, STARTING, Home
from browser.kept import kept
from browser.people import Fingers, Json, Keys, Listener, Person
from browser.seeding import aside, token_of
from browser.test_secrets import CARD
from browser.windows import DESK, PHONE, Size
from dobbm import Rules, View, from_record
from dobbm.arena.seating import first_legal_action
from dobbm.game.settlement import worth
from dobbm.runtime.removal import remove_person
from dobbm.store import SqlStore
from dobbm.store.backups import back_up, restore
from runtime.deltas import renewed
from server.serving import Guest, Server
from table.driver import SOLO, Evening, between, dealt

NOTES_TAPS = """
globalThis.taps = 0;
addEventListener("pointerdown", () => (taps += 1), true);
"""


def database(folder: Path) -> str:
    return f"sqlite:///{folder}/tables.sqlite"


@pytest.fixture
def seated(come: Come, home: Home) -> Callable[..., Person]:
    """Brings people with a seat at a table that has been played until now."""

    def seated(
        evening: Evening,
        kind: type[Person] = Person,
        size: Size = DESK,
        *,
        seat: int = 0,
        **look: Any,
    ) -> Person:
        person = come(kind, size, to=home.address, keeps=home.keeps, **look)
        home.seat(person, evening, seat)
        return person

    return seated


def in_play(name: str, cards: int = 0, people: int = 1, players: int = 4) -> Evening:
    """Return a table with Vroni's Solo, in which everybody has played the first legal cards."""
    evening = dealt(people, players, name=name)
    evening.act(*SOLO)
    play_on(evening, cards)
    return evening


def play_on(evening: Evening, cards: int) -> None:
    for _ in range(cards):
        evening.act(first_legal_action(evening.deal))


# People arrive


@IN_BOTH_HOMES
def test_the_first_card_is_there_after_two_taps(come: Come, home: Home) -> None:
    """For a newcomer, while the page is stored on the device."""
    person = come(Fingers, PHONE, to=home.address, keeps=True, script=NOTES_TAPS)
    person.open()
    label = person.button("Play now").inner_text()
    assert f"10 points = {worth(10, Rules())} Schilling" in label
    person.press(person.button("Play now"))
    expect(person.hand).to_have_count(8, timeout=STARTING)
    expect(person.hand.first.locator("image")).to_be_visible()
    assert person.page.evaluate("taps") <= 2


def test_a_friend_finds_the_table_and_sits_down(come: Come, server: Server) -> None:
    vroni, lois = (come(to=server.address, name=name) for name in ("Vroni", "Lois"))
    vroni.open()
    vroni.press(vroni.button("Invite friends"))
    vroni.page.get_by_label("Seats for bots").select_option("2")
    vroni.press(vroni.page.get_by_label("List among"))
    vroni.press(vroni.button("Open the table"))
    vroni.page.get_by_role("heading", name="Invite friends").wait_for()
    lois.open("/tables")
    lois.press(lois.page.get_by_role("link", name="To the table"))
    lois.press(lois.button("Sit down", exact=True))
    for person in (vroni, lois):
        person.press(person.button("I am ready"))
    for person, other in ((vroni, "Lois"), (lois, "Vroni")):
        expect(person.hand).to_have_count(8)
        expect(person.page.get_by_role("group", name=other)).to_be_visible()


# Whole deals


@IN_BOTH_HOMES
def test_a_deal_by_mouse(seated: Callable[..., Person], home: Home) -> None:
    """The deal begins with a hint; no card is sent before its time."""
    person = seated(dealt(people=1, name="mouse"))
    messages = home.messages(person)
    person.page.reload()
    person.press(person.button("Hint"))
    hints = person.page.get_by_role("dialog", name="Hint").get_by_role("listitem")
    expect(hints.first).to_contain_text(" S")
    with person.acting():
        person.press(hints.first.get_by_role("button"))
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    person.play_deal()
    views = [*views_of(messages)]
    record = next(view["record"] for view, _ in views if view["phase"] == "done")
    for view, data in views:
        if view["phase"] != "done":
            assert {*CARD.findall(data)} <= known_cards(record, view), data
    assert len(views) >= len(record["actions"])


def views_of(messages: list[str]) -> Iterator[tuple[Json, str]]:
    """Yield the view after each message, and the message: a table, or what has changed."""
    table = b""
    for data in messages:
        is_whole = "table" in json.loads(data)
        table = data.encode() if is_whole else renewed(table, data.encode())
        yield json.loads(table)["view"], data


def known_cards(record: Json, view: Json) -> set[str]:
    """Return the cards that a seat was dealt, all cards played so far, and the Dobb it took up."""
    deal = from_record(record | {"actions": []})
    dealt = {*View.of(deal, view["seat"]).to_json()["hand"]}
    played = record["actions"][: len(view["actions"])]
    known = dealt | {action for action in played if CARD.fullmatch(action)}
    if view["declarer"] == view["seat"] and view["contract"] == "dobbm":
        known |= {*record["deck"][32:]}
    return known


@IN_BOTH_HOMES
def test_a_deal_by_touch_and_the_next_one(seated: Callable[..., Person]) -> None:
    person = seated(dealt(people=1, name="touch"), Fingers, PHONE)
    person.play_deal()
    person.press(person.between)
    expect(person.hand).to_have_count(8)


@IN_BOTH_HOMES
def test_a_deal_by_keys(seated: Callable[..., Person]) -> None:
    person = seated(dealt(people=1, name="keys"), Keys)
    person.play_deal()
    expect(person.page.locator("#outcome")).to_be_focused()


@IN_BOTH_HOMES
def test_a_deal_by_listening_only(seated: Callable[..., Person]) -> None:
    """With nothing but the accessibility tree and the announcements."""
    person = seated(dealt(people=1, name="listening"), motion=True)
    listener = Listener(person)
    for line in listener.listen():
        if re.search("won with|lost with|a draw with|eingestellt|Nobody has bid", line):
            break
        if not any(move in line for move in ("Your turn", "You have taken up")):
            continue
        if "to bid" in line:
            listener.press("i dob")
        elif "gut, or double" in line:
            listener.press("gut")
        elif "discard four cards" in line:
            plain = [card for card in cards_held(line) if not card.startswith("Sow")]
            for card in plain[:4]:
                listener.press(card)
            listener.press("i lig")
        else:
            listener.press(cards_held(line)[0])
    listener.press("Next deal")
    expect(person.hand).to_have_count(8)


def cards_held(line: str) -> list[str]:
    """Return the cards that a sentence says the person holds: "you hold A, B, and C"."""
    found = re.search(r"ou hold ([^.]*)\.[^.]*$|you hold ([^.]*)\.", line)
    assert found, line
    together = (found[1] or found[2]).replace("Weli, the", "Weli the")
    cards = re.split(r", and | and |, ", together)
    return [card.replace("Weli the", "Weli, the") for card in cards]


@IN_BOTH_HOMES
def test_the_last_deal_of_a_session(seated: Callable[..., Person]) -> None:
    """The last deal of a Mußrunde: the session ends, and another one begins."""
    evening = between(people=1, name="session")
    evening.vote("mussrunde")
    for _ in range(3):
        evening.until_dealt()
        evening.play_out()
    evening.until_dealt()
    while evening.deal.phase != "play":
        evening.act(first_legal_action(evening.deal))
    play_on(evening, 31)
    person = seated(evening)
    person.play_deal()
    person.sees("The final standings")
    play_on(evening, 1)
    standing = (
        person.page.get_by_role("region", name="The final standings")
        .locator("td")
        .all_inner_texts()
    )
    amounts = [int(text.split()[-1].replace("−", "-").replace(",", "")) for text in standing]
    assert amounts == sorted(evening.table.ledger, reverse=True)
    person.press(person.button("Another session"))
    expect(person.hand).to_have_count(8)


@ON_A_SERVER
def test_five_people_at_one_table(seated: Callable[..., Person], server: Server) -> None:
    """One has dealt and is on holiday, one plays the last card; all ask for the next deal."""
    evening = in_play("five", cards=31, people=5, players=5)
    last = evening.to_act
    player, dealer = seated(evening, seat=last), seated(evening, seat=4)
    dealer.sees("You are on holiday in this deal: with five, the dealer sits out.")
    player.act()
    figures = []
    for person in (player, dealer):
        person.between.wait_for()
        figures.append(
            person.page.get_by_role("main")
            .locator(".result")
            .get_by_role("table")
            .get_by_role("cell")
            .all_inner_texts()
        )
    assert len(figures[0]) == 1 + 2 * 5
    assert figures[0] == figures[1]
    for seat in {*range(4)} - {last}:
        Guest(server, "five", seat, token_of("five", seat)).post("/next")
    for person in (player, dealer):
        person.press(person.between)
    expect(dealer.hand).to_have_count(8)


# With people and bots


@IN_BOTH_HOMES
def test_the_rest_is_claimed(seated: Callable[..., Person]) -> None:
    person = seated(CLAIM.at("play", 24).evening)
    person.press(person.button("Menu"))
    person.press(person.button("The rest is mine"))
    person.hears("The rest is yours.")
    expect(person.between).to_be_visible()


@ON_A_SERVER
def test_a_card_is_taken_back_if_the_other_agrees(seated: Callable[..., Person]) -> None:
    evening = in_play("back", people=2)
    vroni, lois = seated(evening), seated(evening, seat=1)
    card = vroni.card_names()[0]
    vroni.act()
    vroni.press(vroni.button("Menu"))
    vroni.press(vroni.button("Take back"))
    lois.sees(re.compile("Vroni would like to take"))
    lois.press(lois.button("Agree", exact=True))
    lois.hears("Vroni takes back the last move.")
    expect(vroni.hand).to_have_count(8)
    assert vroni.card_names()[0] == card


@ON_A_SERVER
def test_who_stands_up_watches(seated: Callable[..., Person]) -> None:
    evening = in_play("left", people=2)
    vroni, lois = seated(evening), seated(evening, seat=1)
    lois.press(lois.button("Menu"))
    lois.press(lois.button("Stand up"))
    lois.press(lois.button("Stand up", exact=True))
    lois.sees("A bot has your seat now.")
    expect(lois.button("Take a seat")).to_be_visible()
    vroni.hears("Lois leaves; a bot takes over.")


@IN_BOTH_HOMES
def test_two_windows_of_one_person(seated: Callable[..., Person]) -> None:
    person = seated(in_play("windows"))
    beside = person.context.new_page()
    beside.goto(person.page.url)
    person.act()
    hand = beside.get_by_role("group", name="Your hand").get_by_role("button")
    expect(hand).to_have_count(7)


@IN_BOTH_HOMES
def test_the_language_is_changed_in_the_middle_of_a_deal(seated: Callable[..., Person]) -> None:
    person = seated(in_play("language"))
    person.press(person.button("Menu"))
    person.press(person.button("Settings"))
    person.page.get_by_label("Deutsch").check()
    person.escape()
    hand = person.page.get_by_role("group", name="Deine Karten").get_by_role("button")
    person.press(hand.first)
    person.hears("Du spielst")
    expect(hand).to_have_count(7)


@IN_BOTH_HOMES
def test_a_deal_is_kept_valued_replayed_and_erased(seated: Callable[..., Person]) -> None:
    """On *My record*, and in the line about the last session on the start page."""
    person = seated(in_play("record", cards=31))
    person.play_deal()
    kept(person)
    person.open("/")
    person.press(person.page.get_by_role("link", name="My record"))
    person.sees("in 1 deal")
    person.sees("After 29 more deals")  # the only deal has been valued by the kernel
    person.press(person.page.locator(".m-session .m-deal"))
    expect(person.page.get_by_role("heading", name="Deal 1")).to_be_visible(timeout=STARTING)
    expect(person.page.get_by_text("costs").first).to_be_attached(timeout=STARTING)
    person.press(person.page.get_by_role("link", name="My record"))
    person.press(person.button("Erase all deals"))
    person.press(person.page.get_by_role("dialog").get_by_role("button", name="Erase"))
    person.sees("Every deal that you play to its end is kept here")


@SOON_IN_BOTH_HOMES
def test_a_deal_is_replayed_and_played_on(seated: Callable[..., Person]) -> None:
    person = seated(in_play("replay", cards=31))
    person.play_deal()
    person.press(person.page.get_by_role("link", name="Look back at the deal"))
    costs = person.page.get_by_role("listitem").filter(
        has_text=re.compile("costs? (nothing|[0-9])")
    )
    expect(costs).to_have_count(32)
    person.sees("The deck follows from its parts")
    person.press(person.button("Play on from here"))
    person.press(person.button("Play", exact=True))
    person.press(person.calls.filter(has_text="Solo"))
    expect(
        person.page.get_by_text("Your turn: tap a card.").or_(person.button("gut")).first
    ).to_be_visible()


# The host intervenes


@ON_A_SERVER
def test_the_host_removes_a_person_and_closes_the_table(
    seated: Callable[..., Person], server: Server
) -> None:
    evening = in_play("closed", people=2)
    vroni, lois = seated(evening), seated(evening, seat=1)
    at_the_store(server, lambda store: remove_person(store, "closed", 1, time.time()))
    lois.sees("A bot has your seat now. Between two deals, you can sit down again.")
    vroni.hears("Lois leaves; a bot takes over.")
    at_the_store(server, lambda store: host_closes(store, "closed"))
    for person in (vroni, lois):
        person.sees("The host has closed this table.")
        person.forgive_requests()


async def host_closes(store: SqlStore, table: str) -> None:
    await store.close_table(table)
    await store.intervene()


def at_the_store(server: Server, work: Callable[[SqlStore], Awaitable[object]]) -> None:
    """Do with a server's store what a command does beside the server."""

    async def do() -> None:
        store = await SqlStore.open(database(server.folder), create=False, exclusive=False)
        try:
            await work(store)
        finally:
            await store.close()

    aside(do())


@ON_A_SERVER
@pytest.mark.long
def test_the_host_restores_a_backup(seated: Callable[..., Person], server: Server) -> None:
    person = seated(in_play("restored"))
    backup = server.folder / "backup.sqlite"
    backup.touch()
    aside(back_up(database(server.folder), backup))
    with person.acting():
        person.press(person.hand.first)
    expect(person.hand).to_have_count(7)
    server.stop()
    aside(restore(backup, database(server.folder), replace=True))
    del server.client
    server.start()
    person.hears("The host has restored an earlier state of this table: go on from here.")
    expect(person.hand).to_have_count(8)
    person.act()
    expect(person.hand).to_have_count(7)
    person.forgive_requests()


# Networks and servers that fail: the page recovers, and nothing is done twice


@ON_A_SERVER
def test_a_phone_in_a_tunnel(seated: Callable[..., Person]) -> None:
    person = seated(in_play("tunnel"), Fingers, PHONE)
    person.context.set_offline(offline=True)
    card = play_into_the_void(person)
    person.context.set_offline(offline=False)
    is_played_once(person, card)


@ON_A_SERVER
def test_a_server_that_is_killed(seated: Callable[..., Person], server: Server) -> None:
    person = seated(in_play("killed"))
    server.stop(signal.SIGKILL)
    person.sees("No connection")
    card = play_into_the_void(person)
    del server.client
    server.start()
    person.hears("Reconnected.")
    expect(person.page.get_by_text("No connection")).to_have_count(0)
    is_played_once(person, card)


def play_into_the_void(person: Person) -> str:
    """Play a card that no server receives; the page shows it all the same, and sends it again."""
    card = person.card_names()[0]
    with person.page.expect_event("requestfailed", lambda one: one.url.endswith("/actions")):
        person.press(person.hand.first)
    expect(person.hand).to_have_count(7)
    return card


def is_played_once(person: Person, card: str) -> None:
    """Check that the game goes on, and that the card was played once."""
    expect(person.legal.first).to_be_visible()
    lines = [line for line in person.heard if line.startswith(f"You play {card}")]
    assert len(lines) == 1
    expect(person.hand).to_have_count(7)
    # The browser complains about requests that reached nobody.
    person.forgive_requests()
