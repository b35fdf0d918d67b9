"""Server settings."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Literal, Self

from dobbm.runtime.store import MOST_EVENTS

COOKIE = b"dobbm-"
"""The beginning of the names of all cookies."""
IMPORT = "/api/v1/clubs/import"
"""The path of the request whose body is a large file, which its route reads."""
STREAMS = "/events"
"""Path suffix of event streams."""
ENVIRONMENT = "DOBBM_SERVER"
"""The environment variable that passes the settings to worker processes."""
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the folder for the metrics of several workers."""
KEEP_ALIVE = 150
"""Seconds after which an idle connection is closed.

Proxies reuse idle connections for up to two minutes. If the server closed one earlier, it could
lose a request that is on its way.
"""
SHUTDOWN_SECONDS = 2.0
"""Seconds for requests to finish when the server stops; event streams end at once."""


def _limit(default: int, counts: str, least: int = 1) -> int:
    """Return a field of ``Limits``: its default, what it counts, and the least value."""
    described: int = field(default=default, metadata={"counts": counts, "least": least})
    return described


@dataclass(frozen=True)
class Limits:
    """Limits per token, seat and address, on the size of request bodies, and on what is stored.

    The limits per address do not apply to requests from this machine. A burst may have twice as
    many requests as the average.
    """

    # Programs that stay within 50 requests a second work on every server.
    requests: int = _limit(60, "requests per second and token", least=50)
    address_requests: int = _limit(200, "requests per second and address")
    address_tables: int = _limit(60, "tables opened per hour and address")
    streams: int = _limit(5, "event streams at once per seat")
    address_streams: int = _limit(300, "event streams at once per address")
    address_connections: int = _limit(1_000, "connections at once per address")
    body: int = _limit(16_384, "bytes in the body of a request")
    archive: int = _limit(20_000_000, "bytes of a file from which a club is founded again")
    tables: int = _limit(1_000_000, "tables in the database, beyond which none is opened")
    table_events: int = _limit(MOST_EVENTS, "events of a table, after which it ends")
    database: int = _limit(100_000, "megabytes of the database, beyond which no table is opened")
    free_disk: int = _limit(200, "megabytes of the disk that new tables leave free")


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    database: str
    """The URL of the database."""
    secret: str
    """The key that signs cookies and seeds the bots."""
    public_url: str | None = None
    """The URL at which people reach the page, if it is not the server's own address."""
    bot_seconds: float = 0.4
    """Average seconds that a bot takes for an action."""
    limits: Limits = Limits()
    log_requests: bool = True
    """Whether requests are logged."""
    log_level: str = "info"
    """The lowest level of messages that are logged."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks of proxies that may report the client's address."""
    hosts: tuple[str, ...] = ()
    """Host names of the server besides that of its public URL."""
    texts: bool = True
    """Whether people may write texts to each other at tables whose hosts allow it."""
    pocket: str | None = None
    """The folder of the pocket edition that the server offers; None offers none."""
    contact: str | None = None
    """How people reach the host, for the page on privacy."""
    push: bool = False
    """Whether messages of clubs are sent to devices; this needs a public URL."""
    push_hosts: tuple[str, ...] = ()
    """The hosts of push services besides those of the known browsers."""
    keep_days: int | None = None
    """Days after which a table that nobody has touched is deleted; None keeps all tables."""

    founding: Literal["anyone", "host"] = "anyone"
    """The people who found clubs: anyone, or only the host with a command."""

    def to_json(self) -> str:
        """Return the settings as JSON text, for the server's worker processes."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the settings from the text of ``to_json``."""
        data = json.loads(text)
        for name in ("trusted_proxies", "hosts", "push_hosts"):
            data[name] = tuple(data[name])
        return cls(**data | {"limits": Limits(**data["limits"])})
