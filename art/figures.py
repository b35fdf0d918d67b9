"""The people of the Tell story, four Ober and four Unter, each with an outline of its own.

Each fills the upper half of a card down to the name strip at y = 174, with the head near (146, 70).
"""

from art import palette as p
from art.body import face, feather, fist, front, sleeve, staff
from art.shapes import circle, flat, hatch, line, path, placed, tube

NAMES = {
    "HO": "GESSLER",
    "BO": "STÜSSI",
    "LO": "RUDENZ",
    "AO": "WILHELM TELL",
    "HU": "KUONI",
    "BU": "REDING",
    "LU": "WALTER FÜRST",
    "AU": "HARRAS",
}


def tell() -> str:
    """Draw Wilhelm Tell with a broad hat, a crossbow, and an apple on a bolt."""
    torso = "".join(
        [
            path(
                "M96,200 C98,168 98,140 106,122 C114,110 130,106 146,106 C162,106 178,110 187,122 "
                "C194,138 194,170 196,200Z",
                p.GREEN,
            ),
            hatch(171, 128, 8, 40, 7, (12, -4)),
            line(
                "M146,140 V176 M141,150 l10,5 M151,150 l-10,5 M141,162 l10,5 M151,162 l-10,5", 1.4
            ),
            path("M134,106 L146,132 L160,106Z", p.WHITE),
            line("M139,117 H154 M142,124 H151", 1.4),
            path(
                "M108,116 C120,104 132,102 138,106 L146,124 L156,106 C166,102 176,106 186,117 "
                "C176,128 164,134 146,136 C128,134 116,128 108,116Z",
                p.BROWN,
            ),
            line("M114,119 l5,6 M124,122 l4,8 M136,124 l3,9 M158,124 l-3,9 M170,121 l-4,8", 1.4),
            tube("M118,130 L184,188", 7, p.DARK_BROWN),
            line("M126,137 l3,-3 M140,149 l3,-3 M154,161 l3,-3 M168,173 l3,-3", 1.2, p.YELLOW),
        ]
    )
    head = placed(
        path(
            "M-19,-14 C-27,-2 -26,18 -20,28 C-12,40 8,44 14,34 C20,26 19,14 18,6 L8,12 L-14,6Z",
            p.DARK_BROWN,
        ),
        face(),
        path(
            "M-18,-2 C-18,10 -16,16 -13,18 C-8,13 -4,13 0,14 C4,11 10,11 13,13 C16,12 17,8 18,4 "
            "C20,18 18,34 6,38 C-10,40 -20,20 -18,-2Z",
            p.BROWN,
        ),
        line("M2,17 C5,18.5 9,18.5 11,17.5", 2.4, p.DARK_RED),
        line("M-13,22 q3,7 8,11 M-6,22 q3,7 7,12 M3,24 q1,6 4,11 M10,23 q1,5 1,9", 1.3),
        x=148,
        y=72,
        scale=1.08,
    )
    hat = "".join(
        [
            feather(128, 48, colour=p.RED, mirror=True, turn=10, scale=1.12),
            path("M120,54 C118,28 128,16 148,16 C168,16 176,28 174,52Z", p.DARK_GREEN),
            path(
                "M96,58 C104,44 122,50 148,49 C172,48 190,38 202,44 C206,54 188,64 148,64 "
                "C122,64 104,68 96,58Z",
                p.GREEN,
            ),
            line("M121,46 C136,43 160,43 174,44", 4, p.YELLOW),
            line("M106,57 C120,58 176,60 196,47", 1.3),
            hatch(160, 22, 10, 12, 5, (2, 12)),
        ]
    )
    crossbow = placed(
        tube("M0,-8 V112", 8, p.OCHRE),
        line("M-33,14 L0,46 L33,14", 1.5),
        tube("M-34,14 C-26,-8 26,-8 34,14", 5, p.STEEL),
        line("M0,-2 V104", 1.2, p.DARK_BROWN),
        line("M-6,-6 L6,6 M6,-6 L-6,6", 2.6, p.DARK_BROWN),
        path("M-5,-20 C-7,-10 7,-10 5,-20 L0,-24Z", p.STEEL),
        circle(0, 46, 4, p.STEEL),
        x=201,
        y=92,
        turn=3,
    )
    apple = "".join(
        [
            tube("M104,186 L74,82", 2.4, p.OCHRE, 3.2),
            path("M71,70 L68,86 L80,83Z", p.STEEL, stroke_width=1.8),
            path(
                "M80,96 C74,91 64,97 65,108 C67,120 77,125 83,121 C90,124 99,117 98,106 "
                "C97,95 86,91 80,96Z",
                p.RED,
            ),
            line("M80,96 Q80,90 86,88", 2.4),
            line("M70,107 q0,-6 5,-7", 2.6, "#f2b8a0"),
        ]
    )
    arms = "".join(
        [
            sleeve("M110,128 C96,142 98,160 104,164", 20, p.GREEN, p.DARK_GREEN),
            tube("M99,156 L105,164", 15, p.BROWN),
            fist(95, 150, turn=-14, mirror=True),
            sleeve("M182,130 C192,146 196,154 196,162", 20, p.GREEN, p.DARK_GREEN),
            tube("M192,154 L199,160", 15, p.BROWN),
            fist(200, 150, turn=6),
        ]
    )
    return torso + crossbow + head + hat + apple + arms


