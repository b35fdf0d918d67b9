"""The small scenes between the suit signs of number cards, as in Tell packs.

Each stands upright for the player who looks at its half. What is in the very middle looks the same
from both ends.
"""

from art import palette as p
from art.lettering import text
from art.shapes import circle, flat, group, inked, line, path, placed, tube, turned, use


def boat() -> str:
    """Draw the boat on the lake in the storm."""
    return "".join(
        [
            flat("M-52,16 L-30,-12 L-16,4 L8,-26 L30,4 L40,-6 L52,16Z", p.RANGE),
            flat("M8,-26 L-1,-15 L6,-17 L10,-12 L16,-16Z", p.WHITE),
            line("M-52,16 L-30,-12 L-16,4 L8,-26 L30,4 L40,-6 L52,16", 1.2),
            line("M2,14 V-20 M2,-18 L18,6", 1.6),
            path("M0,-18 C-14,-12 -18,-2 -16,6 H0Z", p.WHITE, stroke_width=1.6),
            path("M2,-20 l10,2 l-10,4Z", p.RED, stroke_width=1.2),
            path("M-26,10 C-10,16 16,16 30,8 L22,22 H-18Z", p.OCHRE, stroke_width=1.8),
            line("M-22,15 Q4,20 26,14", 1.1),
            line(
                "M-52,22 q5,-5 10,0 t10,0 t10,0 t10,0 t10,0 t10,0 t10,0 t10,0 t10,0 t10,0 "
                "M-40,28 q5,-5 10,0 t10,0 t10,0 t10,0 t10,0 t10,0 t10,0 t10,0",
                1.6,
                p.BLUE,
            ),
        ]
    )


def chamois() -> str:
    """Draw a chamois on its rock."""
    return "".join(
        [
            path("M-50,28 L-34,14 L-18,16 L-6,4 L22,6 L34,16 L50,28Z", p.RANGE, stroke_width=1.4),
            line("M-34,14 l4,8 M-6,4 l-4,12 l6,6 M22,6 l-4,10 M34,16 l-2,6", 1.1),
            line("M23,-30 C20,-38 14,-38 12,-34 M26,-30 C24,-40 18,-42 15,-39", 2),
            path(
                "M-20,-12 C-22,-16 -20,-18 -17,-16 C-8,-20 4,-18 10,-18 C14,-22 18,-28 20,-31 "
                "L27,-31 L36,-22 C36,-18 32,-18 29,-19 C26,-20 25,-16 22,-10 C20,-6 18,-4 16,-3 "
                "L18,6 H13 L11,-3 L9,6 H4 L5,-4 C-2,-2 -6,-3 -9,-4 L-14,4 L-12,8 H-17 L-19,3 "
                "L-15,-4 L-19,-2 L-23,6 H-28 L-22,-6Z",
                p.BROWN,
                stroke_width=1.8,
            ),
            path("M24,-31 l-5,-2 l-1,3Z", p.BROWN, stroke_width=1.2),
            line("M27,-29 L33,-21", 2, p.PAPER),
            circle(27, -26, 1.1, p.INK, stroke="none"),
            line("M-10,-14 q6,2 8,6 M2,-14 q4,3 4,7 M12,-15 q3,4 2,8", 1.1),
            line("M-42,20 l-2,-6 M-40,20 l1,-7 M40,20 l2,-6", 1.4, p.GREEN),
        ]
    )


def apple() -> str:
    """Draw the apple with an arrow through it."""
    return "".join(
        [
            tube("M-46,6 L50,-6", 2.4, p.OCHRE, 3.2),
            path("M60,-7.5 L46,-12 L48,0Z", p.STEEL, stroke_width=1.6),
            path(
                "M-46,6 l-8,-6 l8,-1 l10,1 l8,5Z M-46,6 l-7,8 l9,-1 l9,-4 l7,-5Z",
                p.WHITE,
                stroke_width=1.5,
            ),
            path(
                "M0,-16 C-8,-24 -24,-18 -22,0 C-20,16 -8,26 0,21 C8,26 20,16 22,0 C24,-18 8,-24 "
                "0,-16Z",
                p.RED,
                stroke_width=2,
            ),
            line("M0,-16 Q-1,-24 5,-28", 2.6),
            path("M3,-22 C8,-32 18,-32 22,-28 C18,-20 8,-18 3,-22Z", p.GREEN, stroke_width=1.6),
            line("M-15,-4 C-15,-10 -11,-13 -8,-13", 2.8, "#f2b8a0"),
            line("M16,2 q-2,10 -10,14 M11,2 q-1,6 -6,9", 1.2, p.DARK_RED),
        ]
    )


