"""Whole deals and sessions, played through the page in every way there is."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.people import DESK, PHONE, Fingers, Keys, Listener, Person, Size
from web.serving import waiting

WAYS = [(Person, DESK), (Fingers, PHONE), (Keys, DESK)]
LONG = bool(os.environ.get("DOBBM_LONG"))
YOUR_MOVE = ("Your turn", "You have taken up")


@pytest.mark.parametrize(("kind", "size"), WAYS)
def test_a_deal(come: Come, kind: type[Person], size: Size) -> None:
    person = come(kind, size)
    person.sit_down_with_bots()
    person.play_deal()
    story = person.story()
    assert story["view"]["result"]
    assert person.payments() == story["view"]["result"]["payments"]
    person.go_on()
    assert person.story()["deal"] == 2


def test_a_deal_by_listening_only(come: Come) -> None:
    """Nothing but the accessibility tree and what is announced."""
    person = come(stay=0.5, motion=True)
    person.open()
    listener = Listener(person)
    listener.press("Play now")
    for line in listener.listen():
        if re.search("Nobody has bid|won with|lost with|a draw with", line):
            break
        if not any(move in line for move in YOUR_MOVE):
            continue
        if "to bid" in line:
            bid_what_may_be_bid(listener)
        elif "gut, or double" in line:
            listener.press("gut")
        elif "lay four cards away" in line:
            plain = [card for card in told_cards(line) if not card.startswith("Sow")]
            for card in plain[:4]:
                listener.press(card)
            listener.press("i lig")
        else:
            listener.press(told_cards(line)[0])
    result = person.story()["view"]["result"]
    assert any(node.name for node in listener.nodes("heading"))
    listener.press("Next deal")
    assert result["payments"][0] == 0 or sum(result["payments"]) == 0


def bid_what_may_be_bid(listener: Listener) -> None:
    """A Dobbm, or else what lets others play."""
    words = ("i dob", "spiel zu", "weiter")
    for _ in waiting():
        names = [node.name for node in listener.nodes("button")]
        word = next((word for word in words if any(name.startswith(word) for name in names)), None)
        if word:
            listener.press(word)
            return
    raise AssertionError("nothing may be said")


def told_cards(line: str) -> list[str]:
    """The cards that a sentence tells the person to hold: "you hold A, B, and C"."""
    told = re.search(r"ou hold ([^.]*)\.[^.]*$|you hold ([^.]*)\.", line)
    assert told, line
    together = (told[1] or told[2]).replace("Weli, the", "Weli the")
    cards = re.split(r", and | and |, ", together)
    return [card.replace("Weli the", "Weli, the") for card in cards]


@pytest.mark.skipif(not LONG, reason="a session takes minutes")
@pytest.mark.parametrize(("kind", "size"), WAYS)
def test_a_session_with_its_mussrunde(come: Come, kind: type[Person], size: Size) -> None:
    person = come(kind, size)
    person.sit_down_with_bots()
    person.play_deal()
    person.press(person.button("Mußrunde"))
    for _ in range(40):
        person.go_on()
        person.play_deal()
        if person.story()["stage"] == "over":
            break
    person.sees("The session is over")
    assert person.story()["session"] == 1
    person.go_on()
    assert person.story()["session"] == 2


def test_five_people_at_one_table(come: Come) -> None:
    names = ["Vroni", "Lois", "Moidl", "Hias", "Sepp"]
    people = [come(size=PHONE if name == "Lois" else DESK, name=name) for name in names]
    first = people[0]
    first.open()
    first.press(first.button("Invite friends"))
    first.page.get_by_label("Players").select_option("5")
    first.press(first.button("Open the table"))
    link = first.page.get_by_role("link", name=f"{first.address}/t/").get_attribute("href")
    assert link
    for guest, name in zip(people[1:], names[1:], strict=True):
        guest.open(link)
        expect(guest.page.get_by_label("Your name")).to_have_value(name)
        guest.press(guest.button("Sit down"))
    for person in people:
        person.page.get_by_role("heading", name="The table").wait_for()
    on_holiday = people[first.wait(lambda story: story["view"])["view"]["dealer"]]
    on_holiday.sees("You are on holiday in this deal.")
    while not all(person.is_between for person in people):
        for person in people:
            if person.may_act:
                person.act()
    told = [person.payments() for person in people]
    assert told == [told[0]] * 5
    assert sum(told[0]) == 0
    for person in people:
        person.press(person.between)
    for person in people:
        expect(person.between).to_have_count(0)
    assert {person.story()["deal"] for person in people} == {2}
