"""The carved and inlaid work of the table: a rosette in the middle, a line of veneer at the edge.

The rosette is cut in chips (*Kerbschnitt*): every notch has two or three slopes, and each slope is
lit or in the shade. Both have the colours that the page gives to carved places.
"""

from collections import defaultdict
from math import cos, radians, sin

from art.shapes import Number, circle, element, group, number, path, placed

DARK, LIT = "var(--carved)", "var(--edge)"
LIGHT = (-0.2, -0.98)
"""The direction from which light falls, as on all carved places: above, a little to the left."""
WEAKEST = 0.35
"""The strength of a slope along which the light falls; otherwise half of a petal would vanish."""

PETAL = 150
"""The radius of the circle that the petals reach."""
RIM = (163, 188)
"""The inner and outer radius of the notched rim."""
NOTCHES = 48
GROOVES = (156, 195)

SIDE = 160
"""The side of the drawing of the inlay, which the page cuts into nine parts."""
EDGE, BEND = 8, 25
"""How far the line of the inlay is from the edge, and the radius of its bend around a corner."""
MAPLE, BOG_OAK = "#f7e2b0", "#2a1407"
SUITS = (
    "M0,24 C-7,14 -25,5 -25,-9 C-25,-19 -18,-24 -11,-24 C-5,-24 -1,-20 0,-14 "
    "C1,-20 5,-24 11,-24 C18,-24 25,-19 25,-9 C25,5 7,14 0,24Z",
    "M0,-25 C5,-15 24,-10 24,5 C24,14 16,18 9,16 C5,15 3,14 2,14 L5,25 H0 L-2,14 "
    "C-3,14 -5,15 -9,16 C-16,18 -24,14 -24,5 C-24,-10 -5,-15 0,-25Z",
    "M-3,-19 A4,4 0 1 1 3,-19 A21.5,21.5 0 1 1 -3,-19Z M-21,3 Q0,11 21,3 M0,14 V24",
    "M-20,-3 C-21,-14 -11,-19 -2,-19 L-1,-25 H3 L2,-19 C11,-19 21,-14 20,-3 L16,-2 "
    "C18,10 9,18 0,25 C-9,18 -18,10 -16,-2Z M-20,-3 C-10,2 10,2 20,-3",
)
"""The outlines of a heart, a leaf, a bell and an acorn, one for each corner."""

Point = tuple[float, float]


def rosette() -> str:
    """Draw a flower of six petals in a circle with a notched rim."""
    slopes = [*_petals(), *_chips(), *_notches()]
    tones: dict[tuple[str, float], list[str]] = defaultdict(list)
    for d, faces in slopes:
        tones[_tone(faces)].append(d)
    facets = [
        path("".join(ds), colour, fill_opacity=f"{strength:g}")
        for (colour, strength), ds in sorted(tones.items())
    ]
    grooves = "".join(
        circle(0, 0, r, stroke=DARK, stroke_width=2) + circle(0, 0, r + 2, stroke=LIT)
        for r in (*GROOVES, 9)
    )
    return _file(
        element(
            "symbol",
            *facets,
            group(grooves, fill="none"),
            id="rosette",
            viewBox="-200 -200 400 400",
        ),
        element("use", href="#rosette"),
        viewBox="-200 -200 400 400",
    )


def _tone(faces: Point) -> tuple[str, float]:
    """Return the colour and the strength of a slope that faces a direction."""
    towards = faces[0] * LIGHT[0] + faces[1] * LIGHT[1]
    # Few steps are enough, and need a path each.
    return (LIT if towards > 0 else DARK, max(round(abs(towards) * 4) / 4, WEAKEST))


def _at(angle: float, radius: float) -> Point:
    return radius * cos(radians(angle)), radius * sin(radians(angle))


def _point(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


def _petals() -> list[tuple[str, Point]]:
    """Return the two slopes of each petal: six from the middle, six along the circle."""
    tips = [_at(60 * at, PETAL) for at in range(6)]
    ends = [(_at(60 * at, 14), tips[at]) for at in range(6)]
    ends += [(tips[at - 1], tips[at]) for at in range(6)]
    found = []
    for begin, end in ends:
        across = (end[0] - begin[0], end[1] - begin[1])
        length = (across[0] ** 2 + across[1] ** 2) ** 0.5
        for side in (1, -1):
            arc = f"M{_point(begin)}A{PETAL},{PETAL} 0 0 {int(side > 0)} {_point(end)}Z"
            # The slope goes down to the line between both ends.
            found.append((arc, (-side * across[1] / length, side * across[0] / length)))
    return found


def _chips() -> list[tuple[str, Point]]:
    """Return the three slopes of each chip between two petals."""
    found = []
    for turn in range(30, 390, 60):
        middle = _at(turn, PETAL * 0.6)
        corners = [
            (middle[0] + x, middle[1] + y)
            for x, y in (_at(turn + 180 + 120 * at, 23) for at in range(3))
        ]
        for at, corner in enumerate(corners):
            d = f"M{_point(corner)}L{_point(corners[at - 1])}L{_point(middle)}Z"
            found.append((d, _at(turn + 120 * at - 60, 1)))
    return found


def _notches() -> list[tuple[str, Point]]:
    """Return the two slopes of each notch of the rim."""
    found = []
    step = 360 / NOTCHES
    for at in range(NOTCHES):
        turn = at * step
        apex, foot = _at(turn, RIM[0]), _at(turn, RIM[1])
        for side in (1, -1):
            corner = _at(turn + side * step * 0.46, RIM[1])
            d = f"M{_point(apex)}L{_point(corner)}L{_point(foot)}Z"
            found.append((d, _at(turn - side * 90, 1)))
    return found


def stringing() -> str:
    """Draw the inlay around the playing area: a line of maple between dark ones, and the suits."""
    near, far = EDGE, SIDE - EDGE
    edge = (
        f"M{near + BEND},{near}H{far - BEND}A{BEND},{BEND} 0 0 0 {far},{near + BEND}"
        f"V{far - BEND}A{BEND},{BEND} 0 0 0 {far - BEND},{far}"
        f"H{near + BEND}A{BEND},{BEND} 0 0 0 {near},{far - BEND}"
        f"V{near + BEND}A{BEND},{BEND} 0 0 0 {near + BEND},{near}Z"
    )
    corners = ((0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE))
    suits = "".join(
        placed(placed(path(suit), x=15, y=15, turn=-45, scale=0.42), x=x, y=y, turn=90 * at)
        for at, (suit, (x, y)) in enumerate(zip(SUITS, corners, strict=True))
    )
    veneer = path(edge, stroke=BOG_OAK, stroke_width=5, stroke_opacity=".5")
    veneer += path(edge, stroke=MAPLE, stroke_width=2.4, stroke_opacity=".62")
    inlaid = {"fill": BOG_OAK, "fill_opacity": ".55", "stroke": MAPLE, "stroke_opacity": ".6"}
    return _file(
        group(veneer, fill="none"),
        group(suits, stroke_width=3, **inlaid),
        viewBox=f"0 0 {SIDE} {SIDE}",
        width=SIDE,
        height=SIDE,
    )


def _file(*inside: str, **attributes: Number | str) -> str:
    return element("svg", *inside, xmlns="http://www.w3.org/2000/svg", **attributes) + "\n"
