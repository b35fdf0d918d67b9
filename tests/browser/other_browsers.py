"""Firefox and WebKit as Debian packages them, driven over WebDriver.

Playwright drives only its own builds of them. Firefox speaks WebDriver BiDi on a WebSocket. The
driver of WebKit speaks the older WebDriver, which is HTTP. Both take the same JSON for what a mouse
and a keyboard do.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from browser.people import VISIBLE_POINT, Json
from browser.windows import DESK
from programs import program
from server.serving import HOST, PATIENCE, waiting

ELEMENT = """[...document.querySelectorAll(%s)].find((element) =>
  element.checkVisibility() && (element.ariaLabel ?? element.textContent).trim().startsWith(%s))"""
RESTS = """document.getAnimations().every(({ effect }) =>
  effect.getComputedTiming().endTime === Infinity)"""
"""Whether nothing moves, except what never stops."""
COLLECT = """(
  globalThis.complaints = [],
  addEventListener("error", ({ message }) => complaints.push(message)),
  addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason))),
  console.error = (...said) => complaints.push(said.join(" ")),
  true
)"""
"""Collects the errors of a page that has loaded: WebKit's driver does not report them."""
KEYS = {"Tab": "\ue004", "Shift": "\ue008", "Enter": "\ue007", "Space": " ", "ArrowRight": "\ue014"}
LEFT = "A ServiceWorker intercepted the request and encountered an unexpected error."
"""Firefox's complaint of a file that comes for a page that has been left."""
LISTENING = "WebDriver BiDi listening on "
WHICH_SCREEN = "1"
"""The file descriptor on which Xvfb says the number of its display: standard output."""


