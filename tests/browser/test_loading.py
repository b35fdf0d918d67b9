"""How much a page loads, whether its layout shifts meanwhile, and what the device stores."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.deals import WON
from browser.people import Fingers, Person
from browser.windows import DESK, PHONE, Size

SHIFTS = """
globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) globalThis.shifted += value;
}).observe({ type: "layout-shift", buffered: true });
"""
"""Add up the layout shifts."""
LOADED = """async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => null)));
}"""
CARDS_ARE_THERE = """async () => {
  const loaded = () => performance.getEntriesByType("resource").map(({ name }) => name);
  while (!loaded().some((name) => name.includes("/decks/tell/")))
    await new Promise(requestAnimationFrame);
}"""
READY = "navigator.serviceWorker.ready.then(() => true)"
KEPT = "navigator.serviceWorker.getRegistration().then((found) => Boolean(found))"

MOST_SHIFTED = 0.001
MOST_BYTES = 180_000
PAGES = (
    "/",
    "/daily",
    "/exercises",
    "/history",
    "/learn",
    "/rules",
    "/score",
    "/settings",
    "/tables",
)


def shifted(person: Person) -> float:
    """Return how much has shifted since the page was loaded (CLS)."""
    person.page.evaluate("() => new Promise((seen) => requestAnimationFrame(seen))")
    found: float = person.page.evaluate("globalThis.shifted")
    return found


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)])
def test_nothing_shifts_while_a_page_loads(come: Come, size: Size) -> None:
    person = come(size=size, table=WON.at("play"), path="", script=SHIFTS)
    shifts = {}
    for path in PAGES:
        person.open(path)
        person.page.get_by_role("heading", level=1).first.wait_for()
        person.page.evaluate(LOADED)
        shifts[path] = shifted(person)
    person.open("/t/stubai")
    person.is_up_to_date()
    shifts["table"] = shifted(person)
    assert {path: shift for path, shift in shifts.items() if shift > MOST_SHIFTED} == {}


def test_calls_appear_without_a_shift(come: Come) -> None:
    table = WON.at("doubling", seat=None)
    person = come(Fingers, PHONE, table=table, script=SHIFTS, motion=True)
    table.play("schwacher")
    person.button("gut").wait_for()
    assert shifted(person) <= MOST_SHIFTED


def test_a_table_is_small_even_if_nothing_is_cached(come: Come) -> None:
    """Counts everything that is sent, including the pictures of the cards."""
    table = WON.at("bidding")
    person = come(table=table)
    person.page.wait_for_load_state("networkidle")  # late answers do not count
    devtools = person.window.devtools
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    person.page.reload()
    person.is_up_to_date()
    person.page.evaluate(CARDS_ARE_THERE)
    devtools.send("Network.disable")
    assert len(sizes) > 10
    assert sum(sizes) + len(json.dumps(table.snapshot(0))) <= MOST_BYTES


def test_the_score_sheet_works_offline_after_a_visit_to_the_start_page(come: Come) -> None:
    person = come(Fingers, PHONE, keeps=True, timed=True)
    person.open()
    person.page.evaluate(READY)
    person.context.set_offline(offline=True)
    person.open("/score")
    expect(person.page.get_by_role("heading", name="Score sheet")).to_be_visible()
    person.forgive_requests()


def test_a_table_stores_nothing_before_the_cards_are_there(come: Come) -> None:
    person = come(Fingers, PHONE, table=WON.at("bidding"), keeps=True, timed=True)
    assert person.page.evaluate(KEPT) is False
    person.page.clock.run_for(5000)
    person.page.evaluate(READY)
