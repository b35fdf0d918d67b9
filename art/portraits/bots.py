"""The twelve persons who play as bots, in three groups by how strong they are."""

from art import palette as p
from art.back import flower
from art.body import feather
from art.portraits import clothes, faces, grounds, hair, hats
from art.portraits.faces import PALE, ROSY, TAN, WARM
from art.shapes import circle, flat, line, path, placed, tube

PRETZEL = (
    "M-5,12 C-18,2 -16,-12 -8,-12 C2,-12 0,4 9,10 "
    "M5,12 C18,2 16,-12 8,-12 C-2,-12 0,4 -9,10 M-5,12 H5"
)

# Easy-going: they play by rules of thumb.


def hias() -> str:
    """Draw a cheerful young farmhand: a straw hat, freckles, an ear of corn in his teeth."""
    return "".join(
        [
            grounds.logs("#c8dbe2", "#a9c3cd"),
            clothes.neck(WARM),
            clothes.shirt(p.BLUE, p.DARK_BLUE),
            clothes.braces(p.BROWN, p.YELLOW),
            placed(
                hair.nape(hair.RED),
                faces.head("oval", WARM),
                faces.shadow(WARM),
                faces.eyes("open"),
                faces.brows(hair.AUBURN, 2.4),
                faces.nose("snub", WARM),
                faces.freckles(),
                faces.mouth("grin", WARM),
                line("M5,15.5 v3.4", 1.8),
                line("M11,18.5 C19,20 26,17 30,12", 3.6),
                line("M11,18.5 C19,20 26,17 30,12", 1.5, p.YELLOW),
                path("M29,14 C28,6 32,0 37,-4 C41,2 38,10 29,14Z", p.YELLOW, stroke_width=1.7),
                line("M30,12 L36,0 M31,8 l-1,-3 M33,9 l4,-2", 1, p.BROWN),
                path(
                    "M-19,-20 C-19,-10 -17,-4 -14,-10 C-11,-6 -8,-9 -7,-14 C-4,-10 0,-11 2,-16Z",
                    hair.RED,
                    stroke_width=1.7,
                ),
                placed(hats.straw(), y=-4),
                x=58,
                y=64,
                turn=-7,
                scale=1.12,
            ),
        ]
    )


def vroni() -> str:
    """Draw a cheerful girl with blond plaits that she is proud of."""
    left = [(-21, 12), (-24, 21), (-25, 30), (-23, 39), (-21, 48)]
    right = [(20, 8), (24, 17), (26, 26), (26, 35), (25, 44)]
    return "".join(
        [
            grounds.meadow("#d5e4e8"),
            clothes.neck(ROSY, width=20),
            clothes.bodice(p.RED, p.WHITE, ROSY, p.YELLOW),
            placed(
                hair.plait(hair.BLOND, right),
                hats.bow(25, 44, p.BLUE, scale=0.6),
                faces.head("soft", ROSY),
                faces.eyes("merry"),
                faces.brows(p.BROWN, 2.2),
                faces.nose("snub", ROSY),
                faces.mouth("grin", ROSY),
                path(
                    "M-15,8 C-27,0 -28,-38 2,-37 C23,-36 26,-14 20,6 C19,-2 17,-8 15,-12 "
                    "C10,-14 5,-18 3,-22 C-2,-15 -9,-11 -14,-9 C-15,-3 -15,3 -15,8Z",
                    hair.BLOND,
                ),
                line(
                    "M4,-36 Q6,-29 3,-22 M0,-33 C-6,-25 -14,-18 -19,-14 M10,-34 C11,-26 15,-20 "
                    "20,-15 M-8,-32 C-13,-27 -18,-22 -21,-19",
                    1.1,
                ),
                hair.plait(hair.BLOND, left),
                hats.bow(-21, 44, p.BLUE, scale=0.6),
                placed(flower(), x=-17, y=-22, scale=0.55),
                x=58,
                y=61,
                scale=1.16,
                turn=5,
            ),
        ]
    )


