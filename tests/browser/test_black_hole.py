"""A network that swallows everything between a page and a real server, and says nothing."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.hole import hole_before
from browser.seeding import seed_evening, take_seat
from server.serving import Server
from table.driver import SOLO, dealt

pytestmark = pytest.mark.long

SLOW = 40_000
"""Milliseconds that a busy machine may take for what takes five to fifteen seconds."""


def test_a_card_played_into_a_black_hole_arrives_when_the_network_is_back(
    come: Come, tmp_path: Path
) -> None:
    """The person knows at once, the others soon, and the clock waits: nothing is lost."""
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    evening = dealt(people=2, name="hole")
    evening.act(*SOLO)
    evening.act(evening.deal.legal_actions()[0])
    assert evening.to_act == 1
    with Server(database, tmp_path / "log") as server, hole_before(server) as hole:
        seed_evening(database, evening)
        vroni, lois = come(to=server.address), come(to=hole.address)
        take_seat(vroni, evening, 0)
        take_seat(lois, evening, 1)
        expect(lois.legal.first).to_be_enabled()
        hole.open.clear()
        lost = time.monotonic()
        card = lois.legal.first
        lois.press(card)
        expect(lois.page.locator(".offline")).to_contain_text("Your move is sent", timeout=SLOW)
        banner = time.monotonic() - lost
        seat = vroni.page.get_by_role("group", name="Lois")
        expect(seat).to_contain_text("connection lost", timeout=SLOW)
        others = time.monotonic() - lost
        vroni.hears("The clock waits for up to 30 seconds.")
        hole.open.set()
        expect(lois.page.locator(".offline")).to_have_count(0, timeout=SLOW)
        lois.hears("Your move has arrived.")
        vroni.hears("Lois plays ")
        vroni.hears("Lois is connected again.")
        assert not any("too late" in line for line in lois.heard)
        print(
            f"\nthe banner after {banner:.1f} s, the others after {others:.1f} s", file=sys.stderr
        )
        for person in (vroni, lois):
            person.open("")
