"""The four seasons on the sows: a person at the season's work in a landscape.

Each scene fills the upper half of a card and leaves the upper right to the suit sign.
"""

from art import palette as p
from art.shapes import around, circle, flat, hatch, line, path, placed, tube

NAMES = {"H": "FRÜHLING", "B": "SOMMER", "L": "HERBST", "A": "WINTER"}


def small_face(hair: str, *, beard: str = "") -> str:
    """Draw a head some thirty units high, looking to the right."""
    whiskers = (
        path("M-11,2 C-10,8 -4,6 2,7 C6,6 9,6 11,4 C12,16 6,22 0,22 C-7,21 -12,12 -11,2Z", beard)
        if beard
        else ""
    )
    return "".join(
        [
            path(
                "M-11,-10 C-12,2 -10,9 -4,13 C0,16 5,15 8,11 C11,7 12,0 11,-10 C6,-16 -6,-16 "
                "-11,-10Z",
                p.FLESH,
            ),
            flat("M-7,6 a3,3 0 1 0 6,0 a3,3 0 1 0 -6,0Z", p.BLUSH, opacity=0.7),
            line("M-3,-4 q2,-2 4,0 M6,-4 q2,-2 3,0", 1.2),
            circle(-0.6, -2, 1.4, p.INK, stroke="none"),
            circle(7.4, -2, 1.4, p.INK, stroke="none"),
            line("M4,-2 q3,5 0,6", 1.3),
            line("M1,8.5 q3,1.5 6,-.3", 1.5, p.DARK_RED),
            whiskers,
            path("M-12,2 C-16,-18 4,-22 12,-10 C4,-12 -4,-12 -8,-6 C-10,-2 -10,0 -12,2Z", hair),
        ]
    )


def blossom(x: float, y: float, colour: str, scale: float = 1) -> str:
    """Draw a flower with five petals."""
    petals = "".join(circle(a, b, 2.9, colour, stroke_width=1) for a, b in around(5, 3.6))
    return placed(petals, circle(0, 0, 2, p.YELLOW, stroke="none"), x=x, y=y, scale=scale)