def lois() -> str:
    """Draw the baker, round and red-cheeked, who enjoys losing as much as winning."""
    return "".join(
        [
            grounds.plain("#b4583f"),
            placed(line(PRETZEL, 8, "#7f331f"), line(PRETZEL, 5, "#e0a248"), x=104, y=52, turn=14),
            clothes.neck(ROSY, width=26),
            clothes.shirt(p.WHITE, p.GREY, body=clothes.BROAD),
            clothes.neckerchief(p.RED),
            placed(
                hair.nape(p.DARK_BROWN),
                faces.head("round", ROSY),
                faces.shadow(ROSY),
                hair.temple(p.DARK_BROWN),
                flat("M-16,9 a7.5,7.5 0 1 0 15,0 a7.5,7.5 0 1 0 -15,0Z", ROSY.blush, opacity=0.6),
                flat("M13,9 a4,6 0 1 0 8,0 a4,6 0 1 0 -8,0Z", ROSY.blush, opacity=0.6),
                faces.eyes("merry"),
                faces.brows(p.DARK_BROWN, 3),
                faces.nose("bulb", ROSY),
                faces.mouth("smile", ROSY),
                line("M-8,25 C-2,32 10,33 17,25", 1.5),
                placed(hats.toque(), y=-2),
                x=58,
                y=63,
                scale=1.16,
            ),
        ]
    )


def moidl() -> str:
    """Draw an apprentice with a headscarf, curious about every card."""
    spots = [(-13, -29), (-3, -33), (7, -29), (-18, -20), (-8, -24), (15, -23), (2, -24)]
    return "".join(
        [
            grounds.boards("#efd9b0", "#d9bd8c"),
            clothes.neck(WARM, width=18),
            clothes.shirt("#e9dcc0", "#b9a884", body=clothes.NARROW),
            clothes.apron(p.BLUE, p.DARK_BLUE),
            placed(
                path("M-18,-6 C-28,0 -32,10 -28,20 L-22,12 L-18,22 C-14,14 -12,4 -12,-2Z", p.RED),
                faces.head("soft", WARM),
                faces.eyes("wide", look=1.7, lashes=True),
                faces.brows(p.DARK_BROWN, 2.3, lift=2),
                faces.nose("snub", WARM),
                path("M3,17.5 C5,15 9,15 11,17 C10,21 4,21.5 3,17.5Z", WARM.lips, stroke_width=1.4),
                path(
                    "M-17,-12 C-14,-4 -17,4 -16,8 C-12,4 -10,-4 -8,-14 C2,-8 12,-10 18,-14 "
                    "L14,-22 H-14Z",
                    p.BROWN,
                    stroke_width=1.7,
                ),
                line("M-13,-14 C-12,-8 -13,-2 -14,3 M-4,-17 Q2,-12 10,-13", 1.1),
                path(
                    "M-20,-4 C-26,-24 -14,-38 2,-37 C16,-36 22,-26 19,-13 C6,-20 -10,-18 -20,-4Z",
                    p.RED,
                ),
                *(circle(x, y, 1.9, p.WHITE, stroke="none") for x, y in spots),
                x=60,
                y=58,
                scale=1.16,
                turn=8,
            ),
        ]
    )


# Strong.


def sepp() -> str:
    """Draw the woodcutter, slow to speak: a full brown beard, a pipe, a feather on his hat."""
    return "".join(
        [
            grounds.plain("#9db87c"),
            flat("M2,122 L20,30 L38,122Z M84,122 L102,36 L120,122Z", "#7d9d60"),
            clothes.neck(ROSY, width=28),
            clothes.shirt(p.RED, p.DARK_RED, body=clothes.BROAD),
            line(
                "M14,104 L8,126 M104,104 L112,126 M30,99 L27,126 M90,99 L93,126 M4,114 H34 "
                "M86,114 H116",
                2.2,
                p.DARK_RED,
            ),
            placed(
                hair.nape(hair.BROWN),
                faces.head("square", ROSY),
                faces.shadow(ROSY),
                faces.eyes("keen"),
                faces.brows(hair.BROWN, 4),
                faces.nose("bulb", ROSY),
                hair.beard(hair.BROWN, 5),
                tube("M11,20 L26,24 L30,19", 2, p.DARK_BROWN, 3),
                path(
                    "M25,9 L36,9 C36,16 35,21 31,23 C27,23 25,17 25,9Z", p.BROWN, stroke_width=1.8
                ),
                feather(-13, -25, colour=p.WHITE, mirror=True, turn=14, scale=0.64),
                placed(hats.felt(p.BROWN, p.DARK_BROWN, p.GREEN), y=-4),
                x=58,
                y=60,
                scale=1.12,
            ),
        ]
    )


