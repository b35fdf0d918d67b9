"""The mountains: the sky, the pyramid of the Serles, the glaciers at the valley's end, crags."""

from collections.abc import Sequence
from random import Random

from art.shapes import flat, group, line, path, placed
from art.valley.engraving import Point, hatching, outline, ragged
from art.valley.light import Light

WIDTH, HEIGHT = 1200, 480


def sky(light: Light) -> str:
    """Draw the sky in bands, as printed from several blocks, with clouds and a few birds."""
    bands = flat(f"M0,0H{WIDTH}V{HEIGHT}H0Z", light.sky[0])
    for at, colour in enumerate(light.sky[1:]):
        top = 66 + 42 * at
        bands += flat(
            f"M0,{top} Q150,{top - 12} 300,{top} T600,{top} T900,{top} T1200,{top} V{HEIGHT} H0Z",
            colour,
        )
    return bands + (stars() if light.dusk else birds()) + clouds(light)


def stars() -> str:
    """Draw the first stars and the moon."""
    places = [(60, 104), (196, 92), (262, 118), (420, 96), (520, 122), (610, 94), (716, 112)]
    places += [(1040, 96), (1130, 118), (1176, 90), (470, 40), (150, 50), (900, 40)]
    twinkle = "".join(f"M{x - 3},{y}h6M{x},{y - 3}v6" for x, y in places)
    moon = path("M838,92 a24,24 0 1 0 20,38 a20,20 0 0 1 -20,-38Z", "#fbe6b0", stroke_width=1.8)
    return line(twinkle, 1.3, "#fbe6b0") + moon


def birds() -> str:
    """Draw swallows."""
    places = [(540, 132), (566, 120), (584, 140), (770, 124), (150, 122), (174, 132)]
    return line("".join(f"M{x},{y}q4,-5 8,0q4,-5 8,0" for x, y in places), 1.6)


def clouds(light: Light) -> str:
    """Draw clouds with level feet."""
    bank = "M{x},{y} c2,-14 18,-18 26,-10 c6,-16 32,-16 38,0 c10,-8 26,-4 28,10Z"
    return "".join(
        [
            flat(bank.format(x=96, y=150) + bank.format(x=1040, y=142), light.cloud),
            flat("M690,126 c4,-12 20,-14 26,-6 c8,-14 30,-12 34,6Z", light.cloud),
            line(
                "M70,158h96 M132,166h66 M1010,112h92 M1074,120h72 M664,133h70 M30,116h52",
                2.6,
                light.cloud,
            ),
        ]
    )


def far_ridges(light: Light) -> str:
    """Draw the farthest ridges, pale in the haze."""
    chance = Random(7)
    ridge = [(0, 206), (60, 172), (110, 196), (180, 150), (240, 190), (420, 196), (470, 160)]
    ridge += [(520, 186), (572, 150), (640, 190), (800, 178), (850, 150), (900, 190), (1200, 170)]
    drawn = outline(ragged(ridge, 0.16, chance))
    return flat(f"{drawn}V360H0Z", light.haze) + line(drawn, 1.1, light.engraving)


def face(
    ridge: Sequence[Point], base: float, fill: str, chance: Random, rough: float = 0.17
) -> tuple[str, list[Point]]:
    """Draw a mountain below a ridge; return it with the ridge as it was broken."""
    edge = ragged(ridge, rough, chance)
    (left, _), (right, _) = edge[0], edge[-1]
    below = f"L{right:.0f},{base:.0f}H{left:.0f}Z"
    return path(outline(edge) + below, fill, stroke_width=2), edge


def between(edge: Sequence[Point], start: float, end: float) -> list[Point]:
    """Return the part of a ridge from x to x."""
    return [(x, y) for x, y in edge if start <= x <= end]


def shade(
    edge: Sequence[Point],
    spur: Sequence[Point],
    light: Light,
    chance: Random,
    angle: float = 58,
) -> str:
    """Draw the shaded side of a peak, from its ridge on the right to the spur below its summit."""
    side = [*edge, *reversed(ragged(spur, 0.2, chance))]
    return "".join(
        [
            flat(outline(side) + "Z", light.rock_shade),
            line(hatching(side, angle, 5.2, (0.3, 0.95), chance), 1.1, light.engraving),
            line(outline(side[len(edge) :]), 1.3),
        ]
    )


