"""Heads without hair and their features, around the middle of the face, some sixty units high.

A head is half turned to the right, or seen from the front; ``placed`` mirrors and tilts it.
"""

from typing import NamedTuple

from art import palette as p
from art.shapes import circle, flat, line, path, placed


class Skin(NamedTuple):
    """The colours of a skin: in the light, in the shade, of the cheeks and of the lips."""

    tone: str
    shade: str
    blush: str
    lips: str


PALE = Skin("#f8dcbf", "#e6b893", "#e58d78", "#b5493c")
ROSY = Skin(p.FLESH, "#e0a87c", "#df7658", p.DARK_RED)
WARM = Skin("#eabf8c", "#cf9763", "#d97f5a", "#9c3f30")
TAN = Skin("#d9a26c", "#b97d4b", "#c8653f", "#8a3326")
BROWN = Skin("#a86b41", "#86502d", "#a0462c", "#6e261e")
DARK = Skin("#74462c", "#58321e", "#8f3f28", "#4f1a16")

HALF = {
    "oval": (
        "M16.5,-18 C19,-13 18.5,-9 16.8,-5 C18.8,-1 18.8,4 17.4,9 C16.5,18 13,26 6,28",
        "C0,29 -7,26 -11,20 C-17,12 -19,2 -19,-10 C-19,-32 13,-34 16.5,-18Z",
    ),
    "soft": (
        "M17,-18 C19.5,-13 19,-9 17.5,-5 C20,-1 20,5 18,11 C16,19 12,25 6.5,26",
        "C-2,27 -10,22 -14,15 C-19,7 -20,-2 -20,-10 C-20,-32 14,-34 17,-18Z",
    ),
    "round": (
        "M17,-18 C20,-13 19.5,-9 18,-5 C22,-1 23.5,7 21,14 C18,24 12,29 5,29",
        "C-5,30 -14,26 -18,18 C-22,10 -21,-2 -20,-10 C-19,-32 13,-34 17,-18Z",
    ),
    "square": (
        "M16.5,-18 C19,-13 19,-9 17,-5 C19.5,-1 19.5,4 18.5,10 C18.5,20 15,29 7,30",
        "C0,31 -9,28 -13,22 C-18,14 -20,2 -19.5,-10 C-19,-32 13,-34 16.5,-18Z",
    ),
    "long": (
        "M16,-19 C18.5,-14 18,-9 16,-5 C18.5,-2 18,4 16,8 C15.5,14 16,18 14.5,24 C13,31 10,33 6,33",
        "C-1,33 -7,29 -10,23 C-16,13 -18,2 -18,-10 C-18,-33 13,-35 16,-19Z",
    ),
    "old": (
        "M16.5,-18 C19,-13 18.5,-9 16,-5 C19.5,-2 19.5,3 17,7 C15.5,10 17.5,14 17,18 "
        "C16,25 12,29 7,29",
        "C2,30 -4,26 -8,25 C-14,22 -17,16 -16,10 C-19,3 -19,-4 -19,-10 C-19,-32 13,-34 16.5,-18Z",
    ),
}
"""The right contour of each head that is half turned, from the temple to the chin, and the rest."""

FRONT = {
    "oval": (
        "M19,-14 C20,-2 19,9 13,19 C9,26 5,28 0,28",
        "C-5,28 -9,26 -13,19 C-19,9 -20,-2 -19,-14 C-17,-33 17,-33 19,-14Z",
    ),
    "round": (
        "M20,-14 C21,-6 23,2 22,9 C20,23 10,29 0,29",
        "C-10,29 -20,23 -22,9 C-23,2 -21,-6 -20,-14 C-18,-33 18,-33 20,-14Z",
    ),
    "long": (
        "M18,-14 C19,0 18,12 13,23 C10,31 5,33 0,33",
        "C-5,33 -10,31 -13,23 C-18,12 -19,0 -18,-14 C-16,-34 16,-34 18,-14Z",
    ),
}
"""The same of each head that is seen from the front."""


def head(shape: str, skin: Skin) -> str:
    """Draw a head that is half turned: its ear, its shade and the blush of its cheeks."""
    right, rest = HALF[shape]
    x, y = right.rsplit(" ", 1)[1].split(",")
    return "".join(
        [
            path("M-16,-4 C-26,-9 -27,9 -15,9Z", skin.tone),
            line("M-20.5,-1 q-2,3 1.5,5.5", 1.2),
            flat(right + rest, skin.tone),
            flat(
                f"{right} C{float(x) + 5},{float(y) - 4} 14,12 15,-5 C15.5,-9 15,-14 16.5,-18Z",
                skin.shade,
            ),
            blush(-9, 8, 6.4, skin),
            path(right + rest),
        ]
    )