def rudenz() -> str:
    """Draw the young Ulrich von Rudenz with a plumed beret and a falcon on his glove."""
    torso = "".join(
        [
            path(
                "M100,200 L108,128 C112,112 128,108 144,107 C162,107 180,112 186,128 L192,200Z",
                p.BLUE,
            ),
            path("M124,110 L144,160 L166,110 L170,200 H120Z", p.YELLOW),
            line("M144,150 V190 M134,136 l10,8 l12,-8 M130,148 l14,10 l16,-10", 1.6, p.DARK_BROWN),
            line("M128,166 l16,9 l18,-9", 1.6, p.DARK_BROWN),
            hatch(170, 134, 6, 40, 8, (13, -3)),
            tube("M112,124 Q144,168 182,122", 3, p.YELLOW, 3),
            circle(146, 146, 6, p.RED),
            path("M122,110 C130,102 160,102 168,110 C162,120 130,120 122,110Z", p.WHITE),
            line("M128,110 l2,6 M136,108 l1,9 M145,108 v9 M154,108 l-1,9 M162,110 l-2,6", 1.2),
        ]
    )
    hair = path(
        "M-22,-16 C-32,0 -30,22 -26,34 C-18,40 -10,36 -8,26 L14,28 C18,32 22,26 20,12 L16,-18Z",
        p.YELLOW,
    )
    head = placed(
        hair,
        face(),
        path("M-19,-20 C-14,-10 -16,6 -18,18 C-24,8 -24,-8 -19,-20Z", p.YELLOW),
        line("M-24,-4 q-3,18 0,34 M-27,8 q-1,12 1,20 M-20,22 q1,6 3,10", 1.3, p.DARK_BROWN),
        x=142,
        y=74,
        scale=1.05,
        mirror=True,
    )
    beret = "".join(
        [
            path(
                "M110,54 C104,34 124,24 148,26 C178,28 188,42 178,54 C158,60 128,60 110,54Z", p.RED
            ),
            path(
                "M108,50 C128,58 160,58 182,48 C186,54 184,58 180,60 C158,68 128,66 110,60Z",
                p.DARK_RED,
            ),
            feather(154, 44, colour=p.WHITE, turn=-4, scale=0.9),
            feather(152, 44, colour=p.YELLOW, turn=-34, scale=0.78),
            feather(150, 44, colour=p.WHITE, turn=-74, scale=0.76),
            circle(152, 44, 5, p.YELLOW),
            line("M122,36 q-6,6 -6,12 M132,32 q-4,8 -4,18", 1.3),
        ]
    )
    falcon = placed(
        path("M4,28 L-2,50 L10,46 L14,30Z", p.DARK_BROWN),
        path(
            "M-12,-22 C-4,-30 10,-26 11,-14 C22,-4 22,18 10,34 C-2,32 -12,20 -13,4 "
            "C-13,-4 -12,-8 -9,-12 C-16,-12 -19,-16 -19,-18 Z",
            p.WHITE,
        ),
        path("M11,-12 C24,0 24,24 12,44 C2,34 -2,12 4,-4Z", p.BROWN),
        line("M10,0 q7,14 1,30 M14,-2 q6,14 2,30 M6,8 q4,12 2,20", 1.2),
        line("M-9,4 l3,2 M-9,12 l3,2 M-5,18 l3,2 M-4,9 l3,2 M-2,25 l3,2", 1.6, p.DARK_BROWN),
        path("M-12,-22 C-4,-30 10,-26 11,-14 L-8,-18Z", p.DARK_BROWN),
        path("M-12,-19 C-18,-20 -21,-16 -18,-11 L-10,-13Z", p.YELLOW),
        circle(-5, -16, 2.2, p.YELLOW, stroke_width=1.6),
        line("M-3,34 v7 M4,34 v7", 3, p.YELLOW),
        x=84,
        y=88,
    )
    arms = "".join(
        [
            path(
                "M110,118 C92,124 90,148 100,160 C112,164 124,152 126,136 C126,126 120,118 "
                "110,118Z",
                p.RED,
            ),
            line(
                "M108,122 C100,132 98,146 102,156 M114,122 C108,134 106,146 110,158 "
                "M120,126 C116,136 114,144 118,152",
                3,
                p.YELLOW,
            ),
            tube("M104,158 L86,142", 15, p.BROWN),
            path("M74,134 C74,126 94,124 98,132 L96,148 C90,154 76,150 74,134Z", p.BROWN),
            line("M78,132 v10 M84,130 v12 M90,131 v12", 1.3),
            path(
                "M182,118 C200,122 206,146 196,162 C186,168 172,156 168,138 C168,126 174,118 "
                "182,118Z",
                p.RED,
            ),
            line(
                "M184,122 C192,134 194,148 190,160 M176,124 C182,136 184,148 180,158", 3, p.YELLOW
            ),
            tube("M190,164 L176,176", 13, p.BLUE),
        ]
    )
    return torso + head + beret + falcon + arms


