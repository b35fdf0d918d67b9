"""Hats, caps and headscarves, for heads that are half turned unless they say otherwise."""

from art import palette as p
from art.shapes import Number, circle, flat, line, path, placed


def felt(colour: str, shade: str, band: str) -> str:
    """Draw a hat of felt with a dented crown and a brim that rises to the right."""
    return "".join(
        [
            path(
                "M-18,-17 C-19,-38 -12,-47 -4,-46 C0,-46 2,-43 5,-43 C12,-45 17,-38 17,-18Z", colour
            ),
            flat("M9,-43 C15,-41 16.5,-32 16,-19 L9,-19 C11,-28 11,-37 9,-43Z", shade),
            line("M-3,-41 q3,6 1,12", 1.3),
            line("M-17.5,-21 C-6,-25 8,-25.5 16.5,-22", 7, band),
            line("M-18,-25 C-6,-29 8,-29.5 17,-26", 1.3),
            path(
                "M-36,-10 C-30,-19 -16,-20 0,-20.5 C15,-21 25,-25 35,-24 C37,-15 20,-10 2,-10 "
                "C-14,-10 -30,-4 -36,-10Z",
                colour,
            ),
            flat(
                "M-32,-9 C-20,-11 -6,-14 8,-14 C20,-14 30,-18 35,-21 C34,-14 20,-11 2,-11 "
                "C-12,-11 -26,-6 -32,-9Z",
                shade,
            ),
        ]
    )


def straw() -> str:
    """Draw a broad hat of straw with a red ribbon."""
    return "".join(
        [
            path("M-19,-17 C-20,-36 -12,-42 0,-42 C12,-42 19,-36 18,-18Z", p.YELLOW),
            line(
                "M-13,-37 Q0,-40 13,-37 M-17,-31 Q0,-35 16,-31 M-5,-41 q-3,6 -3,12 M6,-41 "
                "q3,6 3,12",
                1.1,
                p.BROWN,
            ),
            line("M-19,-22.5 C-6,-27 8,-27 18,-23", 5.4, p.RED),
            path(
                "M-44,-6 C-36,-19 -18,-21 0,-21 C18,-21 34,-24 45,-13 C40,-6 22,-11 2,-11 "
                "C-16,-11 -36,-1 -44,-6Z",
                p.YELLOW,
            ),
            line("M-38,-7 C-26,-15 -12,-16.5 2,-16.5 C18,-17 32,-17 41,-12", 1.1, p.BROWN),
            line("M-44,-6 l-4,2 M-38,-4 l-5,3 M44,-13 l4,2 M41,-10 l4,3", 1.3),
        ]
    )


def broad(colour: str, shade: str, cord: str) -> str:
    """Draw a herdswoman's hat: a low crown and a brim as wide as her shoulders."""
    return "".join(
        [
            path("M-18,-17 C-18,-33 -12,-37 0,-37 C12,-37 18,-33 17,-18Z", colour),
            line("M-17.5,-21.5 C-6,-25 8,-25 16.5,-22", 5, cord),
            path(
                "M-47,-17 C-40,-23 -18,-21 0,-21.5 C18,-22 38,-26 47,-20 C46,-12 24,-10 2,-10 "
                "C-20,-10 -44,-8 -47,-17Z",
                colour,
            ),
            flat(
                "M-45,-15 C-30,-13 -14,-15 2,-15 C20,-15 36,-18 46,-19 C42,-12 22,-11 2,-11 "
                "C-18,-11 -40,-9 -45,-15Z",
                shade,
            ),
        ]
    )


def peaked(colour: str, edge: str) -> str:
    """Draw a postman's cap with a badge in the form of a horn."""
    return "".join(
        [
            path("M-21,-22 C-32,-38 -14,-46 2,-46 C18,-46 32,-40 22,-24Z", colour),
            line("M-17,-40 Q2,-46 24,-38", 1.3, edge),
            path("M-20,-13 L-21,-23 C-8,-28 10,-29 22,-25 L20,-16 C8,-20 -8,-19 -20,-13Z", edge),
            path(
                "M-8,-17.5 C4,-21.5 16,-20.5 22,-17 C29,-14 32,-9 29,-6 C20,-12 6,-12 -6,-9 "
                "C-10,-11 -10,-15 -8,-17.5Z",
                p.INK,
            ),
            line("M2,-15.5 C10,-16.5 18,-15 24,-11.5", 1.4, p.GREY),
            circle(1, -34, 4.2, stroke_width=4.6),
            circle(1, -34, 4.2, stroke=p.YELLOW, stroke_width=2.4),
            path("M4,-31 L14,-39 C17,-36 17,-33 15,-31Z", p.YELLOW, stroke_width=1.3),
        ]
    )


