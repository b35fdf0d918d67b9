"""Kill the pocket edition at random points of a session, and look for what was lost or doubled.

  make pocket && python benchmarks/kills.py [FOLDER] [--kills N] [--seed N]

Chromium plays the first legal actions; its window is closed, reloaded, crashed or updated, or the
whole browser is killed, often in the middle of a write. Then all events that the device keeps are
replayed: everything that the page had seen must be there once. What has been tried is kept in
``build/kills``; another call goes on from there.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Error, Page, Playwright, sync_playwright

from dobbm.runtime.history import apply_stored
from dobbm.table.state import Table
from taps import CONNECTION, POCKET, host

TRIED = POCKET.with_name("kills")
BROWSER = "chromium-headless-shell"
KINDS = {"close": 5, "reload": 5, "crash": 5, "update": 2, "kill": 3, "hand over": 2, "start": 2}
"""How the session ends, and how often of all times."""
LONG = 40
"""The kills after which another table is opened."""
SEEN = "seen "
"""The beginning of the driver's messages."""
LATE = 'new Promise((_, reject) => setTimeout(reject, 60_000, new Error("does not start")))'
PLAY = """
async ({ table, seed }) => {
  const say = (seen) => console.log("seen " + JSON.stringify(seen));
  const ask = async (method, path, body) => {
    const headers = { "content-type": "application/json" };
    const sent = { method, headers, body: body && JSON.stringify(body) };
    if (globalThis.token) headers.authorization = `Bearer ${globalThis.token}`;
    const answer = await pocket.request(path, sent);
    return answer.status === 204 ? null : answer.json();
  };
  if (!table) {
    const opened = await ask("POST", "/tables", { name: "Anna", bots: 3, bot: "simple" });
    globalThis.token = opened.token;
    table = opened.table;
    await ask("POST", `/tables/${table}/remember`);
    say({ table, deal: 0, actions: [] });
  }
  for (;;) {
    const { view, seat, turn, deal } = await ask("GET", `/tables/${table}`);
    const { actions = [], legal } = view ?? {};
    if (view) say({ table, deal, actions, seat });
    if (view && "result" in view) await ask("POST", `/tables/${table}/next`);
    else if (view && view.to_act === seat) {
      const hint = legal ? null : await ask("GET", `/tables/${table}/hint`);
      const action = hint ? hint.hints[0].action : legal[(turn * 7 + seed) % legal.length];
      say({ sent: action });
      const answer = await ask("POST", `/tables/${table}/actions`, { action, turn });
      if (answer.turn !== undefined) say({ table, deal, actions: [...actions, action], seat });
    } else await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
"""
ROWS = """
async () => {
  const app = document.querySelector("script[type=module]").src;
  const { allRows } = await import(new URL("pocket/device.js", app));
  return allRows();
}
"""


class Seen(NamedTuple):
    """The actions that the page knows: those of the deals of each table."""

    tables: dict[str, dict[int, list[str]]]

    def hear(self, told: dict[str, Any]) -> None:
        """Remember a message of the driver."""
        if "table" in told:
            deals = self.tables.setdefault(told["table"], {})
            if len(told["actions"]) >= len(deals.get(told["deal"], [])):
                deals[told["deal"]] = told["actions"]

    def missing(self, rows: dict[str, str]) -> list[str]:
        """Return what is wrong with the rows of a device; nothing if all that was seen is there."""
        found = []
        for table, deals in self.tables.items():
            kept = sorted(key for key in rows if key.startswith(f"event/{table}/"))
            if kept != [f"event/{table}/{number:010}" for number in range(1, len(kept) + 1)]:
                found.append(f"{table}: the events have gaps")
            try:
                played = replayed(table, [json.loads(rows[key]) for key in kept])
            except Exception as error:
                found.append(f"{table}: {error!r}")
                continue
            for deal, actions in deals.items():
                if not begins(played.get(deal, []), actions):
                    found.append(f"{table}, deal {deal}: {actions} was seen, not {played}")
        return found


def replayed(table_id: str, events: list[dict[str, Any]]) -> dict[int, list[str]]:
    """Return the actions of all deals of a table, by the deals' numbers."""
    if any(one == other for one, other in pairwise(events)):
        raise ValueError("an event is there twice")
    table: Table | None = None
    played: dict[int, list[str]] = {}
    for event in events:
        before = table.finished if table else 0
        to_act = table.deal.to_act if table and table.deal else None
        if event["kind"] == "acted" and event["seat"] != to_act:
            raise ValueError(f"an action of another seat: {event}")
        table, _ = apply_stored(table_id, table, event)
        if table.finished > before and table.last:
            played[table.finished] = list(table.last.deal.actions)
        elif table.deal:
            played[table.finished + 1] = list(table.deal.actions)
    return played


def begins(played: list[str], seen: list[str]) -> bool:
    """Return whether actions begin with those that a seat has seen, which has not seen discards."""
    pairs = zip(played, seen, strict=False)
    return len(played) >= len(seen) and all(
        one == other or (one.count(" "), "?" in other) == (3, True) for one, other in pairs
    )


