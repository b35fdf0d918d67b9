"""The village: the church with its onion dome, farmhouses, a wagon of hay, cows, and the lights."""

from art import palette as p
from art.shapes import circle, flat, group, line, path, placed, use
from art.vignettes import grazing

SHINGLE = "#a3917a"
SHINGLE_SHADE = "#7f6e5b"
PLASTER_SHADE = "#dfd5bd"
COPPER = "#5f8f78"
LAMP = "#ffd978"
PANE = "#4d6672"


def church() -> str:
    """Draw the church around the foot of its tower."""
    nave = "".join(
        [
            path("M14,0 V-52 H96 V0Z", p.WHITE, stroke_width=1.8),
            path("M96,0 V-50 L112,-46 L112,0Z", PLASTER_SHADE, stroke_width=1.6),
            path("M10,-50 L22,-84 H90 L100,-50Z", p.RED, stroke_width=1.8),
            path("M90,-84 L100,-50 L116,-44 L104,-72Z", p.DARK_RED, stroke_width=1.6),
            line(
                "M18,-58h79M16,-66h76M19,-74h72M27,-84v8M40,-76v8M52,-84v8M64,-76v8"
                "M78,-84v8M34,-66v8M70,-66v8M86,-66v8",
                0.9,
            ),
            "".join(
                path(f"M{x},-14 v-18 a5,6 0 0 1 10,0 v18Z", PANE, stroke_width=1.5)
                + line(f"M{x + 5},-14v-23M{x},-26h10", 0.9)
                for x in (24, 46, 68)
            ),
            line("M14,-5H96M100,-44v40M106,-42v38", 1),
        ]
    )
    tower = "".join(
        [
            path("M-17,0 V-102 H17 V0Z", p.WHITE, stroke_width=1.8),
            flat("M7,0 V-101 H16 V0Z", PLASTER_SHADE),
            line("M-17,-40H17M-17,-74H17", 1.4),
            line("M-14,-4v-34M-14,-44v-28M-14,-78v-22", 3, p.OCHRE),
            path("M-6,0 V-16 a6,7 0 0 1 12,0 V0Z", p.DARK_BROWN, stroke_width=1.4),
            path("M-4,-48 v-14 a4,5 0 0 1 8,0 v14Z", PANE, stroke_width=1.4),
            path(
                "M-9,-78 v-12 a4,5 0 0 1 7,0 v12Z M2,-78 v-12 a4,5 0 0 1 7,0 v12Z",
                p.DARK_BROWN,
                stroke_width=1.3,
            ),
            circle(0, -28, 6.5, p.WHITE, stroke_width=1.4),
            line("M0,-28v-4M0,-28l3,2", 1.2),
            path("M-21,-102 H21 L18,-108 H-18Z", p.WHITE, stroke_width=1.6),
            path(
                "M-16,-108 C-18,-116 -23,-118 -22,-128 C-20,-142 -9,-144 "
                "-5,-152 H5 C9,-144 20,-142 "
                "22,-128 C23,-118 18,-116 16,-108Z",
                COPPER,
                stroke_width=1.8,
            ),
            line("M-14,-134C-17,-124 -12,-116 -10,-110", 2, "#a5c9b2"),
            line(
                "M4,-150C10,-140 10,-120 6,-110M8,-143C16,-134 16,-122 12,-110"
                "M13,-138C20,-130 20,-122 16,-113",
                1.1,
            ),
            path("M-5,-152 V-162 H5 V-152Z", p.WHITE, stroke_width=1.4),
            path(
                "M-7,-162 C-10,-170 -3,-172 0,-182 C3,-172 10,-170 7,-162Z",
                COPPER,
                stroke_width=1.5,
            ),
            circle(0, -184, 2.6, p.YELLOW, stroke_width=1.2),
            line("M0,-187v-12M-4,-194h8", 1.8),
        ]
    )
    return nave + tower


