"""A bad network between a page and a real server: it delays everything, or swallows it.

As behind a proxy, both ends keep an open connection: only what the page and the server say to each
other shows that it is dead.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Event, Thread
from typing import TypeAlias

from server.serving import HOST, Server

Pieces: TypeAlias = SimpleQueue[tuple[float, bytes]]
"""Data on its way, each piece with the time at which it arrives; an empty piece is the end."""


class Hole:
    """Forwards connections to a server after a delay, but forwards nothing while it is closed."""

    def __init__(self, server: Server, listening: socket.socket) -> None:
        self.address = f"http://{HOST}:{listening.getsockname()[1]}"
        self.open = Event()
        self.open.set()
        self.delay = 0.0
        """Seconds that everything takes, each way."""
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
        pieces: Pieces = SimpleQueue()
        arriving = Thread(target=self._deliver, args=(pieces, target), daemon=True)
        arriving.start()
        with suppress(OSError):
            while data := source.recv(65_536):
                pieces.put((time.monotonic() + self.delay, data))
        pieces.put((time.monotonic() + self.delay, b""))
        arriving.join()

    def _deliver(self, pieces: Pieces, target: socket.socket) -> None:
        with suppress(OSError):
            while True:
                at, data = pieces.get()
                time.sleep(max(0.0, at - time.monotonic()))
                self.open.wait()
                if not data:
                    break
                target.sendall(data)
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
