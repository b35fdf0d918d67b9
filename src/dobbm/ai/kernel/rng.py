"""Random numbers for compiled code: a counter whose values are scrambled (SplitMix64).

A stream is a one-element array that holds the counter. Every pair of a seed and an index has a
stream of its own, which starts at an unrelated position of one long cycle. So the same seed gives
the same numbers on any number of threads.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled

Stream: TypeAlias = NDArray[np.uint64]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_FRACTION_BITS = np.uint64(58)
_FRACTION = np.uint64((1 << 58) - 1)


@compiled
def mixed(number: np.uint64) -> np.uint64:
    """Return ``number`` scrambled by a one-to-one function (Stafford's thirteenth mixer)."""
    number = (number ^ (number >> np.uint64(30))) * _FIRST
    number = (number ^ (number >> np.uint64(27))) * _SECOND
    return number ^ (number >> np.uint64(31))


@compiled
def open_stream(stream: Stream, seed: int, index: int) -> None:
    """Set ``stream`` to the start of the random sequence for ``seed`` and ``index``."""
    key = mixed(np.uint64(seed) * _STEP + np.uint64(1))
    stream[0] = mixed(key + np.uint64(index) * _STEP)


@compiled
def draw(stream: Stream) -> np.uint64:
    """Return the next 64 bits."""
    stream[0] += _STEP
    return mixed(stream[0])


@compiled
def below(stream: Stream, bound: int) -> int:
    """Return an exactly uniform integer from 0 to ``bound`` - 1 (Lemire's rejection method).

    ``bound`` is at most 2 ** 32; a larger one needs ``far_below``.
    """
    limit = np.uint64(bound)
    product = (draw(stream) >> _HALF) * limit
    low = product & _LOW
    if low < limit:
        surplus = (_LOW + np.uint64(1)) % limit
        while low < surplus:
            product = (draw(stream) >> _HALF) * limit
            low = product & _LOW
    return np.int64(product >> _HALF)


@compiled
def far_below(stream: Stream, bound: int) -> int:
    """Return an exactly uniform integer from 0 to ``bound`` - 1; ``bound`` is below 2 ** 63."""
    limit = np.uint64(bound)
    surplus = (np.uint64(0) - limit) % limit  # 2 ** 64 modulo limit, the count of numbers to reject
    number = draw(stream)
    while number < surplus:
        number = draw(stream)
    return np.int64(number % limit)


@compiled
def shuffle(stream: Stream, deck: NDArray[np.int64], start: int, end: int) -> None:
    """Swap a random card into each of the places ``start`` to ``end`` - 1; ``deck`` is modified.

    The card for a place is drawn from that place and all later ones.
    """
    for place in range(start, end):
        other = place + below(stream, len(deck) - place)
        deck[place], deck[other] = deck[other], deck[place]


@compiled
def fraction(stream: Stream) -> np.uint64:
    """Return a random binary fraction of 58 bits, enough for several calls of ``split_off``."""
    return draw(stream) & _FRACTION


@compiled
def split_off(rest: np.uint64, bound: int) -> tuple[int, np.uint64]:
    """Return an integer below ``bound``, which is at most 64, and the rest of the fraction.

    If one fraction gives four numbers, each with a bound of at most 8, their bias is less than
    2 ** -45.
    """
    product = rest * np.uint64(bound)
    return np.int64(product >> _FRACTION_BITS), product & _FRACTION
