"""Exponential and logarithm from additions and multiplications alone.

The functions of a platform's own library differ in their last bit. These give the same result on
every machine, because IEEE 754 fixes that of each step.
"""

from __future__ import annotations

from math import factorial, log

import numpy as np

from dobbm.ai.kernel.bits import inlined

LN2 = log(2)
LEAST = -87.0
"""Below this, ``exponential`` is 0: single precision has hardly any smaller numbers."""
POWERS = 0.5 ** np.arange(127)
"""The powers of a half, from 0 up."""
SERIES = tuple(1 / factorial(power) for power in range(9, -1, -1))
"""The series of the exponential, from the highest power down."""
ODD = tuple(1 / power for power in range(15, 0, -2))
"""The series of half the logarithm of (1 + s) / (1 - s), an odd function of s, from the highest
power down."""


@inlined
def exponential(number: float) -> float:
    """Return e to the power of ``number``, which is at most 0, to nine digits."""
    if number < LEAST:
        return 0.0
    halvings = int(0.5 - number / LN2)
    rest, total = number + halvings * LN2, 0.0
    for coefficient in SERIES:
        total = total * rest + coefficient
    return total * POWERS[halvings]


@inlined
def logarithm(number: float) -> float:
    """Return the natural logarithm of ``number``, which lies above 0 and is at most 1."""
    doublings = 0
    while number < 0.7:
        number *= 2
        doublings += 1
    share, total = (number - 1) / (number + 1), 0.0
    square = share * share
    for coefficient in ODD:
        total = total * square + coefficient
    return 2 * share * total - doublings * LN2
