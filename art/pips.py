"""The positions of the suit signs on number cards, in the Tell deck and in the French one."""

from art.shapes import Number, turned, use

Layout = dict[str, list[tuple[Number, Number]]]
"""The positions in the upper half of each card; those in the lower half follow by rotation."""

MIDDLE = 125

TELL: Layout = {
    "6": [(90, 62), (160, 62), (90, 195)],
    "7": [(90, 62), (160, 62), (55, 195)],
    "8": [(90, 62), (160, 62), (51, 195), (MIDDLE, 128)],
    "9": [(88, 50), (162, 50), (88, 147), (162, 147)],
    "T": [(91, 50), (159, 50), (91, 147), (159, 147), (MIDDLE, 98)],
}

FRENCH: Layout = {
    "6": [(85, 62), (165, 62), (85, 195)],
    "7": [(85, 62), (165, 62), (85, 195)],
    "8": [(85, 62), (165, 62), (85, 195), (MIDDLE, 128)],
    "9": [(85, 50), (165, 50), (85, 147), (165, 147)],
    "T": [(85, 50), (165, 50), (85, 147), (165, 147), (MIDDLE, 98)],
}


def pips(
    suit: str, upper: list[tuple[Number, Number]], single: Number = 0, *, scale: Number = 1.06
) -> str:
    """Draw the signs of the upper half, those of the lower half upside down, and a single one.

    The single one is in the middle of the card, at the height ``single`` if there is one.
    """
    half = "".join(use(f"suit-{suit}", x, y, scale) for x, y in upper)
    odd = use(f"suit-{suit}", MIDDLE, single, scale) if single else ""
    return half + turned(half) + odd
