"""The four kings on their thrones, distinguished by crown, beard and what they hold."""

from art import palette as p
from art.body import fist, front, sleeve
from art.shapes import around, circle, flat, hatch, line, path, placed, tube


def throne() -> str:
    """Draw the throne of hearts: a broad seat, open between its arched posts."""
    return "".join(
        [
            path("M98,200 V122 C110,114 182,114 194,122 V200Z", p.DARK_RED),
            tube("M98,200 V62 C104,32 188,32 194,62 V200", 7, p.OCHRE),
            circle(98, 54, 7, p.RED),
            circle(194, 54, 7, p.RED),
        ]
    )


def shell() -> str:
    """Draw the throne of bells: a seat like a shell, as wide as a peacock's tail."""
    ribs = "".join(
        f"M146,180 L{x},{y} "
        for x, y in [
            (84, 104),
            (88, 70),
            (104, 46),
            (124, 33),
            (168, 33),
            (188, 46),
            (204, 70),
            (208, 104),
        ]
    )
    return placed(
        path(
            "M146,26 C162,20 172,24 178,34 C192,34 200,46 200,56 C212,62 216,76 212,88 "
            "C220,98 216,112 208,118 C204,150 190,170 186,192 H106 C102,170 88,150 84,118 "
            "C76,112 72,98 80,88 C76,76 80,62 92,56 C92,46 100,34 114,34 C120,24 130,20 146,26Z",
            p.BLUE,
        ),
        line(ribs, 1.6, p.YELLOW),
        x=-18,
        y=-6,
        scale=1.12,
    )


def gable() -> str:
    """Draw the throne of leaves: a narrow seat between two pinnacles."""
    pinnacles = "".join(
        path(f"M{x - 6},200 V62 L{x},34 L{x + 6},62 V200Z", p.OCHRE)
        + line(f"M{x - 6},64 h12 M{x - 6},72 h12 M{x},48 V58", 1.4)
        + circle(x, 32, 3.4, p.YELLOW, stroke_width=1.6)
        for x in (108, 184)
    )
    return path("M108,200 V80 L146,40 L184,80 V200Z", p.DARK_GREEN) + pinnacles


def chair() -> str:
    """Draw the throne of acorns: a chair whose back ends at the shoulders, in lions' heads."""
    return "".join(
        [
            path("M96,200 V118 C110,108 182,108 196,118 V200Z", p.DARK_RED),
            tube("M96,114 V200", 8, p.OCHRE),
            tube("M196,114 V200", 8, p.OCHRE),
            lion(95, 106),
            lion(197, 106),
        ]
    )


def lion(x: float, y: float) -> str:
    """Draw a knob in the form of a lion's head."""
    mane = "".join(circle(a, b, 4, p.BROWN, stroke_width=1.2) for a, b in around(8, 8))
    return placed(
        mane,
        circle(0, 0, 8, p.OCHRE, stroke_width=1.6),
        line("M-3,-2 v.1 M3,-2 v.1", 2.6),
        line("M0,1 L-2,4 H2 L0,1 M0,4 V6", 1.2),
        x=x,
        y=y,
    )


def ermine(x: float, y: float) -> str:
    """Return the path of one black tail on white fur."""
    return f"M{x},{y} l0,5 M{x - 2},{y + 3} l1,3 M{x + 2},{y + 3} l-1,3"


def mantle(colour: str, shade: str, *, studs: str = p.YELLOW, slim: bool = False) -> str:
    """Draw a studded cloak with an ermine collar."""
    cloak = (
        "M106,200 C106,166 104,134 114,122 C124,110 168,110 178,122 C188,134 188,166 188,200Z"
        if slim
        else "M86,200 C90,166 96,134 112,120 C124,110 168,110 180,120 C196,134 202,166 206,200Z"
    )
    tails = [(114, 126), (128, 130), (142, 133), (156, 131), (170, 127), (120, 116), (172, 116)]
    return "".join(
        [
            path(cloak, colour),
            "" if slim else hatch(184, 142, 10, 36, 6, (9, 5)),
            "".join(
                flat(f"M{x},{y} l3,4 l-3,4 l-3,-4Z", studs)
                for x, y in [(126, 151), (146, 153), (166, 151), (136, 163), (156, 163)]
            ),
            line("M118,152 q-4,20 -4,40 M174,152 q4,20 4,40", 1.4, shade),
            path(
                "M106,126 C104,112 124,106 130,106 L162,106 C168,106 188,112 186,126 "
                "C182,144 160,146 146,146 C132,146 110,144 106,126Z",
                p.WHITE,
            ),
            line("".join(ermine(x, y) for x, y in tails), 1.6),
        ]
    )


