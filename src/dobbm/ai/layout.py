"""The order of the numbers that the kernel and its callers pass to each other.

Places are counted from the declarer, who has place 0; places 1, 2 and 3 are the defenders,
clockwise.
"""

from __future__ import annotations

from typing import NamedTuple

# What a seat knows of the play (``facts``).
SEAT = 0
"""The place of the seat."""
HAND = 1
DISCARDS = 2
"""The declarer's discards if the seat knows them, else 0."""
EXCHANGED = 3
"""Whether the declarer knows the cards out of play."""
COUNT = 4
"""The number of cards played so far. The cards follow, in order."""
FACTS = COUNT + 1 + 32

WORLD = 5
"""A world is a row of five card sets: the hands from the declarer on, and the cards out of play."""
MOST_CARDS = 8
"""The number of cards in a hand, and so of values for its legal cards, lowest bit first."""

# What a seat's words say of its hand (``roles``, one for each place).
SAID_NOTHING, KEPT, SOLO, WEITER_FIRST, WEITER_LATER = range(5)
"""Nothing, because it is the knowing seat's own hand; it declares a Dobbm, or a Solo; it said
weiter before any contract was bid, or afterwards."""


class Sizes(NamedTuple):
    """The sizes of arrays, in elements."""

    work: int
    """The memory of a search."""
    table: int
    """The transposition table."""
    values: int
    """The cells of a table of hand values."""
    policy: int
    """The cells of the policy."""
    inputs: int
    """The inputs of the network."""
