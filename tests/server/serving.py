"""Guests who come to the tables of a server, and ``dobbm serve`` as a program of its own.

``web.simulated`` has a server in this process; guests cannot tell it from the program.
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

Story: TypeAlias = dict[str, Any]
"""A table as it is shown."""

HOST = "127.0.0.1"
PATIENCE = 60.0
"""Seconds in which whatever must come has come."""
SOON = 0.02
"""Seconds between two looks at what is waited for: less than fifty a second."""


class Stream(NamedTuple):
    """An answer that goes on."""

    status_code: int
    headers: httpx.Headers
    lines: Iterator[str]


class Tables(ABC):
    """A server that guests come to."""

    address: str

    @abstractmethod
    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """The answer to one request."""

    @abstractmethod
    def stream(
        self, path: str, params: dict[str, Any], headers: dict[str, str]
    ) -> AbstractContextManager[Stream]:
        """An answer that goes on until the block ends."""

    @abstractmethod
    def waiting(self, within: float = PATIENCE) -> Iterator[None]:
        """Look again and again, for so many seconds."""

    def open(self, name: str = "Vroni", bots: int = 3, **wanted: Any) -> Guest:
        """Whoever opens a table."""
        body = {"name": name, "bots": bots} | wanted
        answer = self.ask("POST", "/api/v1/tables", json=body)
        assert answer.status_code == 201, answer.text
        return Guest(self, **answer.json())

    def seated(self, *names: str, bots: int = 0, **wanted: Any) -> list[Guest]:
        """People with these names at a new table, in the order of their seats."""
        first = self.open(names[0], bots, **wanted)
        return [first, *[first.bring(name) for name in names[1:]]]

    def dealt(self, *names: str, **wanted: Any) -> list[Guest]:
        """The same, with bots on all other seats, when the cards are dealt."""
        bots = wanted.get("players", 4) - len(names)
        guests = self.seated(*names, bots=bots, **wanted)
        guests[0].follow(lambda story: story["shuffle"])
        for guest in guests:
            guest.contribute()
        guests[0].follow(lambda story: story["stage"] == "playing")
        return guests


class Server(Tables):
    """``dobbm serve`` on a free port. Use it as a context, or start and stop it by hand."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://{HOST}:{self.port}"
        self.process: subprocess.Popen[bytes]
        self._log = log
        address = ["--port", str(self.port), "--database", database, "--secret", "of the tests"]
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
        """Whether ``/readyz`` comes to answer with this status."""
        for _ in waiting():
            try:
                if self.ask("GET", "/readyz").status_code == status:
                    return True
            except httpx.TransportError:
                if self.process.poll() is not None:
                    return False
        return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to end; its exit status."""
        self.client.close()
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    @property
    def folder(self) -> Path:
        """Where its log is, and its database if that is a file."""
        return self._log.parent

    @property
    def log(self) -> str:
        """Everything that it has written."""
        return self._log.read_text()

    @cached_property
    def client(self) -> httpx.Client:
        """Every request has a connection of its own, so that any worker may answer."""
        alone = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        return httpx.Client(base_url=self.address, limits=alone, timeout=PATIENCE, trust_env=False)

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """See ``Tables``."""
        return self.client.request(method, path, **options)

    @contextmanager
    def stream(
        self, path: str, params: dict[str, Any], headers: dict[str, str]
    ) -> Iterator[Stream]:
        """See ``Tables``."""
        with self.client.stream("GET", path, params=params, headers=headers) as answer:
            yield Stream(answer.status_code, answer.headers, answer.iter_lines())

    def waiting(self, within: float = PATIENCE) -> Iterator[None]:
        """See ``Tables``."""
        return waiting(within)


class Told(NamedTuple):
    """An event of a stream."""

    number: int
    story: Story


@dataclass
class Guest:
    """Somebody at a table; without a token, a spectator."""

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
        """Somebody who only looks on."""
        return Guest(self.server, self.table)

    def bring(self, name: str) -> Guest:
        """Somebody else, who sits down at the same table."""
        answer = self.server.ask("POST", f"{self.path}/seats", json={"name": name})
        assert answer.status_code == 201, answer.text
        return Guest(self.server, self.table, **answer.json())

    def ask(self, method: str, way: str = "", **options: Any) -> httpx.Response:
        headers = self.headers | options.pop("headers", {})
        return self.server.ask(method, self.path + way, headers=headers, **options)

    def post(self, way: str, body: Any = None) -> httpx.Response:
        return self.ask("POST", way, json={} if body is None else body)

    def put(self, way: str, body: Any) -> httpx.Response:
        return self.ask("PUT", way, json=body)

    def see(self) -> Story:
        """The table as it is shown to this guest."""
        answer = self.ask("GET")
        assert answer.status_code == 200, answer.text
        story: Story = answer.json()
        return story

    def wait(self, until: Callable[[Story], Any]) -> Story:
        """The table as soon as it is so."""
        for _ in self.server.waiting():
            story = self.see()
            if until(story):
                return story
        raise AssertionError(f"it has never come: {story}")

    def follow(self, until: Callable[[Story], Any]) -> Story:
        """The same, told by an event stream, before which nobody waits for the first deal."""
        with self.events() as events:
            return next(told.story for told in events if until(told.story))

    @contextmanager
    def events(self, after: int | None = None, **headers: str) -> Iterator[Iterator[Told]]:
        """The events of the table, as long as one follows them."""
        params = {} if after is None else {"after": after}
        with self.server.stream(f"{self.path}/events", params, self.headers | headers) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            yield parsed(answer.lines)

    def history(self) -> list[Told]:
        """Every event so far, as this guest is told of it."""
        last = self.see()["number"]
        with self.events(after=0) as events:
            return [next(events) for _ in range(last)]

    def act(self, story: Story | None = None) -> httpx.Response:
        """Do something lawful, by chance."""
        story = story or self.see()
        action = lawful(story["view"], self.rng)
        return self.post("/actions", {"action": action, "turn": story["turn"]})

    def contribute(self, value: str = "5eed", cut: int | None = None) -> httpx.Response:
        return self.post("/shuffle", {"value": value, "cut": cut})


def parsed(lines: Iterator[str]) -> Iterator[Told]:
    """What the lines of an event stream tell."""
    number = -1
    for line in lines:
        key, _, value = line.partition(": ")
        if key == "id":
            number = int(value)
        elif key == "data":
            yield Told(number, json.loads(value))
        else:
            assert key in ("", "retry", ":") or line.startswith(":"), line


def lawful(view: dict[str, Any], rng: Random) -> str:
    """An action by chance; of the discards, the first."""
    if view["legal"] is None:
        hand = parse_cards(" ".join(view["hand"]))
        return discards_action(next(legal_discards(hand, view["rules"]["sow_companion"])))
    legal: list[str] = view["legal"]
    return rng.choice(legal)


def play(guests: Sequence[Guest], until: Callable[[Story], Any]) -> Story:
    """Let people play, and bots between them, until the table is so; they shuffle as well."""
    by_seat = {guest.seat: guest for guest in guests}
    for _ in guests[0].server.waiting():
        story = guests[0].see()
        if until(story):
            return story
        view, shuffle = story["view"], story["shuffle"]
        if story["stage"] == "playing" and view["to_act"] in by_seat:
            guest = by_seat[view["to_act"]]
            own = guest.see()
            # A plan or a forced card of the seat may have come before it, or come now.
            if own["turn"] == story["turn"]:
                answer = guest.act(own)
                stale = answer.status_code != 200
                assert not stale or answer.json()["error"]["code"] == "stale", answer.text
        elif story["stage"] in ("between", "shuffling"):
            told = [one["seat"] for one in shuffle["contributions"]] if shuffle else []
            for guest in guests:
                assert guest.seat is not None
                if shuffle and guest.seat not in told:
                    guest.contribute()
                if (
                    story["stage"] == "between"
                    and "next" not in story["seats"][guest.seat]["wishes"]
                ):
                    assert guest.post("/next").status_code == 200
    raise AssertionError(f"it has never come: {story}")


def waiting(within: float = PATIENCE) -> Iterator[None]:
    """Look again and again, for so many seconds."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        yield
        time.sleep(SOON)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of an answer that must be a refusal, in the form of one."""
    error = answer.json()["error"]
    assert set(answer.json()) == {"error"}
    assert set(error) == {"code", "action", "message"}
    assert error["message"]
    return answer.status_code, error["code"]
