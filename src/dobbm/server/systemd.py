"""Takes sockets from a service manager such as systemd, and reports the server's state to it.

``man sd_listen_fds`` and ``man sd_notify`` describe the two protocols.
"""

from __future__ import annotations

import os
import socket

from dobbm.game.errors import DobbmError

FIRST = 3
"""The first file descriptor that a service manager passes."""


def passed_sockets() -> list[socket.socket]:
    """Return the listening sockets that the service manager has opened for this process.

    Raises ``DobbmError`` if one of them is not a listening TCP socket.
    """
    count = os.environ.pop("LISTEN_FDS", "0")
    is_for_us = os.environ.pop("LISTEN_PID", "") == str(os.getpid())
    os.environ.pop("LISTEN_FDNAMES", None)
    if not is_for_us or not count.isdecimal():
        return []
    sockets = []
    for number in range(FIRST, FIRST + int(count)):
        try:
            passed = socket.socket(fileno=number)
            listens = passed.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
        except OSError:
            raise DobbmError(f"file descriptor {number} (LISTEN_FDS) is not a socket") from None
        if not listens or passed.family not in (socket.AF_INET, socket.AF_INET6):
            raise DobbmError(
                f"file descriptor {number} (LISTEN_FDS) must be a TCP socket that listens; "
                "in a .socket unit: ListenStream=8000, Accept=no"
            )
        passed.set_inheritable(False)
        sockets.append(passed)
    return sockets


class ServiceManager:
    """Reports to the service manager, if there is one."""

    def __init__(self) -> None:
        self._address = os.environ.pop("NOTIFY_SOCKET", "")
        self._is_ready = False

    def beat(self) -> None:
        """Report that the server is alive; the first time, that it is ready."""
        self._tell("WATCHDOG=1" if self._is_ready else "READY=1")
        self._is_ready = True

    def stop(self) -> None:
        """Report that the server is stopping."""
        self._tell("STOPPING=1")

    def _tell(self, message: str) -> None:
        if not self._address:
            return
        # A name that begins with @ belongs to an abstract socket.
        address = f"\0{self._address[1:]}" if self._address[0] == "@" else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as way:
            way.setblocking(False)
            try:
                way.sendto(message.encode(), address)
            except OSError:
                return  # the manager is busy or gone; the next report follows soon
