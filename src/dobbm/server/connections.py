"""All connections of a process, which limits their number, and the sockets beneath them."""

from __future__ import annotations

import asyncio
import ctypes
import resource
import socket
from collections import Counter
from typing import Protocol

from dobbm.server.addresses import address_of, is_this_machine, is_within
from dobbm.server.config import Settings
from dobbm.server.unsent import Buffer, Unsent

MOST_CONNECTIONS = 5_000
"""Maximum number of connections to one process."""
WAVE = 500
"""Unused memory is returned to the system after the number of connections has fallen by this."""
CALM = 2.0
"""Seconds between that fall and the return of memory, so that more connections can end."""
RESERVED_FILES = 200
"""Maximum number of open files of a process apart from its connections."""
UNREACHABLE = 6
"""Seconds after which the kernel gives up on a client that acknowledges nothing."""
PROBE_AFTER = 10
"""Seconds without traffic after which the kernel probes a connection."""
PROBE_AGAIN = 3
"""Seconds between two probes."""


class Connection(Protocol):
    """A connection to a client."""

    client: tuple[str, int] | None

    @property
    def transport(self) -> Buffer:
        """The transport, which may hold bytes that the client has not read."""

    def drop(self) -> None:
        """Abort the connection."""

    def make_room(self) -> None:
        """Close the waiting connection, so that another one fits."""


class Connections:
    """All connections of this process, which limits their number."""

    def __init__(self, settings: Settings, most: int | None = None) -> None:
        self._settings = settings
        self.unsent = Unsent()
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most = most or min(MOST_CONNECTIONS, max(1, files - RESERVED_FILES))
        self._by_address: Counter[str] = Counter()
        self._open: dict[Connection, str] = {}
        self._idle: dict[Connection, None] = {}
        """Connections that wait for a request or its rest; the longest wait comes first."""
        self._peak = 0
        """The largest number of open connections since memory was last returned."""

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: Connection) -> bool:
        """Add a new connection; return False if there are too many.

        If the process has too many, it first closes the one that has waited longest for a request.
        """
        address = address_of({"client": connection.client})
        exempt = is_this_machine(address) or is_within(address, self._settings.trusted_proxies)
        most = self._settings.limits.address_connections
        if not exempt and self._by_address[address] >= most:
            return False
        if len(self._open) >= self._most:
            if not self._idle:
                return False
            next(iter(self._idle)).make_room()
        self._open[connection] = address
        self._by_address[address] += 1
        self._peak = max(self._peak, len(self._open))
        self.rest(connection)
        return True

    def rest(self, connection: Connection) -> None:
        """Record that the connection waits for a request."""
        if connection in self._open:
            self._idle[connection] = None

    def wake(self, connection: Connection) -> None:
        """Record that the connection has received a complete request."""
        self._idle.pop(connection, None)

    def remove(self, connection: Connection) -> None:
        """Remove a connection that is closed."""
        self.wake(connection)
        self.unsent.forget(connection)
        address = self._open.pop(connection, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
        if self._peak - len(self._open) == WAVE:
            asyncio.get_running_loop().call_later(CALM, self._end_wave)

    def _end_wave(self) -> None:
        self._peak = len(self._open)
        return_memory()


def detect_vanished_client(connection: socket.socket) -> None:
    """Make the kernel close the connection soon after its client has vanished."""
    options = [
        (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
        (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, PROBE_AGAIN),
    ]
    if hasattr(socket, "TCP_KEEPIDLE"):  # macOS has neither of these
        options.append((socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, PROBE_AFTER))
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREACHABLE))
    for level, option, value in options:
        connection.setsockopt(level, option, value)


def return_memory() -> None:
    """Return unused memory to the system, if the C library has GNU's function for that."""
    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)
