"""Derives independent seeds."""

from __future__ import annotations

from random import Random


def seed_for(use: str, seed: int) -> int:
    """Return a seed for one use of randomness, independent of those for other uses."""
    return Random(f"{seed} {use}").getrandbits(53)
