"""The identifiers under which a store keeps clubs, and their members at tables."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

STREAM = "club:"
"""The store keeps a club as it keeps a table, under an identifier that no table can have."""


def stream_of(club: str) -> str:
    """Return the identifier under which the store keeps a club."""
    return STREAM + club


def club_of(stream: str) -> str:
    """Return the club that the store keeps under an identifier."""
    return stream.removeprefix(STREAM)


def is_club(stored: str) -> bool:
    """Return whether an identifier of the store is that of a club, not of a table."""
    return stored.startswith(STREAM)


@lru_cache(100_000)
def person_at(table: str, member: str) -> str:
    """Return the identifier of a member as a person at a table.

    >>> person_at("gF7I57kihz4Bxa_o", "k3Jd8sLq0aPz")
    '304a8992c9627705e469e83d'
    """
    return sha256(f"{member} at {table}".encode()).hexdigest()[:24]
