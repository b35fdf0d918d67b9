"""The four seasons on the sows: a person at the season's work in a landscape.

Each scene fills the upper half of a card and leaves the upper right to the suit sign. The people
are drawn smaller than they are shown, with ``person``.
"""

from art import palette as p
from art.body import face, fist
from art.shapes import Number, around, circle, flat, hatch, line, path, placed, tube

NAMES = {"H": "FRÜHLING", "B": "SOMMER", "L": "HERBST", "A": "WINTER"}


def person(*parts: str, x: Number, y: Number) -> str:
    """Draw a person so large that the face shows, with the usual outline."""
    return placed(*parts, x=x, y=y, scale=1.4, stroke_width=1.7)


def head(
    hair: str,
    x: Number,
    y: Number,
    *,
    beard: bool = False,
    old: bool = False,
    smooth: bool = False,
    mirror: bool = False,
) -> str:
    """Draw a head whose top a hat or a wreath covers, looking to the right."""
    whiskers = [
        path(
            "M-18,-2 C-18,10 -16,16 -13,18 C-8,13 -4,13 0,14 C4,11 10,11 13,13 C16,12 17,8 18,4 "
            "C20,18 18,36 6,42 C-10,42 -20,20 -18,-2Z",
            hair,
        ),
        line("M2,17 C5,18.5 9,18.5 11,17.5", 2.6, p.DARK_RED),
        line("M-13,20 q3,9 8,13 M-6,21 q3,9 7,15 M2,23 q1,8 4,13 M10,22 q1,7 -1,12", 1.6),
    ]
    return placed(
        path("M-19,-16 C-27,-6 -25,12 -21,22 L-10,24 L-12,-10Z", hair),
        face(brow=p.GREY if old else p.DARK_BROWN, old=old, smooth=smooth),
        *(whiskers if beard else []),
        path(
            "M-19,5 C-25,-28 4,-36 18,-17 C6,-20 -6,-18 -11,-11 C-15,-7 -15,0 -19,5Z",
            hair,
        ),
        x=x,
        y=y,
        scale=0.66,
        mirror=mirror,
        stroke_width=2.6,
    )


def limb(d: str, width: Number, colour: str) -> str:
    """Draw an arm of a person, or what the person holds."""
    return tube(d, width, colour, 3.4)


def hand(x: Number, y: Number, *, mirror: bool = False) -> str:
    """Draw a hand of a person."""
    return fist(x, y, mirror=mirror, scale=0.7)


def blossom(x: float, y: float, colour: str, scale: float = 1) -> str:
    """Draw a flower with five petals."""
    petals = "".join(
        f"M{a - 2.9},{b}a2.9,2.9 0 1 1 5.8,0a2.9,2.9 0 1 1 -5.8,0Z" for a, b in around(5, 3.6)
    )
    return placed(
        path(petals, colour, stroke_width=1),
        circle(0, 0, 2, p.YELLOW, stroke="none"),
        x=x,
        y=y,
        scale=scale,
    )


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
    tree = placed(
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
        x=162,
        y=68,
        scale=0.62,
        stroke_width=3,
    )
    girl = person(
        path("M108,186 C112,150 122,136 126,128 L152,128 C158,140 166,156 170,186Z", p.RED),
        line("M118,182 q4,-26 12,-42 M162,182 q-3,-24 -10,-42 M166,182 q-3,-20 -8,-32", 1.2),
        path("M126,140 L152,140 C156,156 158,168 158,186 H120 C120,168 122,154 126,140Z", p.WHITE),
        line("M123,174 q6,-4 12,0 t12,0 t10,0 M124,166 h30", 1.2, p.BLUE),
        hatch(148, 144, 4, 17, 5, (4, 2)),
        path("M124,130 C120,114 128,106 139,106 C150,106 158,114 154,130Z", p.GREEN),
        hatch(148, 112, 2, 14, 5, (5, 2)),
        path("M130,106 L139,121 L149,106Z", p.WHITE),
        line("M134,124 h10 M135,128 h8", 1.2),
        path("M126,90 C117,100 121,114 116,130 C127,128 130,112 130,100Z", p.OCHRE),
        line("M121,104 l6,4 M119,112 l7,3 M118,120 l7,2", 1.1),
        head(p.OCHRE, 140, 88, smooth=True),
        "".join(
            blossom(x, y, c, 0.9)
            for x, y, c in [
                (126, 82, p.RED),
                (131, 73, p.WHITE),
                (139, 69, p.YELLOW),
                (147, 71, p.RED),
                (153, 77, p.WHITE),
            ]
        ),
        limb("M152,113 C160,126 166,130 174,126", 9, p.WHITE),
        line("M158,124 l2,-4 M163,128 l1,-4 M154,118 l3,-3", 1),
        line("M177,130 L184,110", 2, p.DARK_GREEN),
        blossom(185, 108, p.YELLOW, 1.3),
        hand(177, 126),
        limb("M126,113 C116,124 112,132 108,140", 9, p.WHITE),
        line("M119,126 l-4,-3 M115,132 l-4,-2 M123,120 l-3,-3", 1),
        line("M93,160 C93,138 123,138 123,160", 2.6),
        path("M90,158 H126 L122,180 H94Z", p.OCHRE),
        line("M92,165 h32 M94,172 h29 M100,158 l1,22 M108,158 v22 M116,158 l-1,22", 1.1),
        blossom(98, 155, p.WHITE),
        blossom(108, 153, p.RED),
        blossom(118, 155, p.YELLOW),
        hand(108, 143, mirror=True),
        x=-84,
        y=-77,
    )
    meadow = "".join(
        blossom(x, y, c)
        for x, y, c in [
            (20, 132, p.WHITE),
            (30, 152, p.YELLOW),
            (18, 166, p.RED),
            (168, 142, p.WHITE),
            (180, 164, p.RED),
            (192, 150, p.YELLOW),
            (232, 164, p.WHITE),
        ]
    )
    return land + tree + meadow + girl


