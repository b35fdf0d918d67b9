"""The valley of the game, at the head of its history: a church and farmhouses below glaciers."""

from art import palette as p
from art.parlour import drawing
from art.shapes import flat, line, path, placed

WIDTH, HEIGHT = 960, 300

SNOW = "#fdf9ee"
FAR = "#c9d3d3"
WOODS = "#7c9a62"
PASTURE = "#a9bf78"
WATER = "#8fb4c4"


def valley() -> str:
    """Draw the valley."""
    inside = sky() + glaciers() + woods() + meadows() + stream() + village() + trees()
    return drawing(inside, WIDTH, HEIGHT, stroke=2.2)


def sky() -> str:
    """Draw a morning sky with level clouds, as in a woodcut."""
    clouds = [
        (90, 42, 70),
        (120, 52, 46),
        (60, 60, 30),
        (640, 36, 80),
        (690, 46, 44),
        (860, 70, 60),
    ]
    return flat(f"M0,0H{WIDTH}V{HEIGHT}H0Z", p.SKY["A"]) + line(
        "".join(f"M{x},{y} h{long} " for x, y, long in clouds), 3.5, p.WHITE
    )


def glaciers() -> str:
    """Draw the far range with its snow, and the valley that leads to it."""
    ridge = (
        "M0,150 L60,104 L110,128 L190,62 L240,108 L300,84 L372,132 L440,70 L486,36 L534,84 L570,68 "
    )
    ridge += "L640,126 L700,88 L760,118 L836,52 L892,112 L960,86"
    return "".join(
        [
            flat(ridge + f" V{HEIGHT} H0Z", FAR),
            flat("M190,62 L164,86 L184,82 L196,98 L206,80 L222,92Z", SNOW),
            flat(
                "M486,36 L440,70 L420,92 L446,88 L458,106 L476,86 L494,108 L510,84 L522,94 "
                "L534,84Z",
                SNOW,
            ),
            flat("M836,52 L806,80 L826,78 L838,96 L850,76 L872,90Z", SNOW),
            line(ridge, 1.8),
            line(
                "M486,36 L494,70 M836,52 L842,80 M190,62 L196,84 M520,96 l10,18 M546,90 l8,16 "
                "M460,116 l10,16 M430,110 l6,14 M214,104 l10,14 M230,116 l8,12 M860,104 l10,16 "
                "M878,116 l8,12 M700,100 l6,16 M714,108 l6,14 M66,116 l8,14 M80,124 l8,12",
                1.2,
            ),
        ]
    )


def woods() -> str:
    """Draw the wooded slopes on both sides of the valley."""
    left = "M0,128 Q90,140 170,176 T400,222 L480,236"
    right = "M960,116 Q850,132 770,170 T560,220 L480,236"
    firs = [(40, 150), (84, 158), (128, 172), (176, 190), (226, 204), (280, 214), (920, 140)]
    firs += [(872, 150), (826, 164), (780, 180), (730, 198), (680, 208)]
    return "".join(
        [
            flat(left + f" V{HEIGHT} H0Z", WOODS),
            flat(right + f" V{HEIGHT} H960Z", WOODS),
            line(left + " M960,116 Q850,132 770,170 T560,220 L480,236", 1.8),
            line("".join(f"M{x},{y} l5,-11 l5,11 m7,6 l4,-9 l4,9 " for x, y in firs), 1.4),
        ]
    )


def meadows() -> str:
    """Draw the floor of the valley and the pastures in front."""
    floor = f"M0,222 Q160,214 330,236 T640,234 T960,214 V{HEIGHT} H0Z"
    return "".join(
        [
            flat(floor, PASTURE),
            line("M0,222 Q160,214 330,236 T640,234 T960,214", 1.8),
            flat(f"M0,262 Q200,240 430,272 T960,262 V{HEIGHT} H0Z", p.MEADOW),
            line("M0,262 Q200,240 430,272 T960,262", 1.6),
            line(
                "M60,284 l3,-7 l3,7 M140,276 l3,-7 l3,7 M250,290 l3,-7 l3,7 M560,288 l3,-7 l3,7 "
                "M690,282 l3,-7 l3,7 M820,290 l3,-7 l3,7 M910,280 l3,-7 l3,7",
                1.4,
            ),
        ]
    )


