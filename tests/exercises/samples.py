"""Exercises that are found quickly, and the actions that short texts stand for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count

from dobbm.exercises.exercise import Exercise
from dobbm.exercises.mining import Miner, Stream
from dobbm.exercises.packing import CARDS, WORDS

BID = Stream("bid", True, 3)
ENDING = Stream("ending", False, 3)


@cache
def first_of(stream: Stream) -> Exercise:
    """Return the first exercise of a stream."""
    miner = Miner(stream)
    return next(one for number in count() for _, one in [miner(number)] if one)


def spelled(text: str) -> Iterator[str]:
    """Yield the actions that a short text stands for; four cards in it are the discards, if any."""
    cards = {letter: name for name, letter in CARDS.items()}
    words = {letter: word for word, letter in WORDS.items()}
    at, exchanged = 0, "s" in text
    while at < len(text):
        letter = text[at]
        size = 1 if letter in words or exchanged else 4
        exchanged |= size > 1
        some = text[at : at + size]
        yield words.get(letter) or " ".join([cards[one] for one in some])
        at += size