def nanne() -> str:
    """Draw the innkeeper: nothing escapes her, no card and no unpaid glass."""
    return "".join(
        [
            grounds.panes("#ccd5aa", "#adba86"),
            clothes.neck(WARM, width=20),
            path(clothes.BODY, p.DARK_GREEN),
            clothes.kerchief(p.YELLOW, p.RED),
            placed(
                tube("M-31,-24 L-1,-47", 2.8, p.YELLOW, 3.4),
                circle(-13, -34, 12.5, hair.AUBURN),
                line(
                    "M-22,-36 C-20,-44 -8,-46 -4,-38 C-4,-30 -16,-28 -17,-34 C-16,-38 -11,-38 "
                    "-10,-35",
                    1.3,
                ),
                faces.head("oval", WARM),
                faces.eyes("keen", look=1.8, lashes=True),
                faces.brows(hair.AUBURN, 2.8, lift=2),
                faces.nose("straight", WARM),
                faces.mouth("wry", WARM),
                path(
                    "M-16,6 C-27,-6 -27,-36 2,-36 C20,-36 24,-20 18,-8 C16,-16 14,-20 8,-24 "
                    "C-4,-22 -14,-14 -14,-2Z",
                    hair.AUBURN,
                ),
                line(
                    "M8,-24 C0,-28 -12,-26 -19,-14 M6,-29 C-4,-32 -14,-30 -21,-20 M12,-24 "
                    "C16,-22 18,-18 18.5,-13",
                    1.2,
                ),
                circle(-18.5, 11.5, 2.3, p.YELLOW, stroke_width=1.3),
                x=60,
                y=60,
                scale=1.16,
                turn=-3,
            ),
        ]
    )


def jogl() -> str:
    """Draw the postman, who knows everybody's news and likes to keep others waiting."""
    return "".join(
        [
            grounds.rays("#eec75a", "#f3d682"),
            clothes.neck(ROSY, width=24),
            path(clothes.BODY, p.DARK_BLUE),
            tube("M50,98 L84,132", 5, p.BROWN),
            path("M44,92 C50,98 70,98 76,92 L80,104 C70,109 50,109 40,104Z", p.RED),
            line("M60,106 V126", 1.5),
            *(circle(66, y, 2.4, p.YELLOW, stroke_width=1.2) for y in (113, 121)),
            placed(
                hair.nape(hair.GREY),
                faces.head("long", ROSY),
                faces.shadow(ROSY),
                hair.temple(hair.GREY),
                faces.eyes("open", look=1.5),
                faces.brows(p.DARK_BROWN, 3),
                faces.nose("long", ROSY),
                line("M2,24 Q6.5,26 11,23.5", 1.6, ROSY.lips),
                hair.moustache(hair.BROWN),
                placed(hats.peaked(p.DARK_BLUE, p.RED), y=-3),
                x=60,
                y=62,
                scale=1.12,
                turn=3,
            ),
        ]
    )


def burgl() -> str:
    """Draw the herdswoman, weathered by forty summers on the alp, with a smile for everyone."""
    roses = [(9, -27, p.RED), (15, -31, p.WHITE), (20, -25, p.RED)]
    return "".join(
        [
            grounds.meadow("#f3dfb6", "#a9c07a"),
            clothes.neck(TAN, width=22),
            clothes.bodice(p.DARK_GREEN, p.WHITE, TAN, p.YELLOW),
            clothes.neckerchief(p.DARK_RED),
            placed(
                path(
                    "M-18,-18 C-32,-12 -32,14 -19,22 L-14,8Z M18,-18 C32,-12 32,14 19,22 L14,8Z",
                    hair.GREY,
                ),
                faces.front("round", TAN),
                faces.eyes("merry", full=True),
                faces.brows(hair.WHITE, 3.2, full=True),
                faces.nose("wide", TAN),
                placed(faces.mouth("grin", TAN), x=-5.5, y=1),
                line("M-2,16.5 v3", 1.6),
                line(
                    "M-16,-2 l-3,-1.6 M-16,1 h-3 M16,-2 l3,-1.6 M16,1 h3 M-8,11 Q-12.5,14 -12,19 "
                    "M8,11 Q12.5,14 12,19 M-12,3 Q-9,4.5 -6,3.4 M12,3 Q9,4.5 6,3.4",
                    1.1,
                ),
                path(
                    "M-19,-22 C-19,-12 -18,-9 -17,-6 C-12,-8 -6,-14 0,-17 C6,-14 12,-8 17,-6 "
                    "C18,-9 19,-12 19,-22Z",
                    hair.GREY,
                    stroke_width=1.7,
                ),
                line(
                    "M-14,-18 q-2,4 -2,8 M14,-18 q2,4 2,8 M-8,-18 q-3,3 -5,7 M8,-18 q3,3 5,7", 1.1
                ),
                hair.plait(hair.GREY, [(21, 18), (23, 27), (22, 36), (19, 45), (16, 54)]),
                placed(hats.broad(hair.BLACK, "#1d1510", p.RED), y=-5),
                *(
                    circle(x, y, 4.6, colour, stroke_width=1.5)
                    + circle(x, y, 1.6, p.YELLOW, stroke_width=0.8)
                    for x, y, colour in roses
                ),
                x=60,
                y=61,
                scale=1.12,
                turn=-6,
            ),
        ]
    )