def gessler() -> str:
    """Draw Hermann Gessler, the bailiff, in fur, beside the hat on its pole."""
    pole = "".join(
        [
            staff(84, 44, 84, 200, 5),
            feather(98, 38, colour=p.GREEN, turn=-8, scale=0.6),
            path("M66,40 C66,20 74,16 84,16 C94,16 102,22 102,40Z", p.RED),
            path("M58,42 C66,36 102,36 110,42 C110,48 98,50 84,50 C70,50 58,48 58,42Z", p.DARK_RED),
            line("M66,35 Q84,31 102,35", 3, p.YELLOW),
        ]
    )
    cloak = "".join(
        [
            path(
                "M98,200 C98,160 100,128 112,116 C122,108 172,108 186,114 C210,124 222,160 "
                "226,200Z",
                p.DARK_RED,
            ),
            path("M130,110 L150,186 L172,110 L182,200 H120Z", p.INK),
            line("M150,126 V190", 1.4, p.YELLOW),
            "".join(circle(150, y, 2.2, p.YELLOW, stroke="none") for y in (130, 142, 154, 166)),
            path(
                "M112,116 C104,100 126,98 136,104 L150,118 L166,104 C178,98 196,102 188,118 "
                "C184,136 174,150 168,200 H154 C156,168 160,150 164,134 L150,124 L138,134 "
                "C140,152 142,170 142,200 H126 C124,160 120,136 112,116Z",
                p.WHITE,
            ),
            line(
                "M118,112 l2,6 M128,110 l2,6 M124,124 l2,6 M131,140 l1,6 M134,124 l2,5 "
                "M132,160 l0,6 "
                "M170,110 l-2,6 M180,110 l-2,6 M176,124 l-2,6 M165,142 l-1,6 M168,126 l-2,5 "
                "M161,162 l0,6 M136,178 v5 M158,180 v5",
                2.2,
            ),
            hatch(191, 134, 14, 42, 8, (10, 6)),
        ]
    )
    head = placed(
        path("M-19,-20 C-26,-6 -26,14 -20,24 L-8,24 L-12,-10Z", p.INK),
        face(brow=p.INK),
        line("M-9,-13 L4,-9 M9,-10 L16.5,-13.5", 2.6),
        path(
            "M-4,14 C2,10 6,12 8,14 C10,12 14,12 18,16 C14,16 12,18 8,17 C4,18 0,18 -6,19Z", p.INK
        ),
        path("M1,22 C5,24 10,24 13,22 C14,32 11,42 8,47 C4,42 0,32 1,22Z", p.INK),
        line("M-12,6 q3,4 3,8", 1.3),
        x=150,
        y=72,
        scale=1.05,
    )
    cap = "".join(
        [
            path("M124,50 C126,32 138,20 150,14 C162,20 174,32 176,52Z", p.DARK_BLUE),
            line("M136,44 Q140,30 150,18 M164,44 Q160,30 150,18 M150,20 V44", 1.6, p.YELLOW),
            feather(168, 42, colour=p.GREEN, turn=-34, scale=0.7),
            path(
                "M118,52 C118,44 128,44 150,44 C172,44 182,44 182,53 C182,62 172,60 150,60 "
                "C128,60 118,62 118,52Z",
                p.BROWN,
            ),
            line(
                "M126,49 l2,6 M138,47 l2,6 M150,47 v6 M162,47 l-2,6 M174,49 l-2,6 M132,54 l2,4 "
                "M156,53 l0,5",
                2,
            ),
            circle(150, 13, 4.5, p.YELLOW),
        ]
    )
    arms = "".join(
        [
            sleeve("M112,130 C100,144 94,150 92,156", 18, p.DARK_RED, p.INK),
            tube("M95,149 l4,7", 17, p.WHITE),
            fist(87, 142, mirror=True),
            sleeve("M190,128 C206,146 208,160 198,164", 18, p.DARK_RED, p.INK),
            tube("M200,146 L232,92", 5, p.YELLOW),
            circle(232, 92, 5, p.YELLOW),
            fist(205, 140, turn=30),
        ]
    )
    return pole + cloak + head + cap + arms