def hearts() -> str:
    """Draw the king of hearts with an arched crown, a full brown beard, a sceptre and an orb."""
    seat = throne()
    head = placed(
        path("M-21,-12 C-30,4 -28,24 -22,32 H22 C28,24 30,4 21,-12Z", p.BROWN),
        front(),
        path(
            "M-20,0 C-20,12 -14,16 -10,17 C-6,11 -3,12 0,13 C3,12 6,11 10,17 C14,16 20,12 20,0 "
            "C26,22 16,46 0,48 C-16,46 -26,22 -20,0Z",
            p.BROWN,
        ),
        line("M-6,19 C-2,21 2,21 6,19", 2.6, p.DARK_RED),
        line(
            "M-14,22 q2,12 8,18 M-7,25 q1,10 4,16 M0,26 V42 M7,25 q-1,10 -4,16 M14,22 q-2,12 -8,18",
            1.3,
        ),
        x=146,
        y=78,
        scale=1.04,
    )
    crown = "".join(
        [
            path("M122,58 C112,24 140,18 146,28 C152,18 180,24 170,58Z", p.RED),
            path("M119,64 L117,48 C130,54 162,54 175,48 L173,64 C160,68 132,68 119,64Z", p.YELLOW),
            line("M122,50 C116,30 136,24 146,28 C156,24 176,30 170,50 M146,28 V52", 4.4),
            line("M122,50 C116,30 136,24 146,28 C156,24 176,30 170,50 M146,28 V52", 1.8, p.YELLOW),
            circle(146, 20, 5, p.YELLOW),
            circle(146, 58, 3.4, p.RED),
            circle(130, 57, 2.4, p.BLUE),
            circle(162, 57, 2.4, p.BLUE),
        ]
    )
    arms = "".join(
        [
            tube("M88,172 L74,90", 4.6, p.YELLOW),
            path(
                "M72,92 C62,84 62,72 70,72 C73,72 75,74 75.5,76 C76,73 80,70 83,74 "
                "C88,80 80,90 72,92Z",
                p.RED,
            ),
            sleeve("M114,138 C100,152 96,160 92,164", 19, p.RED, p.DARK_RED),
            tube("M95,154 l5,7", 18, p.WHITE),
            fist(84, 150, turn=-8, mirror=True),
            sleeve("M180,138 C196,152 204,160 204,166", 19, p.RED, p.DARK_RED),
            orb(212, 132),
            path(
                "M196,146 C204,152 220,152 228,144 C230,158 222,164 210,164 C202,164 196,156 "
                "196,146Z",
                p.FLESH,
            ),
            line("M203,153 v6 M211,154 v7 M219,152 v7", 1.3),
        ]
    )
    return seat + mantle(p.RED, p.DARK_RED) + head + crown + arms


def orb(x: float, y: float) -> str:
    """Draw an orb with a cross, for a king's hand."""
    return placed(
        circle(0, 0, 16, p.YELLOW),
        path("M-15.6,-3 Q0,4 15.6,-3 L15.6,3 Q0,10 -15.6,3Z", p.BLUE),
        line("M0,-15 V-28 M-6,-23 H6", 5.4),
        line("M0,-15 V-28 M-6,-23 H6", 2.2, p.YELLOW),
        line("M-10,-6 q2,-5 6,-6", 2, p.WHITE),
        x=x,
        y=y,
    )


