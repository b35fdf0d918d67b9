"""Independent seeds."""

from __future__ import annotations

from random import Random


def seed_for(use: str, seed: int) -> int:
    """Return an independent seed for each use of randomness."""
    return Random(f"{seed} {use}").getrandbits(53)
