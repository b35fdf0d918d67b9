"""The flowers in the foreground: gentians, edelweiss, alpine roses and arnica in the grass."""

from art import palette as p
from art.back import flower
from art.shapes import around, circle, group, line, path, placed, use


def gentian() -> str:
    """Draw a gentian around its foot: a deep blue trumpet with five points."""
    return "".join(
        [
            path(
                "M0,0 C-8,-2 -16,-2 -20,-8 C-12,-10 -4,-8 0,0 C4,-8 12,-10 20,-8 C16,-2 8,-2 0,0Z",
                p.GREEN,
            ),
            path("M-4,-4 C-5,-18 -8,-28 -14,-38 H14 C8,-28 5,-18 4,-4Z", p.DARK_BLUE),
            line("M-2,-8 C-3,-18 -5,-26 -7,-34 M2,-8 C3,-18 5,-26 7,-34", 1.2, "#6f97c4"),
            path(
                "M-14,-38 L-22,-47 L-9,-46 L0,-56 L9,-46 L22,-47 L14,-38 L16,-31 L5,-33 L0,-27 "
                "L-5,-33 L-16,-31Z",
                p.BLUE,
            ),
            path("M-5,-40 a5,3 0 1 0 10,0 a5,3 0 1 0 -10,0Z", p.INK),
            line("M-12,-43l-4,-1M12,-43l4,-1M0,-47v-4", 1.2, "#9dbbdc"),
        ]
    )


def edelweiss() -> str:
    """Draw an edelweiss on its stalk around its foot."""
    return "".join(
        [
            line("M0,0C-2,-14 1,-24 0,-34", 4.4),
            line("M0,0C-2,-14 1,-24 0,-34", 2.2, "#8fa57c"),
            path("M-1,-10 C-10,-12 -14,-20 -13,-26 C-6,-22 -2,-18 -1,-10Z", "#a9b894"),
            path("M0,-14 C8,-16 12,-24 11,-30 C4,-26 1,-22 0,-14Z", "#a9b894"),
            placed(flower(), y=-44, scale=1.05),
        ]
    )


def rose() -> str:
    """Draw a twig of alpine roses around its foot."""
    return "".join(
        [
            line("M0,0C-2,-10 0,-20 0,-26", 3),
            path(
                "M0,-8 C-12,-8 -20,-14 -24,-22 C-12,-24 -4,-18 0,-8 C4,-18 12,-24 24,-22 C20,-14 "
                "12,-8 0,-8Z",
                p.DARK_GREEN,
            ),
            *(
                placed(
                    path(
                        "M0,4 C-5,0 -9,-4 -8,-10 L-4,-8 L0,-13 L4,-8 L8,-10 C9,-4 5,0 0,4Z",
                        "#cf4a54",
                    ),
                    line("M0,0v-7", 1.2, "#f2b8a0"),
                    x=x,
                    y=y,
                    turn=turn,
                )
                for x, y, turn in ((-11, -27, -34), (11, -27, 34), (-5, -37, -12), (7, -38, 14))
            ),
        ]
    )


def arnica() -> str:
    """Draw an arnica around its foot."""
    petals = "".join(f"M0,-36L{x:.0f},{y - 36:.0f}" for x, y in around(11, 11))
    return "".join(
        [
            line("M0,0C2,-12 -1,-22 0,-34", 4.2),
            line("M0,0C2,-12 -1,-22 0,-34", 2, p.GREEN),
            path("M0,-2 C-10,-4 -14,-10 -14,-16 C-6,-14 -1,-10 0,-2Z", p.GREEN),
            line(petals, 7.4),
            line(petals, 4.6, p.YELLOW),
            circle(0, -36, 5, p.OCHRE),
        ]
    )


def grass() -> str:
    """Draw a tuft of grass around its foot."""
    return path(
        "M-12,2 C-14,-10 -20,-18 -24,-22 C-14,-20 -9,-12 -8,-4 C-8,-16 -10,-26 -6,-36 C-3,-26 -1,"
        "-14 0,-4 C2,-18 6,-26 12,-32 C10,-22 8,-12 8,-2 C11,-10 16,-14 22,-16 C17,-10 13,-4 12,2Z",
        "#6d9a4c",
    )


def definitions() -> str:
    """Return the definitions of the flowers, to draw them several times."""
    drawn = {"g": gentian(), "e": edelweiss(), "r": rose(), "a": arnica(), "t": grass()}
    return "".join(group(one, id=name, stroke_width=1.8) for name, one in drawn.items())


PLANTED = (
    *(("t", 24, 1.2), ("r", 52, 1.25), ("t", 96, 1), ("g", 84, 1.05), ("e", 122, 1.1)),
    *(("t", 150, 1.3), ("g", 166, 1.25), ("e", 206, 1.2), ("t", 238, 1), ("g", 242, 0.95)),
    ("a", 274, 0.85),
    *(("t", 1180, 1.2), ("e", 1156, 1.15), ("r", 1112, 1.3), ("t", 1080, 1.1), ("a", 1062, 1.15)),
    *(("g", 1030, 1.2), ("t", 1002, 1.2), ("e", 984, 1.05), ("r", 946, 0.95), ("t", 920, 0.9)),
)
"""The plants in the lower corners, the left one first: the kind, the place, the size."""


def foreground() -> str:
    """Draw flowers that frame the lower corners."""
    return "".join(
        use(name, x, 484 - (at % 3) * 5, scale) for at, (name, x, scale) in enumerate(PLANTED)
    )
