"""The slopes and the floor of the valley: woods in groups, high pastures, meadows, the brook."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from art import palette as p
from art.shapes import flat, group, line, path, use
from art.valley.engraving import Point
from art.valley.mountains import HEIGHT

ALP = "#b3c27a"
FOREST = "#4f7748"
FOREST_SHADE = "#3b6140"
LARCH = "#93a54b"
PASTURE = "#a9bf6c"
STRIPS = ("#c9cf7f", "#98b35f", "#bcc872")
WATER = "#7fb0c6"

TUFTS = [(240, 440), (320, 470), (380, 450), (470, 472), (640, 466), (700, 456), (760, 470)]
TUFTS += [(820, 458), (880, 470), (910, 444)]
"""The positions of grass on the nearest meadow."""


def trees(places: Sequence[Point], size: float, colour: str) -> str:
    """Draw small spruces that stand at (x, y), from the back to the front."""
    rows: dict[int, str] = {}
    for x, y in sorted(places, key=lambda place: place[1]):
        w, h = size * 0.36, size
        rows[int(y // (size * 0.7))] = rows.get(int(y // (size * 0.7)), "") + (
            f"M{x:.0f},{y:.0f}h{-w:.0f}l{w * 0.5:.0f},{-h * 0.4:.0f} {-w * 0.28:.0f},0 "
            f"{w * 0.78:.0f},{-h * 0.6:.0f} {w * 0.78:.0f},{h * 0.6:.0f} {-w * 0.28:.0f},0 "
            f"{w * 0.5:.0f},{h * 0.4:.0f}z"
        )
    return "".join(path(d, colour, stroke_width=1.1) for d in rows.values())


def wood(
    upper: Sequence[Point], lower: Sequence[Point], colour: str, size: int, chance: Random
) -> str:
    """Draw a wood: the tops of its trees along the upper edge, and more of them down the slope."""
    x, y = (round(part) for part in upper[0])
    d = f"M{x},{y}l"
    for (x0, y0), (x1, y1) in pairwise(upper):
        count = max(1, round((x1 - x0) / (size * 0.5)))
        for at in range(1, count + 1):
            tall = round(size * chance.uniform(0.6, 1.15))
            next_x = round(x0 + (x1 - x0) * at / count)
            next_y = round(y0 + (y1 - y0) * at / count)
            half = (next_x - x) // 2
            d += f"{half},{-tall} {next_x - x - half},{tall + next_y - y} "
            x, y = next_x, next_y
    d += "".join(f"L{x:.0f},{y:.0f}" for x, y in lower) + "z"
    polygon = [*upper, *lower]
    tops = ""
    for _ in range(len(d) // 9):
        at_x = chance.uniform(min(x for x, _ in polygon), max(x for x, _ in polygon))
        at_y = chance.uniform(min(y for _, y in polygon), max(y for _, y in polygon))
        if inside(polygon, at_x, at_y) and inside(polygon, at_x, at_y + size * 0.5):
            tops += f"M{at_x:.0f},{at_y:.0f}l{size // 5},{-size // 2} {size // 5},{size // 2}"
    return path(d, colour, stroke_width=1.2) + line(tops, 1.1)


def inside(polygon: Sequence[Point], x: float, y: float) -> bool:
    """Return whether a point lies in a polygon."""
    crossings = (
        (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0)
        for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    )
    return sum(crossings) % 2 == 1


def slopes() -> str:
    """Draw the slopes on both sides, wooded, with pastures above and between the woods."""
    chance = Random(5)
    left = "M0,226 C70,228 150,276 236,292 S420,340 650,354"
    right = "M1200,214 C1120,232 1060,272 964,294 S790,338 620,356"
    near_left = "M0,312 C100,316 190,342 280,352 S470,374 560,376"
    near_right = "M1200,306 C1110,316 1020,344 930,354 S760,374 680,376"
    single = [(196, 272), (214, 284), (300, 312), (318, 312), (398, 332), (520, 348), (560, 352)]
    single += [(980, 286), (1000, 282), (892, 316), (906, 312), (800, 340), (770, 346), (120, 258)]
    single += [(1090, 250), (1104, 244), (330, 346), (860, 348), (470, 344), (480, 347)]
    larches = [(204, 282), (290, 312), (336, 330), (408, 338), (548, 352), (992, 290), (880, 318)]
    larches += [(812, 342), (1078, 262), (140, 268), (456, 344)]
    near = [(262, 356), (276, 360), (238, 352), (300, 364), (944, 362), (962, 360), (980, 352)]
    near += [(930, 366), (216, 364), (1000, 362)]
    return "".join(
        [
            flat(f"{left}V{HEIGHT}H0Z", ALP),
            flat(f"{right}V{HEIGHT}H1200Z", ALP),
            line(left, 1.8),
            line(right, 1.8),
            flat(
                "M352,330 L392,322 L470,342 L440,352Z M968,308 L1010,298 L1050,300 L1014,318Z",
                STRIPS[0],
            ),
            wood(
                [(0, 240), (60, 248), (110, 268), (180, 292), (250, 310), (326, 336), (440, 368)],
                [(420, 372), (200, 350), (90, 322), (0, 318)],
                FOREST_SHADE,
                17,
                chance,
            ),
            wood(
                [
                    (760, 368),
                    (860, 338),
                    (930, 322),
                    (980, 312),
                    (1060, 280),
                    (1130, 250),
                    (1200, 236),
                ],
                [(1200, 316), (1100, 328), (980, 356), (780, 372)],
                FOREST_SHADE,
                17,
                chance,
            ),
            trees(single, 19, FOREST_SHADE),
            trees(larches, 18, LARCH),
            use("b", 362, 330, 0.34),
            use("b", 1020, 286, 0.34),
            flat(f"{near_left}V{HEIGHT}H0Z", PASTURE),
            flat(f"{near_right}V{HEIGHT}H1200Z", PASTURE),
            line(near_left, 1.8),
            line(near_right, 1.8),
            wood(
                [(0, 330), (60, 334), (130, 350), (224, 380)],
                [(200, 386), (0, 392)],
                FOREST,
                24,
                chance,
            ),
            wood(
                [(1000, 378), (1080, 350), (1140, 334), (1200, 326)],
                [(1200, 384), (1040, 384)],
                FOREST,
                24,
                chance,
            ),
            trees(near, 25, FOREST),
        ]
    )


def hut() -> str:
    """Draw a barn for hay around the middle of its foot, of beams, with stones on its roof."""
    return "".join(
        [
            path("M-30,0 V-30 L0,-48 L30,-30 V0Z", p.BROWN, stroke_width=2.4),
            path("M30,0 V-30 L78,-34 V-5Z", p.DARK_BROWN, stroke_width=2.4),
            line("M-30,-8h60M-30,-16h60M-30,-24h60M40,-3v-27M52,-4v-27M64,-5v-27", 1.4),
            path("M-6,0 V-20 H8 V0Z", p.DARK_BROWN, stroke_width=1.6),
            path("M0,-54 L52,-58 L88,-30 L38,-25Z", "#a89a86", stroke_width=2.4),
            path("M0,-54 L-40,-27 L-35,-22 L0,-46 L34,-21 L38,-25Z", p.OCHRE, stroke_width=2),
            line("M12,-45 l54,-4 M24,-36 l54,-4 M16,-54l36,27M32,-55l36,27", 1.2),
            line("M22,-47v.1M44,-49v.1M36,-38v.1M58,-40v.1", 5, p.STEEL),
        ]
    )


def floor() -> str:
    """Draw the floor of the valley: fields in strips, the road and the brook."""
    meadow = "M0,386 C160,376 300,388 470,378 S800,380 930,376 S1120,372 1200,376"
    front = "M0,432 C140,414 300,424 450,430 S760,444 900,430 S1100,420 1200,428"
    return "".join(
        [
            flat(f"{meadow}V{HEIGHT}H0Z", PASTURE),
            flat(
                "M250,384 L330,385 L250,428 L120,420Z M760,380 L840,378 L920,430 L800,440Z",
                STRIPS[0],
            ),
            flat(
                "M330,385 L410,382 L392,428 L250,428Z "
                "M1040,374 L1120,374 L1200,400 L1200,428 L1090,424Z",
                STRIPS[1],
            ),
            line(meadow, 1.8),
            line(
                "M330,385L250,428M250,384L120,420M410,382L392,428"
                "M840,378L920,430M1040,374L1090,424",
                1.1,
            ),
            line(
                "".join(
                    f"M{x},{y}h{w}"
                    for x, y, w in [
                        (236, 396, 30),
                        (212, 404, 40),
                        (186, 412, 44),
                        (262, 390, 26),
                        (348, 392, 40),
                        (330, 402, 46),
                        (306, 412, 60),
                        (288, 420, 76),
                        (1066, 384, 40),
                        (1084, 394, 60),
                        (1100, 406, 74),
                        (1110, 416, 80),
                        (812, 396, 36),
                        (826, 408, 40),
                        (836, 420, 46),
                    ]
                ),
                1.1,
                "#6f8a45",
            ),
            brook(),
            flat(f"{front}V{HEIGHT}H0Z", p.MEADOW),
            line(front, 1.8),
            road(),
            line(
                "".join(f"M{x},{y}l3,-7l3,7" for x, y in TUFTS),
                1.3,
            ),
        ]
    )


def brook() -> str:
    """Draw the brook, which comes down from the ice and widens towards the front."""
    return "".join(
        [
            path(
                "M664,352 C688,362 654,370 676,380 C704,392 664,402 690,414 C712,424 712,436 690,"
                "446 C672,456 676,470 664,480 H792 C806,462 812,446 784,430 C752,412 742,406 746,"
                "396 C752,384 716,378 706,370 C700,362 694,356 676,352Z",
                WATER,
                stroke_width=1.8,
            ),
            line(
                "M684,372q10,6 18,8M690,392q14,-4 30,2M704,406q14,8 26,10M716,424q20,6 42,4M704,446"
                "q24,-6 44,2M726,458q24,-6 50,0M694,466q18,-6 34,0M760,442q14,0 22,4",
                2,
                p.WHITE,
            ),
            path(
                "M752,420 q8,-8 18,0 q4,8 -8,9 q-12,0 -10,-9Z "
                "M694,432 q6,-6 14,0 q2,7 -7,7 q-9,0 -7,-7Z",
                p.STEEL,
                stroke_width=1.4,
            ),
        ]
    )


def road() -> str:
    """Draw the road that comes out of the village, with the ruts of its wagons."""
    return path(
        "M584,404 C592,412 552,420 544,432 C530,450 516,464 512,480 H574 C572,464 572,448 580,432 "
        "C586,420 608,414 604,404Z",
        "#e3d5a6",
        stroke_width=1.3,
    ) + line("M530,474q8,-24 24,-42M552,474q2,-24 12,-42", 1.1, "#b39a62")


def haycocks() -> str:
    """Draw hay that dries on poles, in rows."""
    places = [(268, 396), (300, 404), (334, 396), (366, 405), (250, 410), (322, 416)]
    d = "".join(f"M{x - 9},{y}c0,-12 4,-24 9,-27c5,3 9,15 9,27q-9,4 -18,0z" for x, y in places)
    straw = "".join(
        f"M{x - 4},{y - 2}l2,-12M{x + 4},{y - 1}l-2,-13M{x},{y - 14}v-8" for x, y in places
    )
    poles = "".join(f"M{x},{y - 26}v-7" for x, y in places)
    return line(poles, 2) + path(d, p.OCHRE, stroke_width=1.4) + line(straw, 1)


def spruce() -> str:
    """Draw a large spruce around its foot."""
    return "".join(
        [
            path("M-5,-4 V12 H5 V-4Z", p.DARK_BROWN, stroke_width=1.8),
            path(
                "M0,-150 L12,-122 L7,-124 L20,-96 L13,-98 L29,-66 L20,-68 L38,-34 L26,-37 L46,0 "
                "Q24,-8 12,2 Q0,-8 -12,2 Q-24,-8 -46,0 L-26,-37 L-38,-34 L-20,-68 L-29,-66 "
                "L-13,-98 L-20,-96 L-7,-124 L-12,-122Z",
                p.DARK_GREEN,
                stroke_width=2,
            ),
            line(
                "M4,-128l5,8M6,-108l8,12M3,-100l5,10M10,-84l10,16M4,-78l7,14M14,-56l14,20M6,-50l9,"
                "18M18,-26l16,20M8,-22l10,18M-4,-20l3,12M-4,-52l3,10M-4,-84l2,8M30,-18l10,12",
                1.2,
            ),
            line(
                "M-10,-110q3,-4 5,-10M-16,-82q5,-6 7,-14M-25,-52q8,-6 11,-14M-34,-16q10,-6 14,-16",
                1.6,
                "#6f9a62",
            ),
        ]
    )


def larch() -> str:
    """Draw a large larch around its foot: lighter and looser than a spruce."""
    return "".join(
        [
            path("M-4,0 L-3,-40 H3 L4,0 V10 H-4Z", p.BROWN, stroke_width=1.8),
            path(
                "M0,-132 C8,-120 6,-112 14,-106 C10,-102 18,-92 22,-86 C16,-84 24,-70 30,-64 "
                "C22,-60 30,-46 36,-38 C26,-34 32,-24 38,-14 C24,-8 14,-16 6,-8 C0,-14 -6,-6 -14,"
                "-10 C-22,-16 -30,-6 -38,-14 C-32,-24 -26,-34 -36,-38 C-30,-46 -22,-60 -30,-64 "
                "C-24,-70 -16,-84 -22,-86 C-18,-92 -10,-102 -14,-106 C-6,-112 -8,-120 0,-132Z",
                "#8fa548",
                stroke_width=2,
            ),
            line(
                "M4,-110q6,2 8,6M6,-90q8,2 12,8M8,-68q10,4 16,10"
                "M10,-46q12,4 20,12M10,-26q12,4 20,10"
                "M-4,-100q-4,2 -6,5M-4,-60q-8,2 -12,8M-6,-34q-10,4 -16,10M0,-120v16",
                1.2,
            ),
            line("M-14,-84q4,-2 6,-8M-22,-60q6,-4 9,-10M-26,-36q8,-4 11,-10", 1.6, "#bccb78"),
        ]
    )


def definitions() -> str:
    """Return the definitions of what is drawn several times."""
    parts = {"b": hut(), "s": spruce(), "l": larch()}
    return "".join(group(drawn, id=name) for name, drawn in parts.items())


def stand() -> str:
    """Draw the large trees on the left and on the right."""
    left = [("s", 40, 414, 1.02), ("l", 96, 424, 0.92), ("s", 150, 418, 0.72)]
    right = [("l", 1112, 412, 0.86), ("s", 1168, 420, 1.05)]
    return "".join(use(*tree) for tree in left + right)