def stuessi() -> str:
    """Draw Stüssi, the field guard, who blows his horn and holds a halberd."""
    halberd = "".join(
        [
            staff(82, 20, 88, 200, 5),
            path("M82,4 L87,28 H77Z", p.STEEL),
            path("M85,28 C98,24 104,26 110,22 C116,40 114,54 104,64 C100,58 94,56 86,56Z", p.STEEL),
            path("M79,32 C70,34 64,40 60,48 C68,46 74,46 80,50Z", p.STEEL),
            line("M104,30 Q108,42 103,56", 1.3),
        ]
    )
    torso = "".join(
        [
            path(
                "M98,200 L108,126 C114,112 130,108 144,108 C160,108 176,112 184,126 L194,200Z",
                p.YELLOW,
            ),
            path("M145,108 C160,108 176,112 184,126 L194,200 H145Z", p.RED),
            line("M145,112 V196", 1.8),
            "".join(line(f"M140,{y} h10", 2.4) for y in (126, 138, 150, 162)),
            hatch(163, 132, 10, 44, 7, (14, -4)),
            path("M124,110 C128,100 162,100 168,110 C160,118 132,118 124,110Z", p.BROWN),
            line("M126,114 Q110,150 112,190", 2, p.DARK_BROWN),
            path("M96,176 L194,176 V186 H96Z", p.DARK_BROWN),
        ]
    )
    head = placed(
        path("M-18,-18 C-26,-8 -25,10 -21,18 L-10,18 L-12,-12Z", p.OCHRE),
        face(brow=p.BROWN),
        flat("M3,12 a8,6 0 1 0 14,2 a8,6 0 1 0 -14,-2Z", p.BLUSH, opacity=0.5),
        path("M-16,8 C-14,20 -6,28 6,30 C10,30 12,27 12,25 C4,24 -8,18 -10,6Z", p.OCHRE),
        path("M-4,14 C0,10 8,11 10,13 C12,15 12,17 8,17 C4,17 0,19 -6,20Z", p.OCHRE),
        line("M-12,14 l3,4 M-8,20 l3,4 M0,24 l2,3", 1.2),
        x=144,
        y=72,
        scale=1.05,
    )
    hat = "".join(
        [
            path("M122,52 C120,34 130,26 146,26 C162,26 170,34 168,52Z", p.BLUE),
            path("M108,54 C116,44 174,44 182,54 C178,64 112,64 108,54Z", p.DARK_BLUE),
            line("M123,46 Q146,40 168,46", 4, p.YELLOW),
            feather(126, 46, colour=p.GREEN, mirror=True, turn=30, scale=0.85),
        ]
    )
    horn = "".join(
        [
            path(
                "M156,88 C172,92 186,90 196,78 C200,72 202,66 203,60 L232,70 C230,92 212,112 "
                "188,112 "
                "C174,112 162,104 154,96Z",
                p.WHITE,
            ),
            path("M203,60 C208,56 232,62 232,70 C226,74 206,68 203,60Z", p.DARK_BROWN),
            path("M172,91 L178,90 L180,111 L172,108Z", p.OCHRE),
            path("M196,78 L201,71 L222,94 L216,101Z", p.OCHRE),
            line("M184,96 q10,-1 16,-8 M186,102 q14,-1 22,-9", 1.2),
        ]
    )
    arms = "".join(
        [
            sleeve("M112,130 C102,146 98,152 96,158", 19, p.YELLOW, p.OCHRE),
            fist(87, 146, mirror=True),
            sleeve("M182,130 C200,146 206,146 202,130", 19, p.RED, p.DARK_RED),
            tube("M202,134 L199,126", 16, p.YELLOW),
            fist(190, 112, turn=-70),
        ]
    )
    return halberd + torso + head + hat + horn + arms