def cow() -> str:
    """Draw a cow on her meadow."""
    meadow = flat("M-52,26 Q0,12 52,26Z", p.MEADOW) + line("M-52,26 Q0,12 52,26", 1.3)
    return meadow + grazing()


def grazing() -> str:
    """Draw a cow with her bell."""
    return "".join(
        [
            line("M-30,-12 C-36,-8 -35,4 -33,10", 2),
            line("M-33,8 v7", 4),
            path(
                "M-30,-14 C-18,-18 6,-18 14,-16 L20,-24 L38,-22 L42,-8 C40,-4 34,-4 31,-6 "
                "C28,2 22,6 18,8 L18,22 H12 L10,8 L4,22 H-2 L0,8 C-8,10 -14,8 -18,6 L-20,22 H-26 "
                "L-26,6 L-29,22 H-33 L-32,0Z",
                p.BROWN,
                stroke_width=1.8,
            ),
            line("M20,-24 C16,-30 18,-34 22,-34 M36,-23 C42,-28 42,-32 38,-34", 2.2),
            path("M18,-22 l-8,-1 l5,6Z", p.BROWN, stroke_width=1.4),
            path("M35,-12 L42,-8 C40,-4 34,-4 32,-7Z", p.FLESH, stroke_width=1.4),
            circle(29, -17, 1.4, p.INK, stroke="none"),
            flat("M-24,-14 C-14,-16 -8,-12 -14,-4 C-22,-2 -28,-8 -24,-14Z", p.PAPER),
            flat("M0,-15 C8,-14 8,-6 2,-4 C-4,-6 -4,-13 0,-15Z", p.PAPER),
            line("M13,-14 Q20,-2 30,-5", 3.4, p.RED),
            path("M17,-2 L24,-1 L26,9 H14Z", p.YELLOW, stroke_width=1.5),
        ]
    )


def sprig() -> str:
    """Draw an edelweiss between two leaves."""
    leaf = path(
        "M-10,2 C-20,-10 -34,-8 -40,0 C-32,8 -20,10 -10,2Z", "#a9b894", stroke_width=1.3
    ) + line("M-12,1 H-34", 1.1)
    return leaf + placed(leaf, turn=180) + use("edelweiss", 0, 0, 0.9)


def finch() -> str:
    """Draw a bird on a twig."""
    return "".join(
        [
            line("M-40,12 C-20,8 10,16 40,8", 2.4, p.BROWN),
            path("M-30,10 C-36,2 -30,-4 -26,-4 C-22,0 -24,6 -30,10Z", p.GREEN, stroke_width=1.3),
            path("M28,10 C24,2 32,-4 37,-2 C38,4 34,8 28,10Z", p.GREEN, stroke_width=1.3),
            path("M-22,4 L-10,-2 L-8,6 L-20,10Z", p.DARK_BROWN, stroke_width=1.4),
            path(
                "M-12,-2 C-8,-12 0,-16 6,-16 C8,-22 18,-22 19,-14 L25,-12 L19,-10 C18,4 6,12 -4,9 "
                "C-10,8 -13,4 -12,-2Z",
                p.RED,
                stroke_width=1.7,
            ),
            path("M-12,2 C-8,-8 0,-10 6,-8 C6,0 -2,6 -12,2Z", p.BROWN, stroke_width=1.4),
            circle(14, -14.5, 1.5, p.INK, stroke="none"),
            line("M0,9 v4 M5,8 v5", 1.4),
        ]
    )


