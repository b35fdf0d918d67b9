"""A long evening of five friends: bad networks, a leaver, a new device, and nothing is missed.

They are in five places, speak three languages and know only the link. Whatever happens at the
table, everybody concerned sees and hears it within five seconds.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.friends import (
    NOTES,
    Friend,
    Moment,
    Report,
    Touching,
    amount,
    figures,
    moments,
    table_of_delays,
)
from browser.hole import Hole, hole_before
from browser.people import Json
from browser.seeding import aside
from browser.windows import DESK, PHONE, Size
from cli.command import DOBBM
from dobbm import from_record, settle
from dobbm.ai.claims import play_out
from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError
from dobbm.store import SqlStore
from dobbm.table.events import Claimed, Event, Wrote, from_json
from server.serving import Guest, Server

pytestmark = pytest.mark.long

TABLET: Size = (768, 1024)
OFFLINE = 20.0
"""Seconds for which a network is down; the clock waits for thirty."""
LATENCY = 2.0
"""Seconds that a slow network takes, each way."""
KNOWN = 15.0
"""Seconds after which the others know whose connection is lost."""

RESI = "Resi"
LONG = "Maximilian-Ferdinand Oberhofer"
SAKURA = "桜子🌸"
ODD = "O'Brien <b>&amp;</b> \\n"
JOSE = "José Ñandú"
LATE = "Žofie Ü 2"

SEEDED = f"""
import sys
sys.path.append({str(Path(__file__).parents[1])!r})
from dobbm.runtime import runtime
from runtime.simulation import SeededEntropy
runtime.SystemEntropy = lambda: SeededEntropy(59)
from dobbm.__main__ import run
sys.exit(run())
"""
"""Runs the command with random numbers that follow from a seed."""

Choose = Callable[[Json], bool]


class SeededServer(Server):
    """A server whose decks and lots follow from a seed."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._command[1:3] = ["-c", SEEDED]


