"""Twelve faces for people to choose: anybody may sit at the table."""

from art import palette as p
from art.body import feather
from art.portraits import clothes, faces, grounds, hair, hats
from art.portraits.faces import BROWN, DARK, PALE, ROSY, TAN, WARM
from art.shapes import circle, flat, line, path, placed

CHESTNUT = "#74472a"


def hat_feather() -> str:
    """Draw a young man with a green hat, worn at an angle, and a large feather."""
    return "".join(
        [
            grounds.rays("#a9b8d6", "#bac7e0"),
            clothes.neck(WARM),
            clothes.janker(p.GREY, p.RED),
            placed(
                hair.nape(hair.BLACK),
                faces.head("square", WARM),
                faces.shadow(WARM),
                faces.eyes("open", look=1.4),
                faces.brows(hair.BLACK, 3),
                faces.nose("straight", WARM),
                faces.mouth("wry", WARM),
                hair.temple(hair.BLACK),
                feather(8, -26, colour=p.WHITE, turn=-14, scale=0.64),
                feather(8, -26, colour=p.RED, turn=22, scale=0.8),
                placed(hats.felt(p.GREEN, p.DARK_GREEN, p.YELLOW), y=-6, scale=0.96),
                x=53,
                y=63,
                scale=1.12,
                turn=-8,
            ),
        ]
    )


def plaits() -> str:
    """Draw a girl with red plaits, freckles and a broad smile."""
    left = [(-20, 6), (-26, 12), (-33, 16), (-40, 17), (-47, 14)]
    right = [(-x, y) for x, y in left]
    return "".join(
        [
            grounds.plain("#9cc2c4"),
            clothes.neck(PALE, width=18),
            clothes.jumper(p.GREEN, p.DARK_GREEN, body=clothes.NARROW),
            placed(
                path("M-19,12 C-28,-8 -24,-37 0,-37 C24,-37 28,-8 19,12Z", hair.RED),
                faces.front("oval", PALE),
                faces.eyes("open", full=True, look=0.4),
                faces.brows(hair.AUBURN, 2.4, full=True),
                faces.nose("button", PALE),
                faces.freckles(full=True),
                placed(faces.mouth("grin", PALE), x=-6),
                path(
                    "M-19,6 C-24,-8 -22,-36 0,-36 C22,-36 24,-8 19,6 C18,-6 16,-14 6,-20 L3,-16 "
                    "L-1,-20 L-5,-15 C-12,-16 -17,-10 -19,6Z",
                    hair.RED,
                ),
                line(
                    "M0,-35 V-24 M-5,-34 C-14,-30 -19,-20 -20,-8 M5,-34 C14,-30 19,-20 20,-8 "
                    "M-5,-27 q-7,4 -9,10 M5,-27 q7,4 9,10",
                    1.1,
                ),
                hair.plait(hair.RED, left),
                hair.plait(hair.RED, right),
                hats.bow(-42, 16, p.YELLOW, scale=0.5, turn=70),
                hats.bow(42, 16, p.YELLOW, scale=0.5, turn=-70),
                x=60,
                y=59,
                scale=1.14,
                turn=-4,
            ),
        ]
    )


def moustache() -> str:
    """Draw a man with black hair and a grand moustache."""
    return "".join(
        [
            grounds.tiles("#7fa38c", "#678c75"),
            clothes.neck(BROWN, width=24),
            clothes.shirt(p.WHITE, p.GREY),
            path("M4,126 C6,108 22,101 38,98 L54,128Z", p.OCHRE),
            path("M116,126 C114,108 98,101 82,98 L66,128Z", p.OCHRE),
            path("M55,107 L65,107 L63,114 L68,128 H52 L57,114Z", p.DARK_RED, stroke_width=1.8),
            placed(
                faces.head("square", BROWN),
                faces.eyes("open", look=1.2),
                faces.brows(hair.BLACK, 3.6),
                faces.nose("hooked", BROWN),
                line("M3,23.5 Q7,25 11,23", 1.8, BROWN.lips),
                hair.moustache(hair.BLACK),
                hair.short(hair.BLACK),
                x=60,
                y=56,
                scale=1.18,
                turn=2,
            ),
        ]
    )


