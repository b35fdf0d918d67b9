"""The sockets on which a server listens, and the addresses and names under which it is reached."""

from __future__ import annotations

import socket
from errno import EADDRINUSE

from dobbm.game.errors import DobbmError, quoted

PORT = 8000
PORTS_TRIED = 20
"""Number of ports tried after the default port if the user names none."""
BACKLOG = 2_048
"""Maximum number of connections that wait while the server starts or is busy."""


def listening_socket(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens on ``port``.

    If ``port`` is None, takes the first free port from ``PORT`` up. Raises ``DobbmError`` if it
    cannot listen.
    """
    wanted = PORT if port is None else port
    last = wanted + PORTS_TRIED if port is None else wanted
    while True:
        try:
            return _bound(host, wanted)
        except (TypeError, UnicodeError):  # Python cannot encode it
            raise DobbmError(f"cannot listen on {quoted(host)}: it is not a host name") from None
        except OSError as error:
            if error.errno != EADDRINUSE or wanted == last:
                problem = f"cannot listen on {host}, port {wanted}: {error.strerror}"
                raise DobbmError(problem) from None
        wanted += 1


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except BaseException:
        listening.close()
        raise
    return listening


def address_of(listening: socket.socket) -> str:
    """Return the server's URL; if it listens on all addresses, its URL on the local network."""
    host, port, *_ = listening.getsockname()
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - nothing is bound
        host = _in_network()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _in_network() -> str:
    """Return this machine's address on the local network, or 127.0.0.1 if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))  # a reserved address; nothing is sent
        except OSError:
            return "127.0.0.1"
        host: str = way.getsockname()[0]
        return host


def own_names(host: str) -> tuple[str, ...]:
    """Return the names of this machine, which people may use in the server's address."""
    name = socket.gethostname().lower()
    return tuple({host.lower(): None, name: None, f"{name.partition('.')[0]}.local": None})
