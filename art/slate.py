"""The slate: the dust of what has been wiped off, and the pores that break the strokes of chalk."""

from math import pi, sin
from random import Random

from art.shapes import element, group, number

SIDE = 72
"""The side of the tile of pores, which repeats in both directions."""
PORE, DEPTH = "#2d3733", 0.58
"""Between the colours of the slate by day and in the evening, and how much of a stroke it hides."""
GRAINS = 94
"""Lengths of pore and stroke before the pattern of a line of pores begins again."""

WIDTH, HEIGHT = 640, 420
"""The size of the slate, which the page stretches."""
WIPES = ((20, 110, -0.16, 330), (350, 60, 0.12, 260), (200, 250, -0.12, 420), (10, 370, 0.05, 300))
"""Where a hand has wiped: the left end, the direction and the length."""
FINGERS = 11
"""Streaks of a wipe."""


def pores() -> str:
    """Draw the pores of a slate: lines along the tile, broken at uneven distances."""
    lines = "".join(
        f"{'V' if row else 'M0 '}{row + 0.5:g}H{0 if row % 2 else SIDE}" for row in range(SIDE)
    )
    chance = Random(11)
    broken = " ".join(
        number(chance.uniform(*((0.4, 1.8), (1.2, 9))[at % 2])) for at in range(GRAINS)
    )
    drawn = element(
        "path",
        d=lines,
        stroke=PORE,
        stroke_opacity=f"{DEPTH:g}",
        stroke_dasharray=broken,
        fill="none",
    )
    return _file(drawn, SIDE, SIDE)


def dust() -> str:
    """Draw the chalk that a hand has wiped across a slate, thin towards both ends."""
    chance = Random(5)
    streaks = [_streak(chance, *wipe) for wipe in WIPES for _ in range(FINGERS)]
    stops = "".join(
        element("stop", offset=offset, stop_color="#f6f3e9", stop_opacity=opacity)
        for offset, opacity in (("0", "0"), (".3", "1"), (".6", ".7"), ("1", "0"))
    )
    fading = element("linearGradient", stops, id="a")
    return _file(fading + group(*streaks, fill="none", stroke="url(#a)"), WIDTH, HEIGHT)


def _streak(chance: Random, left: float, top: float, slope: float, length: float) -> str:
    x = left + chance.uniform(-30, 40)
    y = top + chance.uniform(-34, 34)
    run = length * chance.uniform(0.6, 1)
    points = [
        (x + run * part, y + run * slope * part - run * 0.12 * sin(pi * part))
        for part in (0, 0.5, 1)
    ]
    (x0, y0), (x1, y1), (x2, y2) = points
    d = f"M{number(x0)} {number(y0)}Q{number(x1)} {number(y1)} {number(x2)} {number(y2)}"
    return element(
        "path",
        d=d,
        stroke_width=chance.uniform(6, 30),
        stroke_opacity=f"{chance.uniform(0.01, 0.035):.3f}",
    )


def _file(drawn: str, width: int, height: int) -> str:
    return (
        element(
            "svg",
            drawn,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width} {height}",
            width=width,
            height=height,
        )
        + "\n"
    )
