"""Shoulders and what is worn on them, in the lower part of a picture."""

from art import palette as p
from art.portraits.faces import Skin
from art.shapes import Number, circle, flat, hatch, line, path

BODY = "M4,126 C5,108 20,101 42,96 L78,96 C100,101 115,108 116,126Z"
NARROW = "M14,126 C15,110 27,103 46,98 L74,98 C93,103 105,110 106,126Z"
BROAD = "M-4,126 C-2,106 16,99 40,94 L80,94 C104,99 122,106 124,126Z"


def neck(skin: Skin, *, width: Number = 22) -> str:
    """Draw a neck, with the shadow of the chin."""
    left, right = 60 - width / 2, 60 + width / 2
    return "".join(
        [
            path(f"M{left},74 L{left - 2},108 H{right + 2} L{right},74Z", skin.tone),
            flat(
                f"M{left + 1},78 V88 C56,98 66,98 {right - 1},90 V78Z",
                skin.shade,
            ),
            line(f"M{right - 1},90 l-4,1.4 m4,1.6 l-6,2 m6,1.5 l-5,1.6", 1),
        ]
    )


def jacket(colour: str, shade: str, lapel: str, shirt: str, *, body: str = BODY) -> str:
    """Draw a jacket of loden with coloured lapels over an open shirt."""
    return "".join(
        [
            path(body, colour),
            hatch(93, 104, 9, 4, 4, (-2, 9)),
            path("M46,92 L60,124 L74,92Z", shirt),
            path(
                "M48,89 L60,106 L52,112 L42,95Z M72,89 L60,106 L68,112 L78,95Z",
                shirt,
                stroke_width=1.8,
            ),
            path(
                "M42,93 L34,98 L31,110 L41,110 L38,115 L59,130 L60,124 C51,114 45,104 42,93Z", lapel
            ),
            path(
                "M78,93 L86,98 L89,110 L79,110 L82,115 L61,130 L60,124 C69,114 75,104 78,93Z", lapel
            ),
            line("M16,113 C18,118 19,122 19,126 M102,113 C101,118 100,122 100,126", 1.4, shade),
        ]
    )


def janker(colour: str, edge: str, *, body: str = BODY) -> str:
    """Draw a Tyrolean jacket, edged in another colour, with a stand-up collar."""
    return "".join(
        [
            path(body, colour),
            hatch(85, 101, 13, 6, 5, (-3, 13)),
            path("M45,88 L60,98 L75,88 L72,108 L60,114 L48,108Z", p.WHITE, stroke_width=1.8),
            path(
                "M45,87 C41,91 39,96 40,101 C48,102 54,108 57,128 H63 C66,108 72,102 80,101 "
                "C81,96 79,91 75,87 L75,93 C68,98 63,103 60,110 C57,103 52,98 45,93Z",
                edge,
            ),
            line("M22,108 C26,113 27,118 27,126 M98,108 C94,113 93,118 93,126", 1.4),
            *(circle(68, y, 2.2, p.YELLOW, stroke_width=1.3) for y in (113, 120)),
        ]
    )


def neckerchief(colour: str) -> str:
    """Draw a kerchief knotted at the neck."""
    return path(
        "M44,90 C50,98 70,98 76,90 C80,96 78,102 74,104 L70,118 L61,106 L53,112 L49,105 "
        "C40,102 40,94 44,90Z",
        colour,
    ) + line("M50,98 q4,4 8,5 M70,98 q-4,4 -8,5", 1.3)


def shirt(colour: str, shade: str, *, body: str = BODY) -> str:
    """Draw a shirt with an open collar."""
    return "".join(
        [
            path(body, colour),
            hatch(85, 101, 13, 6, 5, (-3, 13)),
            line("M60,108 V126", 1.6),
            path("M46,93 L60,110 L50,118 L38,99Z", colour),
            path("M74,93 L60,110 L70,118 L82,99Z", colour),
            line("M24,108 C27,113 28,118 28,126 M96,108 C93,113 92,118 92,126", 1.4, shade),
        ]
    )


