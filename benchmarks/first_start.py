"""Measure how long a newcomer waits: from a clean clone to the page and to the first card.

  python benchmarks/first_start.py

It clones this repository into a temporary folder, runs ``make play`` there without any compiled
code, opens a table with three ``pimc:strong``, and plays until one of them has played a card.
Packages are downloaded only if pip's cache does not have them.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any, TypeVar

import orjson

from dobbm.game.cards import parse_cards
from dobbm.game.exchange import discards_action, legal_discards
from dobbm.game.rules import Rules

ROOT = Path(__file__).parents[1]
PORT = 8377
NEW_TABLE = {"name": "Vroni", "bots": 3, "bot": "pimc:strong"}
SOON = 0.05
"""Seconds between two attempts."""

Found = TypeVar("Found")


def main() -> None:
    """Measure once and print the seconds."""
    with TemporaryDirectory() as folder:
        begin = perf_counter()
        clone = Path(folder, "dobbm")
        command = ["git", "clone", "--quiet", str(ROOT), str(clone)]
        subprocess.run(command, check=True)
        server = start(clone, Path(folder))
        try:
            until(page)
            print(f"page: {perf_counter() - begin:.1f} s", flush=True)
            until(Newcomer().sees_a_card_of_a_bot)
            print(f"first card of a bot: {perf_counter() - begin:.1f} s")
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()


def start(clone: Path, folder: Path) -> subprocess.Popen[bytes]:
    """Run ``make play`` in the clone, with folders of its own for data and compiled code."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    environment = {
        **os.environ,
        "PIP_CACHE_DIR": str(Path(cache, "pip")),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_DATA_HOME": str(folder / "data"),
        "BROWSER": "true",  # a command that does nothing
    }
    command = ["make", "play", f"ARGS=--port {PORT}"]
    return subprocess.Popen(
        command, cwd=clone, env=environment, stdout=sys.stderr, start_new_session=True
    )


def until(look: Callable[[], Found | None]) -> Found:
    """Call ``look`` until it returns something, and return that; ``OSError`` counts as nothing."""
    while True:
        with suppress(OSError):
            if found := look():
                return found
        sleep(SOON)


def page() -> bool:
    """Return whether the start page is served."""
    return bool(ask("GET", "/"))


def ask(method: str, path: str, token: str = "", body: object = None) -> bytes:
    """Return the body of the response to a request."""
    server = HTTPConnection("127.0.0.1", PORT)
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    server.request(method, path, orjson.dumps(body), headers)
    return server.getresponse().read()


class Newcomer:
    """A person at a new table with three bots, who bids a Dobbm whenever possible."""

    def __init__(self) -> None:
        seat = orjson.loads(ask("POST", "/api/v1/tables", body=NEW_TABLE))
        self._token = seat["token"]
        self._path = f"/api/v1/tables/{seat['table']}"

    def sees_a_card_of_a_bot(self) -> bool:
        """Return whether a bot has played a card; if an action is due, take it."""
        table: dict[str, Any] = orjson.loads(ask("GET", self._path, self._token))
        view = table["view"]
        if any(step["seat"] != view["seat"] for step in view["steps"] if step["phase"] == "play"):
            return True
        if table["stage"] != "playing" or view["to_act"] != view["seat"]:
            return False
        if view["phase"] == "play":
            action = view["legal"][0]
        elif view["phase"] == "exchange":
            hand = parse_cards(" ".join(view["hand"]))
            action = discards_action(next(legal_discards(hand, Rules())))
        else:
            action = next(word for word in ("dobbm", "weiter", "gut") if word in view["legal"])
        ask("POST", f"{self._path}/actions", self._token, {"action": action, "turn": table["turn"]})
        return False


if __name__ == "__main__":
    main()