class Party:
    """The friends at one table, and what is known about it."""

    def __init__(self, come: Come, server: Server, folder: Path) -> None:
        self._come = come
        self._server = server
        self._folder = folder
        self.rng = Random(59)
        self.friends: list[Friend] = []
        """All people with all their devices, also those who have gone."""
        self.guest: Guest
        self.link: str
        self.texts: list[str] = []
        self.muted: set[tuple[str, str]] = set()
        self.results: list[dict[str, int]] = []
        """The payments of each deal by name, as all pages have shown them."""
        self.bidder: str | None = None
        """The name of the person who bids a Dobbm in this deal."""
        self.doubles = False
        """Whether the first defender doubles."""

    # -- people -------------------------------------------------------------------------------

    def arrive(
        self, kind: type[Friend], size: Size, called: str, language: str, to: str, **look: Any
    ) -> Friend:
        friend = self._come(kind, size, to=to, script=NOTES, language=language, **look)
        assert isinstance(friend, Friend)
        self.friends.append(friend)
        friend.introduce(called, language, len(self.friends))
        return friend

    def follow_the_link(self, friend: Friend, path: str = "") -> None:
        friend.page.goto(self.link.replace(self._server.address, friend.address) + path)
        friend.page.locator("#page[data-number]").wait_for()

    def seated(self, table: Json | None = None) -> list[Friend]:
        """Return all people at the table, in the order of their seats."""
        table = table or self.see()
        names = [seat["name"] for seat in table["seats"]]
        return [friend for friend in map(self.called, names) if friend]

    def called(self, name: str) -> Friend | None:
        """Return the person with this name, with the latest device."""
        return next((one for one in reversed(self.friends) if one.name == name), None)

    def person(self, name: str) -> Friend:
        friend = self.called(name)
        assert friend
        return friend

    def on(self, seat: Seat, table: Json) -> Friend | None:
        """Return the person in a seat; None if a bot sits there."""
        return self.called(table["seats"][seat]["name"])

    def to_act(self, table: Json) -> Friend:
        """Return the person whose turn it is."""
        return self.person(table["seats"][table["view"]["to_act"]]["name"])

    def active(self) -> list[Friend]:
        """Return the people who hold cards, forehand first."""
        table = self.see()
        first = table["view"]["dealer"] + 1
        seats = [(first + turn) % 5 for turn in range(4)]
        return [friend for friend in (self.on(seat, table) for seat in seats) if friend]

    def on_holiday(self) -> Friend:
        table = self.see()
        return self.person(table["seats"][table["view"]["dealer"]]["name"])

    # -- the table ----------------------------------------------------------------------------

    def see(self) -> Json:
        return self.guest.see()

    def is_playing(self) -> bool:
        return bool(self.see()["stage"] == "playing")

    def moments(self) -> tuple[list[Moment], dict[str, str]]:
        """Return all events that the server has stored, and the names of all people."""
        found: tuple[list[Json], list[Any]] = ([], [])

        async def read() -> None:
            store = await SqlStore.open(database(self._folder), create=False, exclusive=False)
            try:
                found[0].extend(await store.events(self.guest.table))
                found[1].extend(await store.people(self.guest.table))
            finally:
                await store.close()

        aside(read())
        events: list[Event] = [from_json(event) for event in found[0]]
        return moments(self.guest.table, events), {one.id: one.name for one in found[1]}

    def deal(self) -> Deal:
        """Return the deal in progress with all its cards."""
        deal = self.moments()[0][-1].table.deal
        assert deal
        return deal

    def photograph(self, friend: Friend, name: str) -> None:
        friend.page.screenshot(path=self._folder / f"{name}.png")

    # -- playing ------------------------------------------------------------------------------

    def play(self, until: Choose = lambda _: False) -> Json:
        """Play until something is the case or the deal is over, and return the table."""
        while True:
            table = self.see()
            if table["stage"] != "playing" or until(table):
                return table
            friend = self.on(table["view"]["to_act"], table)
            if friend:
                self.act(friend, table)
            else:
                self.wait_for_action(table)

    def wait_for_action(self, table: Json) -> None:
        """Wait until somebody has acted at this table."""
        self.guest.wait(lambda now: now["turn"] > table["turn"])

    def act(self, friend: Friend, table: Json) -> None:
        """Let the person whose turn it is act by a seeded rule."""
        friend.shows(table["number"])
        view = table["view"]
        if view["phase"] == "play":
            friend.lead_or_follow(self.rng.choice)
        elif view["phase"] == "exchange":
            friend.discard()
        elif view["phase"] == "bidding":
            wants = view["must"] or friend.name == self.bidder
            friend.call("dobbm" if wants else "weiter")
        else:
            doubles, self.doubles = self.doubles, False
            friend.call("schwacher" if doubles else "gut")
        self.wait_for_action(table)

    def play_until_turn_of(self, friend: Friend) -> Json:
        """Play until this person is to play a card."""
        return self.play(lambda table: in_play(table) and self.to_act(table) is friend)

    def ask_all(self, asking: Friend, entry: str, *, agree: bool = True) -> None:
        """Let a person ask the others by the menu; all agree, or the first one declines."""
        asking.entry(entry)
        others = [one for one in self.seated() if one is not asking]
        for one in others:
            button = one.button("Agree" if agree else "Decline", exact=True)
            button.wait_for()
            one.press(button)
            if not agree:
                break
        self.guest.wait(lambda table: not table["question"])

    def claim_what_is_left(self) -> None:
        """Play on until somebody may claim the rest with the consent of all, and let it happen."""
        while self.play(lambda table: in_play(table) and self.may_claim()):
            table = self.see()
            if table["stage"] != "playing":
                return
            asking = self.to_act(table)
            asking.shows(table["number"])
            asking.legal.first.wait_for()
            asking.entry("The rest is mine")
            self.guest.wait(lambda now: now["question"] or now["stage"] != "playing")
            if self.see()["question"]:
                others = [one for one in self.seated() if one is not asking]
                for one in others:
                    one.press(one.button("Agree", exact=True))
            self.guest.wait(lambda now: now["stage"] != "playing")

    def may_claim(self) -> bool:
        deal = self.deal()
        try:
            assert deal.to_act is not None
            play_out(deal, deal.to_act)
        except DobbmError:
            return False
        return True

    # -- between two deals --------------------------------------------------------------------

    def compare_results(self) -> None:
        """Check that all pages show the result and the ledger of the server; keep the result."""
        table = self.see()
        payments, ledger = table["view"]["result"]["payments"], table["ledger"]
        names = [seat["name"] for seat in table["seats"]]
        played = [seat["name"] for seat in table.get("held") or table["seats"]]
        for friend in self.seated(table):
            friend.between.wait_for()
            columns, below = figures(friend)
            for seat, name in enumerate(names):
                if name and name == played[seat]:
                    assert columns[name] == [payments[seat], ledger[seat]], friend.name
                elif name:
                    assert below[name] == [ledger[seat]], friend.name
            settled = [[one["amount"]] for one in table["settled"]]
            gone = [amounts for row, amounts in below.items() if row not in names]
            assert gone == settled, friend.name
        self.results.append(dict(zip(names, payments, strict=True)))

    def next_deal(self, *, bidder: Friend | None = None, doubles: bool = False) -> None:
        """Let everybody ask for the next deal, and wait until its cards are dealt."""
        number = self.see()["deal"]
        for friend in self.seated():
            friend.press(friend.button("Next deal"))
        self.guest.wait(lambda table: table["stage"] == "playing" and table["deal"] > number)
        self.bidder = bidder.name if bidder else None
        self.doubles = doubles

    def anybody_but(self, *others: Friend) -> Friend:
        """Return somebody who holds cards, by lot."""
        return self.rng.choice([friend for friend in self.active() if friend not in others])


