"""What is loaded, how much of it, and whether anything jumps while it comes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.people import DESK, PHONE, Fingers, Person, Size, hurry

SHIFTS = """
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if (!entry.hadRecentInput) globalThis.shifted = (globalThis.shifted ?? 0) + entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
CARDS_ARE_THERE = """async () => {
  const loaded = () => performance.getEntriesByType("resource").map(({ name }) => name);
  while (!loaded().some((name) => name.includes("/decks/tell/")))
    await new Promise(requestAnimationFrame);
}"""
NOTES_TAPS = """
globalThis.taps = [];
addEventListener("pointerdown", ({ timeStamp }) => taps.push(timeStamp), true);
"""
FIRST_CARD = """async () => {
  const pictures = () => performance.getEntriesByType("resource").map(({ name }) => name);
  for (;;) {
    const picture = document.querySelector(".hand .card image");
    if (picture && pictures().includes(picture.href.baseVal)) return performance.now();
    await new Promise(requestAnimationFrame);
  }
}"""
"""When the first card of the hand is drawn."""
MOST_TAPS = 2
SOON = 2000
"""Milliseconds within which the first card must be there."""

MOST_SHIFTED = 0.05
MOST_BYTES = 150_000
PAGES = ("/", "/learn", "/rules", "/score", "/settings", "/tables")


def shifted(person: Person) -> float:
    """How much has jumped since the page was loaded (CLS)."""
    person.page.evaluate("() => new Promise((seen) => requestAnimationFrame(seen))")
    found: float = person.page.evaluate("globalThis.shifted ?? 0")
    return found


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_nothing_jumps_while_a_page_comes(come: Come, size: Size) -> None:
    person = come(size=size)
    person.page.add_init_script(SHIFTS)
    jumping = {}
    for path in PAGES:
        person.open(path)
        person.page.get_by_role("heading", level=1).first.wait_for()
        person.page.wait_for_load_state("networkidle")
        jumping[path] = shifted(person)
    person.sit_down_with_bots()
    hurry([person], lambda view: view["phase"] == "play")
    person.page.reload()
    person.hand.first.wait_for()
    jumping["table"] = shifted(person)
    assert {path: shift for path, shift in jumping.items() if shift > MOST_SHIFTED} == {}


def test_nothing_jumps_while_cards_are_played(come: Come) -> None:
    """Words are asked for, tricks come and go; what moves then travels."""
    person = come(Fingers, PHONE)
    person.page.add_init_script(SHIFTS)
    person.sit_down_with_bots()
    person.play_deal(until=lambda: len(person.story()["view"]["hand"]) == 6)
    assert shifted(person) <= MOST_SHIFTED


def test_a_table_is_light_even_if_nothing_is_there_yet(come: Come) -> None:
    """All that comes over the wire, the pictures of the cards among it."""
    person = come()
    person.sit_down_with_bots()
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    person.page.reload()
    person.hand.first.wait_for()
    person.page.evaluate(CARDS_ARE_THERE)
    assert len(sizes) > 10
    assert sum(sizes) <= MOST_BYTES


def test_the_first_card_is_there_soon_after_two_taps_at_most(come: Come) -> None:
    """For somebody who has never been here, while the page is put on the device, too."""
    person = come(Fingers, PHONE, keeps=True)
    person.page.add_init_script(NOTES_TAPS)
    person.open()
    person.press(person.button("Play now"))
    there = person.page.evaluate(FIRST_CARD)
    taps = person.page.evaluate("taps")
    assert 1 <= len(taps) <= MOST_TAPS
    assert there - taps[0] < SOON
    expect(person.hand).to_have_count(8)
