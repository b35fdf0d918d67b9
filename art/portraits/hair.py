"""Hair, plaits, beards and moustaches, around the middle of a face."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, degrees, pi, sin

from art import palette as p
from art.shapes import Number, circle, line, path, placed

BLACK = "#33261f"
BROWN = "#6e4423"
AUBURN = "#8c4a22"
RED = "#c2622c"
BLOND = "#e9b84c"
GREY = "#a8a79e"
WHITE = "#f7f2e6"
SHEEN = "#77604f"
"""The lines on black hair and black cloth."""


def strand(colour: str) -> str:
    """Return the colour of the lines within hair of a colour."""
    return SHEEN if colour == BLACK else p.INK


def short(colour: str) -> str:
    """Draw short hair with a side parting."""
    return path(
        "M-18,3 C-24,-4 -25,-14 -21,-22 C-17,-35 -4,-38 6,-35 C17,-33 21,-24 18,-12 "
        "C16,-18 14,-21 9,-23 C0,-21 -9,-21 -13,-15 C-14,-9 -14,-3 -15.5,2Z",
        colour,
    ) + line(
        "M9,-23 C5,-27 -1,-29 -6,-29 M-13,-15 C-16,-18 -17,-22 -16,-25 "
        "M14,-22 C14,-26 12,-29 9,-31",
        1.2,
        strand(colour),
    )


def nape(colour: str) -> str:
    """Draw the short hair that shows beneath a hat."""
    return path("M-20,-18 C-25,-10 -24,4 -18,7 L-14,4 C-15,-2 -14,-8 -12,-18Z", colour) + line(
        "M-20,-8 q-1,6 1,10 M-16.5,-8 q-1,5 -.5,9", 1.1, strand(colour)
    )


def temple(colour: str) -> str:
    """Draw the hair in front of the ear, beneath a hat."""
    return path(
        "M-19.5,-20 L-9,-20 C-10,-12 -13.5,-6 -15.5,6 C-18,2 -20,-10 -19.5,-20Z",
        colour,
        stroke_width=1.7,
    )


def beard(colour: str, length: float = 0) -> str:
    """Draw a full beard with its moustache; ``length`` lengthens it."""
    y = length
    return "".join(
        [
            path(
                "M-19.5,-6 C-15,2 -15,8 -10,12 C-4,14 0,12 4,11.5 C9,10 14,11 16.5,12 "
                f"C18,9 18.5,6 18.5,3 C23,16 {21 - y / 3},{34 + y * 0.6} 7,{41 + y} "
                f"C-10,{42 + y} -24,24 -19.5,-6Z",
                colour,
            ),
            line(
                f"M-15,13 q1,12 8,{19 + y * 0.6} M-9,19 q2,9 7,{14 + y * 0.8} "
                f"M1,24 q0,8 3,{12 + y} M9,24 q1,6 -1,{11 + y} "
                f"M15,20 q1,7 -2,{12 + y * 0.6} M-17,3 q-1,4 0,7",
                1.1,
                strand(colour),
            ),
            path(
                "M7,10.5 C1,8.5 -6,11 -10,17.5 C-4,20.5 3,20 7,16 C10,20 16,19.5 19,16 "
                "C17,10.5 12,8.5 7,10.5Z",
                colour,
                stroke_width=1.7,
            ),
            line("M2,12.5 q-4,1 -6,4 M11,12.5 q3,1 4,3", 1.1, strand(colour)),
            line("M3,20.4 Q7,22.6 11,20.4", 2.2, p.DARK_RED),
        ]
    )


def moustache(colour: str) -> str:
    """Draw a moustache with turned-up ends."""
    return path(
        "M7,11 C2,8.5 -4,11 -8,15 C-11,17 -15,15.5 -15,12 C-18,18 -12,22 -5,20.5 C1,20 5,19 7,15.5 "
        "C9,19 12,20 16,19 C21,18 22,14 20,11 C19,14 18,15 16,13.5 C13,10 10,9 7,11Z",
        colour,
        stroke_width=1.7,
    ) + line("M3,13 q-5,0 -9,5 M11,13 q3,1 5,4", 1.1, strand(colour))


def plait(colour: str, course: Sequence[tuple[Number, Number]]) -> str:
    """Draw a plait along some points, each of its knots turned towards the next."""
    knots = []
    for (x, y), (to_x, to_y) in pairwise(course):
        turn = degrees(atan2(to_y - y, to_x - x)) - 90
        knots.append(
            placed(
                path(
                    "M0,7 C-8,6 -8,-3 -5,-6 C-3,-6 -1,-4 0,-2 C1,-4 3,-6 5,-6 C8,-3 8,6 0,7Z",
                    colour,
                    stroke_width=1.6,
                ),
                line("M-4,-2 q0,4 3,6 M4,-2 q0,4 -3,6", 1, strand(colour)),
                x=x,
                y=y,
                turn=turn,
            )
        )
    return "".join(reversed(knots))


def curls(colour: str, places: list[tuple[float, float, float]]) -> str:
    """Draw a mass of curls, circles that melt into one outline."""
    return "".join(
        [
            *(circle(x, y, r, colour) for x, y, r in places),
            *(circle(x, y, r - 0.6, colour, stroke="none") for x, y, r in places),
        ]
    )


def ring(
    count: int,
    x: float,
    y: float,
    rx: float,
    ry: float,
    r: float,
    start: float,
    end: float,
) -> list[tuple[float, float, float]]:
    """Return curls along part of an ellipse, whose angles are in degrees."""
    angles = [pi / 180 * (start + (end - start) * at / (count - 1)) for at in range(count)]
    return [(x + rx * cos(angle), y + ry * sin(angle), r) for angle in angles]


def wreath(colour: str, x: float, y: float, rx: float, ry: float) -> str:
    """Draw a plait that lies around the top of the head."""
    knots = ring(13, x, y, rx, ry, 5.6, 176, 364)
    strands = "".join(
        f"M{x + (at_x - x) * 0.8:.1f},{y + (at_y - y) * 0.8:.1f} "
        f"Q{at_x:.1f},{at_y:.1f} {x + (to_x - x) * 1.24:.1f},{y + (to_y - y) * 1.24:.1f}"
        for (at_x, at_y, _), (to_x, to_y, _) in pairwise(knots)
    )
    return curls(colour, knots) + line(strands, 1.5, strand(colour))