def snow(light: Light, sunny: str, shaded: str = "") -> str:
    """Draw snow in the sun and in the shade."""
    both = flat(sunny, light.snow)
    return both + flat(shaded, light.snow_shade) if shaded else both


def strata(rows: Sequence[tuple[float, float, float]], chance: Random) -> str:
    """Return the beds of limestone: broken lines from x to x at a height."""
    d = ""
    for left, right, y in rows:
        x = left + chance.uniform(2, 9)
        while x < right - 6:
            long = min(chance.uniform(9, 30), right - x)
            d += f"M{x:.0f},{y + chance.uniform(-2, 2):.0f}q{long / 2:.0f},3 {long:.0f},1"
            x += long + chance.uniform(5, 14)
    return d


def serles(light: Light) -> str:
    """Draw the Serles: a pyramid of limestone beds above its shoulders."""
    chance = Random(3)
    ridge = [(60, 300), (122, 232), (160, 214), (196, 188), (222, 162), (246, 174), (286, 134)]
    ridge += [(312, 102)]
    ridge += [(326, 92), (346, 94), (366, 122), (398, 146), (420, 176), (452, 190), (500, 250)]
    ridge += [(560, 330)]
    mass, edge = face(ridge, 346, light.rock, chance)
    right = between(edge, 340, 560)
    spur = [right[0], (352, 140), (338, 176), (366, 226), (352, 272), (380, 340)]
    shoulder = between(edge, 222, 250)
    small = [shoulder[0], (232, 204), (222, 244), (240, 290), (268, 250), (258, 206)]
    rows = [(304 - a * 0.74, 342 - a * 0.02, 112 + a) for a in range(0, 80, 9)]
    rows += [(272, 344, 192 + a) for a in range(0, 100, 10)]
    rows += [(200 - a * 1.1, 218, 190 + a) for a in range(0, 80, 11)]
    return "".join(
        [
            mass,
            shade([*right, (540, 344)], spur, light, chance),
            shade(shoulder, small, light, chance, 66),
            line(strata(rows, chance), 1.2, light.engraving),
            snow(
                light,
                "M326,92 L346,94 L344,112 L336,124 L330,146 L324,122 L314,132 L312,106Z"
                "M296,150 l8,-4 l2,22 l-6,26 l-8,24 l-2,-30Z M262,196 l7,2 l-4,26 l-9,20 l0,-26Z"
                "M318,180 l6,2 l2,20 l-7,22 l-5,-20Z",
                "M346,94 L364,120 L362,136 L354,122 L350,138 L344,112Z M392,164 l9,6 l-2,18 l8,20"
                " l-16,-16Z M430,200 l8,2 l6,22 l-12,-8Z",
            ),
            line(
                "M326,92 L312,106 L314,132 L324,122 L330,146 L336,124 L344,112 L350,138 L354,122 "
                "L362,136",
                1.1,
            ),
        ]
    )