def in_play(table: Json) -> bool:
    return bool(table["view"]["phase"] == "play")


def database(folder: Path) -> str:
    return f"sqlite:///{folder}/tables.sqlite"


@pytest.fixture
def party(come: Come, tmp_path: Path) -> Iterator[tuple[Party, Server, Hole]]:
    options = ("--bot-seconds", "0.02")
    with (
        SeededServer(database(tmp_path), tmp_path / "log", *options) as server,
        hole_before(server) as hole,
    ):
        party = Party(come, server, tmp_path)
        yield party, server, hole
        for number, friend in enumerate(party.friends):
            party.photograph(friend, f"last-{number}")
            friend.open("")
            friend.part()


def test_an_evening_with_friends(party: tuple[Party, Server, Hole]) -> None:
    table, server, hole = party
    resi, others = arrive(table, server, hole)
    long, sakura, odd, jose = others
    talk(table)

    # Nobody bids; then somebody needs more time.
    table.play()
    table.compare_results()
    resi.press(resi.button("More time"))
    jose.says("{name} needs more time: the next deal waits for 30 seconds.", name=RESI)

    # A Dobbm with a Schwacher, a take-back, a claim that is refused and one that is granted.
    table.next_deal()
    table.bidder, table.doubles = table.anybody_but(odd).name, True
    take_back(table)
    refuse_a_claim(table)
    table.claim_what_is_left()
    table.compare_results()
    look_back(table, sakura)

    # The network of one person is down for a while; who is on holiday puts the phone away.
    table.bidder = table.anybody_but(odd).name
    away = table.on_holiday()
    table.play_until_turn_of(odd)
    away.open("")
    play_offline(table, odd)
    for _ in range(2):
        table.play_until_turn_of(odd)
        table.act(odd, table.see())
    come_back(table, away)
    table.play()
    table.compare_results()

    # The network swallows everything; somebody goes on with another device.
    table.next_deal()
    table.bidder = table.anybody_but(odd).name
    table.play_until_turn_of(odd)
    play_into_a_black_hole(table, odd, hole)
    change_device(table, jose, server)
    table.claim_what_is_left()
    table.compare_results()

    # The network is slow.
    table.next_deal()
    table.bidder = table.anybody_but(odd).name
    hole.delay = LATENCY
    table.play()
    hole.delay = 0.0
    table.compare_results()

    # Somebody leaves, and somebody else comes.
    table.next_deal()
    table.bidder = table.anybody_but(odd).name
    replace(table, long, server)
    table.compare_results()

    # The Mußrunde.
    agree_on_the_mussrunde(table)
    for deal in range(5):
        table.next_deal()
        table.doubles = deal == 1
        if deal:
            table.claim_what_is_left()
        else:
            table.play()
        if deal < 4:
            table.compare_results()
    end(table)


