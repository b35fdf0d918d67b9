"""Browser windows, lent to one test after the other: a new one costs ten times a page."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

Size: TypeAlias = tuple[int, int]

PHONE: Size = (360, 640)
DESK: Size = (1280, 800)

SILENT = ["turn", "card", "sweep", "word", "end"]
USUAL = {"guided": None, "manners": False, "stay": 0, "silent": SILENT, "motion": False}
"""The page's settings unless a test wants others: nothing rests, sounds or travels."""

REMEMBER = """
if (location.origin === {origin} && !localStorage.getItem("dobbm"))
  localStorage.setItem("dobbm", JSON.stringify({look}));
"""


UNHURRIED = """
const now = performance.now.bind(performance);
let pauses = 0;
performance.now = () => now() + 400 * pauses;
addEventListener("pointerdown", () => (pauses += 1), { capture: true });
"""
"""Lets 400 ms pass on the page's clock before each tap, so that no two taps are a double tap."""


HOSTS = """performance.getEntriesByType("resource").map(({ name }) => new URL(name).origin)"""


FONT_SIZE = 16
"""The browser's usual font size, in pixels."""


class Window:
    """A window with one page; it collects the browser's complaints."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.devtools = context.new_cdp_session(self.page)
        self.complaints: list[str] = []
        self._address = ""
        self._scripts: list[Any] = []
        # Of all pages of the window, and of their workers.
        context.on("console", self._note_console)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def enter(self, address: str, size: Size, **look: Any) -> None:
        """Prepare the window for a person: its size, and what the device remembers of the page."""
        self._address = origin(address)
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(
            media="null",
            color_scheme="null",
            reduced_motion="no-preference" if look.get("motion") else "reduce",
        )
        remember = REMEMBER.replace("{origin}", json.dumps(self._address))
        self.prepare(remember.replace("{look}", json.dumps(USUAL | look)))

    def prepare(self, script: str) -> None:
        """Run a script before every page until the window is given back."""
        self._scripts.append(self.page.add_init_script(script))

    @property
    def hosts(self) -> list[str]:
        """The origins of everything that the page has loaded."""
        return list(self.page.evaluate(HOSTS))

    def leave(self) -> None:
        """Forget everything, so that the window is as good as new."""
        self.context.set_offline(offline=False)
        for page in self.context.pages:
            if page != self.page:
                page.close()
        self.page.unroute_all()
        self.context.unroute_all()
        if self.page.url != "about:blank":
            self.page.goto("about:blank")
        for script in self._scripts:
            script.close()
        self._scripts.clear()
        self.forget()
        self.devtools.send("Page.setFontSizes", {"fontSizes": {"standard": FONT_SIZE}})
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.complaints.clear()

    def forget(self) -> None:
        """Forget what the page has stored on the device."""
        kept = {"origin": self._address, "storageTypes": "all"}
        self.devtools.send("Storage.clearDataForOrigin", kept)

    def _note_console(self, message: ConsoleMessage) -> None:
        address = message.location.get("url", "")
        # A page that missed its own contribution to a shuffle sends it again, maybe too late.
        if message.type == "error" and not address.endswith("/shuffle"):
            self.complaints.append(f"{message.text} {address}")


def origin(address: str) -> str:
    """Return the origin of an address, which may have a path."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


class Windows:
    """The windows of a browser, lent to tests."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Window]] = defaultdict(list)
        self._kinds: dict[Window, str] = {}

    def lend(self, *, timed: bool = False, **features: Any) -> Window:
        """Return a window with these context features; a ``timed`` one may have its clock set."""
        kind = f"{timed} {features}"
        if self._free[kind]:
            return self._free[kind].pop()
        window = Window(self._browser.new_context(locale="en", **features))
        self._kinds[window] = kind
        return window

    def give_back(self, window: Window) -> None:
        """Take a window back."""
        window.leave()
        self._free[self._kinds[window]].append(window)
