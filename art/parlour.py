"""Small things of the room: signs for table talk, what stands on the wainscot, a chevron."""

from collections.abc import Callable

from art import palette as p
from art.back import back, definitions, flower
from art.body import fist
from art.portraits import faces, hats
from art.portraits.faces import PALE, ROSY, WARM
from art.shapes import circle, element, flat, inked, line, path, placed, rect, use
from art.sheet import DECKS

FOLDER = DECKS.parent / "parlour"


def up() -> str:
    """Draw a thumb that points up."""
    return "".join(
        [
            path("M4,58 L26,53 L32,92 L8,98Z", p.GREEN),
            path("M26,52 L38,49 L44,90 L32,93Z", p.WHITE),
            path(
                "M38,54 C50,50 57,40 57,29 C56,15 68,11 73,21 C77,31 75,41 72,49 H95 C105,49 106,61"
                " 98,63 C107,66 104,77 97,78 C103,81 100,91 92,91 C96,95 92,102 85,102 H60"
                " C51,102 46,95 42,92Z",
                p.FLESH,
            ),
            line("M98,63 H80 M97,78 H80 M92,91 H79", 1.6),
        ]
    )


def applause() -> str:
    """Draw two hands that clap."""
    palm = path(
        "M-15,40 L-17,6 C-18,-4 -10,-4 -9,4 L-8,8 L-11,-26 C-11,-35 -2,-35 -1,-26 L1,-4 L2,-32 "
        "C3,-40 12,-40 12,-31 L11,-3 L15,-27 C17,-35 25,-33 24,-25 L21,4 L26,-9 C29,-16 36,-12 "
        "34,-5 C31,10 26,26 16,40Z",
        p.FLESH,
    )
    cuff = path("M-18,38 L19,38 L20,56 L-20,56Z", p.RED)
    return "".join(
        [
            placed(palm, cuff, x=44, y=64, turn=-10, mirror=True),
            placed(palm, line("M-8,14 Q2,22 16,14", 1.4), cuff, x=66, y=66, turn=14),
            line("M20,22 l-8,-8 M36,14 l-4,-10 M92,18 l6,-9 M104,32 l9,-5", 3, p.OCHRE),
        ]
    )


def laugh() -> str:
    """Draw a laughing face below a hat of straw."""
    return placed(
        faces.front("round", ROSY),
        faces.eyes("merry", full=True),
        faces.nose("button", ROSY),
        placed(faces.mouth("grin", ROSY), x=-7, y=-2, scale=1.25),
        placed(hats.straw(), y=-2, scale=0.92),
        x=60,
        y=72,
        scale=1.46,
    )


def surprise() -> str:
    """Draw an astonished face with a round mouth."""
    return placed(
        faces.front("oval", PALE),
        faces.eyes("wide", look=0, full=True),
        faces.brows(p.DARK_BROWN, 2.8, full=True, lift=1),
        faces.nose("front", PALE),
        path("M0,13 C6,13 6,24 0,24 C-6,24 -6,13 0,13Z", p.DARK_RED),
        placed(hats.toque(), y=-2),
        x=60,
        y=76,
        scale=1.38,
    )


def thinking() -> str:
    """Draw a face with a hand at its chin and eyes that look up."""
    return placed(
        faces.head("square", WARM),
        faces.eyes("open", look=1.6),
        faces.brows(p.DARK_BROWN, 3, lift=3),
        faces.nose("straight", WARM),
        faces.mouth("firm", WARM),
        placed(hats.felt(p.GREEN, p.DARK_GREEN, p.YELLOW), y=-4),
        fist(4, 34, turn=-72, scale=1.1),
        x=58,
        y=68,
        scale=1.3,
    )


def mug() -> str:
    """Draw a mug of beer around the middle of its foot."""
    return "".join(
        [
            path("M22,-62 C50,-64 50,-18 22,-20 V-30 C37,-28 37,-53 22,-51Z", p.STEEL),
            path("M-30,-72 H24 L21,-4 C21,0 -27,0 -27,-4Z", p.YELLOW),
            flat("M-24,-60 h7 l1.500,50 h-5Z", p.WHITE, fill_opacity=0.55),
            line("M-10,-58 L-9,-8 M8,-58 L7,-8", 2, p.OCHRE),
            path(
                "M-34,-66 C-42,-78 -31,-90 -21,-85 C-15,-97 3,-97 7,-87 C20,-93 33,-82 27,-70 "
                "C22,-60 13,-70 7,-66 C3,-54 -7,-56 -9,-66 C-17,-60 -27,-58 -34,-66Z",
                p.WHITE,
            ),
        ]
    )


def drinks() -> str:
    """Draw a mug of beer: a round for the table."""
    return placed(mug(), x=56, y=110)


SIGNS: dict[str, Callable[[], str]] = {
    "up": up,
    "applause": applause,
    "laugh": laugh,
    "surprise": surprise,
    "thinking": thinking,
    "round": drinks,
}
"""The function that draws each sign, by the key of its phrase."""


def sign(name: str) -> str:
    """Draw a sign of 120 by 120 units."""
    return drawing(SIGNS[name](), 120, 120)


def letter() -> str:
    """Draw a sealed letter."""
    return "".join(
        [
            path("M10,28 H110 V96 H10Z", p.PAPER),
            path("M10,96 L48,60 M110,96 L72,60 M10,28 L60,72 L110,28", p.PAPER),
            circle(60, 70, 15, p.RED),
            flat("M60,79 C46,69 54,60 60,66 C66,60 74,69 60,79Z", p.PAPER),
        ]
    )