def headscarf() -> str:
    """Draw a young woman with a plain headscarf that covers hair and shoulders."""
    plum, shade = "#7d4f7a", "#593658"
    return "".join(
        [
            grounds.rays("#f2d9a8", "#f6e4c0"),
            placed(
                faces.front("oval", WARM),
                faces.eyes("open", full=True, look=0.6, lashes=True),
                faces.brows(hair.BLACK, 2.6, full=True),
                faces.nose("front", WARM),
                placed(faces.mouth("lips", WARM), x=-5.5, y=1),
                hats.scarf(
                    plum,
                    "M0,-24 C-14,-24 -19,-12 -18,0 C-17,13 -11,27 0,27 C11,27 17,13 18,0 "
                    "C19,-12 14,-24 0,-24Z",
                    "M0,-39 C-24,-39 -30,-16 -27,4 C-26,18 -32,28 -42,38 L-46,64 H46 L42,38 "
                    "C32,28 26,18 27,4 C30,-16 24,-39 0,-39Z",
                ),
                line(
                    "M-14,-30 C-22,-22 -23,-8 -21,4 C-20,16 -12,26 0,32 C14,30 20,18 21,6 "
                    "M-24,22 C-16,36 0,42 22,38 M-29,36 C-16,46 6,48 26,44",
                    1.4,
                    shade,
                ),
                x=60,
                y=60,
                scale=1.14,
                turn=3,
            ),
        ]
    )


def spectacles() -> str:
    """Draw a woman with black, straight hair and round spectacles."""
    return "".join(
        [
            grounds.panes("#bcd3dc", "#9dbac6"),
            placed(
                path(
                    "M-20,26 C-32,4 -28,-38 0,-38 C28,-38 32,4 20,28 C12,32 -12,32 -20,26Z",
                    hair.BLACK,
                ),
                x=60,
                y=58,
                scale=1.16,
                turn=-2,
            ),
            clothes.neck(ROSY, width=19),
            clothes.jumper(p.YELLOW, p.OCHRE, roll=True),
            placed(
                faces.front("oval", ROSY),
                faces.spectacles(full=True, rim=p.DARK_RED),
                faces.eyes("slim", full=True, look=0.3, lashes=True),
                faces.brows(hair.BLACK, 2.3, full=True),
                faces.nose("button", ROSY),
                placed(faces.mouth("smile", ROSY), x=-5.5),
                path(
                    "M-18,18 C-30,2 -28,-37 0,-37 C28,-37 30,2 18,18 C20,4 19,-6 17,-14 "
                    "C6,-11 -6,-11 -17,-14 C-19,-6 -20,4 -18,18Z",
                    hair.BLACK,
                ),
                line(
                    "M-3,-35 C-10,-30 -12,-22 -12,-15 M3,-35 C8,-30 9,-22 9,-15 M0,-34 "
                    "C-2,-28 -2,-22 -2,-14 M-22,-16 q-3,14 0,24 M22,-16 q3,14 0,24 M14,-29 "
                    "C18,-24 20,-20 21,-14",
                    1.2,
                    hair.SHEEN,
                ),
                x=60,
                y=58,
                scale=1.16,
                turn=-2,
            ),
        ]
    )


def curls() -> str:
    """Draw a young woman with a cloud of black curls and golden ear-rings."""
    cloud = hair.ring(13, 0, -12, 25, 22, 10, 158, 382)
    fringe = hair.ring(7, 0, -8, 17, 16, 6, 190, 350)
    curl = "".join(f"M{x - 3:.1f},{y:.1f} a3,3 0 1 1 5,2" for x, y, _ in cloud + fringe)
    return "".join(
        [
            grounds.plain("#4f918c"),
            clothes.neck(DARK, width=19),
            clothes.jumper("#e0913f", "#b06a24"),
            placed(
                hair.curls(hair.BLACK, cloud),
                *(circle(x, 12, 4.6, stroke=p.YELLOW, stroke_width=2.6) for x in (-21, 21)),
                faces.front("oval", DARK),
                faces.eyes("open", full=True, look=0.8, lashes=True),
                placed(faces.brows(p.INK, 2.4, full=True), y=-1),
                faces.nose("wide", DARK),
                placed(faces.mouth("grin", DARK), x=-5.5),
                hair.curls(hair.BLACK, fringe),
                line(curl, 1.1, hair.SHEEN),
                x=60,
                y=62,
                scale=1.12,
                turn=4,
            ),
        ]
    )