def glaciers(light: Light) -> str:
    """Draw the glaciers at the valley's end, and the tongue of ice that comes down from them."""
    chance = Random(11)
    ridge = [(440, 300), (498, 240), (540, 216), (566, 184), (590, 192), (622, 154), (648, 122)]
    ridge += [(664, 110), (680, 124), (700, 156), (726, 164), (752, 140), (774, 148), (800, 190)]
    ridge += [(850, 220), (900, 300)]
    mass, edge = face(ridge, 352, light.snow, chance, 0.13)
    sugar = [*between(edge, 663, 728)]
    spur = [sugar[0], (668, 142), (660, 166), (684, 190), (700, 186)]
    east = [*between(edge, 752, 860)]
    rocks = [
        [(566, 186), (560, 206), (574, 222), (562, 244), (586, 262), (604, 236), (588, 214)],
        [(622, 158), (616, 180), (632, 196), (640, 180), (634, 164)],
        [(500, 242), (520, 250), (530, 276), (560, 300), (520, 310), (478, 292)],
        [(770, 196), (786, 214), (780, 246), (806, 262), (830, 330), (740, 340), (756, 250)],
        [(540, 262), (566, 282), (598, 274), (616, 300), (634, 340), (520, 340)],
    ]
    islands = [ragged(one, 0.2, chance) for one in rocks]
    return "".join(
        [
            mass,
            flat(outline([*sugar, *reversed(spur)]) + "Z", light.snow_shade),
            flat(outline([*east, (800, 240), (774, 190), (760, 168)]) + "Z", light.snow_shade),
            "".join(
                path(outline(one) + "Z", light.rock_shade, stroke_width=1.2) for one in islands
            ),
            line(
                "".join(hatching(one, 62, 4.6, (0.4, 0.9), chance) for one in islands)
                + hatching([*sugar, *reversed(spur)], 55, 5, (0.3, 0.7), chance),
                1,
                light.engraving,
            ),
            # The tongue comes out of the snow, between its moraines.
            flat(
                "M596,226 C624,250 606,270 618,292 C626,312 640,322 646,348 H712 C708,320 724,306 "
                "720,282 C716,258 740,244 738,214Z",
                light.snow_shade,
            ),
            flat(
                "M590,216 C640,250 616,270 628,292 C636,310 648,320 656,346 H690 C688,320 700,304 "
                "698,282 C694,258 716,246 744,206Z",
                light.snow,
            ),
            line(
                "M602,236 C622,254 608,272 618,292 C626,312 640,322 646,348 M712,348 C708,320 724,"
                "306 720,282 C717,264 728,250 736,236",
                1.4,
            ),
            line(
                "M628,246 q14,8 30,6 M668,256 q16,2 28,-6 M630,264 q10,8 22,7 M662,274 q16,4 28,-4"
                "M636,284 q12,8 26,6 M672,294 q10,2 20,-4 M642,304 q12,7 26,6 M676,312 q8,2 16,-4"
                "M652,322 q10,6 22,4",
                1.3,
                light.engraving,
            ),
        ]
    )


def crags(light: Light) -> str:
    """Draw the crags on the right, with snow in their gullies."""
    chance = Random(23)
    ridge = [(738, 340), (796, 262), (838, 216), (860, 180), (880, 186), (912, 134), (934, 110)]
    ridge += [(946, 106), (966, 138), (990, 132), (1010, 172), (1034, 152), (1052, 164)]
    ridge += [(1086, 128), (1102, 122), (1130, 160), (1156, 150), (1200, 190)]
    mass, edge = face(ridge, 340, light.rock, chance, 0.2)
    sides = [
        ([*between(edge, 860, 882), (888, 226)], [(860, 182), (852, 214), (868, 244)], 64),
        (
            [*between(edge, 945, 1012), (1020, 260)],
            [(946, 108), (952, 146), (934, 186), (956, 222), (944, 262), (966, 300)],
            56,
        ),
        ([*between(edge, 1034, 1054), (1062, 214)], [(1034, 154), (1028, 190), (1044, 232)], 62),
        (
            [*between(edge, 1102, 1200), (1200, 236)],
            [(1102, 124), (1094, 158), (1112, 192), (1096, 232), (1120, 262)],
            54,
        ),
    ]
    rows = [(905 - a * 0.62, 944 - a * 0.1, 134 + a) for a in range(0, 120, 10)]
    rows += [(1068 - a * 0.2, 1092, 150 + a) for a in range(0, 70, 10)]
    rows += [(842 - a * 0.5, 934, 250 + a) for a in range(0, 70, 10)]
    rows += [(1026, 1096, 236 + a) for a in range(0, 44, 11)]
    return "".join(
        [
            mass,
            *(shade(edge, spur, light, chance, angle) for edge, spur, angle in sides),
            line(strata(rows, chance), 1.2, light.engraving),
            snow(
                light,
                "M934,110 L946,107 L950,128 L942,148 L936,132 L926,150 L922,126Z M896,174 l8,-6 l4,"
                "22 l-10,30 l-8,26 l0,-34Z M1086,129 L1102,123 L1100,142 L1092,158 L1088,142Z"
                "M1066,160 l8,-4 l2,22 l-10,24 l-4,-20Z M846,218 l8,-2 l-4,26 l-12,24 l2,-26Z",
                "M976,160 l12,4 l4,30 l12,26 l-22,-22Z M1128,176 l10,2 l4,24 l14,22 l-20,-14Z",
            ),
        ]
    )


def mountains(light: Light) -> str:
    """Draw everything behind the slopes."""
    ranges = group(far_ridges(light), glaciers(light), crags(light), serles(light))
    return sky(light) + placed(ranges, y=12)