def harras() -> str:
    """Draw Rudolf der Harras, master of the horse, in plate armour with a plume and a shield."""
    lance = "".join(
        [
            staff(190, 24, 186, 200, 5),
            path("M190,4 L195,26 H185Z", p.STEEL),
            path("M193,30 C206,26 214,38 232,32 L222,46 L234,58 C216,62 208,50 193,56Z", p.RED),
            line("M196,43 C206,40 212,48 222,46", 3, p.WHITE),
        ]
    )
    torso = "".join(
        [
            path(
                "M104,200 C100,160 104,128 114,116 C124,108 166,108 176,116 C186,128 188,160 "
                "184,200Z",
                p.STEEL,
            ),
            line("M144,112 V196 M116,150 Q144,164 174,150 M114,164 Q144,178 178,164", 1.6),
            flat("M124,118 C116,132 116,150 118,166 L126,168 C124,148 126,132 132,118Z", p.WHITE),
            hatch(162, 118, 8, 44, 9, (12, -2)),
            path("M122,112 C126,98 164,98 168,112 C158,122 132,122 122,112Z", p.GREY),
            line("M124,108 h42 M124,113 h42", 1.2),
        ]
    )
    head = placed(
        path("M-22,-14 C-26,6 -22,26 -14,34 L10,34 L16,24 L12,-18Z", p.GREY),
        face(brow=p.DARK_BROWN),
        path(
            "M-3,15 C2,10 6,12 8,13 C10,12 15,13 18,18 C13,19 10,17 8,17 C4,19 0,20 -5,21Z",
            p.DARK_BROWN,
        ),
        path(
            "M-24,-10 C-24,-40 18,-44 20,-14 L20,-12 L-8,-12 L-10,28 C-4,34 6,36 12,32 L14,24 "
            "C16,34 12,42 -2,42 C-18,40 -26,20 -24,-10Z",
            p.STEEL,
        ),
        path("M-13,-14 C-14,-30 8,-40 28,-26 L24,-15 C10,-22 -2,-18 -13,-14Z", p.GREY),
        line("M2,-24 l18,3 M4,-28 l16,3", 1.6),
        circle(-14, -9, 4, p.YELLOW),
        line("M-20,6 q2,14 8,22", 1.4),
        flat("M-19,-14 C-18,-26 -10,-32 -4,-33 C-12,-27 -14,-20 -15,-14Z", p.WHITE),
        x=142,
        y=72,
        scale=1.05,
        mirror=True,
    )
    plume = "".join(
        [
            feather(150, 38, colour=p.WHITE, turn=46, scale=0.95),
            feather(148, 36, colour=p.RED, turn=12, scale=1.0),
            feather(146, 38, colour=p.WHITE, turn=-26, scale=0.66),
        ]
    )
    shield = "".join(
        [
            path(
                "M62,114 C76,118 92,116 104,108 C116,116 130,118 140,114 C144,150 132,178 102,192 "
                "C72,178 58,150 62,114Z",
                p.YELLOW,
            ),
            path("M101,110 C106,114 130,118 140,114 C144,150 132,178 102,192Z", p.RED),
            line("M70,122 C82,124 94,122 103,116 C113,122 124,124 133,122", 1.4),
            path(
                "M84,160 C76,136 86,126 101,126 C116,126 126,136 118,160 L109,160 C114,144 110,136 "
                "101,136 C92,136 88,144 93,160Z",
                p.STEEL,
                stroke_width=1.8,
            ),
            line("M87,154 v.1 M84,144 v.1 M88,135 v.1 M115,154 v.1 M118,144 v.1 M114,135 v.1", 2.6),
        ]
    )
    arms = "".join(
        [
            path("M172,112 C190,110 200,122 198,138 C188,142 176,140 168,134Z", p.STEEL),
            line("M176,118 q12,4 20,12 M174,126 q10,4 18,10", 1.4),
            tube("M188,140 L194,166", 15, p.STEEL),
            line("M182,150 h14 M183,158 h14", 1.3),
            fist(189, 146, scale=1.0),
            path("M116,112 C104,112 98,122 100,134 L122,130Z", p.STEEL),
        ]
    )
    return lance + plume + torso + head + arms + shield


