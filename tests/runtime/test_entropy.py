"""The sources of randomness, and the bots' delays and seeds."""

from __future__ import annotations

from itertools import product

from dobbm.runtime.entropy import fraction


def test_a_fraction_depends_on_the_key_the_purpose_the_table_and_the_turn() -> None:
    keys = product((b"key", b"other"), ("delay", "seed"), ("stubai", "wipptal"), (0, 1))
    fractions = [fraction(*arguments) for arguments in keys]
    assert len({*fractions}) == len(fractions)
    assert all(0.0 <= one < 1.0 for one in fractions)
    assert fraction(b"key", "delay", "stubai", 0) == fractions[0]