def spring() -> str:
    """Draw a girl with a basket who picks flowers under a tree in blossom."""
    land = "".join(
        [
            line(
                "M110,26 h34 M122,34 h30 M104,42 h18 M128,60 h22 M136,68 h18 M196,104 h40 "
                "M206,112 h30",
                2.2,
                p.WHITE,
            ),
            flat("M8,120 L44,92 L84,118 L150,84 L242,122 V195 H8Z", "#cfe0dc"),
            line("M8,120 L44,92 L84,118 L150,84 L242,122", 1.2),
            flat("M8,138 Q110,112 242,140 V195 H8Z", "#a9c878"),
            line("M8,138 Q110,112 242,140", 1.4),
            line(
                "M20,160 l3,-7 l3,7 M150,156 l3,-7 l3,7 M222,164 l3,-7 l3,7 M176,150 l3,-6 l3,6",
                1.3,
            ),
        ]
    )
    tree = "".join(
        [
            path("M60,172 C66,140 62,120 66,96 L76,96 C76,120 78,140 84,172Z", p.BROWN),
            line("M70,160 q2,-30 0,-50 M76,150 q0,-20 -2,-36", 1.2),
            path(
                "M62,108 C40,114 26,98 36,84 C24,70 40,52 56,60 C58,40 92,36 98,54 C116,50 122,72 "
                "110,82 C118,98 98,112 84,102 C78,112 68,112 62,108Z",
                "#f3c1bb",
            ),
            "".join(
                blossom(x, y, p.WHITE, 0.9)
                for x, y in [(62, 72), (84, 62), (100, 74), (74, 92), (94, 94), (46, 90), (66, 52)]
            ),
        ]
    )
    girl = "".join(
        [
            path("M108,184 C112,150 122,136 126,128 L152,128 C158,140 166,156 170,184Z", p.RED),
            line("M122,180 q4,-26 10,-40 M140,182 v-42 M156,180 q-3,-24 -8,-40", 1.4, p.DARK_RED),
            path(
                "M126,140 L152,140 C156,156 158,168 158,180 H120 C120,168 122,154 126,140Z", p.WHITE
            ),
            line("M126,172 q6,-4 12,0 t12,0 M126,165 h24", 1.2, p.BLUE),
            path("M124,130 C120,112 128,104 139,104 C150,104 158,112 154,130Z", p.GREEN),
            path("M132,104 L139,118 L147,104Z", p.WHITE),
            line("M134,122 h10 M134,127 h10", 1.4),
            path("M126,86 C118,98 122,112 118,124 C128,122 130,108 130,98Z", p.OCHRE),
            placed(small_face(p.OCHRE), x=140, y=88),
            "".join(
                blossom(x, y, c, 0.8)
                for x, y, c in [
                    (128, 82, p.RED),
                    (133, 75, p.WHITE),
                    (141, 72, p.YELLOW),
                    (149, 76, p.RED),
                ]
            ),
            tube("M152,112 C160,122 168,124 178,120", 8, p.WHITE),
            line("M182,124 L188,106", 2, p.DARK_GREEN),
            circle(182, 119, 5, p.FLESH),
            blossom(189, 104, p.YELLOW, 1.4),
            tube("M126,112 C116,124 112,132 108,142", 8, p.WHITE),
            circle(108, 145, 5, p.FLESH),
            line("M94,158 C94,140 122,140 122,158", 3),
            path("M90,158 H126 L122,178 H94Z", p.OCHRE),
            line("M92,165 h32 M94,171 h29 M100,158 l1,20 M108,158 v20 M116,158 l-1,20", 1.2),
            blossom(98, 155, p.WHITE),
            blossom(108, 153, p.RED),
            blossom(118, 155, p.YELLOW),
        ]
    )
    meadow = "".join(
        blossom(x, y, c)
        for x, y, c in [
            (26, 148, p.WHITE),
            (44, 166, p.YELLOW),
            (188, 160, p.WHITE),
            (214, 152, p.RED),
            (202, 170, p.YELLOW),
            (230, 166, p.WHITE),
        ]
    )
    return land + tree + meadow + girl


def summer() -> str:
    """Draw a reaper with his scythe among the sheaves, under the sun."""
    rays = "".join(
        f"M{96 + a},{46 + b} L{96 + a * 1.5:.1f},{46 + b * 1.5:.1f} " for a, b in around(12, 22)
    )
    land = "".join(
        [
            line(rays, 3, p.OCHRE),
            circle(96, 46, 17, p.YELLOW),
            flat("M8,130 L60,112 L120,128 L200,104 L242,120 V195 H8Z", "#b9c98c"),
            line("M8,130 L60,112 L120,128 L200,104 L242,120", 1.2),
            flat("M8,146 Q120,124 242,140 V195 H8Z", p.YELLOW),
            line("M8,146 Q120,124 242,140", 1.4),
            line(
                "".join(f"M{x},{150 + (x * 7) % 22} l1,-8 m3,8 l1,-9 " for x in range(14, 240, 13)),
                1.2,
                p.OCHRE,
            ),
        ]
    )
    reaper = "".join(
        [
            path("M118,186 L122,142 H156 L162,186 H142 L140,160 L136,186Z", p.BLUE),
            hatch(146, 148, 4, 30, 6, (9, -3)),
            path("M118,146 C114,120 124,104 140,104 C156,104 164,120 160,146Z", p.WHITE),
            line("M128,120 q-2,12 0,22 M150,120 q2,12 0,22", 1.3),
            path("M132,104 L140,116 L148,104Z", p.FLESH),
            tube("M119,143 Q140,150 160,143", 5, p.RED, 3.6),
            placed(small_face(p.BROWN, beard=p.BROWN), x=141, y=88),
            path("M128,78 C128,62 152,60 154,76Z", p.YELLOW),
            path("M112,80 C124,70 158,68 172,76 C168,84 124,88 112,80Z", p.YELLOW),
            line("M118,80 q20,-6 46,-4 M130,70 q10,-5 20,-1", 1.2, p.DARK_BROWN),
            tube("M118,190 L108,84", 4, p.OCHRE),
            path("M106,90 C92,86 72,98 62,124 C76,106 92,100 110,102Z", p.STEEL),
            line("M104,95 C92,94 78,102 70,112", 1.2),
            tube("M128,118 C120,130 118,136 116,140", 9, p.WHITE),
            circle(113, 140, 5.6, p.FLESH),
            tube("M166,118 C168,138 148,150 122,158", 9, p.WHITE),
            circle(116, 160, 5.6, p.FLESH),
        ]
    )
    return (
        land
        + sheaf(44, 160)
        + sheaf(80, 164)
        + sheaf(216, 158)
        + placed(reaper, x=-5)
        + sheaf(192, 168)
    )