def summer() -> str:
    """Draw a reaper with his scythe among the sheaves, under the sun."""
    rays = "".join(
        f"M{200 + a},{104 + b} L{200 + a * 1.5:.1f},{104 + b * 1.5:.1f} " for a, b in around(12, 22)
    )
    land = "".join(
        [
            line(rays, 3, p.OCHRE),
            circle(200, 104, 17, p.YELLOW),
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
    reaper = person(
        path("M118,188 L122,142 H156 L164,188 H144 L141,164 L138,188Z", p.BLUE),
        hatch(148, 148, 5, 34, 7, (8, -3)),
        path("M114,146 C112,122 124,106 140,106 C156,106 166,122 162,146Z", p.WHITE),
        line("M126,122 q-2,12 0,20 M133,128 q-1,8 0,14 M140,118 V142", 1.2),
        hatch(150, 118, 4, 22, 6, (7, -2)),
        path("M131,106 L140,121 L149,106Z", p.FLESH),
        limb("M117,144 Q140,151 161,144", 5, p.RED),
        head(p.BROWN, 141, 90, beard=True),
        path("M126,73 C127,57 153,55 157,71Z", p.YELLOW),
        path("M110,77 C124,65 160,63 176,73 C170,81 124,85 110,77Z", p.YELLOW),
        line(
            "M116,76 q22,-7 52,-4 M128,81 l2,-4 M138,82 l1,-4 M148,81 l1,-4 M158,79 l1,-4",
            1.1,
            p.DARK_BROWN,
        ),
        line("M127,72 C136,68 148,68 157,70", 3, p.RED),
        limb("M112,112 L196,172", 4, p.OCHRE),
        path("M192,172 C208,172 224,160 229,136 C218,150 206,158 190,162Z", p.STEEL),
        line("M194,168 C207,167 218,159 224,148", 1.1),
        limb("M119,120 C106,128 108,142 120,134", 9, p.WHITE),
        line("M112,126 l-4,-2 M111,131 l-4,0", 1),
        hand(124, 122, mirror=True),
        limb("M162,120 C174,136 170,150 164,152", 9, p.WHITE),
        line("M169,134 l4,-2 M170,140 l4,0 M169,146 l4,2", 1),
        hand(160, 147),
        x=-87,
        y=-72,
    )
    return land + sheaf(28, 146) + sheaf(58, 154) + sheaf(178, 146) + sheaf(214, 160) + reaper


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
                "M62,44 q5,-6 9,0 q4,-6 9,0 M152,32 q4,-5 8,0 q4,-5 8,0 M60,66 q4,-5 8,0 q4,-5 8,0",
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
    tub = placed(
        path("M158,92 H204 L198,166 H164Z", p.OCHRE),
        line("M170,96 l2,62 M181,96 v62 M192,96 l-2,62", 1.2),
        hatch(194, 102, -2, 40, 7, (7, -2)),
        limb("M160,106 Q181,112 202,106", 3, p.DARK_BROWN),
        limb("M163,142 Q181,148 199,142", 3, p.DARK_BROWN),
        "".join(
            circle(x, y, 6, c, stroke_width=1.2)
            for x, y, c in [
                (166, 88, p.DARK_BLUE),
                (177, 84, p.BLUE),
                (188, 85, p.DARK_BLUE),
                (197, 89, p.BLUE),
                (172, 91, p.BLUE),
                (183, 91, p.DARK_BLUE),
            ]
        ),
        y=27,
    )
    man = person(
        path("M112,190 L116,146 H152 L158,190 H138 L135,166 L131,190Z", p.BROWN),
        hatch(142, 152, 4, 32, 7, (8, -3)),
        tub,
        path("M108,150 C106,122 120,106 138,106 C154,106 166,118 164,150Z", p.GREEN),
        hatch(148, 120, 4, 24, 6, (8, -2)),
        path("M128,106 L136,120 L146,105Z", p.WHITE),
        line("M157,112 C147,118 149,140 157,148", 4, p.DARK_BROWN),
        limb("M109,147 Q136,154 163,147", 5, p.DARK_BROWN),
        head(p.DARK_BROWN, 135, 90, beard=True, mirror=True),
        path("M117,82 C113,60 152,56 155,82 C144,73 126,74 117,82Z", p.RED),
        line("M128,68 q-5,3 -6,8 M140,64 q6,3 8,9", 1.1, p.DARK_RED),
        limb("M117,118 C108,130 104,134 98,134", 10, p.GREEN),
        line("M113,129 l-3,-4 M108,134 l-2,-4", 1),
        grapes(95, 144),
        hand(95, 134, mirror=True),
        limb("M152,120 C156,138 144,144 130,142", 10, p.GREEN),
        line("M154,134 l4,1 M150,140 l3,3 M144,143 l1,4", 1),
        path("M118,134 C108,134 102,142 106,152 C109,144 113,142 121,140Z", p.STEEL),
        hand(125, 141, mirror=True),
        x=-79,
        y=-78,
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
            fir(28, 168, 0.9),
            fir(52, 154, 0.7),
            fir(216, 168, 1),
        ]
    )
    man = person(
        bundle(157, 133),
        path("M96,190 C98,150 104,122 122,114 C142,108 160,120 162,152 L160,190Z", p.BROWN),
        line("M110,186 q0,-34 10,-56 M130,186 v-44 M146,184 q2,-26 -2,-46", 1.2),
        hatch(148, 146, 3, 34, 8, (8, -3)),
        path("M104,118 C108,106 142,106 148,118 C142,130 112,132 104,118Z", p.RED),
        path("M117,126 L111,148 L121,147 L126,128Z", p.RED),
        line("M113,144 l-1,6 M117,144 v6 M112,120 q10,8 28,3 M119,132 l4,2", 1.2),
        head(p.WHITE, 122, 94, beard=True, old=True, mirror=True),
        path("M106,79 C104,58 140,56 141,77Z", p.BLUE),
        line("M113,71 q2,-6 6,-7 M122,72 v-9 M132,70 q-1,-5 -4,-6", 1.1, p.DARK_BLUE),
        path("M103,83 C100,75 142,71 143,79 C145,88 105,90 103,83Z", p.WHITE),
        line("M110,77 v8 M118,75 v9 M126,75 v8 M134,75 v7", 1),
        circle(122, 59, 4, p.WHITE),
        limb("M85,100 L91,194", 4, p.OCHRE),
        limb("M112,132 C104,140 98,142 92,138", 11, p.BROWN),
        line("M107,141 l-2,-5 M101,144 l-1,-5", 1),
        circle(89, 134, 6.5, p.RED),
        line("M85,131 h7 M85,135 h7", 1),
        limb("M150,130 C158,142 152,152 142,146", 11, p.BROWN),
        line("M156,138 l5,-1 M155,146 l4,3", 1),
        circle(140, 141, 6.5, p.RED),
        line("M136,139 h7 M136,143 h7", 1),
        x=-61,
        y=-67,
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
    return land + flakes + man


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