def beard() -> str:
    """Draw a man with red hair, a red beard and a striped jersey."""
    return "".join(
        [
            grounds.sea(),
            clothes.neck(PALE, width=28),
            clothes.jumper(p.WHITE, p.GREY, body=clothes.BROAD, stripes=p.DARK_BLUE),
            placed(
                faces.head("square", PALE),
                faces.eyes("open"),
                faces.brows(hair.AUBURN, 3.2),
                faces.nose("straight", PALE),
                hair.beard(hair.RED, 2),
                hair.short(hair.RED),
                x=59,
                y=56,
                scale=1.16,
                turn=-3,
                mirror=True,
            ),
        ]
    )


def bonnet() -> str:
    """Draw a grandmother with white hair in a frilled bonnet."""
    frill = hair.ring(15, 0, -3, 23.5, 27, 5.2, 148, 392)
    return "".join(
        [
            grounds.boards("#b98a5c", "#a07447"),
            clothes.neck(ROSY, width=20),
            path(clothes.BODY, p.DARK_BLUE),
            clothes.kerchief(p.WHITE, p.BLUE),
            placed(
                path("M-18,18 C-38,14 -38,-40 -6,-43 C14,-45 24,-30 22,-14Z", p.WHITE),
                line("M-28,-4 C-28,-18 -22,-30 -12,-35 M-10,-40 C-2,-41 6,-39 11,-35", 1.2, p.GREY),
                hair.curls(p.WHITE, frill),
                faces.head("old", ROSY),
                faces.eyes("merry"),
                faces.brows(hair.GREY, 2.6),
                faces.nose("bulb", ROSY),
                faces.mouth("smile", ROSY),
                faces.wrinkles(),
                hair.curls(hair.GREY, hair.ring(7, 1, -9, 16, 14, 4.6, 192, 345)),
                line(
                    "".join(
                        f"M{x - 2:.1f},{y:.1f} a2.2,2.2 0 1 1 4,1"
                        for x, y, _ in hair.ring(7, 1, -9, 16, 14, 0, 192, 345)
                    ),
                    1.1,
                ),
                hats.bow(6, 33, p.RED, scale=0.9),
                x=62,
                y=61,
                scale=1.1,
                turn=-5,
            ),
        ]
    )


def cap() -> str:
    """Draw a young man with a flat cap and a denim jacket."""
    return "".join(
        [
            grounds.plain("#c97b5a"),
            line(
                "M0,20 H120 M0,40 H120 M0,60 H120 M0,80 H120 M20,0 V20 M60,0 V20 M100,0 V20 "
                "M0,20 V40 M40,20 V40 M80,20 V40 M120,20 V40 M20,40 V60 M100,40 V60 M0,60 V80 "
                "M120,60 V80 M20,80 V100 M100,80 V100",
                1.8,
                "#b4674a",
            ),
            clothes.neck(TAN, width=23),
            clothes.jacket("#5f86ab", p.DARK_BLUE, "#48709a", p.PAPER),
            placed(
                hair.nape(hair.BLACK),
                faces.head("square", TAN),
                faces.shadow(TAN),
                hair.temple(hair.BLACK),
                faces.eyes("open", look=1.6),
                faces.brows(hair.BLACK, 3.2),
                faces.nose("straight", TAN),
                faces.mouth("wry", TAN),
                line(
                    "M-10,17 v.1 M-6,21 v.1 M-2,25 v.1 M4,27 v.1 M10,26 v.1 M-13,12 v.1 M14,21 "
                    "v.1 M-9,22 v.1 M-5,26 v.1",
                    1.3,
                ),
                hats.flatcap("#7b7d74", "#55574f"),
                x=61,
                y=60,
                scale=1.18,
                turn=6,
                mirror=True,
            ),
        ]
    )


