"""Spectators, and people on holiday, see the whole table: every seat, its words and its cards."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import HOLIDAY, WON
from browser.live import LiveTable
from browser.looks import resize
from browser.windows import DESK, PHONE, Size
from dobbm.game.actions import Seat

TABLET: Size = (820, 1180)

OVERLAPS = """() => {
  const shown = [...document.querySelectorAll(".plate, .bubble, .wanting, .bar")];
  const boxes = shown.map((element) => element.getBoundingClientRect());
  const meet = (one, two) => one.left < two.right - 1 && two.left < one.right - 1
    && one.top < two.bottom - 1 && two.top < one.bottom - 1;
  const faults = boxes.flatMap((box, at) => boxes.slice(0, at).flatMap((other, before) =>
    meet(box, other) ? [`${shown[at].className} covers ${shown[before].className}`] : []));
  const within = ({ left, top, right, bottom }) =>
    left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return [...faults, ...shown.filter((_, at) => !within(boxes[at])).map((one) => one.className)];
}"""
"""Returns which parts of the table cover each other or leave the window."""


def bidden(players: int) -> LiveTable:
    """Return a table where the declarer takes up the Dobb, after everybody has spoken."""
    if players == 4:
        return WON.at("exchange", seat=None)
    table = HOLIDAY.at("bidding", seat=None)
    table.play("dobbm", "weiter", "weiter", "weiter")
    return table


@pytest.mark.parametrize(("players", "seat"), [(4, None), (5, None), (5, 0)])
def test_no_part_of_the_table_covers_another(come: Come, players: int, seat: Seat | None) -> None:
    person = come(size=PHONE, table=bidden(players), seat=seat)
    for size in (PHONE, (320, 640), (740, 360), (844, 390), TABLET, DESK):
        resize(person, size)
        expect(person.page.locator(".bubble").first).to_be_visible()
        assert person.page.evaluate(OVERLAPS) == [], size


def test_the_first_seat_looks_like_the_others(come: Come) -> None:
    person = come(size=PHONE, table=bidden(4), seat=None)
    first = person.page.locator("[data-seat='0']").bounding_box()
    assert first
    assert first["width"] < 0.6 * PHONE[0]
    for seat in range(4):
        backs = person.page.locator(f"[data-seat='{seat}'] .held-by i")
        expect(backs).to_have_count(8)
    expect(person.page.locator("[data-seat='0'] .bubble")).to_contain_text("i dob")


PLACES = """() => {
  const boxes = [...document.querySelectorAll(".spot")].map((one) => one.getBoundingClientRect());
  const edges = boxes.flatMap(({ left, right }) => [left, right]);
  const board = document.querySelector(".board").getBoundingClientRect();
  return {
    count: boxes.length,
    aside: (Math.min(...edges) + Math.max(...edges)) / 2 - (board.left + board.right) / 2,
    high: document.querySelector(".spot").offsetHeight,
  };
}"""
"""Returns the number of places of a trick, how far they are from the middle, and their height."""


@pytest.mark.parametrize("size", [(390, 844), (844, 390), TABLET, DESK])
def test_with_five_a_trick_has_four_places_in_the_middle_as_with_four(
    come: Come, size: Size
) -> None:
    four = come(size=size, table=WON.at("play", 9)).page.evaluate(PLACES)
    holiday = come(size=size, table=HOLIDAY.at("play", 10, seat=1)).page.evaluate(PLACES)
    active = come(size=size, table=HOLIDAY.at("play", 10, seat=1), seat=1).page.evaluate(PLACES)
    # Without a hand below it, the trick has more room.
    for five, most in ((holiday, 1.25), (active, 1.1)):
        assert five["count"] == four["count"] == 4
        assert abs(five["aside"]) < 2
        assert five["high"] <= most * four["high"]


COVERED = """() => {
  const corners = (one) => one.getBoundingClientRect();
  const own = [...document.querySelectorAll(".plate.self :is(.face, .name)")].map(corners);
  return [...document.querySelectorAll(".spot")].map(corners).some((spot) => own.some((part) =>
    part.left < spot.right && part.right > spot.left &&
    part.top < spot.bottom && part.bottom > spot.top));
}"""
"""Returns whether the nearest face or its name lies over a place of the trick."""


@pytest.mark.parametrize(
    "size", [(360, 640), (390, 844), (844, 390), TABLET, (1024, 768), (1280, 600), DESK]
)
def test_the_face_of_a_dealer_on_holiday_covers_no_place_of_the_trick(
    come: Come, size: Size
) -> None:
    vroni = come(size=size, table=HOLIDAY.at("play", 10, seat=1))
    assert not vroni.page.evaluate(COVERED)