def oak() -> str:
    """Draw two oak leaves."""
    leaf = (
        "M0,0 C4,-8 8,-4 12,-8 C14,-14 20,-8 23,-10 C28,-14 32,-8 36,-6 C42,-4 42,4 36,6 "
        "C32,8 28,14 23,10 C20,8 14,14 12,8 C8,4 4,8 0,0Z"
    )
    each = path(leaf, "#9aa65a", stroke_width=1.4) + line(
        "M0,0 H34 M12,0 l5,-5 M12,0 l5,5 M23,0 l5,-5 M23,0 l5,5", 1.1
    )
    return (
        placed(each, x=3, turn=-8)
        + placed(each, x=-3, turn=172)
        + circle(0, 0, 4, p.OCHRE, stroke_width=1.4)
    )


def corn() -> str:
    """Draw two ears of corn and a cornflower."""
    grains = "".join(
        path(f"M{x},-5 q7,{-7 * side} 14,{-2 * side} q-6,{6 * side} -14,{2 * side}Z", p.YELLOW)
        for x in (14, 21, 28)
        for side in (1, -1)
    )
    ear = group(
        line("M0,0 C6,-4 10,-5 16,-5 H34 M30,-9 L46,-14 M33,-5 H49 M30,-1 L46,4", 1.4, p.OCHRE),
        path("M34,-5 q5,-4 10,0 q-5,4 -10,0Z", p.YELLOW),
        grains,
        path("M6,-2 C10,2 16,6 22,6 C18,2 12,-2 6,-2Z", p.GREEN),
        stroke_width=1.2,
    )
    petals = "".join(
        placed(path("M0,0 L-4.5,-10 L-1.5,-8 L0,-11 L1.5,-8 L4.5,-10Z", p.BLUE), turn=turn)
        for turn in range(0, 360, 60)
    )
    flower = group(petals, circle(0, 0, 2.6, p.DARK_BLUE), stroke_width=1)
    return ear + placed(ear, turn=180) + flower


def jug() -> str:
    """Draw a stoneware jug with foam."""
    return "".join(
        [
            tube("M-11,-8 C-24,-12 -24,12 -12,11", 3.4, p.STEEL, 3.6),
            path(
                "M-10,-15 C-10,-8 -15,-4 -15,6 C-15,13 -11,18 -9,22 H9 C11,18 15,13 15,6 "
                "C15,-4 10,-8 10,-15Z",
                p.STEEL,
            ),
            flat("M-14.5,0 Q0,5 14.5,0 L15,6 L14.5,10 Q0,15 -14.5,10 L-15,6Z", p.BLUE),
            line("M-10,-9 Q0,-5 10,-9 M-10,17 Q0,21 10,17", 1.4, p.BLUE),
            line("M-11,5 l3.6,4 l3.6,-3 l3.6,4 l3.6,-4 l3.6,3 l3.6,-4", 1.6, p.WHITE),
            line("M9,-6 q3,3 4,6 M6,-4 q2,2 3,5 M12,13 q-1,3 -3,6 M8,15 l-2,5", 1),
            path(
                "M-12,-14 C-16,-21 -9,-26 -5,-23 C-2,-29 6,-28 7,-23 C13,-25 15,-18 11,-14 "
                "C5,-10 -6,-10 -12,-14Z",
                p.WHITE,
                stroke_width=1.8,
            ),
        ]
    )


def cowbell() -> str:
    """Draw a cowbell on its collar."""
    return "".join(
        [
            tube("M-8,-10 C-16,-38 16,-38 8,-10", 6, p.DARK_BROWN, 3.6),
            line("M-10,-18 v.1 M-7,-26 v.1 M0,-30 v.1 M7,-26 v.1 M10,-18 v.1", 2.4, p.YELLOW),
            circle(0, 20, 4.5, p.STEEL, stroke_width=1.8),
            path("M-9,-9 C-14,-4 -13,8 -17,19 H17 C13,8 14,-4 9,-9 C5,-14 -5,-14 -9,-9Z", p.OCHRE),
            line("M-8,-4 C-11,2 -10,8 -12,14", 2.6, p.YELLOW),
            line("M-16,15 Q0,11 16,15 M6,-7 q4,6 4,15 M2,-8 q4,8 4,17 M10,-4 q3,6 3,10", 1),
            path("M0,-5 l3,4 l-3,5 l-3,-5Z", p.RED, stroke_width=1.2),
        ]
    )