# -- the parts of the evening -----------------------------------------------------------------


def arrive(party: Party, server: Server, hole: Hole) -> tuple[Friend, list[Friend]]:
    """The host opens a table, the friends follow the link, and all are ready."""
    here = server.address
    resi = party.arrive(Touching, PHONE, RESI, "de", here, name=RESI)
    resi.open()
    resi.press(resi.button("Invite friends"))
    resi.label("5 (dealer on holiday)").check()
    resi.label("Reserve time per deal").select_option("300")
    resi.press(resi.button("Open the table"))
    link = resi.page.locator(".link")
    link.wait_for(state="attached")
    party.link = link.text_content() or ""
    party.guest = Guest(server, party.link.rpartition("/")[2])
    friends = [
        party.arrive(Friend, DESK, LONG, "de", here),
        party.arrive(Touching, PHONE, SAKURA, "ja", here),
        party.arrive(Touching, TABLET, ODD, "en", hole.address),
        party.arrive(Friend, DESK, JOSE, "en", here, motion=True, stay=1.4),
    ]
    for friend in friends:
        party.follow_the_link(friend)
        friend.label("Your name at the table").fill(friend.name)
        friend.press(friend.button("Sit down", exact=True))
        friend.button("I am ready").wait_for()
    swap = resi.words("Change places with the next seat: {name}", name=LONG)
    resi.press(resi.button(resi.words("Rearrange")))
    since = time.time()
    resi.press(resi.button(swap))
    resi.noted("said", SAKURA, since)
    resi.press(resi.button(resi.words("Done")))
    resi.press(resi.button("Change the rules"))
    resi.label("Price of a Match in Schilling").fill("40")
    dialog = resi.page.get_by_role("dialog")
    resi.press(dialog.get_by_role("button", name=resi.words("Change the rules")))
    party.photograph(resi, "waiting")
    for friend in party.seated():
        rules = friend.words("a Match costs {match}", match=40)
        friend.says("The host has changed the house rules: {rules}.", rules=rules)
        friend.press(friend.button("I am ready"))
    party.guest.wait(lambda table: table["stage"] == "playing")
    return resi, friends


def talk(party: Party) -> None:
    """People write, say a phrase, and one is muted."""
    resi, jose, sakura = (party.person(name) for name in (RESI, JOSE, SAKURA))
    sakura.press(sakura.page.locator(".talking"))
    sakura.press(sakura.label("Mute {name}", name=JOSE))
    expect(sakura.label("Mute {name}", name=JOSE)).to_be_checked()
    sakura.escape()
    party.muted.add((SAKURA, JOSE))
    lines = ("Griaß enk! <i>Wia geht's?</i>", "Qué tal, %s {name}?", "こんばんは")
    for friend, text in zip((resi, jose, sakura), lines, strict=True):
        friend.press(friend.page.locator(".talking"))
        friend.page.locator(".write input").fill(text)
        friend.page.keyboard.press("Enter")
        expect(friend.page.locator(".texts li").last).to_contain_text(text)
        friend.escape()
        party.texts.append(text)
    jose.press(jose.page.locator(".talking"))
    jose.press(jose.button(re.compile("^Guate Karten!")))
    resi.hears("José Ñandú: Guate Karten!")
    party.photograph(resi, "talk")


