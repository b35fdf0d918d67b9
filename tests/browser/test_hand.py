"""The cards in the hand: how they lie, and whether a finger hits the intended one."""

from __future__ import annotations

from itertools import pairwise

import pytest

from browser.conftest import Come
from browser.deals import PAIR, WON, Recorded
from browser.looks import resize
from browser.people import Fingers, Person
from browser.windows import DESK, PHONE, Size

TAPPED_AT = [PHONE, (640, 360), (844, 390)]
"""Windows in which every card of the hand leaves a finger's width and height uncovered."""

FINGER = 44
"""The width of a finger in pixels."""

UNCOVERED = """(cards, finger) => cards.flatMap((card) => {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  const step = 4;
  let above = [];
  let most = 0;
  for (let y = top; y <= bottom; y += step) {
    const row = [];
    for (let x = left, at = 0; x <= right; x += step, at += 1) {
      const free = card.contains(document.elementFromPoint(x, y));
      row[at] = free ? 1 + Math.min(row[at - 1] ?? 0, above[at] ?? 0, above[at - 1] ?? 0) : 0;
      most = Math.max(most, row[at]);
    }
    above = row;
  }
  return most * step < finger ? [`${card.ariaLabel}: ${most * step} px`] : [];
})"""
"""Returns the cards with less than a finger-sized square that can be touched."""

LYING = """cards => cards.map((card) => {
  const { x, y } = card.getBoundingClientRect();
  return [x, y, card.getAttribute("aria-disabled") === "false"];
})"""
"""Returns each card's place from the left and from the top, and whether it may be played."""

ROWS = """cards => cards.map((card) => [card.dataset.card, card.style.getPropertyValue("--row")])"""
"""Returns each card and its row."""


@pytest.mark.parametrize(("deal", "phase"), [(WON, "exchange"), (PAIR, "play")])
def test_a_finger_can_hit_every_card(come: Come, deal: Recorded, phase: str) -> None:
    """In a hand of twelve cards, and in one of eight of which only some may be played."""
    person = come(Fingers, PHONE, table=deal.at(phase))
    for size in TAPPED_AT:
        resize(person, size)
        assert person.hand.evaluate_all(UNCOVERED, FINGER) == [], size


@pytest.mark.parametrize("size", [(320, 640), (390, 844)])
def test_the_last_five_cards_lie_in_one_row_of_a_phone(come: Come, size: Size) -> None:
    person = come(Fingers, size, table=WON.at("play", 12))
    rows = person.hand.evaluate_all(ROWS)
    assert [row for _, row in rows] == ["0"] * 5
    assert person.hand.evaluate_all(UNCOVERED, FINGER) == []


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_legal_card_stands_higher_than_the_illegal_ones_beside_it(come: Come, size: Size) -> None:
    person = come(size=size, table=WON.at("play", 9))
    person.page.mouse.move(1, 1)  # a card under the pointer rises, too
    lying = sorted(person.hand.evaluate_all(LYING))
    beside = [pair for pair in pairwise(lying) if pair[0][2] != pair[1][2]]
    assert beside
    for one, other in beside:
        legal, illegal = (one, other) if one[2] else (other, one)
        assert legal[1] < illegal[1]


def test_the_hand_can_be_reversed(come: Come) -> None:
    person = come(table=WON.at("bidding"))
    names = person.card_names()
    assert from_the_left(person) == names
    person.press(person.button("Menu"))
    person.press(person.button("Settings"))
    person.page.get_by_label("Reverse the hand").check()
    person.escape()
    assert from_the_left(person) == person.card_names() == names[::-1]
    person.page.reload()
    person.is_up_to_date()
    assert from_the_left(person) == names[::-1]


@pytest.mark.parametrize(
    ("deal", "size"), [(PAIR, PHONE), pytest.param(WON, DESK, marks=pytest.mark.long)]
)
def test_no_card_passes_another_until_the_deal_is_over(
    come: Come, deal: Recorded, size: Size
) -> None:
    """A suit that runs out, as the bells of the pair do, moves no other suit.

    No card changes rows, either, before the last five share one.
    """
    person = come(size=size, table=deal.at("play", seat=None))
    first = person.hand.evaluate_all(ROWS)
    cards = deal.cards.split()
    for begin in range(0, 24, 4):
        person.table.play(*cards[begin : begin + 4])
        person.is_up_to_date()
        left = person.hand.evaluate_all(ROWS)
        names = [name for name, _ in left]
        stayed = [(name, row) for name, row in first if name in names]
        rows = [row if len(left) > 5 else "0" for _, row in stayed]
        assert left == [[name, row] for (name, _), row in zip(stayed, rows, strict=True)]
    assert len(left) == 2
    person.page.reload()
    person.is_up_to_date()
    assert person.hand.evaluate_all(ROWS) == left


def from_the_left(person: Person) -> list[str]:
    """Return the names of the cards from left to right."""
    lying = person.hand.evaluate_all(LYING)
    return [name for _, name in sorted(zip(lying, person.card_names(), strict=True))]