def cone() -> str:
    """Draw a pine cone that hangs from a twig."""
    scales = "".join(
        f"M{-reach},{y} q{reach / 2},6 {reach},0 q{reach / 2},6 {reach},0 "
        for y, reach in [(-7, 9), (-1, 11), (5, 11), (11, 10), (17, 7)]
    )
    needles = "".join(f"M{x},{-22 + x / 9:.1f} l-7,-9 m7,9 l-9,5 " for x in range(-6, 28, 6))
    return "".join(
        [
            line(needles, 1.8, p.DARK_GREEN),
            line("M-16,-24 C-4,-20 10,-18 28,-20", 2.4, p.BROWN),
            line("M0,-21 V-12", 2.6),
            path("M-8,-12 C-14,-4 -14,10 0,24 C14,10 14,-4 8,-12 C4,-15 -4,-15 -8,-12Z", p.BROWN),
            line(scales + "M-5,-12 q5,4 10,0", 1.3),
            line("M-8,-3 q-2,4 -1,7 M-3,-6 v3 M-3,1 v3 M-4,8 v3", 1.6, p.OCHRE),
        ]
    )


def feather() -> str:
    """Draw an eagle's feather, bound with a cord."""
    barbs = "".join(f"M0,{y + 5} l{8 * side},-6 " for y in range(-24, 12, 6) for side in (-1, 1))
    return placed(
        path("M0,38 V18 C-15,10 -14,-20 1,-38 C14,-22 14,10 0,18", p.WHITE),
        flat("M-9.8,-16 C-8,-24 -3,-32 1,-37 C5,-31 9,-24 10,-15 L5,-10 L0,-17 L-5,-10Z", p.BROWN),
        line(barbs + "M0,32 V-30", 1.2),
        tube("M-3,20 H3 M-3,25 H3", 2.6, p.RED, 2.6),
        turn=16,
    )


def weli() -> str:
    """Draw the name of the six of bells on a scroll, above a heart and an acorn."""
    return "".join(
        [
            path("M-58,2 L-50,-14 L-40,-10 V12 L-58,18 L-53,10Z", p.OCHRE, stroke_width=1.6),
            path("M58,2 L50,-14 L40,-10 V12 L58,18 L53,10Z", p.OCHRE, stroke_width=1.6),
            path("M-46,-14 Q0,-24 46,-14 V10 Q0,0 -46,10Z", p.WHITE, stroke_width=1.8),
            group(text("WELI", 0, -14.5, height=15, weight=2), stroke=p.DARK_RED),
            placed(use("suit-H", scale=0.5), x=-15, y=22, turn=-12),
            placed(use("suit-A", scale=0.5), x=15, y=22, turn=12),
            line("M-4,30 q4,-8 8,0", 1.4),
        ]
    )


LARGE = {"H": boat, "L": chamois, "A": apple, "B": cow}
SMALL = {"H": sprig, "L": finch, "A": oak, "B": corn}
PAIRED = {"H": jug, "L": cone, "A": feather, "B": cowbell}

BESIDE = {"H": (107, 196), "L": (106, 194), "A": (108, 195), "B": (105, 197)}
"""The position of the emblem of an eight for the player who sees it upright."""


def definitions() -> str:
    """Return the definitions of the parts ``scene-H``, ``sprig-H``, ``emblem-H`` and so on."""
    return "".join(
        group(inked(draw()), id=f"{name}-{suit}")
        for name, drawings in [("scene", LARGE), ("sprig", SMALL), ("emblem", PAIRED)]
        for suit, draw in drawings.items()
    )


def vignette(rank: str, suit: str) -> str:
    """Draw the scenes between the suit signs of a number card."""
    match rank:
        case "6" if suit == "B":
            once = placed(weli(), x=125, y=128)
        case "6" | "7":
            once = use(f"scene-{suit}", 125, 128)
        case "8":
            once = use(f"emblem-{suit}", *BESIDE[suit])
        case "9":
            once = use(f"sprig-{suit}", 125, 99)
        case _ if suit == "L":
            once = use("sprig-L", 91, 195, 0.85)
        case _:
            return use(f"sprig-{suit}", 125, 195, 1.2)
    return once + turned(once)
