"""The pocket edition in a folder of a plain web host: the whole game, kept, without a server."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from playwright.sync_api import expect

import taps
from browser.conftest import Come
from browser.homes import FOLDER, STARTING, StaticHost, static_host
from browser.people import Fingers, Person
from browser.windows import PHONE
from dobbm.game.rules import PRESETS
from dobbm.server.threaded_bots import LADDER

COSTS = re.compile("costs? (nothing|[0-9])")
"""Matches the worth of a card, which the solver finds."""
NEXT = "0123456789ab"
"""Another version of the page."""
ARRIVED = f"caches.keys().then((names) => names.some((name) => name.endsWith('{NEXT}')))"
KEPT = "navigator.serviceWorker.ready.then(({ active }) => active.state)"

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[str]:
    with taps.host(folder) as address:
        yield address + FOLDER


def sit_down(person: Person) -> None:
    """Open a table on the start page, and wait for the cards."""
    person.open()
    person.press(person.button("Play now"))
    expect(person.hand).to_have_count(8, timeout=STARTING)


def test_a_deal_survives_a_reload_and_the_loss_of_the_connection(come: Come, host: str) -> None:
    person = come(Fingers, PHONE, to=host, keeps=True)
    sit_down(person)
    assert "/dobbm/t/" in person.page.url
    for _ in range(2):
        assert not person.is_over(STARTING)
        person.act()
        person.page.reload()
    assert person.page.evaluate(KEPT) == "activated"
    person.context.set_offline(offline=True)
    person.page.reload()
    person.is_over(STARTING)
    person.play_deal()
    person.press(person.page.get_by_role("link", name="Look back").first)
    person.sees("Trick 1")
    expect(person.page.get_by_text(COSTS).first).to_be_attached(timeout=STARTING)


@pytest.mark.long
def test_two_windows_share_the_tables_of_a_device(come: Come, host: str) -> None:
    """The window that was there first runs the game; if it closes, the other one does."""
    person = come(to=host, keeps=True)
    sit_down(person)
    other = person.context.new_page()
    other.goto(person.page.url)
    cards = other.get_by_role("group", name="Your hand").get_by_role("button")
    expect(cards).to_have_count(8, timeout=STARTING)
    person.page.goto("about:blank")
    at, calls = other.locator("#page"), other.get_by_role("group", name="Possible calls")
    calls.get_by_role("button").first.wait_for(timeout=STARTING)
    before = at.get_attribute("data-number") or ""
    calls.get_by_role("button").first.click()
    expect(at).not_to_have_attribute("data-number", before, timeout=STARTING)


@pytest.mark.long
def test_a_host_that_breaks_off_is_asked_again(come: Come, folder: Path) -> None:
    """Each part breaks off in the middle once, and some are not there at first."""
    broken: dict[str, int] = {}

    class BadHost(StaticHost):
        """A host behind a bad connection."""

        def do_GET(self) -> None:  # noqa: N802 - the library's name
            name = self.path.partition("?")[0].rpartition("/")[2]
            times = broken[name] = broken.get(name, 0) + 1
            if times > 1 or "/pocket/" not in self.path:
                return super().do_GET()
            if name in ("worker.js", "parts.json"):
                return self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
            whole = Path(self.translate_path(self.path)).read_bytes()
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", self.guess_type(self.path))
            self.send_header("Content-Length", str(len(whole)))
            self.end_headers()
            self.wfile.write(whole[: len(whole) // 2])
            return None

    with taps.host(folder, BadHost) as address:
        person = come(Fingers, PHONE, to=address + FOLDER, keeps=True)
        person.forgive_requests()
        person.open()
        expect(person.page.locator(".arrival")).to_be_visible()
        sit_down(person)
    assert broken["python.zip"] >= 2


@pytest.mark.long
def test_another_version_arrives_while_a_table_is_open(
    come: Come, folder: Path, tmp_path: Path
) -> None:
    host = shutil.copytree(folder, tmp_path / "host")
    with static_host(host) as address:
        person = come(Fingers, PHONE, to=address + FOLDER, keeps=True)
        sit_down(person)
        assert person.page.evaluate(KEPT) == "activated"
        person.page.reload()
        person.is_over(STARTING)
        put_another_version(host / FOLDER[1:])
        person.act()
        before = person.number
        person.page.reload()
        person.is_over(STARTING)
        assert int(person.number or 0) >= int(before or 0)
        person.page.wait_for_function(ARRIVED)
        person.act()
        person.context.set_offline(offline=True)
        person.page.reload()
        person.is_over(STARTING)
        assert NEXT in person.page.content()
        person.act()


def put_another_version(place: Path) -> None:
    """Put another version in the place of the one that lies in a folder."""
    [old] = (place / "static").iterdir()
    for path in place.rglob("*"):
        if path.suffix in (".html", ".js", ".json", ".webmanifest"):
            path.write_bytes(path.read_bytes().replace(old.name.encode(), NEXT.encode()))
    old.rename(old.with_name(NEXT))


@pytest.mark.long
@pytest.mark.parametrize("bot", LADDER)
def test_every_bot_plays_at_tables_of_all_kinds(come: Come, host: str, bot: str) -> None:
    players = 4 + LADDER.index(bot) % 2
    preset = [*PRESETS][LADDER.index(bot) % len(PRESETS)]
    rules = {"preset": preset, "match": 9, "revokes": "penalised"}
    play = {"bot": bot, "players": players, "rules": rules}
    person = come(to=host, keeps=True, play=play)
    sit_down(person)
    for _ in range(4):
        if not person.is_over(STARTING):
            person.act()