def front(shape: str, skin: Skin) -> str:
    """Draw a head seen from the front."""
    right, rest = FRONT[shape]
    return "".join(
        [
            path("M-17,-4 C-26,-8 -25,9 -17,9 M17,-4 C26,-8 25,9 17,9", skin.tone),
            flat(right + rest, skin.tone),
            flat(f"{right} C9,25 14,14 15.5,4 C16,-4 16,-10 19,-14Z", skin.shade),
            blush(-12, 8, 5, skin),
            blush(12, 8, 5, skin),
            path(right + rest),
        ]
    )


def shadow(skin: Skin) -> str:
    """Draw the shadow of a brim on the forehead."""
    return flat("M-18,-20 H17 L16.5,-13 C6,-15 -8,-14 -18,-9Z", skin.shade)


def blush(x: float, y: float, r: float, skin: Skin) -> str:
    """Draw the red of a cheek."""
    return flat(
        f"M{x - r},{y} a{r},{r * 0.76} 0 1 0 {2 * r},0 a{r},{r * 0.76} 0 1 0 {-2 * r},0Z",
        skin.blush,
        opacity=0.42,
    )


EYES = {
    "open": "M-5,.8 C-3,-4.8 3,-4.8 5,0 C3,3.6 -3,3.6 -5,.8Z",
    "wide": "M-4.6,.8 C-3.5,-6.4 3.5,-6.4 4.8,0 C3,4.4 -3,4.4 -4.6,.8Z",
    "keen": "M-5,-.4 C-2,-3.4 3,-3.2 5.2,-1.4 C3.5,2.8 -3,2.8 -5,-.4Z",
    "slim": "M-5.2,.4 C-3,-3.8 3,-3.8 5.2,.4 C3,2.6 -3,2.6 -5.2,.4Z",
}
"""The outlines of eyes."""


def eye(kind: str, look: float, lash: str) -> str:
    """Draw an eye around the origin; ``look`` moves its pupil to the side."""
    if kind == "merry":
        return line("M-4.6,1.4 Q0,-5 4.6,1.2", 2.2)
    outline = EYES[kind]
    return "".join(
        [
            flat(outline, p.WHITE),
            circle(look, -0.5, 2.7 if kind in ("open", "wide") else 2.2, p.INK, stroke="none"),
            circle(look + 0.9, -1.5, 0.8, p.WHITE, stroke="none"),
            line(outline, 1),
            line(" ".join(outline.split()[:4]) + lash, 2),
        ]
    )


def eyes(kind: str = "open", *, look: float = 0.8, full: bool = False, lashes: bool = False) -> str:
    """Draw both eyes of a head that is half turned, or from the front if ``full``."""
    left = eye(kind, look, " M-5,.6 l-2,-1.6" if lashes else "")
    if full:
        right = eye(kind, look, " M5,0 l2,-1.8" if lashes else "")
        return placed(left, x=-9, y=-3) + placed(right, x=9, y=-3)
    return placed(left, x=-4, y=-3) + placed(eye(kind, look, ""), x=12.4, y=-3.4, scale=0.8)


def brows(colour: str, width: float = 2.6, *, full: bool = False, lift: float = 0) -> str:
    """Draw the eyebrows; ``lift`` raises the one on the right."""
    if full:
        return line(
            f"M-15,-9.5 Q-10,-13.5 -4,-10.5 M4,{-10.5 - lift} Q10,{-13.5 - 1.5 * lift} "
            f"15.5,{-9.5 - lift}",
            width,
            colour,
        )
    return line(
        f"M-11,-10 Q-5,-14 2,-11 M8,{-11.5 - lift} Q12.5,{-14 - 1.5 * lift} 16,{-11 - lift}",
        width,
        colour,
    )


NOSES = {
    "straight": "M7,-7 C8,-2 13.5,5 12.5,8 C11,10.5 8,9.5 5.5,8.8",
    "snub": "M7.5,-3 C8,0 12.5,2.5 13,5 C13,8.5 9,9 6,7.8",
    "hooked": "M7,-6.5 C11,-4 15.5,2 14.5,7 C13.5,9.5 11,8.5 9.5,10.5 C7.5,11 6,10 4.5,8.8",
    "bulb": "M6,-6 C7,-1 9,1 13,2.5 C18,5.5 16,11.5 10.5,10.5 C7,11.5 4,10 3.5,7.5",
    "long": "M7,-6.5 C8.5,-1 15,6 13.8,10 C12,12.5 8,11.5 5,10.5",
    "broad": "M6.5,-4 C8,0 13,3 14,6.5 C13.5,10 9.5,10.5 7,9.5 M4,5.5 C1.5,7.5 2,10.5 5,10",
    "front": "M-2,-3 C-1.5,2 -4.4,5 -3.6,7.8 C-2,10 2,10 3.6,7.8",
    "button": "M-4,5 C-5,9.5 -1,10 0,9 C1,10 5,9.5 4,5",
    "wide": (
        "M-1.5,-3 C-1.5,1 -6.5,5 -5.5,8 C-4,10.5 -2,9.5 0,10.5 C2,9.5 4,10.5 5.5,8 C6,6 5,4 3.5,3"
    ),
}
"""Noses; the last three are seen from the front."""


