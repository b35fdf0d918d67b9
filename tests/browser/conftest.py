"""One browser and one server for all tests of the page, and people who come to it.

The browser's loop must not outlive these tests: others start loops of their own.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.people import DESK, PATIENCE, Person, Size, device
from web.serving import Server

CHROMIUM = shutil.which("chromium")


class Come(Protocol):
    """Lets somebody come, with a window of this size, a browser and a device set up so.

    A device that ``keeps`` the page has it without a connection, too.
    """

    def __call__(
        self,
        kind: type[Person] = ...,
        size: Size = ...,
        *,
        to: Server | None = None,
        by: Browser | None = None,
        keeps: bool = False,
        **look: Any,
    ) -> Person: ...


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="package")
def large_print(browser: Browser) -> Iterator[Browser]:
    """A browser whose owner has set letters of twice the usual size."""
    args = ["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    found = browser.browser_type.launch(executable_path=CHROMIUM, args=args)
    yield found
    found.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("browser")
    database = f"sqlite:///{folder}/tables.sqlite"
    with Server(database, folder / "log", "--bot-seconds", "0.02") as serving:
        yield serving


@pytest.fixture
def come(server: Server, browser: Browser) -> Iterator[Come]:
    """Lets people come; none of them may hear a complaint of the browser, or meet another host."""
    people: list[Person] = []

    def arrive(
        kind: type[Person] = Person,
        size: Size = DESK,
        *,
        to: Server | None = None,
        by: Browser | None = None,
        keeps: bool = False,
        **look: Any,
    ) -> Person:
        address = (to or server).address
        context = (by or browser).new_context(
            viewport={"width": size[0], "height": size[1]},
            storage_state=device(address, **look),
            has_touch=size != DESK,
            locale="en",
            service_workers="allow" if keeps else "block",
        )
        people.append(kind(context, address))
        return people[-1]

    yield arrive
    for person in people:
        person.context.close()
    for person in people:
        assert person.complaints == []
        assert person.hosts <= {person.address}