def sheaf(x: float, y: float) -> str:
    """Draw a sheaf of corn."""
    ears = "".join(
        f"M{a},-22 l{a * 0.4:.1f},-12 m-2,4 l3,3 m-4,2 l4,3 " for a in (-12, -6, 0, 6, 12)
    )
    return placed(
        path(
            "M-16,-24 C-8,-30 8,-30 16,-24 C8,-10 4,-4 4,0 C6,8 10,14 13,20 H-13 C-10,14 -6,8 -4,0 "
            "C-4,-4 -8,-10 -16,-24Z",
            p.YELLOW,
        ),
        line(ears, 2, p.OCHRE),
        line(
            "M-9,-22 C-6,-12 -2,-6 -2,0 M0,-24 V18 M9,-22 C6,-12 2,-6 2,0 M-5,18 L-2,4 M6,18 L2,4",
            1.2,
        ),
        tube("M-4,-1 H4", 3, p.RED, 3),
        x=x,
        y=y,
    )


def autumn() -> str:
    """Draw a vintner at the vine with a tub of grapes on his back."""
    land = "".join(
        [
            line(
                "M72,30 h30 M84,38 h34 M70,46 h16 M66,84 h30 M74,92 h24 M206,100 h30", 2.2, p.PAPER
            ),
            line(
                "M108,60 q5,-6 9,0 q4,-6 9,0 M130,44 q4,-5 8,0 q4,-5 8,0 M92,70 q4,-5 8,0 "
                "q4,-5 8,0",
                1.8,
            ),
            flat("M8,128 L70,94 L130,126 L196,92 L242,116 V195 H8Z", "#cbb79a"),
            line("M8,128 L70,94 L130,126 L196,92 L242,116", 1.2),
            flat("M8,148 Q120,126 242,146 V195 H8Z", "#c3b866"),
            line("M8,148 Q120,126 242,146", 1.4),
            line(
                "".join(f"M{x},{134 + abs(x - 200) * 0.1:.0f} v10 " for x in range(168, 240, 9)),
                2.4,
                p.DARK_BROWN,
            ),
            line("M164,140 Q204,128 240,138", 1.6, p.DARK_GREEN),
        ]
    )
    vine = "".join(
        [
            tube("M42,184 C46,160 38,150 44,132 C48,122 40,116 44,112", 6, p.BROWN),
            line("M44,132 C58,124 70,128 78,116 M43,122 C30,124 22,134 20,142", 2.6),
            vine_leaf(64, 122, p.GREEN, 10),
            vine_leaf(22, 132, p.OCHRE, -20),
            vine_leaf(76, 138, p.RED, 30),
            vine_leaf(30, 158, p.GREEN, -40),
            grapes(56, 140),
            grapes(28, 148),
        ]
    )
    man = "".join(
        [
            path("M112,188 L116,146 H150 L156,188 H136 L134,164 L130,188Z", p.BROWN),
            hatch(140, 152, 4, 30, 6, (9, -3)),
            placed(
                path("M158,92 H204 L198,160 H164Z", p.OCHRE),
                line("M170,96 l2,62 M181,96 v62 M192,96 l-2,62", 1.3),
                tube("M160,106 Q181,112 202,106", 3, p.DARK_BROWN, 3),
                tube("M163,146 Q181,152 199,146", 3, p.DARK_BROWN, 3),
                "".join(
                    circle(x, y, 6, c, stroke_width=1.4)
                    for x, y, c in [
                        (166, 88, p.DARK_BLUE),
                        (177, 84, p.BLUE),
                        (188, 85, p.DARK_BLUE),
                        (197, 89, p.BLUE),
                        (172, 91, p.BLUE),
                        (183, 91, p.DARK_BLUE),
                    ]
                ),
                y=14,
            ),
            path("M110,150 C108,122 120,106 138,106 C154,106 164,118 162,150Z", p.GREEN),
            line("M158,112 C148,116 150,140 158,148", 4, p.DARK_BROWN),
            tube("M111,147 Q136,154 161,147", 5, p.DARK_BROWN, 3.6),
            placed(small_face(p.DARK_BROWN, beard=p.DARK_BROWN), x=134, y=90, mirror=True),
            path("M120,82 C116,64 148,60 150,80 C140,74 128,76 120,82Z", p.RED),
            line("M148,70 q8,-2 10,4", 2.4, p.RED),
            tube("M118,116 C106,128 98,130 90,128", 9, p.GREEN),
            circle(86, 128, 5.6, p.FLESH),
            grapes(84, 138),
            tube("M150,118 C152,134 142,140 126,138", 9, p.GREEN),
            circle(122, 138, 5.6, p.FLESH),
            path("M112,128 C104,132 102,142 108,148 C108,140 112,136 118,134Z", p.STEEL),
        ]
    )
    return land + vine + man


