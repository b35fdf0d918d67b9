"""The two homes of the page: a server, and a pocket on a plain host, where a worker is the server.

A test that takes ``home`` says in which of them it runs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any, Protocol

import pytest
from filelock import FileLock

import taps
from browser.databases import EXISTING
from browser.people import Person, events_of
from browser.seeding import device_with, seed_evening, take_seat
from dobbm.game.actions import Seat
from server.serving import Server
from table.driver import Evening
from tiers import only_long

ROOT = Path(__file__).parents[2]
FOLDER = "/dobbm"
"""Where the pocket edition lies on its host."""
STARTING = 60_000
"""Milliseconds that the worker may take to start on a busy machine."""
PLACE = "dobbm-pocket/dobbm/"
"""The name of the database of a device (``client/pocket/worker.js``)."""

ON_A_SERVER = pytest.mark.parametrize("home", ["server"], indirect=True)
"""Marks a test of what only a server has, such as other people."""
IN_BOTH_HOMES = pytest.mark.parametrize("home", ["server", *only_long("pocket")], indirect=True)
SOON_IN_BOTH_HOMES = pytest.mark.parametrize("home", ["server", "pocket"], indirect=True)
"""Marks a test that the quick tier runs in a pocket, too."""

IN_A_POCKET = pytest.mark.parametrize("site", ["pocket"], indirect=True)
"""Marks a test whose page is that of a pocket, with a test in the place of the worker."""

KEEP = """([name, rows]) => new Promise((resolve, reject) => {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("rows");
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const change = asked.result.transaction("rows", "readwrite");
    for (const [key, row] of Object.entries(rows)) change.objectStore("rows").put(row, key);
    change.oncomplete = () => resolve(asked.result.close());
    change.onabort = () => reject(change.error);
  };
})"""
"""Keeps rows in the database of a device before its worker starts."""
ROWS = f"""async (name) => {{
  const database = await ({EXISTING})(name);
  if (!database) return [];
  const look = database.transaction("rows");
  const [keys, rows] = ["getAllKeys", "getAll"].map((all) => look.objectStore("rows")[all]());
  return new Promise((resolve) => {{
    look.oncomplete = () => {{
      database.close();
      resolve(keys.result.map((key, at) => [key, rows.result[at]]));
    }};
  }});
}}"""
"""Returns the rows in the database of a device."""
TOLD = "told "
TELL = f"""
const {{ Worker }} = globalThis;
globalThis.Worker = class extends Worker {{
  constructor(...given) {{
    super(...given);
    this.addEventListener("message", ({{ data: {{ data }} }}) => {{
      const text = data ? new TextDecoder().decode(data) : "";
      const events = text.matchAll(/^data: (.*"number".*)$/gm);
      for (const [, event] of events) console.debug("{TOLD}" + event);
    }});
  }}
}};
"""
"""Passes each event that a page receives from its worker on to the test."""


class Home(Protocol):
    """Where the page finds its tables."""

    address: str
    keeps: bool
    """Whether the page needs to be kept by the browser."""

    def seat(self, person: Person, evening: Evening, seat: Seat) -> None:
        """Give a person a seat at a table that has been played until now, and open it."""

    def messages(self, person: Person) -> list[str]:
        """Collect the data of all events of the table that reach the page from now on."""


class OnServer:
    """A real server."""

    keeps = False

    def __init__(self, server: Server) -> None:
        self.address = server.address
        self._server = server
        self._seeded: set[str] = set()

    def seat(self, person: Person, evening: Evening, seat: Seat) -> None:
        """See ``Home``."""
        name = evening.table.id
        if name not in self._seeded:
            seed_evening(f"sqlite:///{self._server.folder}/tables.sqlite", evening)
            self._seeded.add(name)
        take_seat(person, evening, seat)

    def messages(self, person: Person) -> list[str]:
        """See ``Home``."""
        return events_of(person)


class Pocket:
    """The pocket edition in a folder of a plain host."""

    keeps = True

    def __init__(self, host: str) -> None:
        self.address = host + FOLDER

    def seat(self, person: Person, evening: Evening, seat: Seat) -> None:
        """See ``Home``."""
        person.open("/licences.txt")
        person.page.evaluate(KEEP, [PLACE, device_with(evening, seat)])
        path = f"/t/{evening.table.id}"
        # A host without a file for this address says so, and sends the page.
        person.forgive_requests(path)
        person.open(path)
        person.page.locator("#page[data-number]").wait_for(timeout=STARTING)

    def messages(self, person: Person) -> list[str]:
        """See ``Home``."""
        received: list[str] = []

        def receive(message: Any) -> None:
            if message.text.startswith(TOLD):
                received.append(message.text.removeprefix(TOLD))

        person.page.on("console", receive)
        person.window.prepare(TELL)
        return received


def device_of(person: Person) -> dict[str, str]:
    """Return the rows that the pocket of a person has kept."""
    return dict(person.page.evaluate(ROWS, PLACE))


class StaticHost(taps.Quiet):
    """A host of files that sends ``404.html`` where there is none, as many do."""

    def send_error(self, code: int, *more: Any) -> None:
        """Send the page for what is missing."""
        page = Path(self.directory, FOLDER[1:], "404.html")
        if code != HTTPStatus.NOT_FOUND or not self.path.startswith(FOLDER):
            return super().send_error(code, *more)
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page.read_bytes())
        return None


@contextmanager
def static_host(folder: Path) -> Iterator[str]:
    """Serve a folder; yield its address."""
    with taps.host(folder, StaticHost) as address:
        yield address


def pocket_edition(factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the pocket edition in ``FOLDER``, built once for all tests."""
    if not (shutil.which("node") and (ROOT / "node_modules" / "pyodide").is_dir()):
        pytest.skip("needs Node and Pyodide")
    base = factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "host"
    with FileLock(f"{shared}.lock"):
        if not shared.exists():
            building = shared.with_name("building")
            build = (sys.executable, ROOT / "scripts" / "pocket.py", "--plain")
            subprocess.run((*build, building / FOLDER[1:]), check=True)
            building.rename(shared)
    return shared
