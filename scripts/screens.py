"""Take the pictures of docs/screens/: the pages on a phone and on a desktop screen.

The pictures are the same every time, because the tables are recorded (tests/browser/deals.py).
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

from playwright.sync_api import sync_playwright  # noqa: E402

from browser.deals import WON  # noqa: E402
from browser.live import LiveTable  # noqa: E402
from browser.network import STREAMS, Network, files  # noqa: E402
from browser.people import Person  # noqa: E402
from browser.windows import DESK, Size, Windows  # noqa: E402

SCREENS = ROOT / "docs" / "screens"
PHONE: Size = (390, 844)
MOST_BYTES = 150_000
QUALITY = 74
LOOKED_BACK = 22
"""The number of actions replayed in the picture of a replay."""


class Photographer:
    """A photographer of pages, with one window size and colour theme."""

    def __init__(self, windows: Windows, address: str, size: Size, theme: str) -> None:
        self._windows = windows
        self._address = address
        self._size = size
        self._theme = theme

    def take(
        self, name: str, path: str, language: str = "en", table: LiveTable | None = None
    ) -> None:
        """Take a picture of a page, given its path."""
        with self._visitor(table, language) as person:
            person.open(path)
            person.page.get_by_role("heading", level=1).first.wait_for()
            # The pictures of the cards and the proof of the shuffle load a little later.
            person.page.wait_for_load_state("networkidle")
            person.page.evaluate("document.activeElement.blur()")
            file = SCREENS / f"{name}.jpg"
            # As a PNG, the painted cards would take up three times as many bytes.
            person.page.screenshot(path=file, type="jpeg", quality=QUALITY)
        size = file.stat().st_size
        print(f"{file.relative_to(ROOT)}: {size // 1000} kB")
        if size > MOST_BYTES:
            raise SystemExit(f"more than {MOST_BYTES} bytes")

    def take_table(self, name: str, table: LiveTable, language: str = "en") -> None:
        """Take a picture of a table."""
        self.take(name, f"/t/{table.id}", language, table)

    @contextmanager
    def _visitor(self, table: LiveTable | None, language: str) -> Iterator[Person]:
        window = self._windows.lend(service_workers="block")
        window.enter(self._address, self._size, theme=self._theme, name="Vroni", language=language)
        window.prepare(STREAMS)
        person = Person(window, self._address)
        network = Network(window.page, window.devtools, table, 0)
        yield person
        network.close()
        self._windows.give_back(window)


def on_the_desk(desk: Photographer) -> None:
    """Take the pictures in the light theme, on a large screen."""
    desk.take_table("table", WON.at("play", 18))
    desk.take_table("result", WON.done(), "de")
    desk.take("replay", f"/t/stubai/deals/1#{LOOKED_BACK}", table=WON.done())
    desk.take("rules", "/rules")
    desk.take("score", "/score", "ja")


def on_the_phone(phone: Photographer) -> None:
    """Take the pictures in the dark theme, on a small screen."""
    phone.take("phone-start", "/", "de")
    phone.take_table("phone-bidding", WON.at("bidding"), "ja")
    phone.take_table("phone-exchange", WON.at("exchange"))
    phone.take_table("phone-trick", WON.at("play", 18), "de")
    phone.take_table("phone-result", WON.done())
    phone.take("phone-learn", "/learn")
    phone.take("phone-settings", "/settings", "ja")


def main() -> None:
    """Take all pictures."""
    SCREENS.mkdir(exist_ok=True)
    with files() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        windows = Windows(browser)
        on_the_desk(Photographer(windows, address, DESK, "light"))
        on_the_phone(Photographer(windows, address, PHONE, "dark"))
        browser.close()


if __name__ == "__main__":
    main()
