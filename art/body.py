"""The parts of the figures: faces, fists, staffs and feathers."""

from art import palette as p
from art.shapes import Number, circle, flat, line, number, path, placed, tube


def face(
    skin: str = p.FLESH, brow: str = p.DARK_BROWN, *, old: bool = False, smooth: bool = False
) -> str:
    """Draw a head without hair, half turned to the right, some fifty units high."""
    furrows = "M-6,-16 Q0,-18 8,-16 M-5,-20 Q1,-22 7,-20 M-7,1 q3,2.5 7,1" if old else ""
    return "".join(
        [
            path(
                "M-18,-18 C-20,-4 -18,12 -10,21 C-5,27 3,30 9,27 C15,23 17,16 17,9 "
                "C19,4 18,0 16.5,-4 C19,-9 18,-14 16,-19 C8,-27 -12,-27 -18,-18Z",
                skin,
            ),
            path("M-17,-3 C-24,-6 -25,8 -16,8", skin),
            flat("M-15,8 a6,5 0 1 0 12,0 a6,5 0 1 0 -12,0Z", p.BLUSH, opacity=0.5),
            eye(-2, -5, 1),
            eye(12, -5, 0.8),
            line("M-9,-10.5 Q-3,-14.5 4,-11", 2.6, brow),
            line("M9,-11.5 Q13,-14 16.5,-11.5", 2.6, brow),
            path("M7,-7 C8,-2 14,5 12.5,8.5 C11,11 8,10 5,9", skin, stroke_width=1.7),
            line("M-1,17 C3,19 8,18 12,16.5", 2, p.DARK_RED),
            "" if smooth else wrinkles(),
            line("M3,21.5 Q7,22.5 10,21.3 M-20,1 q-2,2 1,4" + furrows, 1.2),
        ]
    )


def front(skin: str = p.FLESH, brow: str = p.DARK_BROWN) -> str:
    """Draw a head without hair, seen from the front."""
    return "".join(
        [
            path(
                "M-20,-18 C-21,-2 -19,12 -11,22 C-5,29 5,29 11,22 C19,12 21,-2 20,-18 "
                "C14,-28 -14,-28 -20,-18Z",
                skin,
            ),
            flat("M-17,8 a5,5 0 1 0 10,0 a5,5 0 1 0 -10,0Z", p.BLUSH, opacity=0.5),
            flat("M7,8 a5,5 0 1 0 10,0 a5,5 0 1 0 -10,0Z", p.BLUSH, opacity=0.5),
            eye(-9, -4, 1),
            eye(9, -4, 1),
            line("M-15,-9.5 Q-9,-14 -3.5,-10.5 M15,-9.5 Q9,-14 3.5,-10.5", 2.6, brow),
            line("M-3,-8 C-2,0 -6,6 -4,9 C-2,11.5 2,11.5 4,9 C5,7 4,5 3.5,4", 1.7),
            engraved(
                "M19.5,-8 l-4,3 M19.5,-3.5 l-4.5,3.5 M19.5,1 l-5,4 M19,5.5 l-5.5,4.5 M17.5,10.5 "
                "l-5,4 M15.5,15 l-5,4 M-13,0 q4,2.5 8,.5 M13,0 q-4,2.5 -8,.5 M-6,10 q-3,2 -3.5,5 "
                "M6,10 q3,2 3.5,5 M3,-1 l-3,4 M4,3 l-4,4.5 M-1.5,-10 l-.5,-4 M1.5,-10 l.5,-4 "
                "M-8,-17 q8,-2 16,0"
            ),
            line("M-6,17 C-2,19 2,19 6,17", 2, p.DARK_RED),
        ]
    )


def wrinkles() -> str:
    """Draw the shade on the cheek of a face, and its lines."""
    return engraved(
        "M-16,-1 l4,2.5 M-16.5,3 l5,3.5 M-16,7.5 l5,3.5 M-14.5,12 l5,3.5 M-12,16.5 l5,3.5 "
        "M-8,20.5 l5,3 M-6,-1 q3.5,2.5 7,.5 M9.5,-1 q2,1.5 4,.5 M3.5,10.5 q-3,2 -3.5,5 "
        "M6,-1 l4,6 M4.5,3 l4,4.5 M-5,-17 q6,-2 12,0"
    )


def engraved(d: str) -> str:
    """Draw fine lines on skin, which only large cards show."""
    return line(d, 1, p.BROWN)


def eye(x: Number, y: Number, scale: Number) -> str:
    """Draw an eye that looks a little to the right."""
    return placed(
        path("M-5,.5 Q0,-5 5,0 Q0,4 -5,.5Z", p.WHITE, stroke_width=1.3),
        circle(0.8, -0.6, 2.1, p.INK, stroke="none"),
        x=x,
        y=y,
        scale=scale,
    )


def fist(x: Number, y: Number, *, turn: Number = 0, mirror: bool = False, scale: Number = 1) -> str:
    """Draw a hand that grips the object drawn beneath it, the knuckles on the right."""
    return placed(
        path("M-8,-10 C-2,-12 6,-11 9,-8 C11,-4 11,5 9,9 C4,12 -5,12 -9,8 Z", p.FLESH),
        line("M0,-4.5 H10 M0,.5 H10.5 M0,5.5 H10", 1.3),
        path("M-8,-9 C-3,-12 3,-11 4,-8 C4,-5 0,-5 -3,-5", p.FLESH, stroke_width=1.6),
        engraved("M-7,-3 l3.5,2.5 M-7.5,.5 l4,3 M-8,4 l4,3 M7,-7 v2 M7.5,-2 v2 M7.5,3 v2"),
        x=x,
        y=y,
        turn=turn,
        mirror=mirror,
        scale=scale,
    )


def sleeve(d: str, width: Number, colour: str, shade: str = "") -> str:
    """Draw an arm, with a fold along it and hatching beside it if ``shade`` is given."""
    if not shade:
        return tube(d, width, colour)
    hatching = path(
        d,
        stroke=shade,
        stroke_width=width * 0.3,
        stroke_dasharray=".9 3",
        stroke_linecap="butt",
        transform=f"translate({number(width * 0.14)} {number(width * 0.25)})",
    )
    return tube(d, width, colour) + hatching + line(d, 1.6, shade)


def staff(x1: Number, y1: Number, x2: Number, y2: Number, width: Number = 4) -> str:
    """Draw a wooden shaft."""
    return tube(f"M{x1},{y1} L{x2},{y2}", width, p.OCHRE, 4)


def feather(
    x: Number, y: Number, *, colour: str, turn: Number = 0, mirror: bool = False, scale: Number = 1
) -> str:
    """Draw a long feather that sweeps up to the right from its quill at (x, y)."""
    return placed(
        path("M0,0 C4,-14 14,-26 34,-30 C44,-31 46,-22 40,-18 C30,-10 14,-4 0,0Z", colour),
        line(
            "M0,0 C12,-10 24,-19 38,-23 M12,-9 l2,-10 M19,-14 l3,-10 M26,-18 l4,-9 M15,-11 l12,-1"
            " M22,-15.5 l12,-1",
            1.2,
        ),
        x=x,
        y=y,
        turn=turn,
        mirror=mirror,
        scale=scale,
    )
