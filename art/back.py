"""The back of the cards: a lattice of edelweiss that looks the same either way up."""

from art import palette as p
from art.shapes import around, circle, group, inked, line, path, placed, rect, use

BACK = f"var(--back,{p.DARK_RED})"
LATTICE = f"var(--back-2,{p.RED})"
"""The colours of the back, unless the page sets others."""


def flower() -> str:
    """Draw an edelweiss."""
    petals = "".join(
        placed(
            path("M0,-3 C-5,-8 -4,-15 0,-19 C4,-15 5,-8 0,-3Z", p.WHITE, stroke_width=1.2),
            turn=turn,
        )
        for turn in range(0, 360, 45)
    )
    heart = "".join(circle(x, y, 2.3, p.YELLOW, stroke_width=0.8) for x, y in around(6, 3.2))
    return petals + heart


def definitions() -> str:
    """Return the definition of the part ``edelweiss``."""
    return group(inked(flower()), id="edelweiss")


def back() -> str:
    """Draw the whole back."""
    columns, rows = (53, 125, 197), (51, 123, 195, 267, 339)
    lattice = "".join(f"M{x},{y} l36,36 l-36,36 l-36,-36Z" for x in columns for y in rows[:-1])
    studs = "".join(
        path(f"M{x},{y - 7} l5,7 l-5,7 l-5,-7Z", p.YELLOW, stroke_width=1)
        for x in (89, 161)
        for y in (87, 159, 231, 303)
    )
    edge = "".join(
        circle(x, y, 2.2, p.YELLOW, stroke="none") for x in range(29, 222, 24) for y in (23, 367)
    )
    return "".join(
        [
            rect(10, 10, 230, 370, rx=10, fill=BACK, stroke_width=1.6),
            rect(16, 16, 218, 358, rx=6, stroke=p.YELLOW, stroke_width=2),
            line(lattice, 4.6, LATTICE),
            line(lattice, 1.4, p.YELLOW),
            studs,
            edge,
            "".join(use("edelweiss", x, y, 1.15) for x in columns for y in rows),
        ]
    )