# Very strong.


def veit() -> str:
    """Draw the old clockmaker, exact and patient: spectacles, a house cap, white side-whiskers."""
    return "".join(
        [
            grounds.plain("#ead9b4"),
            circle(60, 60, 57, stroke="#8a6a48", stroke_width=6),
            line(
                "M60,6 V14 M6,60 H14 M114,60 H106 M32,14 L36,21 M88,14 L84,21 M14,32 L21,36 "
                "M106,32 L99,36 M14,88 L21,84 M106,88 L99,84",
                3,
                "#a58a5f",
            ),
            clothes.neck(PALE, width=22),
            clothes.jacket("#5c4a66", "#3d3046", "#3d3046", p.WHITE),
            path(
                "M60,104 C54,96 46,99 47,104 C46,110 54,111 60,105 C66,111 74,110 73,104 "
                "C74,99 66,96 60,104Z",
                p.DARK_RED,
                stroke_width=1.8,
            ),
            placed(
                path("M-17,-16 C-25,-14 -26,-2 -21,4 L-14,2Z", hair.WHITE),
                faces.head("long", PALE),
                faces.eyes("open", look=1.4),
                faces.brows(hair.GREY, 3.4),
                faces.nose("long", PALE),
                placed(faces.mouth("wry", PALE), y=3.5),
                line("M-7,-17 Q1,-19.5 9,-17.5 M2,12 Q-3,14 -4,19", 1.1),
                faces.half_moons(p.DARK_BROWN),
                path(
                    "M-18,-6 C-14,0 -14,6 -12,10 C-9,14 -6,18 -8,23 C-6,27 -9,32 -13,30 "
                    "C-17,33 -21,29 -20,25 C-25,23 -25,17 -22,14 C-26,10 -24,4 -21,3 "
                    "C-22,0 -20,-4 -18,-6Z M15.5,11 C21,11 22,17 20,20 C22,25 18,29 15,28 "
                    "C13,30 10,29 11,25 C14,21 15,16 15.5,11Z",
                    hair.WHITE,
                ),
                line("M-18,4 q1,6 4,10 M-19,14 q1,6 5,10 M-12,16 q2,4 0,9", 1.1),
                placed(hats.skullcap(p.DARK_RED, p.YELLOW), y=-2),
                x=61,
                y=60,
                scale=1.12,
                turn=5,
            ),
        ]
    )


def resl() -> str:
    """Draw the grandmother at her spinning wheel, who never forgets a card."""
    wheel = "".join(
        f"M98,40 l{a},{b} M98,40 l{-a},{-b}"
        for a, b in [(30, 0), (26, 15), (15, 26), (0, 30), (-15, 26), (-26, 15)]
    )
    return "".join(
        [
            grounds.plain("#dba58f"),
            circle(98, 40, 30, stroke="#b9765c", stroke_width=5),
            line(wheel, 2.4, "#b9765c"),
            clothes.neck(WARM, width=20),
            path(clothes.BODY, "#6d7f8c"),
            line(
                "M22,106 q4,10 3,20 M98,106 q-4,10 -3,20 M34,103 q4,12 3,22 M86,103 q-4,12 -3,22",
                1.4,
                "#4c5c68",
            ),
            placed(
                faces.head("old", WARM),
                faces.eyes("merry"),
                faces.brows(hair.GREY, 2.6),
                faces.nose("hooked", WARM),
                faces.mouth("smile", WARM),
                faces.wrinkles(),
                path(
                    "M-16,-6 C-17,-18 -8,-25 3,-25 C12,-25 17,-20 17,-12 C10,-20 6,-22 2,-22 "
                    "C-6,-21 -13,-16 -16,-6Z",
                    hair.WHITE,
                    stroke_width=1.6,
                ),
                hats.scarf(
                    hair.BLACK,
                    "M2,-25 C-12,-25 -18,-14 -17,-2 C-17,10 -13,20 -5,27 "
                    "L12,28 C18,22 20.5,8 20.5,0 C20.5,-16 16,-25 2,-25Z",
                ),
                line(
                    "M-20,-22 C-14,-32 -4,-35 4,-34 M-23,-8 C-22,-18 -20,-24 -16,-28 M-22,6 "
                    "q1,10 8,18",
                    1.3,
                    hair.SHEEN,
                ),
                path("M4,32 L-8,38 L-14,52 L-2,46 L5,36 L12,47 L22,50 L16,38Z", hair.BLACK),
                circle(4, 33, 3.6, hair.BLACK),
                x=56,
                y=60,
                scale=1.14,
                turn=4,
            ),
        ]
    )


