"""The positions of the suit signs on number cards."""

from art.shapes import Number, turned, use

LEFT, MIDDLE, RIGHT = 85, 125, 165

LAYOUT: dict[str, list[tuple[Number, Number]]] = {
    "6": [(LEFT, 62), (RIGHT, 62), (LEFT, 195)],
    "7": [(LEFT, 62), (RIGHT, 62), (LEFT, 195)],
    "8": [(LEFT, 62), (RIGHT, 62), (LEFT, 195), (MIDDLE, 128)],
    "9": [(LEFT, 50), (RIGHT, 50), (LEFT, 147), (RIGHT, 147)],
    "T": [(LEFT, 50), (RIGHT, 50), (LEFT, 147), (RIGHT, 147), (MIDDLE, 98)],
}
"""The positions in the upper half of each card; those in the lower half follow by rotation."""

SINGLE: dict[str, tuple[Number, Number]] = {"7": (MIDDLE, 128), "9": (MIDDLE, 195)}
"""The position of the one sign that is not repeated in the lower half."""


def pips(rank: str, suit: str) -> str:
    """Draw the suit signs of a number card; those in the lower half are upside down."""
    upper = "".join(use(f"suit-{suit}", x, y, 1.06) for x, y in LAYOUT[rank])
    odd = use(f"suit-{suit}", *SINGLE[rank], 1.06) if rank in SINGLE else ""
    return upper + turned(upper) + odd
