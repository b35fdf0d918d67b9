"""Guests at the tables of a server, and ``dobbm serve`` in a process of its own.

``server.simulated`` has a server in this process; guests cannot tell the two apart.
"""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self, TypeAlias

import httpx

from dobbm.game.actions import Seat
from dobbm.game.cards import parse_cards
from dobbm.game.exchange import discards_action, legal_discards
from dobbm.game.rules import Rules

TableJson: TypeAlias = dict[str, Any]
"""A table as JSON, as a seat or a spectator sees it."""

HOST = "127.0.0.1"
PATIENCE = 60.0
"""Seconds after which a test gives up waiting."""
SOON = 0.02
"""Seconds between two checks of a condition: fewer than fifty requests a second."""


class Stream(NamedTuple):
    """A streaming response."""

    status_code: int
    headers: httpx.Headers
    lines: Iterator[str]


class Tables(ABC):
    """A server with tables for guests."""

    address: str

    @abstractmethod
    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send a request, and return the response."""

    @abstractmethod
    def stream(
        self, path: str, params: dict[str, Any], headers: dict[str, str]
    ) -> AbstractContextManager[Stream]:
        """Open a streaming response until the block ends."""

    @abstractmethod
    def waiting(self, within: float = PATIENCE) -> Iterator[None]:
        """Yield again and again for this many seconds, with pauses."""

    def open(self, name: str = "Vroni", bots: int = 3, **options: Any) -> Guest:
        """Open a table, and return the guest who has its first seat."""
        body = {"name": name, "bots": bots} | options
        answer = self.ask("POST", "/api/v1/tables", json=body)
        assert answer.status_code == 201, answer.text
        return Guest(self, **answer.json())

    def seated(self, *names: str, bots: int = 0, **options: Any) -> list[Guest]:
        """Seat people with these names at a new table, in the order of the seats."""
        first = self.open(names[0], bots, **options)
        return [first, *[first.bring(name) for name in names[1:]]]

    def dealt(self, *names: str, **options: Any) -> list[Guest]:
        """Seat people, let bots take all other seats, and wait for the first deal."""
        bots = options.get("players", 4) - len(names)
        guests = self.seated(*names, bots=bots, **options)
        guests[0].follow(lambda table: table["shuffle"])
        for guest in guests:
            guest.contribute()
        guests[0].follow(lambda table: table["stage"] == "playing")
        return guests


class Server(Tables):
    """``dobbm serve`` on a free port, used as a context manager or started and stopped by hand."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://{HOST}:{self.port}"
        self.process: subprocess.Popen[bytes]
        self._log = log
        address = [
            "--port",
            str(self.port),
            "--database",
            database,
            "--secret",
            "secret of the tests",
        ]
        self._command = [sys.executable, "-m", "dobbm", "serve", *address, *options]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self.stop() == 0

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(self._command, stdout=log, stderr=log)
        ready = self.wait_until_ready()
        assert ready, self.log

    def wait_until_ready(self, status: int = 200) -> bool:
        """Wait until ``/readyz`` answers with this status; False if the server ends before that."""
        for _ in waiting():
            try:
                if self.ask("GET", "/readyz").status_code == status:
                    return True
            except httpx.TransportError:
                if self.process.poll() is not None:
                    return False
        return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send the server a signal, and return its exit status."""
        self.client.close()
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    @property
    def folder(self) -> Path:
        """The folder of the log, and of the database if that is a file."""
        return self._log.parent

    @property
    def log(self) -> str:
        """The text of the log."""
        return self._log.read_text()

    @cached_property
    def client(self) -> httpx.Client:
        """A client with a new connection for every request, so that any worker may answer."""
        alone = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        return httpx.Client(base_url=self.address, limits=alone, timeout=PATIENCE, trust_env=False)

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self.client.request(method, path, **options)

    @contextmanager
    def stream(
        self, path: str, params: dict[str, Any], headers: dict[str, str]
    ) -> Iterator[Stream]:
        with self.client.stream("GET", path, params=params, headers=headers) as answer:
            yield Stream(answer.status_code, answer.headers, answer.iter_lines())

    def waiting(self, within: float = PATIENCE) -> Iterator[None]:
        return waiting(within)


class Message(NamedTuple):
    """A message of an event stream."""

    number: int
    table: TableJson


@dataclass
class Guest:
    """A person at a table; without a token, a spectator."""

    server: Tables
    table: str
    seat: Seat | None = None
    token: str | None = None
    rng: Random = field(default_factory=lambda: Random(6))

    @property
    def path(self) -> str:
        return f"/api/v1/tables/{self.table}"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def spectator(self) -> Guest:
        """Return a spectator at the same table."""
        return Guest(self.server, self.table)

    def bring(self, name: str) -> Guest:
        """Seat another person at the same table."""
        answer = self.server.ask("POST", f"{self.path}/seats", json={"name": name})
        assert answer.status_code == 201, answer.text
        return Guest(self.server, self.table, **answer.json())

    def ask(self, method: str, route: str = "", **options: Any) -> httpx.Response:
        headers = self.headers | options.pop("headers", {})
        return self.server.ask(method, self.path + route, headers=headers, **options)

    def post(self, route: str, body: Any = None) -> httpx.Response:
        return self.ask("POST", route, json={} if body is None else body)

    def put(self, route: str, body: Any) -> httpx.Response:
        return self.ask("PUT", route, json=body)

    def see(self) -> TableJson:
        """Return the table as this guest sees it."""
        answer = self.ask("GET")
        assert answer.status_code == 200, answer.text
        table: TableJson = answer.json()
        return table

    def wait(self, until: Callable[[TableJson], Any]) -> TableJson:
        """Wait until the table satisfies a condition, and return it."""
        for _ in self.server.waiting():
            table = self.see()
            if until(table):
                return table
        raise AssertionError(f"it has never come: {table}")

    def follow(self, until: Callable[[TableJson], Any]) -> TableJson:
        """Like ``wait``, but on an event stream, which does not wait for the first deal."""
        with self.events() as events:
            return next(message.table for message in events if until(message.table))

    @contextmanager
    def events(self, after: int | None = None, **headers: str) -> Iterator[Iterator[Message]]:
        """Follow the table until the block ends."""
        params = {} if after is None else {"after": after}
        with self.server.stream(f"{self.path}/events", params, self.headers | headers) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            yield parse_messages(answer.lines)

    def history(self) -> list[Message]:
        """Return the messages about all events so far."""
        last = self.see()["number"]
        with self.events(after=0) as events:
            return [next(events) for _ in range(last)]

    def act(self, table: TableJson | None = None) -> httpx.Response:
        """Take a random legal action."""
        table = table or self.see()
        action = legal_action(table["view"], self.rng)
        return self.post("/actions", {"action": action, "turn": table["turn"]})

    def contribute(self, value: str = "5eed", cut: int | None = None) -> httpx.Response:
        return self.post("/shuffle", {"value": value, "cut": cut})


def parse_messages(lines: Iterator[str]) -> Iterator[Message]:
    """Parse the lines of an event stream."""
    number = -1
    for line in lines:
        key, _, value = line.partition(": ")
        if key == "id":
            number = int(value)
        elif key == "data":
            yield Message(number, json.loads(value))
        else:
            assert key in ("", "retry", ":") or line.startswith(":"), line


def legal_action(view: dict[str, Any], rng: Random) -> str:
    """Return a random legal action; of the discards, the first."""
    if view["legal"] is None:
        hand = parse_cards(" ".join(view["hand"]))
        return discards_action(next(legal_discards(hand, Rules(**view["rules"]))))
    legal: list[str] = view["legal"]
    return rng.choice(legal)


def play(guests: Sequence[Guest], until: Callable[[TableJson], Any]) -> TableJson:
    """Let the guests shuffle and play, with bots between them, until a condition holds."""
    by_seat = {guest.seat: guest for guest in guests}
    for _ in guests[0].server.waiting():
        table = guests[0].see()
        if until(table):
            return table
        view, shuffle = table["view"], table["shuffle"]
        if table["stage"] == "playing" and view["to_act"] in by_seat:
            guest = by_seat[view["to_act"]]
            own = guest.see()
            # A plan or a forced card of the seat may have been played before, or may be played now.
            if own["turn"] == table["turn"]:
                answer = guest.act(own)
                stale = answer.status_code != 200
                assert not stale or answer.json()["error"]["code"] == "stale", answer.text
        elif table["stage"] in ("between", "shuffling"):
            contributed = [one["seat"] for one in shuffle["contributions"]] if shuffle else []
            for guest in guests:
                assert guest.seat is not None
                if shuffle and shuffle["open"] and guest.seat not in contributed:
                    guest.contribute()
                if (
                    table["stage"] == "between"
                    and "next" not in table["seats"][guest.seat]["wishes"]
                ):
                    assert guest.post("/next").status_code == 200
    raise AssertionError(f"it has never come: {table}")


def waiting(within: float = PATIENCE) -> Iterator[None]:
    """Yield again and again for this many seconds, with pauses."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        yield
        time.sleep(SOON)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and code of a refusal after checking its form."""
    error = answer.json()["error"]
    assert set(answer.json()) == {"error"}
    assert set(error) - {"club"} == {"code", "action", "message"}
    assert error["message"]
    return answer.status_code, error["code"]