def chair() -> str:
    """Draw a farmhouse chair with a heart in its back."""
    return "".join(
        [
            path("M33,74 L26,114 H36 L44,74Z M87,74 L94,114 H84 L76,74Z", p.BROWN),
            path("M40,64 L28,20 C40,4 50,14 60,8 C70,14 80,4 92,20 L80,64Z", p.OCHRE),
            path("M60,48 C40,34 50,20 60,29 C70,20 80,34 60,48Z", p.RED, stroke_width=3.5),
            path("M24,62 H96 L104,78 H16Z", p.YELLOW),
        ]
    )


def book() -> str:
    """Draw an open book."""
    return "".join(
        [
            path("M6,30 H114 V102 H6Z", p.RED),
            path("M60,32 C46,18 26,18 14,24 V92 C28,86 46,86 60,98Z", p.PAPER),
            path("M60,32 C74,18 94,18 106,24 V92 C92,86 74,86 60,98Z", p.PAPER),
            line("M24,40 Q38,36 50,44 M24,55 Q38,51 50,59 M24,70 Q38,66 50,74", 4, p.GREY),
            path("M83,74 C63,58 73,40 83,51 C93,40 103,58 83,74Z", p.RED, stroke_width=3.5),
        ]
    )


def tally() -> str:
    """Draw a slate with five strokes of chalk."""
    return "".join(
        [
            rect(12, 10, 96, 100, rx=8, fill=p.OCHRE),
            rect(25, 23, 70, 74, rx=3, fill="#36423e", stroke_width=3.5),
            line("M38,38 V82 M50,38 V82 M62,38 V82 M74,38 V82 M32,74 L84,46", 5, p.WHITE),
        ]
    )


def calendar() -> str:
    """Draw a sheet of a calendar with a heart."""
    return "".join(
        [
            rect(14, 20, 92, 90, rx=8, fill=p.PAPER),
            path("M14,46 V28 Q14,20 22,20 H98 Q106,20 106,28 V46Z", p.RED),
            line("M38,10 V30 M82,10 V30", 5),
            flat("M60,100 C32,80 46,58 60,74 C74,58 88,80 60,100Z", p.RED),
        ]
    )


def record() -> str:
    """Draw a book with a curve on it."""
    return "".join(
        [
            rect(16, 8, 88, 104, rx=8, fill=p.OCHRE),
            rect(32, 20, 60, 80, rx=3, fill=p.PAPER, stroke_width=3.5),
            line("M42,84 L55,62 L67,72 L82,38", 6, p.RED),
        ]
    )


def players() -> str:
    """Draw two people."""
    return "".join(
        [
            path("M54,104 C54,78 66,68 84,68 C102,68 114,78 114,104Z", p.GREEN),
            circle(84, 42, 19, p.FLESH),
            path("M6,112 C6,84 20,74 42,74 C64,74 78,84 78,112Z", p.RED),
            circle(42, 46, 22, p.FLESH),
        ]
    )


def hourglass() -> str:
    """Draw an hourglass."""
    return "".join(
        [
            path(
                "M32,16 H88 C88,46 72,52 66,60 C72,68 88,74 88,104 H32 C32,74 48,68 54,60 C48,52 "
                "32,46 32,16Z",
                p.PAPER,
            ),
            flat("M40,40 H80 C76,48 66,52 60,60 C54,52 44,48 40,40Z", p.OCHRE),
            flat("M36,102 C36,88 50,84 60,76 C70,84 84,88 84,102Z", p.OCHRE),
            rect(22, 6, 76, 15, rx=5, fill=p.BROWN),
            rect(22, 99, 76, 15, rx=5, fill=p.BROWN),
        ]
    )


def coin() -> str:
    """Draw a coin with an edelweiss."""
    return "".join(
        [
            circle(60, 60, 52, p.YELLOW),
            circle(60, 60, 40, stroke=p.OCHRE, stroke_width=4),
            placed(flower(), x=60, y=60, scale=1.5),
        ]
    )


def hat() -> str:
    """Draw a hat of felt, as bots wear."""
    return placed(hats.felt(p.GREEN, p.DARK_GREEN, p.YELLOW), x=60, y=104, scale=1.55)


def facts() -> str:
    """Draw the signs of the house rules, side by side."""
    return row(players(), hourglass(), coin(), hat(), book())


def doors() -> str:
    """Draw the signs of the doors of the start page, side by side."""
    return row(letter(), chair(), book(), tally(), calendar(), record())


def row(*signs: str) -> str:
    """Draw signs of 120 by 120 units side by side."""
    inside = "".join(placed(one, x=120 * at, y=0) for at, one in enumerate(signs))
    return drawing(inside, 120 * len(signs), 120, stroke=5)


def ledge() -> str:
    """Draw a mug and three cards that lean on each other; its foot is the ledge."""
    card = rect(0, 0, 250, 390, rx=16, fill=p.PAPER, stroke_width=8) + back()
    cards = "".join(
        placed(placed(use("card"), x=-31, y=-97), x=x, y=y, turn=turn)
        for x, y, turn in ((66, 113, -20), (80, 117, -7), (97, 120, 6))
    )
    return drawing(
        element("defs", definitions(), placed(card, scale=0.248, id="card"))
        + cards
        + placed(mug(), x=168, y=123),
        220,
        124,
    )


def chevron() -> str:
    """Draw the sign of a choice that opens downwards, in a brown for paper of both themes."""
    bend = line("M6,9 L12,15 L18,9", 2.4, "#9c7a4a")
    return drawing(bend, 24, 24)


def drawing(inside: str, width: int, height: int, *, stroke: float = 2.6) -> str:
    """Return a drawing in its own file, with outlines of this width."""
    return (
        element(
            "svg",
            inked(inside, width=stroke),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width} {height}",
        )
        + "\n"
    )