def window(x: int, y: int, wide: int = 8, high: int = 9) -> str:
    """Draw a window with green shutters."""
    return "".join(
        [
            path(f"M{x},{y}h{wide}v{high}h{-wide}Z", PANE, stroke_width=1.2),
            line(f"M{x + wide / 2},{y}v{high}M{x},{y + high / 2}h{wide}", 0.9, p.WHITE),
            path(f"M{x},{y}h-4v{high}h4Z M{x + wide},{y}h4v{high}h-4Z", p.GREEN, stroke_width=1),
        ]
    )


def cottage() -> str:
    """Draw a house of the village around the foot of its gable: plaster below, timber above."""
    return "".join(
        [
            path("M24,0 V-28 L70,-31 V-4Z", PLASTER_SHADE, stroke_width=1.6),
            path("M-24,0 V-28 H24 V0Z", p.WHITE, stroke_width=1.6),
            path("M-24,-24 V-30 L0,-46 L24,-30 V-24Z", p.BROWN, stroke_width=1.6),
            path("M0,-52 L46,-55 L80,-30 L34,-25Z", SHINGLE, stroke_width=1.8),
            path(
                "M0,-52 L-34,-28 L-30,-23 L0,-44 L30,-22 L34,-25Z", p.DARK_BROWN, stroke_width=1.5
            ),
            line("M10,-45l48,-3M20,-37l50,-4M16,-53l18,14M34,-54l24,19", 1),
            line("M-22,-25H22", 2.6, p.DARK_BROWN),
            line("M-20,-26h5m5,0h5m5,0h5m5,0h5", 3, p.RED),
            path(
                "M-18,-17h8v9h-8Z M10,-17h8v9h-8Z M38,-22h8v9h-8Z M54,-23h7v9h-7Z",
                PANE,
                stroke_width=1.2,
            ),
            path("M-4,0 V-13 H5 V0Z", p.DARK_BROWN, stroke_width=1.2),
        ]
    )


def chimney(x: int, y: int) -> str:
    """Draw a chimney and its smoke."""
    return line(f"M{x + 5},{y - 22}c-8,-8 6,-12 0,-22c-6,-8 6,-12 4,-20", 3.2, "#f4efe2") + path(
        f"M{x},{y}v-16h10v14Z M{x - 2},{y - 16}h14v-4h-14Z", p.WHITE, stroke_width=1.4
    )


