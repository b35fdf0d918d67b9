"""A person who was away hears what has happened, and can ask how the game stands at any time."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.deals import PAIR, WON
from browser.people import Person
from browser.test_calling import DEVICE
from browser.windows import DESK, PHONE, Size
from dobbm.table.events import StoodIn


def happened(person: Person) -> Locator:
    """Return the list of what has happened meanwhile."""
    return person.page.get_by_role("region", name="Meanwhile:").get_by_role("listitem")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_who_comes_back_to_the_bidding_hears_every_word(come: Come, size: Size) -> None:
    """A bot has bid for Lois, who had turned off the phone."""
    table = PAIR.at("bidding")
    lois = come(size=size, table=table, seat=1)
    lois.open("")
    table.happen(StoodIn(table.evening.now, 1, "gone"))
    table.play("weiter", "dobbm", "weiter")
    lois.open(f"/t/{table.id}")
    expect(happened(lois)).to_have_text(
        [
            "Said for you: i dob (bids a Dobbm).",
            "Vroni: weiter (passes).",
            re.compile(r"^.*: spiel zu \(accepts the Dobbm\)\.$"),
            re.compile(r"^It is the turn of .*\.$"),
        ]
    )
    lois.hears("Meanwhile: Said for you: i dob")
    lois.press(lois.button("OK"))
    expect(happened(lois)).to_have_count(0)


def test_who_comes_back_to_the_play_hears_the_game_and_the_tricks(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table)
    person.open("")
    table.play(*WON.cards.split()[:9])
    person.open(f"/t/{table.id}")
    expect(happened(person)).to_have_text(
        [
            "Played for you: Sow of acorns and Seven of acorns.",
            "2 tricks have been taken.",
            re.compile("^The trick goes to"),
            re.compile(r"^You play: Dobbm and Schwacher\. Trick 3 of 8\. "),
        ]
    )


def test_a_deal_that_has_ended_meanwhile_is_reported_with_its_payment(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table)
    person.open("")
    table.play(*WON.cards.split())
    person.open(f"/t/{table.id}")
    expect(happened(person).first).to_have_text(
        "1 deal has ended. Your total has changed by +12 Schilling."
    )


def test_a_reload_without_news_reports_nothing(come: Come) -> None:
    person = come(table=WON.at("play"))
    person.play("AS")
    person.page.reload()
    person.is_up_to_date()
    expect(happened(person)).to_have_count(0)


def test_who_looks_at_the_page_again_is_told_only_if_it_was_much(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table, script=DEVICE, calls=[])
    person.play("AS")
    person.page.evaluate("look(true)")
    table.play("AO", "A9", "A6")
    person.is_up_to_date()
    person.page.evaluate("look(false)")
    expect(happened(person)).to_have_count(0)
    person.page.evaluate("look(true)")
    table.play("A7", "AT", "AK", "HS", "LS")
    person.is_up_to_date()
    person.page.evaluate("look(false)")
    expect(happened(person).first).to_have_text("Played for you: Seven of acorns.")
    with person.sends("/actions"):
        person.press(person.legal.first)
    expect(happened(person)).to_have_count(0)


def test_a_restored_connection_says_what_was_missed(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table, timed=True)
    assert person.network
    person.network.cut()
    table.play("AS", "AO", "A9", "A6")
    full = table.number
    table.play("A7")
    person.network.mend()
    person.page.clock.run_for(600)
    person.is_at(full)
    person.page.clock.run_for(2500)
    person.is_up_to_date()
    expect(happened(person).first).to_contain_text("Played for you: Sow of acorns")
    person.complaints.clear()  # the browser complains about the lost connection


def test_keys_and_the_menu_answer_how_the_game_stands(come: Come) -> None:
    person = come(table=WON.at("play", 9))
    answers = {
        "g": r"You play: Dobbm and Schwacher\. Trick 3 of 8\.",
        "h": "You hold .*Unter of bells",
        "t": r"In the trick: .*It counts \d+ points?\.",
        "s": "Schilling won so far: Vroni 0",
    }
    for key, answer in answers.items():
        person.page.keyboard.press(key)
        person.hears(re.compile(answer))
    person.press(person.button("Menu"))
    person.press(person.button("How does the game stand?"))
    dialog = person.page.get_by_role("dialog", name="How does the game stand?")
    for answer in answers.values():
        expect(dialog).to_contain_text(re.compile(answer))


def test_the_cards_taken_up_are_spoken(come: Come) -> None:
    person = come(table=WON.at("exchange"))
    dobb = person.table.view()["dobb"]
    assert len(dobb) == 4
    person.hears(re.compile(r"You have taken up the Dobb, \S.*: discard four cards"))


def test_the_final_standing_is_spoken(come: Come) -> None:
    table = WON.at("play", 31)
    person = come(table=table)
    table.evening.vote("end")
    table.publish()
    person.play("HT")
    person.hears(re.compile(r"The session is over: Vroni \+12"))
