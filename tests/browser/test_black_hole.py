"""A network that swallows everything between a page and a real server, and says nothing.

As behind a proxy, both ends keep an open connection: only what the page and the server say to each
other shows that it is dead.
"""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import pytest
from playwright.sync_api import expect

from browser.conftest import Come
from browser.seeding import seed_evening, take_seat
from server.serving import HOST, Server
from table.driver import SOLO, dealt

pytestmark = pytest.mark.long

SLOW = 40_000
"""Milliseconds that a busy machine may take for what takes five to fifteen seconds."""


class Hole:
    """Forwards connections to a server, but forwards nothing while it is closed."""

    def __init__(self, server: Server, listening: socket.socket) -> None:
        self.address = f"http://{HOST}:{listening.getsockname()[1]}"
        self.open = Event()
        self.open.set()
        self._server = server
        self._listening = listening

    def accept(self) -> None:
        """Accept connections until the socket is shut down."""
        with suppress(OSError):
            while True:
                here, _ = self._listening.accept()
                Thread(target=self._connect, args=(here,), daemon=True).start()

    def _connect(self, here: socket.socket) -> None:
        with here, socket.create_connection((HOST, self._server.port)) as there:
            back = Thread(target=self._forward, args=(there, here), daemon=True)
            back.start()
            self._forward(here, there)
            back.join()

    def _forward(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                self.open.wait()
                target.sendall(data)
        self.open.wait()
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)


@contextmanager
def hole_before(server: Server) -> Iterator[Hole]:
    with socket.create_server((HOST, 0)) as listening:
        hole = Hole(server, listening)
        accepting = Thread(target=hole.accept)
        accepting.start()
        try:
            yield hole
        finally:
            hole.open.set()
            listening.shutdown(socket.SHUT_RDWR)
            accepting.join()


def test_a_card_played_into_a_black_hole_arrives_when_the_network_is_back(
    come: Come, tmp_path: Path
) -> None:
    """The person knows at once, the others soon, and the clock waits: nothing is lost."""
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    evening = dealt(people=2, name="hole")
    evening.act(*SOLO)
    evening.act(evening.deal.legal_actions()[0])
    assert evening.to_act == 1
    with Server(database, tmp_path / "log") as server, hole_before(server) as hole:
        seed_evening(database, evening)
        vroni, lois = come(to=server.address), come(to=hole.address)
        take_seat(vroni, evening, 0)
        take_seat(lois, evening, 1)
        expect(lois.legal.first).to_be_enabled()
        hole.open.clear()
        lost = time.monotonic()
        card = lois.legal.first
        lois.press(card)
        expect(lois.page.locator(".offline")).to_contain_text("Your move is sent", timeout=SLOW)
        banner = time.monotonic() - lost
        seat = vroni.page.get_by_role("group", name="Lois")
        expect(seat).to_contain_text("connection lost", timeout=SLOW)
        others = time.monotonic() - lost
        vroni.hears("The clock waits for up to 30 seconds.")
        hole.open.set()
        expect(lois.page.locator(".offline")).to_have_count(0, timeout=SLOW)
        lois.hears("Your move has arrived.")
        vroni.hears("Lois plays ")
        vroni.hears("Lois is connected again.")
        assert not any("too late" in line for line in lois.heard)
        print(
            f"\nthe banner after {banner:.1f} s, the others after {others:.1f} s", file=sys.stderr
        )
        for person in (vroni, lois):
            person.open("")