class Chromium:
    """A browser that can be killed and started again on the same profile."""

    def __init__(self, playwright: Playwright, profile: Path) -> None:
        self._playwright = playwright
        self._profile = profile
        self.start()

    def start(self) -> None:
        """Start the browser."""
        found = shutil.which(BROWSER) or self._playwright.chromium.executable_path
        options = ["--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={self._profile}"]
        said = self._profile / "said"
        with said.open("wb") as output:
            self.process = subprocess.Popen(
                [found, *options, "about:blank"], stderr=output, start_new_session=True
            )
        while not (address := re.search(r"ws://\S+", said.read_text())):
            time.sleep(0.01)
        self.browser: Browser = self._playwright.chromium.connect_over_cdp(address[0])
        self.context = self.browser.contexts[0]

    def kill(self) -> None:
        """Kill the browser, as a device does that needs its memory; start it again."""
        self.end()
        self.start()

    def end(self) -> None:
        """Kill the browser and all its processes."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Kills:
    """A session that is killed again and again."""

    def __init__(self, chromium: Chromium, folder: Path, address: str, log: Path) -> None:
        self.chromium = chromium
        self.folder = folder
        self.address = address
        self.log = log
        self.seen = Seen({})
        self.table = ""
        self.page = self.open()

    def open(self) -> Page:
        """Open a window whose console the test hears."""
        page = self.chromium.context.new_page()
        page.on("console", lambda message: self.hear(message.text))
        return page

    def hear(self, text: str) -> None:
        """Hear a message of a window."""
        if text.startswith(SEEN):
            told = json.loads(text.removeprefix(SEEN))
            self.seen.hear(told)
            self.table = told.get("table", self.table)
            self.sent += "sent" in told

    def one(self, number: int, random: Random) -> str:
        """Play, kill, look; return what kind of kill it was."""
        kind = random.choices([*KINDS], [*KINDS.values()])[0]
        if number % LONG == 0:
            self.table = ""
        self.sent = 0
        if kind == "start":
            self.page.goto(self.address, wait_until="commit")
            self.page.wait_for_timeout(random.uniform(0, 2500))
            self.end("close")
            return kind
        self.begin()
        found = self.seen.missing(rows_of(self.page))
        if found:
            raise SystemExit(f"kill {number - 1}: {found}")
        playing = {"table": self.table, "seed": random.randrange(100)}
        self.page.evaluate(f"(how) => void ({PLAY})(how)", playing)
        wanted = random.randint(1, 4)
        until = time.monotonic() + 20
        while self.sent < wanted and time.monotonic() < until:
            self.page.wait_for_timeout(1)
        self.page.wait_for_timeout(random.uniform(0, random.choice([4, 20, 500])))
        self.end(kind)
        return kind

    def begin(self) -> None:
        """Wait until the game answers; load the page again if it was updated while it loaded."""
        while True:
            self.page.goto(self.address, wait_until="commit")
            try:
                self.page.wait_for_selector("main")
                self.page.evaluate(f"async () => Promise.race([({CONNECTION})(), {LATE}])")
            except Error as error:
                print(f"loads the page again: {error}", file=sys.stderr)
            else:
                return

    def end(self, kind: str) -> None:
        """End the session in a way."""
        match kind:
            case "close":
                self.page.close()
                self.page = self.open()
            case "reload":
                self.page.reload(wait_until="commit")
            case "crash":
                crash(self.page)
                self.page.close()
                self.page = self.open()
            case "update":
                update(self.folder)
                self.page.reload(wait_until="commit")
            case "kill":
                self.chromium.kill()
                self.page = self.open()
            case "hand over":
                other, before = self.open(), self.page
                other.goto(self.address)
                before.close()
                self.page = other


def crash(page: Page) -> None:
    """Let the process of a window crash."""
    try:
        page.goto("chrome://crash", timeout=1000)
    except Error:
        return


def rows_of(page: Page) -> dict[str, str]:
    """Return what the device keeps."""
    rows: list[str] = page.evaluate(ROWS)
    return dict(json.loads(row) for row in rows)


def update(folder: Path) -> None:
    """Put another version of the page in the folder; only the names of its files differ."""
    [files] = (folder / "static").iterdir()
    last = files.name[-1]
    name = files.name[:-1] + ("0" if last != "0" else "1")
    for path in (*folder.rglob("*.html"), folder / "sw.js", folder / "manifest.webmanifest"):
        path.write_text(path.read_text().replace(files.name, name))
    files.rename(files.with_name(name))


@contextmanager
def copied(folder: Path) -> Iterator[Path]:
    """Copy the pocket edition, to change its version."""
    with tempfile.TemporaryDirectory() as made:
        yield Path(shutil.copytree(folder, Path(made, "dobbm")))


def say_nothing(*_: object) -> None:
    """Let windows go that close while the host answers them."""


def main() -> None:
    """Kill until all kills are done; say how many events were lost or doubled."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=POCKET)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    log = TRIED / f"{arguments.seed}.jsonl"
    log.parent.mkdir(parents=True, exist_ok=True)
    done = len(log.read_text().splitlines()) if log.exists() else 0
    ThreadingHTTPServer.handle_error = say_nothing  # type: ignore[method-assign, assignment]
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        copied(arguments.folder) as folder,
        host(folder.parent) as address,
    ):
        chromium = Chromium(playwright, Path(profile))
        kills = Kills(chromium, folder, f"{address}/dobbm/", log)
        try:
            for number in range(done, arguments.kills):
                kind = kills.one(number, Random(f"{arguments.seed} {number}"))
                events = sum(map(len, kills.seen.tables.values()))
                with log.open("a") as file:
                    file.write(json.dumps({"kill": number, "kind": kind, "deals": events}) + "\n")
            kills.one(arguments.kills, Random(0))
        finally:
            chromium.end()
    print(f"{arguments.kills} kills: nothing was lost or doubled", file=sys.stderr)


if __name__ == "__main__":
    main()
