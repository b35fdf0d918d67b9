"""What whoever runs the server decides."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Self


@dataclass(frozen=True)
class Limits:
    """How much one seat, or one address, may ask for.

    An address of this machine may ask for any number.
    """

    requests: int = 60
    """A second and token."""
    address_requests: int = 600
    """A second and address."""
    address_tables: int = 60
    """Tables opened an hour and address."""
    streams: int = 5
    """Event streams a seat has open at once."""
    address_streams: int = 300
    """Event streams an address has open at once."""
    body: int = 16_384
    """Bytes of a request."""


@dataclass(frozen=True)
class Settings:
    """How the server is run."""

    database: str
    """The URL of the database."""
    secret: str
    """Signs cookies, and is what the chance of bots is drawn from."""
    public_url: str | None = None
    """Under which the page is reached, if not under the server's own address."""
    bot_seconds: float = 0.4
    """How long a bot's action takes on average."""
    limits: Limits = Limits()

    def to_json(self) -> str:
        """The settings as text, for the server's worker processes."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The settings that ``to_json`` tells."""
        told = json.loads(text)
        return cls(**told | {"limits": Limits(**told["limits"])})
