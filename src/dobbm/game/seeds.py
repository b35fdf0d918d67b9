"""Random numbers from seeds: every whole number is a seed, and no two give the same numbers.

All generators of the package that a seed determines are made here.
"""

from __future__ import annotations

from random import Random
from typing import SupportsIndex

from dobbm.game.errors import DobbmError, quoted
from dobbm.game.fields import whole_number

KERNEL_BITS = 63
"""The size of a seed for compiled code."""
DECIMAL_BITS = 4096
"""The size from which a number is written in hexadecimal digits; Python limits decimal ones."""


def verified_seed(seed: object) -> int:
    """Return a seed as an int.

    >>> verified_seed(7.0)
    Traceback (most recent call last):
    dobbm.game.errors.DobbmError: "seed" must be a whole number, not 7.0

    Raises ``DobbmError`` unless it is a whole number of any kind; a bool is none.
    """
    return whole_number(seed, "seed", DobbmError)


def verified_rng(rng: Random) -> Random:
    """Return a generator; raise ``DobbmError`` for anything else, such as a seed."""
    if not isinstance(rng, Random):
        raise DobbmError(f"rng must be a random.Random, such as Random(7), not {quoted(rng)}")
    return rng


def generator(seed: SupportsIndex, *use: object) -> Random:
    """Return the generator for a seed or, with the words of ``use``, for one use of it.

    The generators for different uses are independent.
    """
    number = verified_seed(seed)
    return derived(number, *use) if use or number < 0 else Random(number)


def seed_for(use: str, seed: SupportsIndex) -> int:
    """Return a seed for one use of randomness, independent of those for other uses."""
    return generator(seed, use).getrandbits(53)


def derived(*words: object) -> Random:
    """Return the generator that some words and numbers determine."""
    return Random(" ".join([_digits(w) if isinstance(w, int) else str(w) for w in words]))


def not_negative(seed: SupportsIndex) -> int:
    """Return a seed for a library that takes no negative numbers."""
    number = verified_seed(seed)
    return number if number >= 0 else derived(number, "bits").getrandbits(2 * KERNEL_BITS)


def fixed_size(seed: SupportsIndex, bits: int = KERNEL_BITS) -> int:
    """Return a seed for compiled code or a library that takes only this many bits.

    >>> fixed_size(7), fixed_size(-7) == fixed_size(7)
    (7, False)
    """
    number = verified_seed(seed)
    return number if 0 <= number < 1 << bits else derived(number, "bits").getrandbits(bits)


def _digits(number: int) -> str:
    return str(number) if number.bit_length() < DECIMAL_BITS else hex(number)
