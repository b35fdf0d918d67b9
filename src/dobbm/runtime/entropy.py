"""The runtime's source of randomness: the system.

The pace of bots does not come from it. It is derived from a key, the table and the turn. Every
process of a server therefore computes the same pace, and thinking times reveal nothing about the
cards.
"""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Protocol

TABLE_BYTES = 12
"""Random bytes in a table's identifier, which gives access to the table."""
PERSON_BYTES = 9
TOKEN_BYTES = 32
SECRET_BYTES = 32


class Entropy(Protocol):
    """A source of randomness."""

    def table_id(self) -> str:
        """Return an unguessable identifier for a new table."""

    def person_id(self) -> str:
        """Return an identifier for a new person."""

    def token(self) -> str:
        """Return an unguessable token for a seat."""

    def secret(self) -> str:
        """Return the server's part of a shuffle: 32 bytes as hexadecimal digits."""

    def lot(self, below: int) -> int:
        """Return a random integer from 0 to ``below`` - 1."""


class SystemEntropy:
    """The system's randomness."""

    def table_id(self) -> str:
        """See ``Entropy``."""
        return shareable(secrets.token_urlsafe(TABLE_BYTES))

    def person_id(self) -> str:
        """See ``Entropy``."""
        return secrets.token_urlsafe(PERSON_BYTES)

    def token(self) -> str:
        """See ``Entropy``."""
        return secrets.token_urlsafe(TOKEN_BYTES)

    def secret(self) -> str:
        """See ``Entropy``."""
        return secrets.token_hex(SECRET_BYTES)

    def lot(self, below: int) -> int:
        """See ``Entropy``."""
        return secrets.randbelow(below)


def repeated_table(request: str) -> str:
    """Return the identifier of the table that a request opens, however often it is sent.

    >>> repeated_table("2f1c7a90b3d44e5f8a6b")
    'gF7I57kihz4Bxa_o'
    """
    return shareable(_derived(f"table {request}", TABLE_BYTES))


def shareable(identifier: str) -> str:
    """Return an identifier that begins and ends in a letter or a digit.

    Many programs take a hyphen or an underscore at the end of a link for punctuation, and a hyphen
    at the beginning of an argument for an option.

    >>> shareable("-F7I57kihz4Bxa__")
    '0F7I57kihz4Bxa_0'
    """
    return re.sub(r"^[-_]|[-_]$", "0", identifier)


def repeated_token(table_id: str, request: str) -> str:
    """Return the token of the seat that a request takes, however often it is sent."""
    return _derived(f"token {table_id} {request}", TOKEN_BYTES)


def _derived(source: str, size: int) -> str:
    return urlsafe_b64encode(sha256(source.encode()).digest()[:size]).rstrip(b"=").decode()


def fraction(key: bytes, purpose: str, table_id: str, turn: int) -> float:
    """Return a pseudorandom number, at least 0 and below 1, that depends only on the arguments."""
    drawn = sha256(key + f"{purpose} {table_id} {turn}".encode()).digest()
    return int.from_bytes(drawn[:7]) / 2**56
