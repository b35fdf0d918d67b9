"""One browser for all tests of the page, and people who use it.

The browser's event loop must not outlive these tests, because others start loops of their own.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

import taps
from browser.homes import Home, OnServer, Pocket, pocket_edition, static_host
from browser.live import Json, LiveTable
from browser.network import STREAMS, Network, Undrawn, files
from browser.people import PATIENCE, Person
from browser.pocket import Carried
from browser.windows import DESK, UNHURRIED, Size, Windows, origin
from dobbm.game.actions import Seat
from server.serving import Server

CHROMIUM = shutil.which("chromium-headless-shell")


class Come(Protocol):
    """Brings a person with a window of this ``size`` and a device with these settings.

    Without a server, the person has this ``seat`` at this ``table``, and opens it or another
    ``path``. With ``to``, the person visits a real server. On a ``timed`` device, the test controls
    the clock; one that ``keeps`` the page also has it without a connection. ``german`` replaces the
    application's messages; a ``script`` runs before every page.
    """

    def __call__(
        self,
        kind: type[Person] = ...,
        size: Size = ...,
        *,
        table: LiveTable | None = None,
        seat: Seat | None = 0,
        path: str | None = None,
        to: str | None = None,
        timed: bool = False,
        keeps: bool = False,
        german: Json | None = None,
        script: str = "",
        **look: Any,
    ) -> Person: ...


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("needs chromium-headless-shell")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server, whose bots hardly wait."""
    folder = tmp_path_factory.mktemp("server")
    database = f"sqlite:///{folder}/tables.sqlite"
    with Server(database, folder / "log", "--bot-seconds", "0.02") as serving:
        yield serving


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a plain web host, with the pocket edition in one of its folders."""
    return pocket_edition(tmp_path_factory)


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[str]:
    """The address of a plain web host with the pocket edition, like ``python -m http.server``."""
    with taps.host(folder) as address:
        yield address


@pytest.fixture(scope="module")
def home(request: pytest.FixtureRequest) -> Iterator[Home]:
    """The home of the page: a server, or a pocket on a plain host (see ``homes``)."""
    if request.param == "server":
        yield OnServer(request.getfixturevalue("server"))
    else:
        with static_host(request.getfixturevalue("folder")) as address:
            yield Pocket(address)


@pytest.fixture(scope="package")
def site(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of the page's files, without the drawings; those of a pocket if asked for."""
    is_pocket = getattr(request, "param", "server") == "pocket"
    with files(of=Carried if is_pocket else Undrawn) as address:
        yield address


@pytest.fixture
def come(windows: Windows, site: str) -> Iterator[Come]:
    """Brings people to the page; fails if a browser complains or contacts another host."""
    people: list[Person] = []

    def arrive(
        kind: type[Person] = Person,
        size: Size = DESK,
        *,
        table: LiveTable | None = None,
        seat: Seat | None = 0,
        path: str | None = None,
        to: str | None = None,
        timed: bool = False,
        keeps: bool = False,
        german: Json | None = None,
        script: str = "",
        **look: Any,
    ) -> Person:
        workers = "allow" if keeps else "block"
        window = windows.lend(timed=timed, has_touch=size != DESK, service_workers=workers)
        person = kind(window, to or site)
        people.append(person)
        window.enter(person.address, size, **look)
        window.prepare(script)
        if timed:
            person.stop_the_clock()
        else:
            window.prepare(UNHURRIED)
        if to is None:
            window.prepare(STREAMS)
            person.network = Network(window.page, window.devtools, table, seat)
            person.network.german = german
        if path is not None:
            person.open(path)
        elif table:
            person.open(f"/t/{table.id}")
            person.is_up_to_date()
        return person

    yield arrive
    faults = []
    for person in people:
        own = origin(person.address)
        faults += [host for host in person.window.hosts if host != own]
        faults += person.faults
        if person.network:
            faults += person.network.close()
        windows.give_back(person.window)
    assert faults == []


Founded: TypeAlias = Callable[..., Person]
"""Brings the founder of a new club to its page."""


@pytest.fixture
def founded(come: Come, server: Server) -> Founded:
    """Brings the founder of a club to its page."""

    def founded(kind: type[Person] = Person, size: Size = DESK) -> Person:
        person = come(kind, size, to=server.address, name="Vroni")
        person.open()
        person.press(person.page.get_by_role("link", name="Clubs", exact=True))
        person.page.get_by_label("Name of the club").fill("Donnerstag")
        person.press(person.button("Found the club"))
        expect(person.page.get_by_role("heading", name="Tonight")).to_be_visible()
        return person

    return founded