def vine_leaf(x: float, y: float, colour: str, turn: float) -> str:
    """Draw a vine leaf with five lobes."""
    return placed(
        path(
            "M0,10 C-6,14 -12,8 -9,3 C-15,1 -13,-8 -6,-6 C-6,-13 6,-13 6,-6 C13,-8 15,1 9,3 "
            "C12,8 6,14 0,10Z",
            colour,
            stroke_width=1.6,
        ),
        line("M0,12 V-5 M0,4 l-6,-2 M0,4 l6,-2", 1.1),
        x=x,
        y=y,
        turn=turn,
    )


def grapes(x: float, y: float) -> str:
    """Draw a bunch of grapes that hangs from (x, y)."""
    berries = [(-5, 4), (0, 3), (5, 4), (-3, 9), (3, 9), (0, 14)]
    return placed(
        line("M0,0 V-5", 1.8),
        "".join(circle(a, b, 3.4, p.DARK_BLUE, stroke_width=1.2) for a, b in berries),
        x=x,
        y=y,
    )


def winter() -> str:
    """Draw an old man who carries firewood home through the snow."""
    land = "".join(
        [
            flat("M8,120 L60,80 L96,112 L150,76 L242,124 V195 H8Z", "#b7c6d2"),
            flat(
                "M60,80 L44,94 L56,92 L66,98 L76,94Z M150,76 L128,92 L144,90 L158,98 L170,88Z",
                p.WHITE,
            ),
            line("M8,120 L60,80 L96,112 L150,76 L242,124", 1.2),
            flat("M8,150 Q120,122 242,146 V195 H8Z", p.WHITE),
            line("M8,150 Q120,122 242,146", 1.4),
            line("M24,170 h16 M60,180 h22 M196,176 h20 M186,160 h12", 1.3, p.RANGE),
            fir(34, 160, 0.9),
            fir(62, 152, 0.7),
            fir(222, 152, 0.75),
        ]
    )
    man = "".join(
        [
            path("M104,178 l-4,10 h18 l2,-8 M136,180 l0,8 h18 l-2,-8", p.DARK_BROWN),
            bundle(154, 112),
            path("M98,182 C98,148 104,120 122,112 C142,106 160,118 162,150 L158,182Z", p.BROWN),
            line("M112,178 q0,-30 10,-50 M130,180 v-40 M146,178 q2,-24 -2,-44", 1.3),
            path("M97,176 C110,182 146,182 159,176 L158,186 C146,190 110,190 97,186Z", p.WHITE),
            path("M106,116 C110,104 140,104 146,116 C140,126 114,128 106,116Z", p.RED),
            path("M118,122 L112,142 L122,140 L126,124Z", p.RED),
            line("M114,138 l-1,6 M118,138 v6", 1.6),
            placed(small_face(p.WHITE, beard=p.WHITE), x=120, y=96, mirror=True),
            path("M106,88 C104,68 134,66 136,86Z", p.BLUE),
            path("M103,92 C101,84 139,80 139,88 C141,96 104,98 103,92Z", p.WHITE),
            circle(120, 70, 4, p.WHITE),
            tube("M86,96 L92,188", 4, p.OCHRE),
            tube("M112,128 C100,136 96,134 92,132", 10, p.BROWN),
            circle(90, 131, 6, p.RED),
            tube("M146,128 C150,138 146,140 142,134", 9, p.BROWN),
            circle(146, 124, 5.6, p.RED),
        ]
    )
    flakes = "".join(
        circle(x, y, 2, p.WHITE, stroke_width=0.8)
        for x, y in [
            (76, 40),
            (98, 62),
            (120, 34),
            (150, 48),
            (70, 70),
            (140, 20),
            (100, 24),
            (166, 70),
            (228, 104),
            (204, 118),
            (24, 128),
            (76, 120),
            (190, 134),
        ]
    )
    return land + man + flakes


