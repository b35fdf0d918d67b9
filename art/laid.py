"""A snack, a mug and a slate, seen from above: they lie on the table of the start page."""

from art import palette as p
from art.back import flower
from art.parlour import drawing
from art.shapes import circle, flat, hatch, line, path, placed, rect

SHADE = "#3a1e06"
CRUST = "#a8692c"
CRUMB = "#f0d9a8"
BACON = "#b5453c"


def shadow(d: str) -> str:
    """Draw the shadow that a thing throws to the lower right."""
    return flat(d, SHADE, fill_opacity=0.3)


def snack() -> str:
    """Draw a board with bacon, bread, cheese and radishes, and its knife."""
    slices = "".join(
        placed(
            path("M-26,-9 C-14,-13 12,-12 26,-7 C27,0 26,6 24,9 C8,5 -12,5 -25,9Z", BACON),
            line("M-22,-4C-8,-8 10,-7 22,-3", 3.4, p.PAPER),
            line("M-22,4C-8,1 10,1 22,5", 2, p.PAPER),
            x=x,
            y=y,
            turn=turn,
        )
        for x, y, turn in ((78, 96, -8), (82, 112, -2), (84, 128, 5), (88, 144, 10))
    )
    bread = path(
        "M-26,14 C-34,-2 -26,-24 0,-25 C26,-24 34,-2 26,14 C14,22 -14,22 -26,14Z", CRUST
    ) + flat("M-20,10 C-26,-2 -20,-18 0,-19 C20,-18 26,-2 20,10 C10,15 -10,15 -20,10Z", CRUMB)
    crumbs = line("M-10,-8h.1M2,-12h.1M10,-4h.1M-4,2h.1M6,6h.1M-13,4h.1", 3, "#d9b877")
    cheese = "".join(
        [
            path("M-24,10 L20,-16 L28,6 L-22,22Z", p.YELLOW),
            path("M-24,10 L20,-16 L20,-22 L-24,3Z", "#f7dc86"),
            line("M-4,8a4,3 0 1 0 .1,0M12,2a3,2 0 1 0 .1,0", 1.6, p.OCHRE),
        ]
    )
    radish = "".join(
        [
            line("M0,-8C-3,-18 -12,-20 -16,-18M0,-8C2,-20 10,-22 14,-20", 4.4, p.DARK_GREEN),
            line("M-4,12q4,8 10,9", 2.4),
            circle(0, 2, 12, "#c43a56"),
            line("M-6,-2q1,-4 5,-5", 3, "#f0b6c0"),
        ]
    )
    knife = "".join(
        [
            path("M-62,-5 H4 V6 H-50 Q-58,4 -62,-5Z", p.STEEL),
            path("M2,-7 H44 Q52,0 44,7 H2Z", p.DARK_BROWN),
            line("M14,0h.1M30,0h.1", 4, p.YELLOW),
        ]
    )
    wood = "M30,64 Q30,50 44,50 H178 Q196,52 198,74 H218 Q234,76 234,92 Q234,108 218,110 H198 V174 "
    wood += "Q196,192 178,192 H44 Q30,192 30,178Z"
    return "".join(
        [
            placed(shadow(wood), x=5, y=7),
            path(wood, "#dcae6c"),
            line(
                "M44,64H172M42,178H170M46,72q50,-6 80,0M60,184q50,-5 96,0M40,120q8,30 2,46",
                1.4,
                CRUST,
            ),
            circle(216, 92, 6, SHADE, stroke_width=2),
            slices,
            placed(bread, crumbs, x=150, y=92, turn=12),
            placed(bread, crumbs, x=160, y=108, turn=-6),
            placed(cheese, x=140, y=154),
            placed(radish, x=66, y=66, turn=-20),
            placed(radish, x=94, y=70, turn=24),
            placed(knife, x=104, y=204, turn=-6),
        ]
    )


def tankard() -> str:
    """Draw a stoneware mug full of foam on a mat."""
    return "".join(
        [
            placed(shadow("M30,150a90,66 0 1 0 180,0a90,66 0 1 0 -180,0Z"), x=8, y=10),
            path("M30,150a90,66 0 1 0 180,0a90,66 0 1 0 -180,0Z", "#c99a55"),
            line("M44,150a76,54 0 1 0 152,0a76,54 0 1 0 -152,0", 2, CRUST),
            flat("M62,162a66,36 0 1 0 132,0a66,36 0 1 0 -132,0Z", SHADE, fill_opacity=0.28),
            path("M176,86C226,74 228,150 178,152V134C204,132 204,98 176,104Z", p.STEEL),
            path(
                "M58,74 C58,110 62,140 68,158 C84,180 156,180 172,158 C178,140 182,110 182,74Z",
                p.STEEL,
            ),
            flat("M60,104Q120,140 180,104L176,138Q120,172 64,138Z", p.BLUE),
            placed(flower(), x=120, y=138, scale=0.85),
            line("M70,120q4,10 8,14M168,120q-4,10 -8,14", 2.4, "#a8c4e0"),
            hatch(166, 112, -10, 44, 6, (10, -4)),
            path("M58,74a62,34 0 1 0 124,0a62,34 0 1 0 -124,0Z", p.STEEL),
            path(
                "M64,74C58,60 74,46 88,48C96,36 124,34 134,44C152,40 172,52 172,66C184,78 172,94 "
                "158,94C148,106 126,104 118,100C104,108 84,104 80,94C68,94 60,84 64,74Z",
                p.WHITE,
            ),
            line(
                "M84,62q6,-8 16,-6M124,56q12,-4 18,4M100,82q10,6 20,0M144,76q8,2 10,-4",
                2,
                "#d8cdb2",
            ),
        ]
    )


def slate() -> str:
    """Draw the slate with its chalk, and two coins beside it."""
    coin = (
        circle(0, 0, 15, p.YELLOW)
        + circle(0, 0, 10, stroke_width=1.6)
        + line("M-6,-8q4,-4 8,-3", 2.4, p.WHITE)
    )
    frame = rect(28, 34, 150, 172, rx=10, fill=p.OCHRE)
    return "".join(
        [
            placed(shadow("M28,44H178V206H28Z"), x=6, y=8),
            frame,
            line("M36,44q60,6 134,0M34,196q70,-6 136,2", 1.4, CRUST),
            rect(44, 50, 118, 140, rx=4, fill="#36423e", stroke_width=3),
            line("M103,60V178M54,84H152", 3, "#ccd3cb"),
            line("M66,66h20M122,66h18M131,60v12", 4, p.WHITE),
            line(
                "M58,98v22M65,98v22M72,98v22M79,98v22M54,114l30,-12M60,132v22M68,132v22M114,98v22M122,98v22M130,98v22",
                4,
                p.WHITE,
            ),
            line("M112,166h24", 3, "#ccd3cb"),
            placed(
                rect(-24, -6, 48, 12, rx=4, fill=p.WHITE, stroke_width=2), x=150, y=214, turn=-16
            ),
            placed(coin, x=206, y=150),
            placed(coin, x=196, y=172),
        ]
    )


def laid() -> str:
    """Draw these things side by side, each 240 by 240 units."""
    things = "".join(placed(draw(), x=240 * at) for at, draw in enumerate((snack, tankard, slate)))
    return drawing(things, 720, 240, stroke=3.2)