def farmhouse() -> str:
    """Draw a large farmhouse around the foot of its gable, with balconies full of flowers."""
    balusters = "".join(f"M{x},-46v9" for x in range(-52, 54, 5))
    blooms = "".join(f"M{x},{-47 - x % 3}v.1" for x in range(-51, 54, 5))
    leaves = "".join(f"M{x},{-44 + x % 2}v.1" for x in range(-49, 54, 5))
    upper = "".join(f"M{x},-76v7" for x in range(-22, 24, 5))
    upper_blooms = "".join(f"M{x},{-77 - x % 3}v.1" for x in range(-22, 24, 5))
    return "".join(
        [
            chimney(48, -104),
            path("M56,0 V-66 L128,-70 V-7Z", p.DARK_BROWN, stroke_width=1.8),
            path("M56,0 V-34 L128,-37 V-7Z", PLASTER_SHADE, stroke_width=1.6),
            line("M56,-42l72,-3M56,-50l72,-3M56,-58l72,-3", 1),
            window(70, -27),
            window(100, -29),
            path("M-56,0 V-36 H56 V0Z", p.WHITE, stroke_width=1.8),
            path("M-56,-36 V-66 L0,-104 L56,-66 V-36Z", p.BROWN, stroke_width=1.8),
            line("M-56,-58H56M-44,-72H44M-32,-80H32M-20,-88H20M-56,-66H56", 1),
            window(-40, -58, 10, 11),
            window(-5, -58, 10, 11),
            window(30, -58, 10, 11),
            window(-5, -90, 10, 11),
            # The balcony below, and a smaller one in the gable.
            path("M-60,-46 H60 V-36 H-60Z", p.DARK_BROWN, stroke_width=1.5),
            line(balusters, 1.2, p.OCHRE),
            path("M-28,-76 H28 V-68 H-28Z", p.DARK_BROWN, stroke_width=1.4),
            line(upper, 1.2, p.OCHRE),
            line(leaves, 5, p.GREEN),
            line(blooms + upper_blooms, 4.6, p.RED),
            line("M-46,-50v.1M-21,-51v.1M4,-50v.1M29,-51v.1M49,-50v.1", 3.4, "#f2b8a0"),
            # The roof: shingles under laths and stones.
            path("M0,-116 L84,-121 L152,-70 L70,-61Z", SHINGLE, stroke_width=2),
            path("M0,-116 L-76,-66 L-70,-58 L0,-104 L66,-56 L70,-61Z", p.OCHRE, stroke_width=1.8),
            line("M18,-103l84,-5M36,-90l86,-6M54,-76l86,-6", 2, SHINGLE_SHADE),
            line(
                "M14,-117l70,52M28,-118l72,52M44,-119l72,51M60,-120l72,50M9,-110l84,-5"
                "M27,-97l85,-5M45,-83l86,-6M62,-68l86,-6",
                0.8,
            ),
            line(
                "M30,-106v.1M52,-107v.1M76,-109v.1M50,-94v.1M74,-95v.1M98,-97v.1"
                "M70,-80v.1M94,-81v.1M118,-83v.1",
                6.6,
            ),
            line(
                "M30,-106v.1M52,-107v.1M76,-109v.1M50,-94v.1M74,-95v.1M98,-97v.1"
                "M70,-80v.1M94,-81v.1M118,-83v.1",
                4,
                p.STEEL,
            ),
            # A door, a bench, a picture on the wall, a pile of wood.
            path("M-8,0 V-19 a8,8 0 0 1 16,0 V0Z", p.DARK_BROWN, stroke_width=1.5),
            line("M0,-25v24", 1, p.OCHRE),
            window(-40, -26, 10, 11),
            window(30, -26, 10, 11),
            line("M-50,-5h32M-46,-5v5M-22,-5v5", 2.2, p.DARK_BROWN),
            circle(-17, -22, 4, p.BLUE, stroke_width=1),
            path("M84,-3 V-16 L122,-18 V-6Z", p.OCHRE, stroke_width=1.4),
            line(
                "M89,-6v.1M96,-6v.1M103,-7v.1M110,-7v.1M117,-8v.1M92,-12v.1"
                "M99,-12v.1M106,-13v.1M113,-13v.1",
                4,
                p.DARK_BROWN,
            ),
        ]
    )


def wagon() -> str:
    """Draw a wagon of hay on its wheels."""
    wheel = (
        circle(0, 0, 9, p.BROWN, stroke_width=1.6)
        + circle(0, 0, 5.5, p.MEADOW, stroke_width=1)
        + line("M-7,0h14M0,-7v14M-5,-5l10,10M5,-5l-10,10", 1)
    )
    return "".join(
        [
            path(
                "M-38,-14 C-46,-34 -34,-50 -14,-50 C4,-58 34,-52 38,-38 C46,-30 42,-20 38,-14Z",
                p.YELLOW,
                stroke_width=1.8,
            ),
            line(
                "M-32,-24l10,-4M-28,-36l12,-2M-12,-44l12,2M4,-46l12,4M20,-40l10,4M-14,-30l12,-3"
                "M4,-30l12,2M22,-26l10,-2M-20,-19l12,-1M6,-19l12,0",
                1.2,
                p.OCHRE,
            ),
            path("M-42,-14 H42 L38,-8 H-38Z", p.BROWN, stroke_width=1.5),
            line("M-36,-14l-6,-22M36,-14l6,-22M42,-11l26,4", 2),
            placed(wheel, x=-24, y=-4),
            placed(wheel, x=24, y=-4),
        ]
    )