def stream() -> str:
    """Draw the stream that comes down the valley."""
    return path(
        f"M470,237 Q500,246 478,254 T520,272 Q560,284 540,{HEIGHT} H600 Q606,284 556,268 T500,252 "
        "Q510,244 486,236Z",
        WATER,
        stroke_width=1.6,
    ) + line("M492,258 q14,6 22,10 M536,276 q18,8 24,16", 1.2, SNOW)


def house(roof: str) -> str:
    """Draw a farmhouse around the middle of its foot: stone below, wood above, a wide roof."""
    return "".join(
        [
            path("M-34,0 V-22 H34 V0Z", p.WHITE, stroke_width=1.6),
            path("M-34,-22 V-38 L0,-56 L34,-38 V-22Z", p.BROWN, stroke_width=1.6),
            path("M-44,-36 L0,-62 L44,-36 L40,-31 L0,-54 L-40,-31Z", roof, stroke_width=1.6),
            path("M-6,0 V-14 H6 V0Z", p.DARK_BROWN, stroke_width=1.2),
            line("M-26,-28 H26", 2.6, p.DARK_BROWN),
            line("M-24,-28 h6 m8,0 h6 m8,0 h6", 3.2, p.RED),
            path("M-25,-16 h9 v9 h-9Z M16,-16 h9 v9 h-9Z", p.STEEL, stroke_width=1.2),
        ]
    )


def church() -> str:
    """Draw the church around the foot of its tower."""
    return "".join(
        [
            path("M12,0 V-40 H78 V0Z", p.WHITE, stroke_width=1.6),
            path("M8,-38 L24,-66 H70 L84,-38Z", p.DARK_RED, stroke_width=1.6),
            path("M26,-12 V-26 a5,6 0 0 1 10,0 V-12Z M50,-12 V-26 a5,6 0 0 1 10,0 V-12Z", p.STEEL),
            path("M-14,0 V-84 H14 V0Z", p.WHITE, stroke_width=1.6),
            path("M-17,-82 L-9,-104 L0,-150 L9,-104 L17,-82Z", p.DARK_GREEN, stroke_width=1.6),
            line("M0,-150 v-14 M-4,-158 h8", 2),
            path("M-6,-58 V-68 a6,6 0 0 1 12,0 V-58Z", p.DARK_BROWN, stroke_width=1.2),
        ]
    )


def village() -> str:
    """Draw the church among farmhouses."""
    return "".join(
        [
            placed(house(p.OCHRE), x=262, y=254, scale=0.8),
            placed(church(), x=340, y=258, scale=0.92),
            placed(house(p.DARK_BROWN), x=676, y=256, scale=1.05),
            placed(house(p.OCHRE), x=786, y=262, scale=0.9),
        ]
    )


def trees() -> str:
    """Draw the firs in front."""
    fir = path(
        "M0,-92 L16,-62 L8,-63 L24,-34 L12,-35 L30,0 H-30 L-12,-35 L-24,-34 L-8,-63 L-16,-62Z",
        p.DARK_GREEN,
        stroke_width=1.8,
    ) + path("M-4,0 V12 H4 V0Z", p.DARK_BROWN, stroke_width=1.4)
    places = [(56, 268, 1.25), (112, 276, 0.95), (164, 264, 0.7), (888, 270, 1.2), (936, 282, 0.9)]
    places += [(596, 262, 0.55), (438, 262, 0.5)]
    return "".join(placed(fir, x=x, y=y, scale=scale) for x, y, scale in places)
