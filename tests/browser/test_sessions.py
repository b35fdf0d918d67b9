"""Whole sessions, played through the page in every way there is."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.people import DESK, PHONE, Fingers, Keys, Listener, Person, Size
from web.serving import waiting

WAYS = [(Person, DESK), (Fingers, PHONE), (Keys, DESK)]
YOUR_MOVE = ("Your turn", "You have taken up")
DEALS = 5
"""One, after which the Mußrunde is agreed, and the four of the Mußrunde."""
QUICK = 0.02
"""Seconds that a trick rests, so that a whole session takes no longer than a deal of people."""


@pytest.mark.parametrize(("kind", "size"), WAYS)
def test_a_session_with_its_mussrunde(come: Come, kind: type[Person], size: Size) -> None:
    person = come(kind, size, stay=QUICK)
    person.sit_down_with_bots()
    for number in range(1, DEALS):
        person.play_deal()
        story = person.story()
        assert (story["stage"], story["deal"]) == ("between", number)
        assert person.payments() == story["view"]["result"]["payments"]
        if number == 1:
            person.press(person.button("Mußrunde"))
            person.press(person.button("Agreed"))
            expect(person.button("Mußrunde")).to_have_count(0)
        person.go_on()
        assert person.story()["view"]["must"]
    person.play_deal()
    is_over(person)
    person.go_on()
    assert person.story()["session"] == 2


def is_over(person: Person) -> None:
    """See that the session is over, and that the page tells who has won what in all of it."""
    story = person.wait(lambda story: story["stage"] == "over")
    assert (story["session"], story["deal"]) == (1, DEALS)
    person.sees("The session is over")
    told = person.page.locator(".standing li").all_inner_texts()
    amounts = [int(text.split()[-1].replace("−", "-").replace(",", "")) for text in told]
    assert amounts == sorted(story["ledger"], reverse=True)


def test_a_session_by_listening_only(come: Come) -> None:
    """Nothing but the accessibility tree and what is announced."""
    person = come(stay=QUICK, motion=True)
    person.open()
    listener = Listener(person)
    listener.press("Play now")
    lines = listener.listen()
    for number in range(1, DEALS):
        play_what_is_heard(listener, lines)
        if number == 1:
            listener.press("Mußrunde")
            listener.press("Agreed")
        listener.press("Next deal")
    play_what_is_heard(listener, lines)
    is_over(person)
    assert "The session is over" in [node.name for node in listener.nodes("heading")]
    listener.press("Another session")
    person.wait(lambda story: story["session"] == 2)


def play_what_is_heard(listener: Listener, lines: Iterator[str]) -> None:
    """Play a deal to its end."""
    for line in lines:
        if re.search("Nobody has bid|won with|lost with|a draw with", line):
            return
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


def test_five_people_at_one_table(come: Come) -> None:
    names = ["Vroni", "Lois", "Moidl", "Hias", "Sepp"]
    sizes = {"Lois": PHONE}
    people = [come(size=sizes.get(name, DESK), name=name, stay=QUICK) for name in names]
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
