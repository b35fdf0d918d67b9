"""The table top: planks seen from above, as grain over a colour that the page chooses."""

from math import exp, sin
from random import Random

from art.outlines import compact
from art.shapes import element, group

WIDTH, HEIGHT, PLANKS = 900, 720, 5
"""The size of the tile, which repeats in both directions, and its planks."""
STEP = 75
"""Units between two points of a line of the grain."""
LINES = 9
"""Lines of the grain in a plank."""

SHADES = (("#000", 0.03), ("#fff", 0.04), ("#000", 0.02), ("#fff", 0.02), ("#000", 0.03))
"""Colour and opacity of each plank; the first and the last meet at the edge of the tile."""
KNOTS = (6, 0, 13, 9, 0)
"""The radius of each plank's knot; 0 for a plank without one."""

INK = "#2a1407"


def wood() -> str:
    """Draw the grain of a table top, to be repeated."""
    chance = Random(7)
    height = HEIGHT / PLANKS
    planks = [
        _plank(chance, at * height, height, shade, knot)
        for at, (shade, knot) in enumerate(zip(SHADES, KNOTS, strict=True))
    ]
    return element(
        "svg",
        group(*planks, fill="none", stroke=INK, stroke_linecap="round"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
    )


def _plank(chance: Random, top: float, height: float, shade: tuple[str, float], radius: int) -> str:
    colour, opacity = shade
    face = element(
        "rect", y=top, width=WIDTH, height=height, fill=colour, fill_opacity=opacity, stroke="none"
    )
    knot = (chance.uniform(150, WIDTH - 150), top + chance.uniform(0.35, 0.65) * height)
    waves = [(chance.uniform(0, 6), chance.uniform(1, 3.4), turns) for turns in (1, 2, 3)]
    grain = []
    for line in range(LINES):
        y = top + (line + 0.5 + chance.uniform(-0.3, 0.3)) * height / LINES
        width = chance.uniform(0.8, 2.6)
        grain.append(
            element(
                "path",
                d=_line(y, waves, knot, radius),
                stroke_width=width,
                stroke_opacity=f"{chance.uniform(0.07, 0.2):.2f}",
            )
        )
    rings = [
        element("ellipse", cx=knot[0], cy=knot[1], rx=r * 1.7, ry=r, stroke_opacity=".18")
        for r in range(3, radius + 1, 3)
    ]
    seam = element("path", d=f"M0 {top + 1.5:g}H{WIDTH}", stroke_width=3, stroke_opacity=".4")
    light = element(
        "path", d=f"M0 {top + 3.8:g}H{WIDTH}", stroke="#fff", stroke_width=1.5, stroke_opacity=".1"
    )
    return "".join([face, *grain, *rings, seam, light])


def _line(
    y: float, waves: list[tuple[float, float, int]], knot: tuple[float, float], radius: int
) -> str:
    """Return a line of the grain that bends around a knot; both ends meet the next tile."""
    across, down = knot

    def bend(x: float) -> float:
        wave = sum(size * sin(phase + turns * 6.2832 * x / WIDTH) for phase, size, turns in waves)
        away = y - down
        push = 1.4 * radius * exp(-(((x - across) / 70) ** 2)) * exp(-abs(away) / 26)
        return y + wave + (push if away >= 0 else -push)

    points = [(x, bend(x)) for x in range(0, WIDTH + 1, STEP)]
    start = f"M0 {points[0][1]}Q{STEP / 2} {bend(STEP / 2)} {STEP} {points[1][1]}"
    return compact(start + "T" + " ".join(f"{x} {y}" for x, y in points[2:]))