def bells() -> str:
    """Draw the king of bells with a turban under the crown, a forked beard and a cup."""
    seat = shell()
    head = placed(
        front(skin="#e3b184", brow=p.INK),
        path(
            "M-20,-2 C-21,12 -15,17 -11,17 C-6,11 -3,12 0,13 C3,12 6,11 11,17 C15,17 21,12 20,-2 "
            "C24,18 22,30 18,52 C10,48 4,40 0,32 C-4,40 -10,48 -18,52 C-22,30 -24,18 -20,-2Z",
            p.INK,
        ),
        path("M-7,18 C-3,20.5 3,20.5 7,18 C4,23 -4,23 -7,18Z", p.RED, stroke_width=1),
        line(
            "M-13,24 q0,12 -2,20 M-7,26 q-1,8 -4,14 M13,24 q0,12 2,20 M7,26 q1,8 4,14", 1.2, p.GREY
        ),
        circle(-21, 8, 3, p.YELLOW, stroke_width=1.4),
        circle(21, 8, 3, p.YELLOW, stroke_width=1.4),
        x=146,
        y=80,
        scale=1.04,
    )
    crown = "".join(
        [
            path("M128,44 L122,22 L136,32 L146,14 L156,32 L170,22 L164,44Z", p.YELLOW),
            circle(146, 12, 3.6, p.RED),
            circle(121, 20, 3.2, p.RED),
            circle(171, 20, 3.2, p.RED),
            path(
                "M116,60 C112,44 128,38 146,38 C164,38 180,44 176,60 C168,68 124,68 116,60Z",
                p.WHITE,
            ),
            line(
                "M118,54 C132,44 158,58 174,46 M122,64 C140,52 160,66 174,56 M136,39 C140,46 "
                "150,48 "
                "160,40",
                1.6,
                p.RED,
            ),
            circle(146, 50, 4.6, p.GREEN),
        ]
    )
    cup = placed(
        path(
            "M-15,-22 H15 C15,-4 10,4 3,6 L3,16 L11,22 H-11 L-3,16 L-3,6 C-10,4 -15,-4 -15,-22Z",
            p.YELLOW,
        ),
        path("M-15,-22 C-10,-27 10,-27 15,-22 C10,-18 -10,-18 -15,-22Z", p.DARK_RED),
        line("M-13,-12 Q0,-6 13,-12 M-9,-2 v-6 M0,0 v-8 M8,-2 v-6", 1.3),
        x=82,
        y=128,
    )
    arms = "".join(
        [
            cup,
            sleeve("M114,138 C100,150 96,160 94,164", 19, p.YELLOW, p.OCHRE),
            fist(84, 146, mirror=True),
            sleeve("M180,138 C198,150 200,160 186,166", 19, p.YELLOW, p.OCHRE),
            tube("M186,160 L181,165", 17, p.WHITE),
            fist(170, 164, mirror=True),
        ]
    )
    return seat + mantle(p.YELLOW, p.OCHRE, studs=p.RED, slim=True) + head + crown + arms


def leaves() -> str:
    """Draw the king of leaves with a crown of leaves, a long white beard and an upright sword."""
    seat = gable()
    head = placed(
        path("M-21,-12 C-32,4 -30,28 -26,40 H26 C30,28 32,4 21,-12Z", p.WHITE),
        front(brow=p.GREY),
        path(
            "M-20,-2 C-20,12 -14,16 -11,18 C-6,11 -3,12 0,13 C3,12 6,11 11,18 C14,16 20,12 20,-2 "
            "C26,20 22,52 6,72 C3,76 -3,76 -6,72 C-22,52 -26,20 -20,-2Z",
            p.WHITE,
        ),
        line("M-6,19 C-2,21 2,21 6,19", 2.6, p.DARK_RED),
        line(
            "M-15,20 q1,24 10,40 M-8,25 q1,22 6,40 M0,26 V64 M8,25 q-1,22 -6,40 M15,20 q-1,24 "
            "-10,40"
            " M-26,6 q-2,14 1,28 M26,6 q2,14 -1,28",
            1.3,
        ),
        x=146,
        y=76,
        scale=1.04,
    )
    crown = "".join(
        [
            path(
                "M120,52 C112,44 110,32 114,24 C122,28 126,34 128,40 C128,28 134,18 146,10 "
                "C158,18 164,28 164,40 C166,34 170,28 178,24 C182,32 180,44 172,52Z",
                p.YELLOW,
            ),
            line("M146,18 V48 M146,34 l-8,-6 M146,34 l8,-6 M118,32 L126,50 M174,32 L166,50", 1.4),
            path("M118,62 L116,50 C130,55 162,55 176,50 L174,62 C160,66 132,66 118,62Z", p.GREEN),
            line("M124,57 h6 M136,59 h6 M150,59 h6 M162,57 h6", 2.6, p.YELLOW),
        ]
    )
    arms = "".join(
        [
            path("M78,142 L75,36 L80,20 L85,36 L86,142Z", p.STEEL),
            line("M80,32 V136", 1.4),
            tube("M64,138 Q82,144 100,138", 5, p.YELLOW),
            tube("M82,142 V170", 6, p.DARK_BROWN),
            circle(82, 174, 5.4, p.YELLOW),
            sleeve("M114,138 C104,152 98,158 96,162", 19, p.GREEN, p.DARK_GREEN),
            fist(84, 156, mirror=True),
            sleeve("M180,138 C200,148 206,160 204,172", 19, p.GREEN, p.DARK_GREEN),
            tube("M200,162 h9", 16, p.WHITE),
            path("M194,172 C196,164 214,164 218,172 L216,190 H196Z", p.FLESH),
            line("M202,176 v10 M208,176 v10", 1.3),
        ]
    )
    return placed(seat, mantle(p.GREEN, p.DARK_GREEN, slim=True), head, crown, arms, y=4)