def braid_crown() -> str:
    """Draw a woman with a braid around her head and flowers in it."""
    return "".join(
        [
            grounds.plain("#eba893"),
            clothes.neck(TAN, width=19),
            clothes.bodice(p.DARK_GREEN, p.WHITE, TAN, p.RED),
            placed(
                faces.front("oval", TAN),
                faces.eyes("open", full=True, look=-0.8, lashes=True),
                faces.brows(hair.BLACK, 3, full=True),
                faces.nose("front", TAN),
                placed(faces.mouth("lips", TAN), x=-5.5, y=1),
                *(circle(x, 10, 2.2, p.YELLOW, stroke_width=1.3) for x in (-20.5, 20.5)),
                path(
                    "M-18,3 C-24,-10 -22,-34 0,-34 C22,-34 24,-10 18,3 C17,-9 12,-19 0,-23 "
                    "C-12,-19 -17,-9 -18,3Z",
                    CHESTNUT,
                ),
                hair.wreath(CHESTNUT, 0, -12, 20, 21),
                *(
                    "".join(
                        [
                            *(
                                circle(x + dx, y + dy, 3, colour, stroke_width=1.3)
                                for dx, dy in [
                                    (0, -3.4),
                                    (3.3, -1),
                                    (2, 2.8),
                                    (-2, 2.8),
                                    (-3.3, -1),
                                ]
                            ),
                            circle(x, y, 2, p.YELLOW, stroke_width=1),
                        ]
                    )
                    for x, y, colour in [(-18, -23, p.WHITE), (-11, -31, p.RED), (-2, -34, p.WHITE)]
                ),
                x=60,
                y=62,
                scale=1.14,
                turn=-4,
            ),
        ]
    )


def bald() -> str:
    """Draw an old man, bald, with a short white beard."""
    return "".join(
        [
            grounds.rays("#a9b58f", "#b9c3a2"),
            clothes.neck(DARK, width=25),
            clothes.jumper("#a9473a", "#7a2e26", roll=True),
            placed(
                faces.head("square", DARK),
                flat("M-15,-16 C-13,-23 -7,-27 0,-27.5 C-5,-25 -10,-21 -12,-15Z", "#95654a"),
                faces.eyes("open"),
                faces.brows(hair.WHITE, 3.2),
                faces.nose("broad", DARK),
                line("M-6,-19 Q2,-21 10,-19 M-11,-2 l-4,-1.5 M-11,0 l-4,1", 1.1),
                path(
                    "M-19,-2 C-15,4 -14,12 -8,14 C-2,12 3,11.5 7,12 C11,11.5 15,12 17,13 "
                    "C18,10 18.5,7 18.5,4 C20,18 18,32 7,33 C-10,34 -20,16 -19,-2Z",
                    hair.WHITE,
                ),
                line("M1,18.5 Q7,21.5 13,18", 2.4, DARK.lips),
                line("M-14,12 q2,9 8,14 M-7,18 q2,7 6,11 M4,24 v6 M11,23 q0,4 -1,7", 1.1),
                x=60,
                y=58,
                scale=1.2,
                turn=-2,
            ),
        ]
    )


def fur_cap() -> str:
    """Draw a man from the cold north in a fur cap."""
    return "".join(
        [
            grounds.snow(),
            clothes.neck(WARM, width=26),
            clothes.jumper("#44637c", "#2d475c", body=clothes.BROAD),
            placed(
                faces.front("round", WARM),
                faces.shadow(WARM),
                faces.eyes("slim", full=True, look=0.2),
                faces.brows(hair.BLACK, 2.8, full=True),
                faces.nose("button", WARM),
                flat(
                    "M-1,12 C-6,11 -11,13 -13.5,20 C-10,17 -5,16 -1,14.5Z "
                    "M1,12 C6,11 11,13 13.5,20 C10,17 5,16 1,14.5Z",
                    hair.BLACK,
                ),
                placed(faces.mouth("smile", WARM), x=-5.8, y=2),
                hats.fur("#8a6446", "#573519", p.DARK_RED),
                x=60,
                y=62,
                scale=1.12,
            ),
        ]
    )