def braces(colour: str, stitch: str) -> str:
    """Draw the braces of leather trousers, with their bar across the chest."""
    return "".join(
        [
            path("M32,99 L41,96 L47,126 H36Z", colour),
            path("M79,96 L88,99 L84,126 H73Z", colour),
            path("M40,108 H80 V117 H40Z", colour),
            line("M43,112.5 H77", 1.6, stitch),
        ]
    )


def bodice(colour: str, blouse: str, skin: Skin, lace: str) -> str:
    """Draw a dirndl: a laced bodice over a blouse with puffed sleeves."""
    return "".join(
        [
            path(
                "M44,100 C34,100 20,104 14,114 C10,120 10,126 10,128 H110 C110,126 110,120 106,114 "
                "C100,104 86,100 76,100Z",
                blouse,
            ),
            path("M40,100 L44,126 H76 L80,100 C74,112 46,112 40,100Z", skin.tone, stroke="none"),
            path(
                "M34,101 L42,100 C43,108 48,113 60,113 C72,113 77,108 78,100 L86,101 L88,128 H32Z",
                colour,
            ),
            path(
                "M42,99 C43,108 48,113 60,113 C72,113 77,108 78,99 L82,100 C81,112 74,118 60,118 "
                "C46,118 39,112 38,100Z",
                blouse,
                stroke_width=1.6,
            ),
            line("M54,121 L66,126 M66,121 L54,126", 1.8, lace),
            line("M22,110 q4,6 3,14 M98,110 q-4,6 -3,14 M28,106 q2,4 2,8 M92,106 q-2,4 -2,8", 1.2),
        ]
    )


def kerchief(colour: str, dots: str) -> str:
    """Draw a kerchief that lies over the shoulders and crosses on the breast."""
    spots = "".join(
        circle(x, y, 1.7, dots, stroke="none")
        for x, y in [
            (30, 108),
            (40, 104),
            (38, 113),
            (48, 113),
            (82, 104),
            (90, 108),
            (81, 114),
            (71, 113),
            (57, 121),
        ]
    )
    return "".join(
        [
            path("M48,95 C34,97 20,103 16,112 C26,118 40,118 56,124 L62,116Z", colour),
            path(
                "M72,95 C86,97 100,103 104,112 C94,118 80,120 64,124 L54,124 C60,114 68,106 72,95Z",
                colour,
            ),
            spots,
        ]
    )


def apron(colour: str, stripe: str) -> str:
    """Draw the bib of an apron."""
    return "".join(
        [
            line("M43,97 L45,112 M77,97 L75,112", 5.4),
            line("M43,97 L45,112 M77,97 L75,112", 2.6, colour),
            path("M42,110 C52,113 68,113 78,110 L82,128 H38Z", colour),
            line("M49,113 V126 M56,114 V126 M64,114 V126 M71,113 V126", 1.5, stripe),
        ]
    )


def jumper(
    colour: str, shade: str, *, body: str = BODY, roll: bool = False, stripes: str = ""
) -> str:
    """Draw a knitted jumper, with a roll collar or stripes if asked."""
    collar = (
        path("M45,88 C52,93 68,93 75,88 L78,101 C70,108 50,108 42,101Z", colour)
        + line("M50,92 l-1,11 M56,93 l-.5,12 M63,93 l.5,12 M70,91 l1,12", 1.2, shade)
        if roll
        else path("M42,95 C45,109 75,109 78,95 L84,97 C80,117 40,117 36,97Z", colour)
        + line(
            "M41,104 l3,-3 M47,109 l2,-4 M55,112 l1,-4 M65,112 l-1,-4 M73,109 l-2,-4 M79,104 "
            "l-3,-3",
            1.2,
            shade,
        )
    )
    return "".join(
        [
            path(body, colour),
            line("M22,110 q5,7 5,16 M98,110 q-5,7 -5,16", 1.5, shade),
            hatch(86, 103, 12, 6, 5, (-3, 12)),
            line("M8,102 Q60,118 112,102 M2,112 Q60,130 118,112", 4.6, stripes) if stripes else "",
            collar,
        ]
    )
