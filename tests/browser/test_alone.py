"""The pocket edition beside a server: people play alone while the server cannot be reached."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.homes import FOLDER, STARTING
from browser.people import Fingers
from browser.windows import PHONE
from server.serving import Server

KEEP = """async () => {
  const app = document.querySelector("script[type=module]").src;
  const { isKept } = await import(new URL("base/alone.js", app));
  while (!(await isKept().catch(() => false))) {
    // Nobody waits for the page to settle.
    dispatchEvent(new Event("online"));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}"""
"""Resolves when the device keeps the pocket edition."""

pytestmark = pytest.mark.timeout(600)


@pytest.fixture
def club(folder: Path, tmp_path: Path) -> Iterator[Server]:
    """A server with the pocket edition beside it."""
    options = ("--bot-seconds", "0.02", "--pocket", str(folder / FOLDER[1:]))
    with Server(f"sqlite:///{tmp_path}/tables.sqlite", tmp_path / "log", *options) as server:
        yield server


@pytest.mark.long
def test_a_table_of_the_server_waits_while_its_person_plays_alone(come: Come, club: Server) -> None:
    person = come(Fingers, PHONE, to=club.address, keeps=True)
    person.open()
    person.press(person.button("Play now"))
    person.is_over()
    table, before = person.page.url, person.number
    person.page.goto(club.address)
    person.page.evaluate(KEEP)
    person.page.goto(table)
    person.is_over()

    club.stop()
    person.forgive("Failed to load resource|ERR_CONNECTION_REFUSED")
    person.sees("Meanwhile, you can play alone: those tables stay on this device.")
    person.press(person.button("Play alone"))
    person.sees("Here you play alone, even without a connection: these tables stay on this device.")
    assert person.page.get_by_role("link", name="Continue").count() == 0
    person.press(person.button("Play now"))
    expect(person.hand).to_have_count(8, timeout=STARTING)
    alone = person.page.url
    assert alone.startswith(f"{club.address}/pocket/t/")
    person.is_over(STARTING)
    person.act()
    person.page.reload()
    person.is_over(STARTING)
    person.play_deal()

    person.page.goto(f"{club.address}/pocket/")
    person.press(person.page.get_by_role("link", name="To the server"))
    person.sees("Meanwhile, you can play alone")
    del club.client
    club.start()
    expect(person.page.locator(".banner")).to_have_count(0, timeout=STARTING)
    person.page.reload()
    going_on = person.page.get_by_role("link", name=re.compile("Continue|To the table"))
    expect(going_on).to_have_count(1)
    person.press(going_on)
    person.is_over()
    assert (person.page.url, person.number) == (table, before)
    assert alone.rsplit("/", 1)[1] not in table


def test_a_device_that_should_load_little_is_asked_first(come: Come, club: Server) -> None:
    saving = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } });'
    person = come(to=club.address, keeps=True, script=saving)
    person.open()
    person.page.get_by_role("link", name="Play alone").click()
    person.press(person.button("Play now"))
    expect(person.page.get_by_role("dialog", name="Load the game?")).to_be_visible()
    person.press(person.button("Not now"))
    registered = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    assert person.page.evaluate(registered) <= 1