def acorns() -> str:
    """Draw the young king of acorns with a lily crown on curls, an orb and a sceptre."""
    seat = chair()
    head = placed(
        path(
            "M-20,-16 C-32,-10 -28,2 -30,8 C-34,16 -28,20 -29,26 C-28,34 -18,32 -16,26 L16,26 "
            "C18,32 28,34 29,26 C28,20 34,16 30,8 C28,2 32,-10 20,-16Z",
            p.OCHRE,
        ),
        front(brow=p.BROWN),
        path(
            "M0,13 C-5,10 -12,12 -20,8 C-18,18 -6,20 0,16 C6,20 18,18 20,8 C12,12 5,10 0,13Z",
            p.OCHRE,
        ),
        line("M-25,0 q-4,4 0,9 M-25,14 q-3,5 1,9 M25,0 q4,4 0,9 M25,14 q3,5 -1,9", 1.4),
        x=146,
        y=80,
        scale=1.04,
    )
    crown = "".join(
        [
            path(
                "M120,54 L116,30 C122,26 126,32 127,40 C132,40 134,34 132,28 C138,26 138,18 146,12 "
                "C154,18 154,26 160,28 C158,34 160,40 165,40 C166,32 170,26 176,30 L172,54Z",
                p.YELLOW,
            ),
            line(
                "M146,20 C140,28 140,34 146,40 C152,34 152,28 146,20 M146,40 V50 M133,40 q2,6 "
                "13,6 q11,0 13,-6",
                1.5,
            ),
            path("M118,66 L116,52 C130,57 162,57 176,52 L174,66 C160,70 132,70 118,66Z", p.YELLOW),
            circle(132, 61, 2.8, p.RED),
            circle(146, 62, 3.2, p.BLUE),
            circle(160, 61, 2.8, p.RED),
        ]
    )
    body = "".join(
        [
            mantle(p.BLUE, p.DARK_BLUE, slim=True),
            tube("M126,114 C126,140 136,150 146,154 C156,150 166,140 166,114", 3.4, p.YELLOW, 3.4),
            circle(146, 158, 9, p.YELLOW),
            flat("M141,158 h10 M146,153 v10", p.RED),
            line("M141,158 h10 M146,153 v10", 2, p.RED),
        ]
    )
    arms = "".join(
        [
            sleeve("M114,138 C100,150 94,160 92,168", 19, p.BLUE, p.DARK_BLUE),
            orb(82, 132),
            path(
                "M66,146 C74,152 90,152 98,144 C100,158 92,164 80,164 C72,164 66,156 66,146Z",
                p.FLESH,
            ),
            line("M74,153 v6 M82,154 v7 M90,152 v7", 1.3),
            tube("M196,190 L222,82", 4.6, p.YELLOW),
            path("M222,86 C214,78 220,70 224,66 C230,70 234,78 224,86Z", p.YELLOW),
            sleeve("M180,138 C198,148 204,156 204,164", 19, p.BLUE, p.DARK_BLUE),
            fist(207, 150, turn=14),
        ]
    )
    return seat + body + head + crown + arms


KINGS = {"H": hearts, "B": bells, "L": leaves, "A": acorns}