def take_back(party: Party) -> None:
    """Somebody takes back the first card of the deal; all agree."""
    table = party.play(in_play)
    asking = party.to_act(table)
    party.act(asking, table)
    asking.shows(party.see()["number"])
    party.ask_all(asking, "Take back")
    party.guest.wait(lambda now: now["view"]["to_act"] == table["view"]["to_act"])


def refuse_a_claim(party: Party) -> None:
    """The declarer claims the rest, and somebody does not believe it."""
    table = party.see()
    asking = party.to_act(table)
    asking.shows(table["number"])
    party.ask_all(asking, "The rest is mine", agree=False)
    asking.says("The table did not agree.")


def look_back(party: Party, friend: Friend) -> None:
    """Somebody looks back at the deal, and is called when the next one begins."""
    friend.press(friend.page.get_by_role("link", name=friend.words("Look back at the deal")))
    strip = friend.page.locator(".r-summons")
    strip.wait_for()
    since = time.time()
    party.next_deal()
    strip.get_by_role("link").wait_for()
    calls = [
        friend.words(why) for why in ("The next deal has begun.", "It is your turn at the table.")
    ]
    assert any(one.value in calls for one in friend.notes if one.at > since), "nobody calls"
    party.photograph(friend, "called")
    friend.press(strip.get_by_role("link"))
    friend.hand.or_(friend.page.locator(".own.holiday")).first.wait_for()


def play_offline(party: Party, odd: Friend) -> None:
    """A card is played without a network, and arrives when the network is back."""
    others = [one for one in party.seated() if one is not odd and one.page.url != "about:blank"]
    table = party.see()
    odd.shows(table["number"])
    with odd.outage():
        down = time.time()
        odd.context.set_offline(offline=True)
        odd.lead_or_follow(party.rng.choice)
        is_known_to_be_lost(party, odd, others, down)
        odd.page.wait_for_function("until => Date.now() / 1000 > until", arg=down + OFFLINE)
        odd.context.set_offline(offline=False)
    is_connected_again(party, odd, others, down, table)


def play_into_a_black_hole(party: Party, odd: Friend, hole: Hole) -> None:
    """A card is played while the network swallows everything, and arrives later."""
    others = [one for one in party.seated() if one is not odd]
    table = party.see()
    odd.shows(table["number"])
    with odd.outage():
        down = time.time()
        hole.open.clear()
        odd.lead_or_follow(party.rng.choice)
        is_known_to_be_lost(party, odd, others, down)
        party.photograph(odd, "black-hole")
        hole.open.set()
    is_connected_again(party, odd, others, down, table)


def is_known_to_be_lost(party: Party, odd: Friend, others: list[Friend], down: float) -> None:
    """Check that the person knows soon that the connection is lost, and then the others."""
    banner = odd.noted("banner", True, down) - down
    lost = [one.noted("said", lost_text(one, odd), down) - down for one in others]
    print(f"banner after {banner:.1f} s, the others after {max(lost):.1f} s", file=sys.stderr)
    assert banner < 5.0
    assert max(lost) < KNOWN
    party.photograph(others[0], "connection-lost")


def lost_text(friend: Friend, odd: Friend) -> str:
    text = "{name}: connection lost. The clock waits for up to {seconds} seconds."
    return friend.words(text, name=odd.name, seconds=30)


def is_connected_again(
    party: Party, odd: Friend, others: list[Friend], down: float, table: Json
) -> None:
    """Check that the card has arrived, that everybody knows, and that no bot has acted."""
    back = time.time()
    party.wait_for_action(table)
    assert odd.noted("said", odd.words("Your move has arrived."), down) - back < 5.0
    odd.noted("banner", False, down)
    again = [
        one.noted("said", one.words("{name} is connected again.", name=odd.name), down) - back
        for one in others
    ]
    print(f"connected again: {max(again):.1f} s", file=sys.stderr)
    assert max(again) < 5.0
    assert party.see()["seats"][party.see()["view"]["steps"][-1]["seat"]]["stood_in"] is None
    odd.forgive("^Failed to load resource: net::ERR")


