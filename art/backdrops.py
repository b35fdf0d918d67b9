"""The backdrops of the court cards: a sky in the suit's colour and a place in the Tell story."""

from art import palette as p
from art.shapes import flat, line, path

PANEL = "M18,8 H232 A10,10 0 0 1 242,18 V195 H8 V18 A10,10 0 0 1 18,8Z"


def panel(suit: str) -> str:
    """Draw the sky of a court card's upper half."""
    return flat(PANEL, p.SKY[suit])


def clouds() -> str:
    """Draw clouds as in a woodcut: level strokes that break off."""
    strokes = [
        (62, 22, 38),
        (92, 29, 30),
        (66, 36, 20),
        (172, 20, 16),
        (178, 72, 56),
        (190, 79, 44),
        (176, 86, 30),
        (62, 78, 34),
        (70, 85, 40),
        (62, 92, 22),
        (206, 93, 30),
        (62, 50, 14),
    ]
    return line("".join(f"M{x},{y} h{long} " for x, y, long in strokes), 2.2, p.PAPER)


def peaks() -> str:
    """Draw the mountains around the lake."""
    return "".join(
        [
            flat("M8,150 L52,96 L78,124 L112,70 L150,120 L186,66 L242,136 V195 H8Z", p.RANGE),
            flat(
                "M112,70 L97,94 L108,90 L114,98 L120,84Z M186,66 L172,86 L182,84 L190,94 L200,80Z",
                p.WHITE,
            ),
            line("M8,150 L52,96 L78,124 L112,70 L150,120 L186,66 L242,136", 1.4),
            line(
                "M190,94 l8,16 M202,92 l8,14 M214,106 l6,12 M116,98 l6,14 M60,112 l6,10 "
                "M206,108 l7,14 M222,120 l5,10 M228,132 l4,8 M64,124 l5,9 M70,132 l4,7 "
                "M72,146 l14,-4 M64,154 l20,-5",
                1,
            ),
        ]
    )


def castle() -> str:
    """Draw a bailiff's keep on its rock."""
    return "".join(
        [
            flat("M8,160 Q60,120 120,140 T242,120 V195 H8Z", p.MEADOW),
            path("M196,128 V82 h6 v-6 h8 v6 h6 v-6 h8 v6 h6 v46Z", p.RANGE, stroke_width=1.4),
            path("M209,100 v10 h6 v-10 a3,4 0 0 0 -6,0Z", p.INK, stroke_width=1),
            line("M200,92 h5 M222,98 h5 M200,118 h6 M220,120 h6", 1),
            line("M8,160 Q60,120 120,140 T242,120", 1.4),
        ]
    )


def alp() -> str:
    """Draw a high pasture."""
    return "".join(
        [
            flat("M8,120 L60,76 L96,116 L140,60 L242,140 V195 H8Z", p.RANGE),
            line("M8,120 L60,76 L96,116 L140,60 L242,140", 1.4),
            flat("M8,150 Q70,116 140,140 T242,134 V195 H8Z", p.MEADOW),
            line("M8,150 Q70,116 140,140 T242,134 M30,160 l3,-6 l3,6 M222,150 l3,-6 l3,6", 1.4),
        ]
    )


def fields() -> str:
    """Draw the ploughed land that the field guard watches."""
    return "".join(
        [
            flat("M8,128 Q90,104 242,130 V195 H8Z", p.MEADOW),
            line(
                "M8,128 Q90,104 242,130 M8,146 Q60,126 120,124 M8,164 Q80,136 150,124 M8,186 "
                "Q110,140 180,126 M60,195 Q150,150 210,128 M130,195 L242,142 M200,195 L242,170",
                1.2,
            ),
        ]
    )


def house() -> str:
    """Draw a farmhouse at the foot of the mountains."""
    return "".join(
        [
            flat("M8,130 L70,90 L120,124 L190,74 L242,112 V195 H8Z", p.RANGE),
            line("M8,130 L70,90 L120,124 L190,74 L242,112", 1.4),
            flat("M8,150 Q120,128 242,112 V195 H8Z", p.MEADOW),
            path("M196,119 V92 H234 V119Z", p.PAPER, stroke_width=1.4),
            path("M188,94 L215,68 L242,94Z", p.DARK_RED, stroke_width=1.4),
            line("M204,100 h8 v8 h-8Z M220,100 h8 v8 h-8Z", 1.2),
        ]
    )


def tower() -> str:
    """Draw Attinghausen, the castle of Rudenz's uncle."""
    return "".join(
        [
            flat("M8,140 L40,110 L90,132 L200,90 L242,116 V195 H8Z", p.RANGE),
            line("M8,140 L40,110 L90,132 L200,90 L242,116", 1.4),
            path("M206,134 V100 H232 V134Z", p.PAPER, stroke_width=1.4),
            path("M202,102 L219,72 L236,102Z", p.DARK_RED, stroke_width=1.4),
            line("M216,110 v8 M222,110 v8", 2),
            flat("M8,160 Q120,128 242,128 V195 H8Z", p.MEADOW),
            line("M8,160 Q120,128 242,128", 1.4),
        ]
    )


def tents() -> str:
    """Draw the bailiff's camp."""
    return "".join(
        [
            flat("M8,140 Q120,112 242,142 V195 H8Z", p.MEADOW),
            line("M8,140 Q120,112 242,142", 1.4),
            path("M204,142 L224,104 L242,138 V148Z", p.WHITE, stroke_width=1.4),
            line("M224,104 V94 M224,104 L220,146 M224,104 L232,146", 1.4),
            path("M58,132 L74,104 L92,130Z", p.WHITE, stroke_width=1.4),
            line("M74,104 V96 M74,104 L72,132", 1.4),
        ]
    )


def dawn() -> str:
    """Draw the Rütli at sunrise."""
    rays = "".join(
        f"M142,110 L{x},{y} "
        for x, y in [
            (8, 60),
            (56, 8),
            (110, 8),
            (174, 8),
            (230, 8),
            (242, 60),
            (242, 100),
            (8, 104),
        ]
    )
    return "".join(
        [
            line(rays, 3, "#e9c667"),
            flat("M8,134 L50,112 L84,130 L120,100 L170,134 L210,96 L242,120 V195 H8Z", p.RANGE),
            line("M8,134 L50,112 L84,130 L120,100 L170,134 L210,96 L242,120", 1.4),
            flat("M8,158 Q120,138 242,158 V195 H8Z", p.MEADOW),
        ]
    )


def hangings(colour: str) -> str:
    """Draw the hall behind a throne: cloth with a diaper pattern."""
    crossed = "".join(
        f"M{x},8 L{x - 60},195 M{x - 60},8 L{x},195 " for x in range(68, 303, 30) if x < 243
    )
    return line(crossed, 1.2, colour)


BACKDROPS = {
    "HO": castle,
    "BO": fields,
    "LO": tower,
    "AO": peaks,
    "HU": alp,
    "BU": dawn,
    "LU": house,
    "AU": tents,
}
