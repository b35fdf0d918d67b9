"""Prints times as people and programs read them."""

from __future__ import annotations

from datetime import UTC, datetime


def iso(at: float) -> str:
    """Return a time in Unix seconds in the form of ISO 8601, in UTC."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
