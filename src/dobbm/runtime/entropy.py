"""Chance, handed in: the system's randomness, or a seed's.

The pace of bots is chance of another kind. It is drawn from a key and the turn, so that every
process of a server draws the same, and time tells nothing about the cards.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from random import Random
from typing import Protocol

TABLE_BYTES = 12
"""Of randomness in the identifier of a table: whoever knows it may come."""
PERSON_BYTES = 9
TOKEN_BYTES = 32
SECRET_BYTES = 32


class Entropy(Protocol):
    """A source of chance."""

    def table_id(self) -> str:
        """The identifier of a new table; nobody can guess it."""

    def person_id(self) -> str:
        """The identifier of a new person."""

    def token(self) -> str:
        """The token of a seat; nobody can guess it."""

    def secret(self) -> str:
        """The server's part of a shuffle: 32 bytes as hexadecimal digits."""

    def lot(self, below: int) -> int:
        """A whole number from 0 to ``below`` - 1."""


class SystemEntropy:
    """The system's randomness."""

    def table_id(self) -> str:
        """See ``Entropy``."""
        return secrets.token_urlsafe(TABLE_BYTES)

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


class SeededEntropy:
    """Chance that comes out the same whenever the seed is the same: for simulations only."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def table_id(self) -> str:
        """See ``Entropy``."""
        return self._rng.randbytes(TABLE_BYTES).hex()

    def person_id(self) -> str:
        """See ``Entropy``."""
        return self._rng.randbytes(PERSON_BYTES).hex()

    def token(self) -> str:
        """See ``Entropy``."""
        return self._rng.randbytes(TOKEN_BYTES).hex()

    def secret(self) -> str:
        """See ``Entropy``."""
        return self._rng.randbytes(SECRET_BYTES).hex()

    def lot(self, below: int) -> int:
        """See ``Entropy``."""
        return self._rng.randrange(below)


def fraction(key: bytes, purpose: str, table_id: str, turn: int) -> float:
    """A number from 0 to 1 for a turn of a table, the same in every process that has the key."""
    drawn = sha256(key + f"{purpose} {table_id} {turn}".encode()).digest()
    return int.from_bytes(drawn[:7]) / 2**56
