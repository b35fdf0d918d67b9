"""The end of a deal: all hands are open, and the next step is in sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from browser.conftest import Come
from browser.deals import CLAIM, PAIR, WON
from browser.live import LiveTable
from browser.looks import TOO_FINE, TOO_WIDE, violations
from browser.parts import missing
from browser.people import Fingers, Person
from browser.windows import DESK, PHONE, Size
from dobbm.game.cards import parse_cards, points
from dobbm.table import commands
from dobbm.table.events import Dealt, Sat, StoodIn
from table.driver import between, dealt, person_on
from tiers import only_long


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_end_of_a_deal_shows_all_hands_and_the_next_step(come: Come, size: Size) -> None:
    person = come(size=size, table=WON.done())
    expect(person.between).to_be_in_viewport(ratio=1)
    headings = person.page.locator(".dealt h4")
    expect(headings).to_have_text(
        [re.compile(one) for one in ("You", "Hias", "Moidl", "Sepp", "The Dobb", "Discarded")]
    )
    hands = person.page.locator(".dealt")
    for hand in hands.all()[:4]:
        cards = hand.locator(".card-image")
        expect(cards).to_have_count(8)
        lefts = cards.evaluate_all(
            "cards => cards.map((card) => card.getBoundingClientRect().left)"
        )
        assert lefts == sorted(lefts), "a hand is one fan"
    hands.last.scroll_into_view_if_needed()
    expect(person.between).to_be_in_viewport(ratio=1)


def test_the_declarer_comes_first_and_lost_cards_are_marked(come: Come) -> None:
    table = PAIR.done()
    person = come(table=table)
    first = person.page.locator(".dealt").first
    expect(first.locator("h4")).to_have_text(re.compile("Lois"))
    expect(first.locator(".declarer")).to_have_count(1)
    lost = {
        card
        for trick in table.view()["tricks"]
        for seat, card in zip(trick["seats"], trick["cards"], strict=True)
        if (seat == 1) != (trick["winner"] == 1)
    }
    marked = person.page.locator(".dealt .card-image.lost > .card")
    shown = marked.evaluate_all("cards => cards.map((card) => card.dataset.face)")
    assert set(shown) == lost


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_a_sign_says_that_more_lies_below_until_the_page_is_scrolled(
    come: Come, size: Size
) -> None:
    person = come(size=size, table=WON.done())
    expect(person.page.locator(".further span")).to_be_visible()
    person.page.locator(".dealt").last.scroll_into_view_if_needed()
    expect(person.page.locator(".further span")).to_be_hidden()


def follow_the_sign(person: Person, heading: str) -> None:
    sign = person.page.locator(".further > span")
    expect(sign).to_have_text(heading)
    person.press(sign)
    folded = person.page.get_by_role("group").filter(has_text=heading)
    expect(folded).to_have_attribute("open", "")


def test_the_sign_leads_to_what_decided_the_deal(come: Come) -> None:
    person = come(Fingers, PHONE, table=WON.done())
    follow_the_sign(person, "What decided the deal, and how you played")
    person.sees("decided it")


def test_after_a_session_the_sign_leads_to_ones_own_play(come: Come) -> None:
    table = PAIR.done()
    person = come(Fingers, PHONE, table=table)
    table.evening.vote("end")
    table.publish()
    follow_the_sign(person, "Your best deal, and your worst mistake")
    person.sees("Your worst mistake:")


def test_the_arithmetic_goes_from_the_cards_to_the_payment(come: Come) -> None:
    person = come(table=WON.done())
    person.press(person.page.get_by_text("How the payment is worked out"))
    steps = person.page.locator(".reckoning").get_by_role("listitem")
    expect(steps.first).to_have_text(re.compile(r"^In tricks \d+ \+ discarded \d+ = 62 points$"))
    expect(steps.last).to_have_text(re.compile(r"→\s\+12$"))


def test_the_points_of_both_sides_stand_against_the_sixty(come: Come) -> None:
    person = come(table=WON.done())
    tally = person.page.get_by_role("region", name="The tally")
    expect(tally).to_contain_text(re.compile(r"Vroni\s+62\s+The defenders\s+58"))
    filled, line = (box(tally.locator(f".bar-of-points {part}")) for part in ("i", "span"))
    assert 0 < filled["x"] + filled["width"] - (line["x"] + line["width"] / 2) < 20


def test_a_newcomer_reads_the_deal_as_that_of_those_who_played_it(come: Come) -> None:
    """The money belongs to Lois, who has left."""
    table = PAIR.done()
    table.evening.do(commands.Leave, 1)
    table.names[person_on(3)] = "Lena"
    table.evening.happen(Sat(table.evening.now, 1, person_on(3)))
    lena = come(table=table, seat=3)
    vroni = come(table=table, seat=0)
    for person, end in ((lena, "points."), (vroni, "points: your side won.")):
        expect(person.page.locator("#outcome")).to_have_text(f"Lois lost with 40 {end}")
        paid = person.page.get_by_role("table", name="In Schilling")
        expect(paid.get_by_role("columnheader").nth(1)).to_have_text(re.compile("Lois"))
        rows = [re.compile(one) for one in (r"^Lena\s*0$", r"^Lois \(has left\)\s*−60$")]
        expect(paid.locator(".gone")).to_have_text(rows)
    expect(lena.page.locator(".payment")).to_have_text("You begin at 0.")
    expect(vroni.page.locator(".payment")).to_have_text(re.compile("You receive"))


def box(found: Locator) -> FloatRect:
    place = found.bounding_box()
    assert place
    return place


def test_everybody_sees_who_pays_and_who_receives(come: Come) -> None:
    table = WON.done()
    person = come(table=table)
    paid = person.page.get_by_role("table", name="In Schilling")
    expect(paid.get_by_role("columnheader")).to_have_text(
        [re.compile(name) for name in ("Vroni", "Hias", "Moidl", "Sepp")]
    )
    for row in ("this deal", "total"):
        cells = paid.get_by_role("row", name=row).get_by_role("cell")
        expect(cells).to_have_text(["+12", "−4", "−4", "−4"])
    coins = person.page.locator(".coins svg").evaluate_all(
        "coins => coins.map(({ style }) => [style.getPropertyValue('--from'),"
        " style.getPropertyValue('--to')].map(Number))"
    )
    assert {(payer, receiver) for payer, receiver in coins} == {(1, 0), (2, 0), (3, 0)}


def test_the_most_valuable_cards_taken_from_the_other_side_are_shown(come: Come) -> None:
    table = WON.done()
    person = come(table=table)
    taken: dict[bool, list[tuple[int, str]]] = {True: [], False: []}
    for number, trick in enumerate(table.view()["tricks"], 1):
        for seat, card in zip(trick["seats"], trick["cards"], strict=True):
            worth = points(parse_cards(card))
            if worth and (seat == 0) != (trick["winner"] == 0):
                taken[trick["winner"] == 0].append(
                    (worth, f"{worth} {worth} points Trick {number}")
                )
    for mine, victim in ((True, "defenders"), (False, "declarer")):
        heading = f"Taken from the {victim}"
        shown = person.page.get_by_role("heading", name=heading).locator("xpath=..")
        dearest = sorted(taken[mine], key=lambda one: -one[0])[:3]
        expect(shown.get_by_role("listitem")).to_have_text([trick for _, trick in dearest])
        expect(shown.get_by_role("img")).to_have_count(len(dearest))


def animations(person: Person) -> set[str]:
    """Return the animations of the page by name, also those that are over."""
    names = "[...document.querySelectorAll('*')].map(one => getComputedStyle(one).animationName)"
    return set(", ".join(person.page.evaluate(names)).split(", "))


def test_counting_up_keeps_nobody_waiting(come: Come) -> None:
    person = come(table=WON.done(), motion=True)
    assert {"count", "pay"} <= animations(person)
    with person.sends("/next"):
        person.press(person.between)


def test_a_won_solo_and_a_schwacher_have_their_light(come: Come) -> None:
    won = CLAIM.at("play", 24)
    won.evening.play_out()
    solo, dobbm = come(table=won, motion=True), come(table=WON.done(), motion=True)
    assert "shine" in animations(solo)
    assert "shine" not in animations(dobbm)
    table = WON.at("doubling", seat=None)
    doubled = come(table=table, motion=True)
    expect(doubled.page.locator(".light")).to_have_count(0)
    table.play("schwacher")
    expect(doubled.page.locator(".light")).to_have_count(1)


def test_a_number_that_counts_up_never_breaks(come: Come) -> None:
    """On its way to a narrow 61 it passes a wide 40."""
    person = come(table=WON.done(), motion=True, language="ja")
    counted = person.page.locator(".counted").first
    assert counted.evaluate("one => getComputedStyle(one, '::after').whiteSpace") == "nowrap"


def test_without_motion_the_result_is_there_at_once(come: Come) -> None:
    person = come(table=WON.done())
    assert person.page.evaluate("document.getAnimations().length") == 0
    count = "element => getComputedStyle(element).getPropertyValue('--count')"
    assert person.page.locator(".counted").first.evaluate(count) == "62"


def test_the_replay_addresses_the_viewer(come: Come) -> None:
    person = come(table=WON.done(), name="Vroni")
    person.press(person.page.get_by_role("link", name="Look back at the deal"))
    seen = person.page.get_by_label("Visible cards").get_by_role("option")
    expect(seen).to_have_count(5)
    expect(seen.filter(has_text="What you knew")).to_have_count(1)
    expect(seen.filter(has_text="Vroni")).to_have_count(0)


def test_the_mussrunde_is_explained_before_it_is_agreed(come: Come) -> None:
    table = WON.done()
    person = come(size=PHONE, table=table)
    person.press(person.button("Mußrunde"))
    dialog = person.page.get_by_role("dialog", name="Mußrunde")
    expect(dialog).to_contain_text("begins with the next deal: 4 deals")
    expect(dialog).not_to_contain_text("everybody")
    person.press(person.button("Cancel"))
    assert table.requests == []
    person.press(person.button("Menu"))
    person.press(person.button("Ask for the Mußrunde"))
    with person.sends("/mussrunde"):
        person.press(person.button("Agreed"))
    assert table.snapshot(0)["mussrunde_left"] == 4
    expect(person.button("Mußrunde")).to_have_count(0)


def test_the_last_agreement_to_the_mussrunde_is_announced_to_all(come: Come) -> None:
    table = LiveTable(between(people=3))
    lois, moidl = (come(table=table, seat=seat) for seat in (1, 2))
    for seat in (1, 0, 2):
        table.do(commands.Vote, seat, "mussrunde")
    lois.hears("Moidl agrees too: the Mußrunde begins with the next deal.")
    moidl.hears("The Mußrunde begins with the next deal.")


def test_the_menu_says_that_somebody_has_asked_for_the_mussrunde(come: Come) -> None:
    table = LiveTable(between(people=2))
    table.do(commands.Vote, 1, "mussrunde")
    person = come(table=table)
    person.press(person.button("Menu"))
    expect(person.button("Agree to the Mußrunde")).to_be_visible()


def test_an_absence_makes_the_others_unanimous(come: Come) -> None:
    table = LiveTable(between(people=2))
    person = come(table=table)
    table.do(commands.Vote, 0, "mussrunde")
    table.happen(StoodIn(table.evening.now, 1, "clock"))
    person.hears("Lois is away. All have agreed: the Mußrunde begins with the next deal.")


def test_a_page_says_of_the_shuffle_only_what_its_reader_can_know(come: Come) -> None:
    """Moidl contributes and leaves, and Sepp is late."""
    table = LiveTable(between(people=4))
    vroni, guest = come(table=table, seat=0), come(table=table, seat=None)
    with vroni.sends("/shuffle"):
        table.go_on()
    for seat in (1, 2):
        table.do(commands.Contribute, seat, "5eed", None)
    table.do(commands.Leave, 2)
    table.evening.vote("next")
    table.happen(Dealt(table.evening.now, [3]))
    table.evening.play_out()
    table.publish()
    sepp = come(table=table, seat=3)
    for person, says, adds in (
        (vroni, "✓ The shuffle is verified", "The server committed to its part"),
        (guest, "The deck follows from its parts", "so it cannot know"),
        (sepp, "The deck follows from its parts, but yours was left out", "does not show you"),
    ):
        proof = person.page.locator("details").filter(has=person.page.locator(".proof"))
        expect(proof.locator("summary")).to_have_text(says)
        expect(proof).to_contain_text(adds)
        expect(proof.locator("li").filter(has_text="a person who has left: 5eed")).to_have_count(1)
        expect(proof.locator("li").filter(has_text="Lois: 5eed")).to_have_count(1)
        expect(proof).to_contain_text("Too late, and left out: Sepp")


def test_a_shuffle_that_could_not_be_checked_has_not_failed(come: Come) -> None:
    table = WON.at("play", 31)
    person = come(table=table)
    with missing(person, "shuffle.js", "no answer"):
        with person.page.expect_event("requestfailed"):
            table.evening.play_out()
            table.publish()
        proof = person.page.locator("details").filter(has=person.page.locator(".proof"))
        expect(proof.locator("summary")).to_have_text("Checking the shuffle …")


def test_between_two_deals_no_bot_plays_for_anybody(come: Come) -> None:
    table = LiveTable(between(people=2))
    table.happen(StoodIn(table.evening.now, 0, "clock"))
    person = come(table=table)
    person.sees("You count as away: a bot plays for you until you are back.")
    expect(person.page.get_by_text("a bot is playing for you")).to_have_count(0)
    with person.sends("/back"):
        person.press(person.button("I am back"))


def test_the_end_of_the_session_must_be_confirmed(come: Come) -> None:
    table = WON.done()
    person = come(size=PHONE, table=table)
    person.press(person.button("End the session"))
    dialog = person.page.get_by_role("dialog", name="End the session?")
    expect(dialog).to_contain_text("No more deals are played")
    expect(dialog).not_to_contain_text("everybody")
    person.press(person.button("Cancel"))
    assert table.requests == []
    person.press(person.button("End the session"))
    person.press(person.button("End it"))
    person.page.get_by_role("heading", name="Vroni wins").wait_for()
    expect(person.page.locator(".bar")).not_to_contain_text("Deal")


@pytest.mark.parametrize("size", [PHONE, *only_long(DESK)])
def test_the_next_deal_is_counted_down_and_anybody_may_ask_for_more_time(
    come: Come, size: Size
) -> None:
    table = LiveTable(between(people=2))
    person = come(size=size, table=table, timed=True)
    left = person.page.get_by_role("timer").filter(has_text="The next deal begins in")
    expect(left).to_have_text("The next deal begins in 0:30")
    person.page.clock.run_for(11_000)
    person.hears("The next deal begins in 20 seconds. You can ask for more time.")
    expect(left).to_have_text("The next deal begins in 0:19")
    table.evening.now += 11.0
    with person.sends("/delay"):
        person.press(person.button("More time"))
    expect(left).to_have_text("The next deal begins in 0:30")
    person.page.clock.run_for(1)
    person.hears("The next deal waits for 30 seconds.")
    table.do(commands.Delay, 1)
    person.page.clock.run_for(1)
    person.hears("needs more time: the next deal waits for 30 seconds.")


def test_against_bots_the_next_deal_waits(come: Come) -> None:
    person = come(table=WON.done())
    expect(person.between).to_be_visible()
    expect(person.button("More time")).to_have_count(0)
    expect(person.page.get_by_text("The next deal begins")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, *only_long(DESK)])
def test_who_looks_back_is_called_to_the_next_deal(come: Come, size: Size) -> None:
    table = LiveTable(between(people=2))
    person = come(size=size, table=table, path=f"/t/{table.id}/deals/1")
    strip = person.page.locator(".r-summons")
    expect(strip).to_contain_text("The next deal begins in 0:30")
    with person.sends("/delay"):
        person.press(person.button("More time"))
    with person.sends("/next"):
        person.press(person.button("Next deal"))
    expect(person.button("✓ Next deal")).to_be_visible()
    table.do(commands.Vote, 1, "next")
    table.evening.until_dealt()
    table.publish()
    person.hears("The next deal has begun")
    person.press(strip.get_by_role("link", name="To the table"))
    person.is_up_to_date()


def test_who_looks_back_can_agree_to_the_mussrunde(come: Come) -> None:
    table = LiveTable(between(people=2))
    person = come(table=table, path=f"/t/{table.id}/deals/1")
    strip = person.page.locator(".r-summons")
    expect(strip.get_by_role("button", name="Next deal")).to_be_visible()
    expect(person.button("Agree to the Mußrunde")).to_have_count(0)
    table.do(commands.Vote, 1, "mussrunde")
    person.press(person.button("Agree to the Mußrunde"))
    with person.sends("/mussrunde"):
        person.press(person.page.get_by_role("dialog").get_by_role("button").last)
    assert table.snapshot(0)["mussrunde_left"] == 4
    expect(person.button("Agree to the Mußrunde")).to_have_count(0)


def test_who_looks_back_hears_what_the_table_says(come: Come) -> None:
    table = LiveTable(between(people=3))
    person = come(table=table, timed=True, path=f"/t/{table.id}/deals/1")
    expect(person.page.locator(".r-summons")).to_be_visible()
    table.do(commands.Vote, 1, "next")
    person.hears("Lois is ready for the next deal.")
    person.page.clock.run_for(11_000)
    person.hears("The next deal begins in 20 seconds. You can ask for more time.")
    table.do(commands.Leave, 2)
    person.hears("Moidl leaves; a bot takes over.")


def test_who_looks_back_hears_that_the_session_is_over(come: Come) -> None:
    table = LiveTable(between(people=2))
    person = come(table=table, path=f"/t/{table.id}/deals/1")
    strip = person.page.locator(".r-summons")
    expect(strip).to_be_visible()
    table.do(commands.Vote, 0, "end")
    table.do(commands.Vote, 1, "end")
    person.sees("The session is over.")
    expect(strip).to_contain_text("The session is over.")
    assert "Lois would like to end the session." not in person.heard
    person.press(strip.get_by_role("link", name="To the table"))
    person.is_up_to_date()


def test_a_visitor_who_looks_back_is_not_called(come: Come) -> None:
    table = LiveTable(between(people=2))
    person = come(table=table, seat=None, path=f"/t/{table.id}/deals/1")
    expect(person.page.get_by_role("heading", name="Deal 1")).to_be_visible()
    expect(person.page.locator(".r-summons")).to_have_count(0)
    assert not table.evening.table.deal


@pytest.mark.parametrize("size", [PHONE, *only_long((768, 1024), DESK)])
def test_no_button_moves_when_somebody_else_votes(come: Come, size: Size) -> None:
    """A finger on its way to the next deal must not hit the end of the session."""
    table = PAIR.done()
    vroni = come(table=table, size=size)
    buttons = vroni.page.locator(".asks button")
    vroni.between.wait_for()
    before = [button.bounding_box() for button in buttons.all()]
    for wish in ("next", "mussrunde", "end"):
        table.do(commands.Vote, 1, wish)
    vroni.is_up_to_date()
    expect(vroni.between).to_contain_text("Lois")
    assert [button.bounding_box() for button in buttons.all()] == before


def test_a_last_trick_that_rests_until_it_is_tapped_leaves_time_to_see_the_result(
    come: Come,
) -> None:
    table = PAIR.at("play", 31, seat=None)
    person = come(table=table, stay=None)
    table.go_on()
    expect(person.page.locator("#page")).to_have_attribute("data-state", "resting")
    person.sees("The next deal begins in")
    with person.sends("/delay"):
        person.press(person.button("More time"))
    person.press(person.button("Next"))
    expect(person.button("Next deal")).to_be_visible()


def test_a_session_of_thrown_in_deals_leaves_no_empty_slate(come: Come) -> None:
    evening = dealt(2)
    for _deal in range(3):
        evening.until_dealt()
        evening.act("weiter", "weiter", "weiter", "weiter")
        evening.vote("next" if evening.table.finished < 3 else "end")
    person = come(table=LiveTable(evening))
    person.sees("Nobody owes anything.")
    slates = person.page.locator(".slate")
    for slate in slates.all():
        # The slate of the curves is measured before they are drawn.
        filled = "slate => slate.textContent.trim() || slate.querySelector('svg')"
        person.page.wait_for_function(filled, arg=slate.element_handle())
    expect(person.page.locator(".lesser")).to_have_count(0)


WRITE = """([amount, players]) => {
  const settled = document.querySelector(".settlement");
  settled.style.setProperty("--digits", amount.length);
  settled.style.setProperty("--columns", players);
  for (const row of settled.querySelectorAll("tr"))
    for (let more = row.cells.length; more <= players; more += 1)
      row.append(row.lastElementChild.cloneNode(true));
  return [...settled.querySelectorAll("td:not(.label)")].filter((cell) => {
    cell.textContent = amount;
    const range = new Range();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect().width > cell.getBoundingClientRect().width;
  }).length;
}"""
"""Writes an amount into all columns of the tally; returns how many it does not fit."""


@pytest.mark.parametrize("players", [4, 5])
def test_great_amounts_fit_the_columns_of_the_tally_on_a_phone(come: Come, players: int) -> None:
    """The tally scrolls if there are too many of them."""
    person = come(size=PHONE, table=WON.done())
    person.page.locator(".settlement").wait_for()
    for amount in ("−1,000", "−100,000", "−27,856,000"):
        assert person.page.evaluate(WRITE, [amount, players]) == 0
        assert person.page.evaluate(TOO_FINE) == []
        assert person.page.evaluate(TOO_WIDE) == []
        scrolls = person.page.get_by_role("group", name="The tally")
        expect(scrolls).to_have_count(int(players * len(amount) > 4 * len("−100,000")))
        assert violations(person) == [], amount