def skullcap(colour: str, trim: str) -> str:
    """Draw an old man's round house cap with a tassel."""
    return "".join(
        [
            path(
                "M-19.5,-15 C-22,-36 -8,-40 1,-40 C11,-40 20,-34 18,-18 C6,-24 -8,-23 -19.5,-15Z",
                colour,
            ),
            line("M-18.5,-17.5 C-8,-25 6,-26 17,-20.5", 4.6, trim),
            line("M1,-40 C-5,-36 -9,-32 -10,-27 M1,-40 C6,-36 9,-32 10,-27", 1.3, trim),
            line("M1,-40 C-8,-43 -17,-38 -20,-28", 3.4),
            line("M1,-40 C-8,-43 -17,-38 -20,-28", 1.4, trim),
            path("M-22.5,-28 h5 l2,11 h-9Z", trim, stroke_width=1.6),
        ]
    )


def toque() -> str:
    """Draw a baker's soft cap."""
    return "".join(
        [
            path(
                "M-20,-20 C-36,-24 -32,-44 -17,-42 C-12,-53 6,-53 11,-45 C26,-48 32,-28 20,-22Z",
                p.WHITE,
            ),
            line("M-11,-26 q-3,-6 -2,-11 M1,-27 q-1,-7 0,-12 M11,-27 q3,-5 2,-10", 1.2),
            path("M-21,-10 L-21,-23 C-8,-29 10,-29 21,-24 L20,-13 C8,-18 -8,-17 -21,-10Z", p.WHITE),
            flat("M12,-26 L20,-23 L19,-14.5 L12,-16Z", "#ddd2bd"),
        ]
    )


def flatcap(colour: str, shade: str) -> str:
    """Draw a flat cap of checked cloth."""
    return "".join(
        [
            path(
                "M-22,-10 C-30,-30 -12,-42 6,-40 C20,-39 31,-29 29,-18 C14,-24 -8,-22 -22,-10Z",
                colour,
            ),
            line(
                "M-24,-18 C-10,-30 10,-32 28,-24 M-21,-28 C-8,-36 8,-38 22,-33 M-12,-36 "
                "C-12,-28 -14,-22 -16,-15 M2,-40 C4,-34 4,-28 2,-21 M16,-37 C19,-32 20,-27 19,-22",
                1.5,
                shade,
            ),
            path(
                "M-4,-19.5 C8,-22 20,-22 29,-18.5 C34,-14 32,-10 29,-9 C20,-14 8,-15 -3,-13 "
                "C-6,-15 -6,-18 -4,-19.5Z",
                shade,
            ),
        ]
    )


def fur(colour: str, shade: str, crown: str) -> str:
    """Draw a fur cap with ear flaps, seen from the front."""
    tufts = "".join(
        f"M{x},{y}l{dx},{dy}"
        for x, y, dx, dy in [
            (-18, -24, 2, 6),
            (-10, -27, 1, 6),
            (-2, -28, 0, 6),
            (6, -28, 0, 6),
            (14, -25, -1, 6),
            (-14, -18, 1, 4),
            (-6, -20, 0, 4),
            (3, -20, 0, 4),
            (11, -19, -1, 4),
            (-25, -10, 3, 5),
            (-27, 0, 4, 4),
            (-25, 10, 4, 4),
            (24, -10, -3, 5),
            (27, 0, -4, 4),
            (25, 10, -4, 4),
        ]
    )
    return "".join(
        [
            path("M-20,-24 C-20,-44 -8,-50 0,-50 C8,-50 20,-44 20,-24Z", crown),
            line("M0,-50 V-32 M-11,-46 Q-8,-38 -9,-32 M11,-46 Q8,-38 9,-32", 1.3),
            path(
                "M-19,-14 C-22,-6 -19,6 -17,18 C-22,26 -31,22 -31,10 C-33,-4 -32,-12 -26,-16Z "
                "M19,-14 C22,-6 19,6 17,18 C22,26 31,22 31,10 C33,-4 32,-12 26,-16Z",
                colour,
            ),
            path(
                "M-27,-12 C-33,-24 -26,-32 -19,-31 C-14,-37 -6,-35 -3,-34 C2,-38 10,-36 13,-33 "
                "C20,-36 31,-28 27,-12 C20,-15 12,-13 8,-16 C2,-13 -4,-15 -8,-15 C-14,-13 -20,-16 "
                "-27,-12Z",
                colour,
            ),
            line(tufts, 1.4, shade),
        ]
    )


def scarf(colour: str, opening: str, outline: str = "") -> str:
    """Draw a headscarf around the face that its opening leaves free."""
    outline = outline or (
        "M1,-37 C-22,-38 -29,-18 -26,2 C-25,16 -18,28 -4,33 L12,33 C22,27 26,8 25.5,-6 "
        "C25,-26 16,-36 1,-37Z"
    )
    return path(outline + opening, colour, fill_rule="evenodd")


def bow(x: Number, y: Number, colour: str, *, scale: float = 1, turn: Number = 0) -> str:
    """Draw a bow."""
    return placed(
        path("M-2,2 L-9,14 L-3,12 L1,15 L1,3 M2,2 L8,14 L3,12", colour, stroke_width=1.7),
        path(
            "M0,0 C-6,-9 -15,-7 -13,0 C-14,7 -6,7 0,0 C6,-9 15,-7 13,0 C14,7 6,7 0,0Z",
            colour,
            stroke_width=1.9,
        ),
        circle(0, 0, 2.8, colour, stroke_width=1.6),
        x=x,
        y=y,
        scale=scale,
        turn=turn,
    )