def fuerst() -> str:
    """Draw Walter Fürst, an old man with a white beard and both hands on his staff."""
    robe = "".join(
        [
            path(
                "M88,200 C92,170 100,134 116,122 C128,114 160,112 174,118 C194,130 204,166 "
                "208,200Z",
                p.DARK_GREEN,
            ),
            path(
                "M116,122 C122,112 168,110 176,120 C180,140 176,170 178,200 H154 C158,170 156,150 "
                "146,134 C134,150 130,172 130,200 H106 C112,170 116,146 116,122Z",
                p.BROWN,
            ),
            line(
                "M116,130 l6,4 M120,146 l7,3 M117,160 l7,3 M114,178 l8,2 M170,130 l-6,4 M172,146 "
                "l-7,3 M172,162 l-7,3 M172,180 l-8,2 M124,136 l4,3 M164,150 l-4,2",
                1.8,
            ),
            hatch(181, 136, 10, 40, 7, (10, 5)),
        ]
    )
    head = placed(
        path("M-18,-20 C-32,-14 -32,10 -26,24 L-10,28 L-12,-8Z", p.WHITE),
        face(brow=p.GREY, old=True),
        line("M-9,-11 Q-3,-15 4,-11 M9,-12 Q13,-14.5 17,-11.5", 3.6, p.WHITE),
        path(
            "M-19,2 C-18,14 -12,14 -8,13 C-2,9 4,11 7,13 C10,11 14,11 18,10 C20,24 18,44 12,60 "
            "C10,66 6,66 4,60 C-12,52 -24,24 -19,2Z",
            p.WHITE,
        ),
        line("M3,17.5 Q7,19 11,17.5", 2.4, p.DARK_RED),
        line(
            "M-14,18 q2,16 12,28 M-7,18 q2,18 12,32 M1,24 q2,16 6,30 M9,22 q2,14 0,30 M15,18 q1,12 "
            "-3,26 M-25,-4 q-2,12 1,24 M-20,10 q0,6 2,12",
            1.2,
        ),
        x=146,
        y=70,
        scale=1.06,
        mirror=True,
    )
    cap = "".join(
        [
            path(
                "M122,48 C116,34 128,20 148,20 C168,20 184,30 190,46 C188,56 178,56 172,48 "
                "C156,42 136,42 122,48Z",
                p.RED,
            ),
            line("M138,23 q-8,8 -8,18 M152,21 q6,8 6,20 M166,25 q10,8 14,22", 1.4, p.DARK_RED),
            path(
                "M117,52 C117,44 130,41 146,41 C162,41 175,44 175,53 C175,61 162,58 146,56 "
                "C130,58 117,61 117,52Z",
                p.BROWN,
            ),
            line("M124,48 l1,6 M133,45 l1,7 M142,45 v6 M151,45 v7 M160,46 l-1,7 M168,49 l-2,6", 2),
        ]
    )
    crook = "".join(
        [
            tube("M84,60 C84,42 64,42 66,58 C67,64 74,64 75,60 M84,58 L88,200", 5, p.OCHRE),
            line("M82,84 l5,4 M84,112 l5,4 M85,170 l5,4", 1.4, p.DARK_BROWN),
        ]
    )
    arms = "".join(
        [
            path(
                "M176,124 C196,140 190,168 164,170 L120,160 L116,140 C140,148 160,144 166,132Z",
                p.DARK_GREEN,
            ),
            line("M180,136 q6,16 -10,24 M170,144 q-4,10 -20,12", 1.4),
            tube("M118,146 L121,158", 10, p.WHITE),
            path("M112,128 C98,132 86,150 84,166 L102,176 C110,166 118,156 122,146Z", p.DARK_GREEN),
            line("M108,138 q-10,8 -14,24", 1.4),
            fist(90, 132, mirror=True),
            tube("M104,152 L114,152", 11, p.FLESH),
            fist(94, 152, mirror=True),
        ]
    )
    return crook + robe + head + cap + arms


