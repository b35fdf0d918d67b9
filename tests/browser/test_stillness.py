"""While a deal is played, calls, words and cards come and go; everything else stands still."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import HOLIDAY, PAIR, WON, Recorded
from browser.friends import WORDS
from browser.people import Person
from browser.windows import DESK, PHONE, Size
from dobbm.game.actions import Seat
from tiers import only_long

OTHERS: list[Size] = [(320, 640), (390, 844), (844, 390), (820, 1180), (1366, 768), (2560, 1440)]
SIZES = [PHONE, *only_long((740, 360), DESK, *OTHERS)]

WATCH = """async () => {
  const inPlates = ".face, .name, .account, .account > *, .held-by";
  const standing = `.bar, .bar .game, .bar button, .slate, .board, .plate :is(${inPlates}),
    .pack:not(.gone), .pack-name, .token, .slot, .spot, .laid, .own, .piles button, .call`;
  // The title has one line or two.
  const sidesOf = (part) => ["x", "width", ...(part.matches(".game") ? [] : ["y", "height"])];
  let before = new Map();
  globalThis.moved = new Set();
  const look = () => {
    const parts = [...document.querySelectorAll(standing)];
    const now = new Map(parts.map((part) => [part, part.getBoundingClientRect()]));
    for (const [part, box] of now) {
      const was = before.get(part);
      if (!was?.width || !box.width) continue;
      const by = sidesOf(part).map((side) => Math.round(box[side] - was[side]));
      if (by.some(Boolean))
        moved.add(`${part.ariaLabel ?? part.innerText} (${part.className}) by ${by}`);
    }
    before = now;
  };
  await document.fonts.ready;
  look();
  const any = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document, any);
}"""
"""Notes, whenever the page is drawn, which parts of the table have moved since the last time."""


def watch(person: Person) -> None:
    """Begin to note what moves."""
    person.page.wait_for_load_state()  # no picture is late
    person.page.evaluate(WATCH)


def moved(person: Person) -> list[str]:
    """Return what has moved since the person began to watch."""
    found: list[str] = person.page.evaluate("[...moved]")
    return found


def take(person: Person, action: str) -> None:
    """Take an action by its button or its cards."""
    with person.acting():
        if action in WORDS:
            person.press(person.calls.filter(has_text=WORDS[action]).first)
            return
        cards = action.split()
        for card in cards:
            person.press(person.card(card))
        if len(cards) > 1:
            person.press(person.discard_button)


def play(person: Person, deal: Recorded, seat: Seat) -> None:
    """Play a deal up to its last card: the person takes the actions of a seat."""
    for action in deal.actions[:-1]:
        if person.table.view(seat)["to_act"] == seat:
            take(person, action)
        else:
            person.table.play(action)
            person.is_up_to_date()


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_while_a_deal_is_played(come: Come, size: Size) -> None:
    person = come(size=size, table=WON.at("bidding"))
    watch(person)
    play(person, WON, 0)
    assert moved(person) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("deal", [PAIR, HOLIDAY])
def test_nothing_moves_while_people_play_by_the_clock(
    come: Come, size: Size, deal: Recorded
) -> None:
    """With four and five at the table."""
    person = come(size=size, table=deal.at("bidding", seat=None), seat=1)
    watch(person)
    play(person, deal, 1)
    assert moved(person) == []


@pytest.mark.parametrize("size", SIZES)
def test_the_discard_button_stands_still_while_cards_are_chosen(come: Come, size: Size) -> None:
    """The text beside it is long while a sow lacks a trump, and short at the end."""
    person = come(size=size, table=WON.at("exchange"), language="de")
    watch(person)
    for card in "AS LK LO LT AS AU".split():
        person.press(person.page.locator(f".hand [data-card={card}]"))
    expect(person.page.locator(".calls .primary")).to_be_visible()
    assert moved(person) == []


EARLY = """() => {
  globalThis.early = new Set();
  globalThis.flown = 0;
  const look = () => {
    if (document.querySelector("#outcome, .awaited")) return;  // the deal before
    const flying = document.querySelectorAll(".packet").length;
    flown = Math.max(flown, flying);
    if (!flying && document.querySelectorAll(".hand .held").length === 8) return;
    for (const said of document.querySelectorAll(".bubble, .call")) early.add(said.innerText);
  };
  const parts = { subtree: true, childList: true };
  new MutationObserver(look).observe(document.querySelector("#page"), parts);
}"""
"""Notes what is said, or can be, while the cards of a deal are on their way."""


def test_nobody_bids_before_the_cards_have_landed(come: Come) -> None:
    table = PAIR.done()
    person = come(table=table, motion=True)
    person.page.evaluate(EARLY)
    table.evening.vote("next")
    table.evening.until_dealt()
    while table.evening.deal.to_act:
        table.evening.act("weiter")
    table.publish()
    person.calls.first.wait_for()
    expect(person.page.locator(".bubble")).to_have_count(2)
    assert person.page.evaluate("flown") > 0
    assert person.page.evaluate("[...early]") == []