def nose(kind: str, skin: Skin) -> str:
    """Draw a nose."""
    return path(NOSES[kind], skin.tone, stroke_width=1.6)


def mouth(kind: str, skin: Skin) -> str:
    """Draw the mouth of a head that is half turned; a head seen from the front shifts it left."""
    if kind == "grin":
        return path(
            "M-4,13.5 C1,16.5 9,16.5 14.5,13.5 C14,20 9.5,23.5 5.5,23.5 C1,23.5 -3.5,19.5 -4,13.5Z",
            p.WHITE,
            stroke_width=1.7,
        ) + flat("M-1.5,19 Q6,23 12.5,19 C11,22 8,23 5.5,23 C3,23 0,22 -1.5,19Z", skin.lips)
    if kind == "lips":
        return flat(
            "M-1.5,16.5 C2,13.5 4.5,13 6,14.5 C7.5,13 9.5,13.5 12.5,16 C10,21 2.5,21.5 -1.5,16.5Z",
            skin.lips,
        ) + line("M-3,15.2 C0,17.6 11,17.6 14,14.8", 1.4)
    lines = {
        "smile": "M-2.5,15 C1,19.8 9,19.8 13.5,15.2",
        "wry": "M-1.5,16.8 C3,19.6 10,18.4 14,13.4",
        "firm": "M-1,17 Q6,15.5 12.5,16.8",
    }
    return line(lines[kind], 2.1, skin.lips) + line("M3.5,22 Q6.5,23 9.5,21.8", 1.2)


def wrinkles(*, full: bool = False) -> str:
    """Draw the lines of an old face: brow, crow's feet, cheeks."""
    if full:
        return line(
            "M-8,-19 Q0,-21 8,-19 M-6,-23 Q0,-24.5 6,-23 M-16,-1 l-2.5,-1.5 M-16,1.5 l-2.5,.8 "
            "M16,-1 l2.5,-1.5 M16,1.5 l2.5,.8 M-6,9 Q-10,13 -9,17 M6,9 Q10,13 9,17 "
            "M-12.5,2 Q-9,4.5 -5,2.8 M12.5,2 Q9,4.5 5,2.8",
            1.1,
        )
    return line(
        "M-7,-18 Q1,-20.5 9,-18.5 M-4,-22 Q2,-24 8,-22 M-11,-3 l-3.5,-2 M-11,-1 h-4 M-11,1 l-3,2 "
        "M2.5,10 Q-3.5,12 -4.5,18 M-8,2.5 Q-4,5 0,2.5",
        1.1,
    )


def freckles(*, full: bool = False) -> str:
    """Draw freckles on nose and cheeks."""
    dots = [(-12, 5), (-8.5, 7), (-5, 4.5), (-10, 9.5), (-5.5, 9), (15, 6), (9, 1.5), (-1.5, 6.5)]
    if full:
        dots = [(x * s, y) for x, y in dots[:5] for s in (1, -1)]
    return line("".join(f"M{x},{y}h.1" for x, y in dots), 1.5, "#b4683e")


def spectacles(*, full: bool = False, rim: str = p.INK) -> str:
    """Draw round spectacles, to be drawn before the eyes."""
    (left, right) = (-9, 9) if full else (-3.5, 12)
    sides = "M-16,-4 L-20,-5" + (" M16,-4 L20,-5" if full else "")
    return "".join(
        [
            circle(left, -2.5, 7.4, p.WHITE, fill_opacity=0.5, stroke=rim, stroke_width=2),
            circle(right, -2.5, 7.4, p.WHITE, fill_opacity=0.5, stroke=rim, stroke_width=2),
            line(f"M{left + 7},-4 Q{(left + right) / 2},-6 {right - 7},-4 {sides}", 1.8, rim),
        ]
    )


def half_moons(rim: str) -> str:
    """Draw half-moon spectacles, low on a nose that is half turned."""
    return path(
        "M-10,2 H3 C3,10 -10,10 -10,2Z M9.5,2.5 H19.5 C19.5,9.5 9.5,9.5 9.5,2.5Z",
        p.WHITE,
        fill_opacity=0.6,
        stroke=rim,
        stroke_width=1.8,
    ) + line("M3,3 Q6,1 9.5,3.5 M-10,2.5 L-19,-1", 1.7, rim)