def shrine() -> str:
    """Draw a wayside shrine around its foot."""
    return "".join(
        [
            line("M0,0V-34", 4.6),
            line("M0,0V-34", 2.4, p.BROWN),
            path("M-9,-32 V-50 L0,-58 L9,-50 V-32Z", p.WHITE, stroke_width=1.4),
            path(
                "M-13,-48 L0,-62 L13,-48 L10,-45 L0,-55 L-10,-45Z", p.DARK_BROWN, stroke_width=1.4
            ),
            line("M0,-50v14M-4,-46h8", 1.6, p.RED),
        ]
    )


def fence() -> str:
    """Draw a fence of crossed poles and slanting rails, as in Tyrol."""
    poles = ""
    rails = ""
    for x0, x1, y in ((0, 90, 434), (366, 530, 428), (598, 650, 430), (1040, 1200, 430)):
        for x in range(x0, x1, 26):
            poles += f"M{x},{y + 6}l9,-30M{x + 10},{y + 6}l-9,-30"
            rails += f"M{x - 10},{y - 4}l44,-6M{x - 8},{y - 12}l44,-6"
    return line(rails + poles, 4.2) + line(rails + poles, 2, "#b98f5c")


COTTAGES = [(600, 384, 0.62), (448, 386, 0.66), (652, 396, 0.8), (474, 402, 0.82), (800, 388, 0.72)]
"""The positions and scales of the houses of the village."""
CHURCH = (536, 398, 0.95)
FARM = (950, 420, 1.06)


def definitions() -> str:
    """Return the definitions of what is drawn several times."""
    parts = {"h": cottage(), "w": cottage_lights(), "k": grazing()}
    return "".join(group(drawn, id=name) for name, drawn in parts.items())


def cottage_lights() -> str:
    """Draw the lit windows of a house of the village."""
    return flat("M-18,-17h8v9h-8Z M10,-17h8v9h-8Z M38,-22h8v9h-8Z", LAMP)


def village() -> str:
    """Draw the village and the farm."""
    behind, before = COTTAGES[:2], COTTAGES[2:]
    return "".join(
        [
            *(use("h", *place) for place in behind),
            placed(church(), x=CHURCH[0], y=CHURCH[1], scale=CHURCH[2]),
            *(use("h", *place) for place in before),
            placed(farmhouse(), x=FARM[0], y=FARM[1], scale=FARM[2]),
        ]
    )


def lights() -> str:
    """Draw the lit windows of an evening."""
    panes = (
        "M-40,-58h10v11h-10ZM-5,-58h10v11h-10ZM-40,-26h10v11h-10Z"
        "M30,-26h10v11h-10ZM-5,-90h10v11h-10Z"
    )
    arches = "".join(f"M{x},-14v-18a5,6 0 0 1 10,0v18Z" for x in (24, 46, 68))
    lamps = flat(panes + "M70,-27h8v9h-8ZM-8,0v-19a8,8 0 0 1 16,0v19Z", LAMP)
    bars = line("M-35,-58v11M0,-58v11M-35,-26v11M35,-26v11M0,-90v11M0,-25v24", 1)
    return "".join(
        [
            *(use("w", *place) for place in COTTAGES[2:]),
            placed(flat(arches, LAMP), x=CHURCH[0], y=CHURCH[1], scale=CHURCH[2]),
            placed(lamps, bars, x=FARM[0], y=FARM[1], scale=FARM[2]),
        ]
    )


def pasture() -> str:
    """Draw what is in front: the fence, the shrine, the wagon and the cows."""
    return "".join(
        [
            fence(),
            placed(shrine(), x=858, y=436),
            placed(wagon(), x=428, y=460, scale=0.95),
            use("k", 306, 446, 0.8),
            placed(use("k"), x=640, y=454, scale=0.86, mirror=True),
        ]
    )
