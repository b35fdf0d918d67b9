"""Exercises that are found quickly."""

from __future__ import annotations

from functools import cache
from itertools import count

from dobbm.exercises.exercise import Exercise
from dobbm.exercises.mining import Miner, Stream

BID = Stream("bid", True, 3)
ENDING = Stream("ending", False, 3)


@cache
def first_of(stream: Stream) -> Exercise:
    """Return the first exercise of a stream."""
    miner = Miner(stream)
    return next(one for number in count() for _, one in [miner(number)] if one)
