"""Seeds that have nothing to do with each other."""

from __future__ import annotations

from random import Random


def seed_for(use: str, seed: int) -> int:
    """A seed of its own for every use of chance."""
    return Random(f"{seed} {use}").getrandbits(53)