def kaspar() -> str:
    """Draw the mountain guide, calm in any weather: a grey beard, edelweiss, a coil of rope."""
    return "".join(
        [
            grounds.peaks("#c6dde6"),
            clothes.neck(TAN, width=24),
            clothes.janker("#8d8f7c", p.DARK_GREEN, body=clothes.BROAD),
            *(
                tube(f"M{x},98 C{x + 14},104 {x + 30},116 {x + 36},130", 4, p.YELLOW, 3.6)
                for x in (16, 23, 30)
            ),
            placed(
                hair.nape(hair.GREY),
                faces.head("long", TAN),
                faces.shadow(TAN),
                faces.eyes("keen", look=1.6),
                faces.brows(hair.GREY, 3.6),
                faces.nose("straight", TAN),
                line("M-11,-2 l-4,-2 M-11,0 h-4 M-11,2 l-4,2 M-5,-19 h14", 1.1),
                hair.beard(hair.GREY, 10),
                placed(hats.felt("#5f6e5a", "#47543f", p.YELLOW), y=-4),
                placed(flower(), x=-10, y=-29, scale=0.72),
                x=62,
                y=60,
                scale=1.1,
                mirror=True,
            ),
        ]
    )


def ursula() -> str:
    """Draw the schoolmistress, who counts to sixty before anyone else has sorted their cards."""
    return "".join(
        [
            grounds.plain("#3f5f4d"),
            line(
                "M14,36 C8,41 5,48 7,52 C9,57 16,55 16,50 C16,45 9,44 7,50 "
                "M26,37 C19,37 19,55 26,55 C33,55 33,37 26,37 M96,40 h16 M100,48 h12 M96,56 h16",
                2.2,
                "#8fae98",
            ),
            clothes.neck(PALE, width=20),
            path(clothes.BODY, hair.BLACK),
            line("M24,108 q4,8 4,18 M96,108 q-4,8 -4,18", 1.4, hair.SHEEN),
            path("M46,84 C52,90 68,90 74,84 L76,101 C68,106 52,106 44,101Z", p.WHITE),
            line("M49,88 l-1,13 M55,90 l-.5,14 M65,90 l.5,14 M71,88 l1,13", 1.1),
            circle(60, 105, 5, p.RED),
            circle(60, 105, 2, p.WHITE, stroke_width=1),
            placed(
                circle(0, -39, 10, hair.GREY),
                line("M-7,-42 Q0,-46 7,-42 M-8,-37 Q0,-41 8,-37", 1.2),
                faces.front("long", PALE),
                faces.spectacles(full=True),
                faces.eyes("open", full=True, look=0.6),
                faces.brows("#6b665e", 2.6, full=True, lift=4),
                faces.nose("front", PALE),
                placed(faces.mouth("firm", PALE), x=-6, y=3),
                path(
                    "M-17,2 C-25,-10 -24,-37 0,-37 C24,-37 25,-10 17,2 C17,-8 14,-18 0,-24 "
                    "C-14,-18 -17,-8 -17,2Z",
                    hair.GREY,
                ),
                line(
                    "M0,-37 V-24 M-4,-34 C-14,-28 -19,-18 -20,-8 M4,-34 C14,-28 19,-18 20,-8 "
                    "M-3,-28 C-12,-24 -16,-18 -18,-10 M3,-28 C12,-24 16,-18 18,-10",
                    1.1,
                ),
                x=60,
                y=56,
                scale=1.12,
                turn=-3,
            ),
        ]
    )
