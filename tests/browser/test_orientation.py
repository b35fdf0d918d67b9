"""A person who was away hears what has happened, and can ask how the game stands at any time."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Come
from browser.deals import PAIR, SURE, WON
from browser.people import Person
from browser.test_calling import DEVICE
from browser.windows import DESK, PHONE, Size
from dobbm.ai.claims import play_out
from dobbm.table import commands
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
            "A bot said for you: i dob (bids a Dobbm).",
            "Vroni: weiter (passes).",
            re.compile(r"^.*: spiel zu \(accepts the Dobbm\)\.$"),
            re.compile(r"^It is the turn of .*\.$"),
        ]
    )
    lois.hears("Meanwhile: A bot said for you: i dob")
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
            "You played in another window: Sow of acorns and Seven of acorns.",
            "2 tricks have been taken.",
            re.compile("^The trick goes to"),
            re.compile(r"^You play: Dobbm and Schwacher\. Trick 3 of 8\. "),
        ]
    )


def test_it_says_what_a_bot_has_played(come: Come) -> None:
    table = WON.at("play")
    person = come(table=table)
    person.play("AS")
    person.open("")
    table.happen(StoodIn(table.evening.now, 0, "gone"))
    table.play("AO", "A9", "A6", "A7")
    person.open(f"/t/{table.id}")
    expect(happened(person).first).to_have_text("A bot played for you: Seven of acorns.")


def test_it_says_that_a_plan_was_carried_out(come: Come) -> None:
    """A bot has stood in only after that."""
    table = WON.at("play", 1, seat=None)
    person = come(table=table)
    with person.sends("/plan"):
        person.press(person.card("A7"))
    person.open("")
    table.play("AO", "A9", "A6", "A7", "AT", "AK", "HS")
    table.happen(StoodIn(table.evening.now, 0, "gone"))
    table.play("LS", "H6", "L9", "L6", "A8")
    person.open(f"/t/{table.id}")
    lines = [
        "A bot played for you: Six of hearts and Eight of acorns.",
        "Played as you had planned: Seven of acorns.",
    ]
    for at, line in enumerate(lines):
        expect(happened(person).nth(at)).to_have_text(line)


def test_the_server_may_have_played_the_only_legal_card(come: Come) -> None:
    table = WON.at("play")
    table.preferences[0] = {"forced": True}
    person = come(table=table)
    person.play("AS")
    person.open("")
    table.play("AO", "A9", "A6", "A7")
    person.open(f"/t/{table.id}")
    expect(happened(person).first).to_have_text(
        "Played in another window or automatically: Seven of acorns."
    )


def test_the_rest_of_a_claimed_deal_was_played_by_nobody(come: Come) -> None:
    table = SURE.at("play", 20)
    person = come(table=table)
    person.open("")
    deal = table.evening.deal
    table.do(commands.Claim, 0, play_out(deal, 0), table.evening.table.turn)
    person.open(f"/t/{table.id}")
    expect(happened(person).first).to_contain_text("1 deal has ended.")
    assert not [line for line in happened(person).all_inner_texts() if "layed" in line]


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
    expect(happened(person).first).to_have_text("You played in another window: Seven of acorns.")
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
    expect(happened(person).first).to_contain_text("You played in another window: Sow of acorns")
    person.forgive_requests()


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


def test_a_table_that_all_have_left_says_that_it_waits(come: Come) -> None:
    table = PAIR.at("play")
    for seat in (0, 1):
        table.happen(StoodIn(table.evening.now, seat, "clock"))
    vroni = come(table=table)
    vroni.sees("Nobody is playing: the table waits until somebody is back.")
    expect(vroni.page.get_by_text("bot stands in")).to_have_count(0)
    expect(vroni.button("Fast-forward")).to_have_count(0)
    with vroni.sends("/back"):
        vroni.press(vroni.button("Resume playing"))
    expect(vroni.page.get_by_text("Nobody is playing")).to_have_count(0)


def test_the_list_says_whose_turn_it_is_now(come: Come) -> None:
    """Not whose turn it was when the person came back."""
    table = WON.at("bidding")
    person = come(table=table)
    assert person.network
    person.network.cut()
    table.play(*WON.actions[:9])
    person.network.mend()
    expect(happened(person).last).to_contain_text("It is the turn of")
    table.play(*WON.actions[9:11])
    expect(happened(person).last).to_have_text(
        "You play: Dobbm and Schwacher. Trick 2 of 8. It is your turn."
    )
    person.forgive_requests()
