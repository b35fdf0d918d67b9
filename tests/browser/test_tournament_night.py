"""A night of a club in real browsers: four tables with the same cards, two come late, one goes."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Come, Founded
from browser.people import Fingers, Person
from browser.test_clubs import LOOK, add_member, is_inside, path_of
from browser.windows import DESK, PHONE
from server.friends import Friend
from server.serving import Server

pytestmark = pytest.mark.long

ROUNDS, DEALS = 6, 4
EARLY = ("Lois", "Moidl", "Sepp", "Hias", "Nandl", "Peter", "Anna")
MORE = ("Rosl", "Franz", "Maridl", "Sima", "Jörg", "Nanne")
LATE = ("Resi", "Toni")
PATIENT = 100
"""Looks in a row at which a page may leave open for whom it waits."""
LOOKS = 10
"""Looks at all pages between two at the tournament."""

PLAY = """
(goesOn) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const named = (text) => all("button").find((one) => one.textContent.trim().startsWith(text));
  const plain = all(".hand .toggles:not([data-card$=S]):not([aria-pressed=true])");
  const lie = named("i lig");
  const [call] = all("[role=group][aria-label='Possible calls'] button");
  const [card] = all(".hand .legal");
  const next = goesOn ? named("Next deal") : undefined;
  const press = lie && !lie.disabled ? lie : plain.at(-1) ?? call ?? card ?? next;
  press?.click();
  return {
    number: document.getElementById("page").dataset.number ?? "",
    acts: Boolean(press),
    told: all(".plate.turn, .own.turn, .countdown, .votes, dialog, a[href*='/c/']").length > 0,
    text: document.body.innerText,
  };
}
"""
"""Lets a page act if it can; returns what it says otherwise."""


class Night:
    """A tournament with everybody at a page of their own."""

    def __init__(self, host: Person, guest: Friend) -> None:
        self.host = host
        self.friend = guest
        self.people: dict[str, Person] = {"Vroni": host}
        self.club = path_of(host)

    def tournament(self) -> Any:
        return self.friend.ask("GET", "/tournament").json()["tournament"]

    def enter(self, name: str) -> None:
        person = self.people[name]
        to_club(person, self.club)
        person.press(person.button("I play").or_(person.button("I play from now on")).first)
        expect(person.button("I play no more")).to_be_visible()

    def sit(self, name: str) -> None:
        person = self.people[name]
        to_club(person, self.club)
        person.page.evaluate(LOOK)
        person.press(person.button(re.compile("To your seat|Take the seat of a bot")))
        person.page.wait_for_url("**/t/*")
        person.page.locator("#page[data-number]").wait_for()

    def draw(self, number: int) -> None:
        to_club(self.host, self.club)
        self.host.page.evaluate(LOOK)
        self.host.press(self.host.button(f"Draw round {number}"))
        self.host.sees(f"Round {number}")

    def play(self, deals: int = DEALS) -> None:
        """Play until all tables have finished so many deals."""
        puzzled: Counter[str] = Counter()
        shown: dict[str, str] = {}
        for look in count():
            for name, person in self.people.items():
                if "/t/" not in person.page.url:
                    continue
                found = person.page.evaluate(PLAY, deals == DEALS)
                is_told = found["acts"] or found["told"] or found["number"] != shown.get(name)
                puzzled[name] = 0 if is_told else puzzled[name] + 1
                shown[name] = found["number"]
                assert puzzled[name] < PATIENT, f"{name} waits for nobody: {found['text']}"
            if look % LOOKS == 0:
                tables = self.tournament()["rounds"][-1]["tables"]
                if all(one["over"] or one["deals"] >= deals for one in tables):
                    return


def to_club(person: Person, club: str) -> None:
    if not person.page.url.endswith(club):
        person.open(club)
    is_inside(person)


def lines(night: Night, table: str) -> Any:
    headers = {"Authorization": f"Bearer {night.friend.token}"}
    answer = night.friend.server.ask("GET", f"/api/v1/tables/{table}/deals", headers=headers)
    assert answer.is_success, answer.text
    return answer.json()


def test_nobody_waits_in_vain_and_the_standing_is_right(
    come: Come, founded: Founded, server: Server
) -> None:
    vroni = founded()
    club = path_of(vroni)
    member = vroni.page.evaluate(
        f"fetch('/api/v1{club.replace('/c/', '/clubs/')}/link').then((it) => it.json())"
    )
    night = Night(vroni, Friend(server, **member))
    links = {name: add_member(vroni, name) for name in (*EARLY, *MORE, *LATE)}
    for place, name in enumerate(links):
        kind, size = ((Fingers, PHONE), (Person, DESK))[place % 2]
        night.people[name] = come(kind, size, to=vroni.address)
        night.people[name].open(links[name])
        is_inside(night.people[name])
    vroni.press(vroni.button("A tournament"))
    dialog = vroni.page.get_by_role("dialog")
    dialog.get_by_label("Deals in each round").select_option(str(DEALS))
    dialog.get_by_label("All tables have the same cards").check()
    vroni.press(vroni.button("Open the tournament"))
    expect(vroni.page.get_by_role("heading", name="Tournament")).to_be_visible()
    for name in ("Vroni", *EARLY, *MORE):
        night.enter(name)
    playing = ["Vroni", *EARLY, *MORE]
    for number in range(1, ROUNDS + 1):
        night.draw(number)
        for name in playing:
            night.sit(name)
        if number == 1:
            night.play(deals=1)
            for name in LATE:
                night.enter(name)
                night.sit(name)
            playing += LATE
        night.play()
        if number == 3:
            gone = night.people["Nanne"]
            to_club(gone, club)
            gone.press(gone.button("I play no more"))
            gone.press(gone.page.get_by_role("dialog").get_by_role("button", name="Play no more"))
            expect(gone.button("I play from now on")).to_be_visible()
            playing.remove("Nanne")
    tournament = night.tournament()
    amounts: Counter[str] = Counter()
    compared: defaultdict[str, Fraction] = defaultdict(Fraction)
    for drawn in tournament["rounds"]:
        tables = [lines(night, one["table"]) for one in drawn["tables"]]
        assert {len(one) for one in tables} == {DEALS}
        for boards in zip(*tables, strict=True):
            for place, line in enumerate(boards):
                for seat, one in enumerate(line["seats"]):
                    if one["kind"] == "person":
                        others = [
                            it["payments"][seat] for at, it in enumerate(boards) if at != place
                        ]
                        amounts[one["name"]] += line["payments"][seat]
                        mean = Fraction(sum(others), len(others))
                        compared[one["name"]] += line["payments"][seat] - mean
    standing = {one["name"]: one for one in tournament["standing"]}
    assert {name: one["amount"] for name, one in standing.items()} == dict(amounts)
    assert all(
        abs(standing[name]["compared"] - float(one)) < 0.01 for name, one in compared.items()
    )
    to_club(vroni, club)
    vroni.press(vroni.button("End the tournament"))
    vroni.press(vroni.page.get_by_role("dialog").get_by_role("button", name="End the tournament"))
    vroni.sees("The draw and the cards can be checked")