def kuoni() -> str:
    """Draw Kuoni, the herdsman, with a round cap, a crook, and a milk pail on his shoulder."""
    torso = "".join(
        [
            path(
                "M102,200 L108,130 C114,116 128,110 142,110 C158,110 172,116 178,130 L184,200Z",
                p.WHITE,
            ),
            path("M104,200 L110,122 L126,112 L132,150 H156 L160,112 L174,122 L182,200Z", p.RED),
            line("M132,150 H156", 2.4),
            line("M136,156 H152", 2),
            line("M115,136 l10,-3 M114,146 l12,-3 M163,134 l12,3 M164,144 l13,3", 2.4, p.YELLOW),
            path("M131,111 L142,134 L153,111 L158,118 L143,146 L128,118Z", p.WHITE),
            hatch(166, 150, 4, 24, 5, (9, -3)),
            "".join(
                flat(f"M{x},{y} l3,4 l-3,4 l-3,-4Z", p.YELLOW)
                for x, y in [(116, 158), (170, 150), (124, 166), (164, 166)]
            ),
            line("M136,156 l3,-6 M148,156 l-3,-6", 1.4),
        ]
    )
    head = placed(
        path("M-19,-16 C-26,-4 -24,12 -20,20 L-8,22 L-12,-10Z", p.OCHRE),
        face(brow=p.BROWN),
        path(
            "M-18,0 C-18,12 -14,18 -10,20 C-6,20 0,23 4,24 C8,24 13,22 16,15 C17,28 10,36 2,35 "
            "C-12,34 -19,16 -18,0Z",
            p.OCHRE,
        ),
        line("M0,17 C4,20 9,19 12,16.5", 2, p.DARK_RED),
        line("M-13,18 l3,6 M-7,23 l3,6 M0,26 l1,6 M7,26 l0,5", 1.2),
        x=140,
        y=74,
        scale=1.05,
    )
    cap = "".join(
        [
            path(
                "M118,58 C114,40 124,32 140,32 C156,32 166,40 162,57 C150,50 130,50 118,58Z",
                p.DARK_BROWN,
            ),
            line("M117,55 C130,46 150,46 163,54", 4, p.RED),
            line("M128,38 q4,-3 10,-3", 2.4, p.OCHRE),
            line("M140,32 V28", 3.4),
        ]
    )
    pail = placed(
        path("M178,62 H230 L226,112 H182Z", p.OCHRE),
        path("M178,62 C182,54 226,54 230,62 C226,70 182,70 178,62Z", p.WHITE),
        tube("M180,78 Q204,86 228,78", 3, p.DARK_BROWN, 3),
        tube("M182,102 Q204,110 226,102", 3, p.DARK_BROWN, 3),
        line("M192,71 L193,108 M204,72 V110 M216,71 L215,108", 1.3),
        path("M178,64 L174,46 C178,42 186,44 186,50 L186,60", p.OCHRE),
        x=-7,
        y=-9,
    )
    crook = tube("M88,200 L82,66 C80,44 58,46 60,62 C61,70 70,70 71,64", 5, p.OCHRE)
    arms = "".join(
        [
            sleeve("M112,130 C102,144 100,150 98,154", 19, p.WHITE, p.GREY),
            tube("M99,158 L94,152", 13, p.FLESH),
            fist(86, 142, mirror=True),
            sleeve("M174,130 C186,144 194,146 199,138", 19, p.WHITE, p.GREY),
            tube("M199,138 L201,114", 13, p.FLESH),
            path(
                "M196,103 C198,97 218,97 220,103 C220,113 214,117 208,117 C200,117 196,111 "
                "196,103Z",
                p.FLESH,
            ),
            line("M195,99 v8 M201,98 v9 M207,99 v8", 1.3),
        ]
    )
    return crook + torso + pail + head + cap + arms