def come_back(party: Party, friend: Friend) -> None:
    """The phone was put away; its page says what has happened meanwhile."""
    party.follow_the_link(friend)
    list_ = friend.page.locator(".meanwhile li")
    expect(list_).not_to_have_count(0)
    party.photograph(friend, "meanwhile")
    friend.press(friend.button("OK", exact=True))


def change_device(party: Party, jose: Friend, server: Server) -> None:
    """A person goes on with a phone; the desktop only watches from then on."""
    jose.entry("Continue on another device")
    link = jose.page.locator("dialog .link")
    link.wait_for()
    code = link.inner_text().partition("#")[2]
    phone = party.arrive(Touching, PHONE, JOSE, "en", server.address)
    party.follow_the_link(phone, f"#{code}")
    phone.says("Your seat is on this device now.")
    jose.says("Your seat has moved to another device.")
    party.photograph(phone, "other-device")
    jose.open("")


def replace(party: Party, long: Friend, server: Server) -> None:
    """Somebody leaves in the middle of a deal; somebody else takes the seat after it."""
    party.play(in_play)
    owed = party.see()["ledger"]
    seat = [one["name"] for one in party.see()["seats"]].index(LONG)
    long.entry("Stand up: a bot takes over")
    long.press(long.button("Stand up", exact=True))
    long.says("A bot has your seat now. Between two deals, you can sit down again.")
    late = party.arrive(Touching, PHONE, LATE, "ja", server.address)
    party.follow_the_link(late)
    late.press(late.button("Take a seat"))
    late.label("Your name at the table").fill(LATE)
    late.press(late.page.get_by_role("dialog").locator(".who li.bot button"))
    late.sees(late.words("You sit down when this deal is over."))
    long.open("")
    party.play()
    table = party.guest.wait(lambda now: now["seats"][seat]["name"] == LATE)
    late.shows(table["number"])
    paid = table["view"]["result"]["payments"][seat]
    assert {"name": LONG, "amount": owed[seat] + paid, "bot": False} in table["settled"]
    assert table["ledger"][seat] == 0
    party.photograph(late, "seat-taken")


def agree_on_the_mussrunde(party: Party) -> None:
    for friend in party.seated():
        asks = friend.page.locator(".asks")
        friend.press(asks.get_by_role("button", name=friend.words("Mußrunde")))
        with friend.sends("/mussrunde"):
            friend.press(friend.button("Agreed", exact=True))
    party.guest.wait(lambda now: now["mussrunde_left"] == 5)


def end(party: Party) -> None:
    """The session is over: compare everything."""
    table = party.guest.wait(lambda now: now["stage"] == "over")
    standing = sorted([*table["ledger"], *[one["amount"] for one in table["settled"]]])
    for friend in party.seated():
        sums = friend.page.locator(".final tbody td")
        sums.first.wait_for()
        assert sorted(amount(text) for text in sums.all_inner_texts()) == standing
    party.photograph(party.friends[0], "over")
    names = [seat["name"] for seat in table["seats"]]
    party.results.append(dict(zip(names, table["view"]["result"]["payments"], strict=True)))
    for friend in party.seated():
        friend.shows(table["number"])
        assert friend.faults == []
    happened, people = party.moments()
    report = Report(happened, people, party.texts, party.muted)
    for friend in party.friends:
        report.add(friend)
    print(table_of_delays(report.delays), file=sys.stderr)
    assert report.faults == [], "\n".join(report.faults)
    assert any(isinstance(one.event, Claimed) and not one.event.proved for one in happened)
    assert sum(isinstance(one.event, Wrote) for one in happened) == len(party.texts)
    is_exported(party)


def is_exported(party: Party) -> None:
    """Check that the records of all deals are those that the pages have shown."""
    export = [*DOBBM, "export", "--database", database(party._folder)]
    lines = subprocess.run(export, check=True, capture_output=True, text=True).stdout.splitlines()
    records = [json.loads(line) for line in lines]
    payments = [[*settle(from_record(record)).payments] for record in records]
    assert payments == [[*result.values()] for result in party.results]
