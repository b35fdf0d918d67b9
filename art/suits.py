"""The four suit signs, fifty units high around the origin."""

from art import palette as p
from art.shapes import circle, group, inked, line, path


def heart() -> str:
    """Draw a heart: red, with a gleam on the left and hatching on the right."""
    return inked(
        path(
            "M0,24 C-7,14 -25,5 -25,-9 C-25,-19 -18,-24 -11,-24 C-5,-24 -1,-20 0,-14 "
            "C1,-20 5,-24 11,-24 C18,-24 25,-19 25,-9 C25,5 7,14 0,24Z",
            p.RED,
        ),
        line("M-19,-9 C-19,-15 -15,-18 -11,-18", 3, "#f2b8a0"),
        line("M20,-6 C18,1 11,6 6,12 M20,-12 C20,-9 19,-5 16,-2", 1.4, p.DARK_RED),
    )


def bell() -> str:
    """Draw a hawk bell with its loop, its girdle and the slit below."""
    return inked(
        circle(0, -21, 4, p.YELLOW),
        circle(0, 3, 21.5, p.YELLOW),
        path("M-21.4,1 Q0,9 21.4,1 L20.6,8.5 Q0,17 -20.6,8.5Z", p.RED),
        line("M-14,-5 C-12,-11 -8,-14 -4,-14", 3, p.WHITE),
        line("M9,-12 Q15,-8 17,-2 M7,-7 Q12,-4 13,0", 1.4, p.OCHRE),
        line("M0,16 V23", 2.6),
        circle(0, 16.5, 2.4, p.INK, stroke="none"),
        width=2.4,
    )


def leaf() -> str:
    """Draw a leaf with its point up and its stalk down."""
    return inked(
        path(
            "M0,-25 C5,-15 24,-10 24,5 C24,14 16,18 9,16 C5,15 3,12 0,12 "
            "C-3,12 -5,15 -9,16 C-16,18 -24,14 -24,5 C-24,-10 -5,-15 0,-25Z",
            p.GREEN,
        ),
        line("M0,12 C0,18 2,22 6,25", 3.2),
        line("M0,12 V-15 M0,6 L-14,9 M0,6 L14,9 M0,-1 L-15,-1 M0,-1 L15,-1 M0,-8 L-9,-10", 1.4),
        line("M0,-8 L9,-10", 1.4),
        line("M-17,3 C-15,-4 -10,-7 -6,-10", 2.4, "#a9c98b"),
    )


def acorn() -> str:
    """Draw an acorn that hangs from its cup."""
    return inked(
        line("M0,-18 C0,-22 2,-24 6,-25", 3.6),
        path("M-16,-4 C-18,10 -9,18 0,25 C9,18 18,10 16,-4Z", "#dca44b"),
        line("M-9,3 C-9,9 -7,12 -4,15", 2.8, "#f7e0a8"),
        line("M11,3 C11,9 8,14 4,17", 1.4, p.DARK_BROWN),
        path(
            "M-20,-3 C-21,-14 -11,-19 0,-19 C11,-19 21,-14 20,-3 C10,2 -10,2 -20,-3Z", p.DARK_GREEN
        ),
        line(
            "M-15,-12 L-3,0 M-8,-17 L8,0 M2,-18 L16,-3 M15,-12 L3,0 M8,-17 L-8,0 M-2,-18 L-16,-3",
            1.1,
            "#8fb070",
        ),
    )


def definitions() -> str:
    """Return the definitions of the parts ``suit-H``, ``suit-B``, ``suit-L`` and ``suit-A``."""
    drawn = {"H": heart(), "B": bell(), "L": leaf(), "A": acorn()}
    return "".join(group(drawing, id=f"suit-{suit}") for suit, drawing in drawn.items())


def colours(suit: str) -> tuple[str, str]:
    """Return the main colour of a suit and its shade, for the other drawings on its cards."""
    return {
        "H": (p.RED, p.DARK_RED),
        "B": (p.YELLOW, p.OCHRE),
        "L": (p.GREEN, p.DARK_GREEN),
        "A": (p.BLUE, p.DARK_BLUE),
    }[suit]
