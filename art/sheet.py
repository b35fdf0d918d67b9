"""Composes the cards, and the sprite that holds them all."""

from pathlib import Path

from art import back, backdrops, numerals, suits, vignettes
from art import palette as p
from art.figures import FIGURES, NAMES
from art.kings import KINGS
from art.lettering import text, width
from art.pips import TELL, pips
from art.seasons import NAMES as SEASON_NAMES
from art.seasons import SEASONS, SKIES
from art.shapes import element, flat, group, inked, line, path, rect, turned, use

SUITS = "HLAB"
RANKS = "STKOU9876"
WIDTH, HEIGHT = 250, 390

DECKS = Path(__file__).parents[1] / "src" / "dobbm" / "client" / "decks"


def paper() -> str:
    """Draw the empty card."""
    return rect(
        1, 1, WIDTH - 2, HEIGHT - 2, rx=16, fill=p.PAPER, stroke="#8d7a5c", stroke_width=1.4
    )


def indices(rank: str, suit: str) -> str:
    """Draw the index in both corners, on tabs where a picture lies below."""
    name = f"index-{suit}{rank}"
    across = 34 if rank == "T" else 40
    once = group(numerals.index(rank, suit, tab=rank in "SKOU", across=across), id=name)
    return once + turned(use(name))


def doubled(picture: str, name: str) -> str:
    """Draw the upper half of a card twice: as it is, and turned for the player opposite."""
    return group(picture, id=name) + turned(use(name))


def strip(name: str, suit: str) -> str:
    """Draw the band across the middle, with the name facing both ways."""
    main, shade = suits.colours(suit)
    reach = width(name) / 2 + 14
    ends = "".join(
        path(f"M{x},186.5 l7,-4.5 l7,4.5 l-7,4.5Z", main, stroke_width=1.2)
        + line(f"M{x + (17 if out < 0 else -3)},186.5 H{125 + out * 112}", 1.2, shade)
        for out in (-1, 1)
        for x in [125 + out * (reach + 7) - 7]
    )
    written = text(name, 125, 181.7) + ends
    return "".join(
        [
            rect(8, 174, 234, 42, fill=p.PAPER, stroke_width=1.8),
            line("M8,195 H242", 1.4),
            written,
            turned(written),
        ]
    )


def frame() -> str:
    """Draw the border of a picture."""
    return rect(8, 8, 234, 374, rx=10, stroke_width=1.8)


SIGNS = {
    "S": (205, 47, 1.2),
    "K": (217, 37, 0.86),
    "O": (217, 37, 0.86),
    "U": (220, 151, 0.82),
}
"""The position and scale of the suit sign by rank: high on an Ober, low on an Unter."""


def half(card: str) -> str:
    """Draw the upper half of a court card or sow."""
    suit, rank = tuple(card)
    match rank:
        case "S":
            scene = flat(backdrops.PANEL, SKIES[suit]) + SEASONS[suit]()
        case "K":
            hall = backdrops.panel(suit) + backdrops.hangings(p.PAPER)
            scene = hall + group(KINGS[suit](), id=f"figure-{card}")
        case _:
            place = backdrops.panel(suit) + backdrops.clouds() + backdrops.BACKDROPS[card]()
            scene = place + group(FIGURES[card](), id=f"figure-{card}")
    return scene + use(f"suit-{suit}", *SIGNS[rank])


def signs(rank: str, suit: str) -> str:
    """Draw the suit signs of a number card; seven and nine have one in the very middle."""
    single = HEIGHT // 2 if rank in "79" else 0
    return pips(suit, TELL[rank], single, scale=0.96 if rank == "T" else 1.06)


def face(card: str) -> str:
    """Draw one card."""
    suit, rank = tuple(card)
    if rank in "SKOU":
        name = {"S": SEASON_NAMES[suit], "K": "KÖNIG"}.get(rank) or NAMES[card]
        picture = doubled(half(card), f"half-{card}") + strip(name, suit) + frame()
    else:
        picture = rect(8, 8, 234, 374, rx=10, stroke="#d8c69d", stroke_width=1.2)
        picture += vignettes.vignette(rank, suit) + signs(rank, suit)
    return picture + indices(rank, suit)


def symbol(name: str, content: str) -> str:
    """Return a card as an SVG symbol that pages can use."""
    return element("symbol", inked(paper(), content), id=name, viewBox=f"0 0 {WIDTH} {HEIGHT}")


def sprite() -> str:
    """Return the whole deck as one drawing; ``files`` splits it into cards for the pages."""
    cards = [symbol(suit + rank, face(suit + rank)) for suit in SUITS for rank in RANKS]
    parts = element(
        "defs",
        suits.definitions(),
        numerals.definitions(RANKS),
        back.definitions(),
        vignettes.definitions(),
    )
    content = [parts, *cards, symbol("back", back.back())]
    return element("svg", *(piece + "\n" for piece in content), xmlns="http://www.w3.org/2000/svg")