class Visitor(ABC):
    """A person with a window of another browser, a mouse and a keyboard."""

    address = ""
    """The address of the server; ``open`` takes paths."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address, and wait until its page has loaded."""

    @abstractmethod
    def value(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript."""

    @abstractmethod
    def perform(self, device: Json) -> None:
        """Let a mouse or a keyboard do something."""

    @property
    @abstractmethod
    def complaints(self) -> list[str]:
        """The errors on the console so far."""

    @abstractmethod
    def forgive(self) -> None:
        """Forget the errors on the console so far."""

    def open(self, path: str) -> None:
        self.go(self.address + path)

    def wait(self, expression: str) -> Any:
        """Wait until an expression is true, and return its value."""
        for _ in waiting():
            if found := self.value(expression):
                return found
        raise AssertionError(f"it has never been true: {expression}")

    def wait_for(self, selector: str, label: str = "") -> None:
        """Wait until an element is visible; its label or its text begins with ``label``."""
        self.wait(f"{element(selector, label)} !== undefined")

    def sees(self, selector: str, label: str = "") -> bool:
        """Return whether such an element is visible."""
        return bool(self.value(f"{element(selector, label)} !== undefined"))

    def press(self, selector: str, label: str = "") -> None:
        """Click on an element, as soon as the page rests and nothing covers it."""
        self.wait_for(selector, label)
        target = element(selector, label)
        self._click(*self.wait(f"{RESTS} && ({VISIBLE_POINT})({target})"))

    def type(self, key: str) -> None:
        """Press a key and let it go."""
        strokes = [{"type": kind, "value": KEYS[key]} for kind in ("keyDown", "keyUp")]
        self.perform({"type": "key", "id": "keyboard", "actions": strokes})

    def tab_to(self, selector: str) -> None:
        """Press Tab until an element has the focus."""
        for _ in range(60):
            if self.value(f"document.activeElement.matches({json.dumps(selector)})"):
                self.type("Shift")  # a key pressed on purpose, not twice by accident
                return
            self.type("Tab")
        raise AssertionError(f"Tab never gets to {selector}")

    def _click(self, x: float, y: float) -> None:
        clicks = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        self.perform({"type": "pointer", "id": "mouse", "actions": [move, *clicks]})


def element(selector: str, label: str) -> str:
    """Return an expression for the first visible element with this label."""
    return ELEMENT % (json.dumps(selector), json.dumps(label))


class Firefox(Visitor):
    """A window of Firefox."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._number = 0
        self._complaints: list[str] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        # The window that Firefox starts with has no focus: there, Enter presses no button.
        self._window: str = self.send("browsingContext.create", type="tab")["context"]
        viewport = {"width": DESK[0], "height": DESK[1]}
        self.send("browsingContext.setViewport", context=self._window, viewport=viewport)

    def go(self, address: str) -> None:
        before = len(self.complaints)
        where = {"context": self._window, "url": address, "wait": "complete"}
        self.send("browsingContext.navigate", **where)
        # The page that was left may have been loading a file that it does not need any more.
        heard = self.complaints[before:]
        self._complaints[before:] = [one for one in heard if not one.endswith(LEFT)]

    def value(self, expression: str) -> Any:
        asked = {
            "expression": f"JSON.stringify({expression})",
            "target": {"context": self._window},
            "awaitPromise": False,
        }
        answer = self.send("script.evaluate", **asked)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def perform(self, device: Json) -> None:
        self.send("input.performActions", context=self._window, actions=[device])

    @property
    def complaints(self) -> list[str]:
        self.value("0")  # events that Firefox has sent are read before its answer
        return self._complaints

    def forgive(self) -> None:
        self.complaints.clear()

    def send(self, method: str, **params: Any) -> Any:
        """Send a command, and return its result."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": params}
        self._connection.send(json.dumps(command))
        while True:
            message = json.loads(self._connection.recv(PATIENCE))
            if message["type"] == "event":
                if message["params"]["level"] == "error":
                    self._complaints.append(message["params"]["text"])
            elif message["id"] == self._number:
                assert message["type"] == "success", message
                return message["result"]


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Start Firefox with a profile of its own."""
    options = ["--headless", "--remote-debugging-port=0", "--profile", str(folder)]
    with running([program("firefox-esr"), *options], folder) as log:
        address = said(log, LISTENING)
        with connect(f"{address}/session", max_size=None) as connection:
            visitor = Firefox(connection)
            yield visitor
            visitor.send("browser.close")


class WebKit(Visitor):
    """A window of WebKit's MiniBrowser."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._complaints: list[str] = []
        found = self.send("POST", "/session", {"capabilities": {}})
        self._session = f"/session/{found['sessionId']}"
        size = {"width": DESK[0], "height": DESK[1]}
        self.send("POST", f"{self._session}/window/rect", size)

    def go(self, address: str) -> None:
        self._complaints = self.complaints
        self.send("POST", f"{self._session}/url", {"url": address})
        self.value(COLLECT)

    def value(self, expression: str) -> Any:
        script = {"script": f"return {expression}", "args": []}
        return self.send("POST", f"{self._session}/execute/sync", script)

    def perform(self, device: Json) -> None:
        self.send("POST", f"{self._session}/actions", {"actions": [device]})

    @property
    def complaints(self) -> list[str]:
        return [*self._complaints, *self.value("globalThis.complaints ?? []")]

    def forgive(self) -> None:
        self._complaints = []
        self.value("(globalThis.complaints = [], true)")

    def send(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a command, and return its result."""
        answer = self._client.request(method, path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def close(self) -> None:
        self.send("DELETE", self._session)


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """Start WebKit on a screen that nobody sees, because it cannot do without one.

    Only one can run on a machine at a time: the session of a second one never begins.
    """
    screen = [program("Xvfb"), "-displayfd", WHICH_SCREEN, "-screen", "0", "1600x1200x24"]
    driver = program("WebKitWebDriver")
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    (folder / "screen").mkdir()
    with (
        running(screen, folder / "screen") as screen_log,
        running([driver, f"--port={port}"], folder, DISPLAY=f":{said(screen_log, '')}"),
        httpx.Client(base_url=f"http://{HOST}:{port}", timeout=PATIENCE, trust_env=False) as client,
    ):
        wait_until_ready(client)
        visitor = WebKit(client)
        yield visitor
        visitor.close()


def wait_until_ready(client: httpx.Client) -> None:
    """Wait until a driver answers."""
    for _ in waiting():
        try:
            client.get("/status")
        except httpx.TransportError:
            continue
        return
    raise AssertionError("the driver has never answered")


@contextmanager
def running(command: list[str], folder: Path, **environment: str) -> Iterator[Path]:
    """Run a program with ``folder`` as its home, and yield the file of what it writes."""
    log = folder / "log"
    own = os.environ | {"HOME": str(folder)} | environment
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=own)
    try:
        yield log
    finally:
        process.terminate()
        process.wait(PATIENCE)


def said(log: Path, start: str) -> str:
    """Wait for a line that begins like this, and return the rest of it."""
    for _ in waiting():
        for line in log.read_text().splitlines(keepends=True):
            if line.startswith(start) and line.endswith("\n"):
                return line.removeprefix(start).strip()
    raise AssertionError(log.read_text())