def reding() -> str:
    """Draw Itel Reding, who raises three fingers for an oath and holds a sword."""
    sword = "".join(
        [
            path("M186,140 L184,30 L190,14 L196,30 L194,140Z", p.STEEL),
            line("M190,28 V132", 1.4),
            tube("M172,135 Q189,140 206,135", 5, p.YELLOW),
            tube("M190,138 V172", 6, p.DARK_BROWN),
            circle(190, 176, 6, p.YELLOW),
        ]
    )
    coat = "".join(
        [
            path(
                "M96,200 C98,166 100,134 110,122 C120,112 164,112 174,122 C186,136 190,168 "
                "192,200Z",
                p.BLUE,
            ),
            path("M124,114 L142,150 L160,114Z", p.WHITE),
            line("M131,120 h22 M135,128 h14 M138,136 h8", 1.4),
            path(
                "M110,122 C118,108 128,110 130,114 L142,146 L154,114 C158,108 168,110 174,122 "
                "L164,168 L142,150 L118,168Z",
                p.GREY,
            ),
            line(
                "M118,120 l4,6 M122,134 l4,6 M122,148 l4,5 M132,136 l3,6 M166,120 l-4,6 M162,134 "
                "l-4,6 M160,150 l-4,5 M152,136 l-3,6",
                1.8,
            ),
            hatch(167, 140, 8, 34, 6, (10, -3)),
        ]
    )
    head = placed(
        path(
            "M-21,-14 C-34,-6 -32,12 -30,22 C-34,30 -24,34 -18,28 L18,28 C24,34 34,30 30,22 "
            "C32,12 34,-6 21,-14Z",
            p.GREY,
        ),
        front(brow=p.GREY),
        path(
            "M-23,-10 C-26,-34 26,-34 23,-10 C18,-20 8,-22 0,-22 C-8,-22 -18,-20 -23,-10Z", p.GREY
        ),
        path(
            "M0,13 C-6,10 -12,12 -18,20 C-12,24 -4,20 0,17 C4,20 12,24 18,20 C12,12 6,10 0,13Z",
            p.GREY,
        ),
        line(
            "M-26,2 q-3,10 0,20 M26,2 q3,10 0,20 M-12,-26 q4,-3 8,-3 M4,-28 q6,1 10,4 M-12,17 "
            "q5,1 9,-2"
            " M12,17 q-5,1 -9,-2",
            1.3,
        ),
        line("M-22,-13 C-10,-21 10,-21 22,-13", 3.4, p.RED),
        x=142,
        y=76,
        scale=1.06,
    )
    arms = "".join(
        [
            sleeve("M112,130 C94,150 82,148 82,122", 20, p.BLUE, p.DARK_BLUE),
            tube("M76,112 H88", 13, p.GREY),
            line("M106,156 v34 M112,166 v24 M176,164 v26", 1.4, p.DARK_BLUE),
            path(
                "M74,106 C70,94 68,88 72,80 L72,44 C72,38 79,38 79,44 L80,68 L81,38 C82,32 "
                "89,33 88,39 "
                "L88,76 C96,64 100,68 97,76 C94,88 92,98 90,106Z",
                p.FLESH,
            ),
            line("M80,68 V80 M74,84 Q80,80 88,84 M76,90 q3,-2 6,0", 1.4),
            sleeve("M168,132 C180,148 184,158 186,164", 20, p.BLUE, p.DARK_BLUE),
            fist(190, 154),
        ]
    )
    neck = path("M130,92 V118 L142,130 L154,118 V92Z", p.FLESH)
    return sword + coat + neck + head + arms


FIGURES = {
    "HO": gessler,
    "BO": stuessi,
    "LO": rudenz,
    "AO": tell,
    "HU": kuoni,
    "BU": reding,
    "LU": fuerst,
    "AU": harras,
}
