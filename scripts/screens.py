"""Take the pictures of docs/screens/: what people see, on a phone and on a desk.

Chance is the same every time: the server's part of the shuffle, and the browser's.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from browser.people import DESK, Json, Person, Size, device, hurry  # noqa: E402
from web.serving import Server  # noqa: E402

SCREENS = ROOT / "docs" / "screens"
PHONE: Size = (390, 844)
MOST_BYTES = 150_000
QUALITY = 74
SEED = 5
LOOKED_BACK = 22
"""How far the deal has gone in the picture of a replay."""

SERVER = """
import secrets, sys
from random import Random
chance = Random({seed})
secrets.token_hex = lambda size: chance.randbytes(size).hex()
secrets.token_urlsafe = lambda size: chance.randbytes(size).hex()
secrets.randbelow = chance.randrange
from dobbm.cli import main
sys.exit(main())
"""
BROWSER = "crypto.getRandomValues = (values) => values.fill(7);"


class Loaded(Server):
    """A server with loaded dice."""

    def __init__(self, folder: Path, seed: int) -> None:
        database = f"sqlite:///{folder}/tables.sqlite"
        super().__init__(database, folder / "log", "--bot-seconds", "0.02")
        module = self._command.index("-m")
        self._command[module : module + 2] = ["-c", SERVER.format(seed=seed)]


@contextmanager
def window(browser: Browser, address: str, size: Size, theme: str) -> Iterator[Person]:
    """Somebody at a screen of this size."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        storage_state=device(address, theme=theme, name="Vroni", language="en", stay=0.1),
        locale="en",
        service_workers="block",
    )
    context.add_init_script(BROWSER)
    yield Person(context, address)
    context.close()


def take(person: Person, name: str, language: str = "en") -> None:
    """Take a picture in a language, when everything has come to rest."""
    if language != "en":
        speak(person, language)
    person.page.wait_for_timeout(500)
    path = SCREENS / f"{name}.jpg"
    # As a PNG the painted cards would need three times the bytes.
    person.page.screenshot(path=path, type="jpeg", quality=QUALITY)
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {size // 1000} kB")
    if size > MOST_BYTES:
        raise SystemExit(f"more than {MOST_BYTES} bytes")
    if language != "en":
        speak(person, "en")


def speak(person: Person, language: str) -> None:
    """Load the page again in this language."""
    person.page.evaluate(
        """language => localStorage.setItem("dobbm",
           JSON.stringify({...JSON.parse(localStorage.getItem("dobbm")), language}))""",
        language,
    )
    person.page.reload()
    person.page.get_by_role("heading", level=1).first.wait_for()


def amid_a_trick(view: Json) -> bool:
    """After the second trick, with two or three cards on the table."""
    played = [action for action in view["actions"] if len(action) == 2]
    return view["phase"] == "play" and len(played) > 9 and len(played) % 4 > 1


def on_the_desk(person: Person) -> None:
    """Light, on a large screen."""
    person.sit_down_with_bots()
    hurry([person], amid_a_trick)
    take(person, "table")
    person.play_deal()
    take(person, "result", "de")
    person.page.goto(f"{person.page.url}/deals/{person.story()['deal']}")
    person.page.get_by_role("heading", level=1).wait_for()
    for _ in range(LOOKED_BACK):
        person.page.keyboard.press("ArrowRight")
    take(person, "replay")
    for path, language in (("rules", "en"), ("score", "ja")):
        person.open(f"/{path}")
        take(person, path, language)


def on_the_phone(person: Person) -> None:
    """Dark, on a small one."""
    person.open()
    take(person, "phone-start", "de")
    person.sit_down_with_bots()
    hurry([person], lambda view: view["phase"] == "bidding")
    take(person, "phone-bidding", "ja")
    hurry([person], lambda view: view["phase"] == "exchange")
    take(person, "phone-exchange")
    hurry([person], amid_a_trick)
    take(person, "phone-trick", "de")
    person.play_deal()
    take(person, "phone-result")
    for path, language in (("learn", "en"), ("settings", "ja")):
        person.open(f"/{path}")
        take(person, f"phone-{path}", language)


def main() -> None:
    """Take all of them."""
    SCREENS.mkdir(exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        Loaded(Path(folder), SEED) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        with window(browser, server.address, DESK, "light") as person:
            on_the_desk(person)
        with window(browser, server.address, PHONE, "dark") as person:
            on_the_phone(person)
        browser.close()


if __name__ == "__main__":
    main()