def fir(x: float, y: float, scale: float) -> str:
    """Draw a fir under snow."""
    return placed(
        path("M-3,0 V8 H3 V0Z", p.DARK_BROWN),
        path(
            "M0,-54 L10,-36 L6,-36 L16,-18 L10,-18 L20,0 H-20 L-10,-18 L-16,-18 L-6,-36 L-10,-36Z",
            p.DARK_GREEN,
        ),
        line("M-8,-37 q6,4 14,0 M-13,-19 q10,5 22,0 M-16,-2 q12,4 26,0", 3, p.WHITE),
        x=x,
        y=y,
        scale=scale,
    )


def bundle(x: float, y: float) -> str:
    """Draw a tied bundle of firewood under snow."""
    sticks = "".join(
        tube(f"M-38,{y0} L38,{y1}", 5, colour, 3)
        for y0, y1, colour in [
            (-10, -14, p.OCHRE),
            (-3, -6, p.BROWN),
            (4, 2, p.OCHRE),
            (11, 9, p.BROWN),
            (17, 15, p.OCHRE),
        ]
    )
    ties = tube("M-16,-14 Q-22,4 -14,20", 3, p.RED, 3) + tube("M18,-16 Q12,4 20,18", 3, p.RED, 3)
    snow = path(
        "M-36,-12 C-24,-19 20,-22 36,-16 C26,-13 10,-15 0,-12 C-12,-10 -26,-9 -36,-12Z",
        p.WHITE,
        stroke_width=1.6,
    )
    return placed(sticks, ties, snow, x=x, y=y, turn=-14)


SEASONS = {"H": spring, "B": summer, "L": autumn, "A": winter}

SKIES = {"H": "#e3eef0", "B": "#f9e6b0", "L": "#f3dcc0", "A": "#cfd9e4"}
