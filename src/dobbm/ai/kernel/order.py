"""Move-ordering weights: the sooner a search tries the best card, the less it has to search.

The weights score a card by its player's role and turn in the trick. They were found by hill
climbing, to minimise the number of positions searched in a few hundred deals. They decide how long
a search takes, never what it finds.
"""

from __future__ import annotations

SETTLED_OURS, SETTLED_THEIRS, OPEN_OURS, OPEN_THEIRS = 0, 3, 6, 9
"""Offsets of groups of three weights: a constant, a factor for the card's points and one for its
rank. The group depends on which side is certain to win the trick after the card or, if neither is,
which side is then winning it."""

HEART = 12
"""Weight of a heart that is led or used to ruff."""
LENGTH = 13
"""Weight per card held in the side suit that is led or thrown away."""
FACING = 14
"""Weight of a side-suit lead, per card of the suit that the other side holds."""
FREE = 15
"""Weight of a side-suit lead if the other side holds no card of the suit."""

WEIGHTS = (
    # the declarer
    (
        (420, 48, -43, 193, -41, 12, 80, -23, 14, 145, -14, -4, -215, 110, 0, -315),
        (569, -10, -20, -294, -11, 2, -598, -4, -21, -121, 25, -1, 105, 7, 14, 47),
        (555, 7, -22, 23, -3, 0, 282, -43, 39, -182, 25, -29, -290, 39, 1, 54),
        (590, -29, 3, 143, -136, -28, 106, -60, -18, -510, -47, 10, 35, 30, -55, -123),
    ),
    # a defender
    (
        (334, 51, -40, -154, -86, -64, -143, -34, -30, -265, -18, -79, 50, 22, -15, -217),
        (766, 22, -8, 398, -64, -3, 326, 18, -75, 346, 73, 8, 163, 10, 7, 255),
        (309, -19, 84, -4, -34, -64, 351, -40, -100, -119, 7, -23, 13, 104, 20, 296),
        (929, 41, -41, 67, -113, -43, 92, -2, -22, -442, -87, -18, 100, 45, -8, 174),
    ),
)
"""Weights by role, declarer or defender, and by turn."""
