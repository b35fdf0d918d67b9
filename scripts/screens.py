"""Take the pictures of docs/screens/: every screen, on a phone, a tablet and desktops.

The pictures are the same every time, because the tables are recorded (tests/browser/deals.py).
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests"), str(ROOT / "benchmarks")]

from playwright.sync_api import sync_playwright  # noqa: E402

from browser.deals import HOLIDAY, WON, gathering  # noqa: E402
from browser.live import LiveTable  # noqa: E402
from browser.network import STREAMS, Network, files  # noqa: E402
from browser.people import Person  # noqa: E402
from browser.screens import with_sheet  # noqa: E402
from browser.session import ended  # noqa: E402
from browser.windows import Size, Windows  # noqa: E402
from dobbm.table import commands  # noqa: E402
from table.driver import person_on  # noqa: E402

SCREENS = ROOT / "docs" / "screens"
SIZES: dict[str, Size] = {
    "phone": (390, 844),
    "sideways": (844, 390),
    "tablet": (820, 1180),
    "desktop": (1280, 800),
    "large": (2560, 1440),
}
SHARP = ("phone", "sideways")
"""The screens with two pixels of the picture for each of the page, as phones have."""
MOST_BYTES = 420_000
QUALITY = {"phone": 57, "sideways": 57, "tablet": 72, "desktop": 72, "large": 54}
"""The quality of a JPEG; where it has more pixels, a lower one will do."""
THEMES = ("light", "dark")
LOOKED_BACK = 22
"""The number of actions replayed in the picture of a replay."""
PORTRAIT = "plaits"
"""The portrait of Vroni, who looks at all screens."""


def lobby() -> LiveTable:
    """Return a table with free seats, and another in the lobby."""
    table, other = gathering(2, listed=True), gathering(3, 5, name="other", listed=True)
    for seat, name in enumerate(("Sepp", "Franz", "Gitti")):
        other.names[person_on(seat)] = name
    table.do(commands.ChoosePortrait, 0, portrait=PORTRAIT)
    table.neighbours.append(other)
    return table


def played() -> LiveTable:
    """Return the table of a deal to look back at."""
    table = WON.done()
    table.do(commands.ChoosePortrait, 0, portrait=PORTRAIT)
    return table


def over() -> LiveTable:
    """Return the table of a finished session, with people who have no bots' names."""
    table = ended()
    for seat, name in enumerate(("Vroni", "Franz", "Gitti")):
        table.names[person_on(seat)] = name
    return table


TABLES: dict[str, Callable[[], LiveTable]] = {
    "waiting": lambda: gathering(2),
    "bidding": lambda: WON.at("bidding"),
    "exchange": lambda: WON.at("exchange"),
    "doubling": lambda: WON.at("doubling", seat=None),
    "table": lambda: WON.at("play", 11, seat=None),
    "five": lambda: HOLIDAY.at("play", 10, seat=None),
    "result": WON.done,
    "end": over,
}
"""Tables at the moments of the pictures."""
PAGES = {
    "start": "/",
    "learn": "/learn",
    "tactics": "/learn#tactics",
    "rules": "/rules",
    "history": "/history",
    "settings": "/settings",
    "score": "/score",
    "lobby": "/tables",
    "replay": f"/t/stubai/deals/1#{LOOKED_BACK}",
}
"""Addresses of the other pictures."""
VISITED: dict[str, Callable[[], LiveTable]] = {"lobby": lobby, "replay": played}
"""The tables behind them."""
SCORED = (
    *((1, "dobbm", 1, 72), (2, "dobbm", 0, 54), (0, "solo", 0, 81)),
    *((3, "dobbm", 0, 66), (1, "solo", 2, 58), (0, "dobbm", 1, 77)),
)
"""Deals on the score sheet: the declarer, the contract, the doublings and the points."""


def scored(declarer: int, contract: str, doublings: int, points: int) -> dict[str, Any]:
    """Return a deal as the score sheet keeps it."""
    told = {"declarer": declarer, "contract": contract, "doublings": doublings, "points": points}
    return {"end": "played", "noTrick": False, **told}


SCRIPTS = {
    "score": with_sheet(begun=1_790_000_000, deals=[scored(*deal) for deal in SCORED]),
}
"""Scripts that run before them."""
DEVICES: dict[str, dict[str, Any]] = {
    "lobby": {"tables": [{"table": "stubai", "at": 1_790_000_000}]}
}
"""The memory of the device in a picture: in the lobby, the person's own table."""
LANGUAGES = {"bidding": "ja", "result": "de", "score": "ja", "start": "de"}
"""The language of a picture on the phone, where it is not English."""
EVERYWHERE = ("start", "table", "result", "end")
"""The names of the pictures that are taken on all screens, in both themes."""


class Photographer:
    """A photographer of pages."""

    def __init__(self, windows: Windows, address: str) -> None:
        self._windows = windows
        self._address = address

    def take(self, name: str, size: str, theme: str) -> None:
        """Take a picture of a table or a page."""
        set_up = (TABLES | VISITED).get(name)
        table = set_up() if set_up else None
        path = PAGES.get(name, f"/t/{table.id}" if table else "")
        language = LANGUAGES.get(name, "en") if size == "phone" else "en"
        file = SCREENS / size / f"{name}-{theme}.jpg"
        file.parent.mkdir(exist_ok=True)
        scale = 2 if size in SHARP else 1
        look = {"theme": theme, "language": language, **DEVICES.get(name, {})}
        with self._visitor(table, SIZES[size], scale, look) as person:
            person.page.add_init_script(SCRIPTS.get(name, ""))
            person.open(path)
            person.page.get_by_role("heading", level=1).first.wait_for()
            # The pictures of the cards and the proof of the shuffle load a little later.
            person.page.wait_for_load_state("networkidle")
            person.page.evaluate("document.activeElement.blur()")
            # As a PNG, the painted cards would take up three times as many bytes.
            person.page.screenshot(path=file, type="jpeg", quality=QUALITY[size])
        bytes_ = file.stat().st_size
        print(f"{file.relative_to(ROOT)}: {bytes_ // 1000} kB")
        if bytes_ > MOST_BYTES:
            raise SystemExit(f"more than {MOST_BYTES} bytes")

    @contextmanager
    def _visitor(
        self, table: LiveTable | None, size: Size, scale: int, look: dict[str, Any]
    ) -> Iterator[Person]:
        window = self._windows.lend(service_workers="block", device_scale_factor=scale)
        window.enter(self._address, size, name="Vroni", portrait=PORTRAIT, **look)
        window.prepare(STREAMS)
        person = Person(window, self._address)
        network = Network(window.page, window.devtools, table, 0)
        yield person
        network.close()
        self._windows.give_back(window)


def pictures() -> Iterator[tuple[str, str, str]]:
    """Yield what is pictured, on which screen and in which theme."""
    for name in (*TABLES, *PAGES):
        if name in EVERYWHERE:
            yield from ((name, size, theme) for size in SIZES for theme in THEMES)
        else:
            yield name, "phone", "dark"
            yield name, "desktop", "light"


def main() -> None:
    """Take all pictures."""
    SCREENS.mkdir(exist_ok=True)
    with files() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        photographer = Photographer(Windows(browser), address)
        for name, size, theme in pictures():
            photographer.take(name, size, theme)
        browser.close()


if __name__ == "__main__":
    main()
