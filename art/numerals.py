"""The indices in the corners: rank over suit, drawn without a font."""

from art import palette as p
from art.shapes import element, group, number, path, rect, use

GLYPHS = {
    "S": (
        30,
        "M27,12 C26,6 21,3.8 15.5,3.8 C8,3.8 4.5,8 4.5,12.7 C4.5,18.5 9.5,20.5 15,22 "
        "C21,23.6 26.3,25.6 26.3,31.5 C26.3,37 21.5,40.2 15,40.2 C8.5,40.2 4,37.5 3,31",
    ),
    "T": (
        41,
        "M0,10 L8,4 V44 M29.5,3.8 C22.5,3.8 20.5,12 20.5,22 "
        "C20.5,32 22.5,40.2 29.5,40.2 C36.5,40.2 38.5,32 38.5,22 C38.5,12 36.5,3.8 29.5,3.8Z",
    ),
    "K": (32, "M7,0 V44 M26.5,3 L9,25 M14,18 L27.5,41.5"),
    "O": (
        31,
        "M15.5,3.8 C6.5,3.8 4,12 4,22 C4,32 6.5,40.2 15.5,40.2 C24.5,40.2 27,32 27,22 "
        "C27,12 24.5,3.8 15.5,3.8Z",
    ),
    "U": (32, "M7,0 V27 C7,36 9,40.2 16,40.2 C23,40.2 25,36 25,27 V0"),
    "A": (36, "M5,43 L18,11 L31,43 M10,31 H26"),
    "Q": (
        33,
        "M15.5,3.8 C6.5,3.8 4,12 4,22 C4,32 6.5,40.2 15.5,40.2 C24.5,40.2 27,32 27,22 "
        "C27,12 24.5,3.8 15.5,3.8Z M17,29 L31,43",
    ),
    "J": (26, "M20,1 V29 C20,37 17,40.2 12,40.2 C7,40.2 4,37 4,31"),
    "9": (
        30,
        "M4.5,35 C7,39 10,40.2 14,40.2 C22,40.2 26,32 26,19 C26,8 21.5,3.8 15,3.8 "
        "C8.5,3.8 4.2,8.5 4.2,15 C4.2,21.5 8,26 14.5,26 C20.5,26 25,22 26,17",
    ),
    "8": (
        30,
        "M15,3.8 C9,3.8 5.5,7.5 5.5,12.3 C5.5,17.5 9.5,20.8 15,20.8 C20.5,20.8 24.5,17.5 "
        "24.5,12.3 C24.5,7.5 21,3.8 15,3.8Z M15,20.8 C8.5,20.8 4,25 4,30.5 C4,36 8,40.2 "
        "15,40.2 C22,40.2 26,36 26,30.5 C26,25 21.5,20.8 15,20.8Z",
    ),
    "7": (29, "M2,11 V3.8 H27 C19,15 13,29 12,44"),
    "6": (
        30,
        "M25.5,9 C23,5 20,3.8 16,3.8 C8,3.8 4,12 4,25 C4,36 8.5,40.2 15,40.2 "
        "C21.5,40.2 25.8,35.5 25.8,29 C25.8,22.5 22,18 15.5,18 C9.5,18 5,22 4,27",
    ),
}
"""The width and the strokes of each rank's glyph, 44 units high."""

SLABS = {
    "A": "M0,42 H10 M26,42 H36",
    "J": "M12,2 H26",
    "T": "M1,42 H15",
    "K": "M1,2 H13 M1,42 H13 M21,2 H32 M22,42 H33",
    "U": "M1,2 H13 M19,2 H31",
}
"""The serifs at the feet and heads of upright strokes."""


def definitions(ranks: str) -> str:
    """Return the definitions of the parts ``rank-K`` and so on; each use chooses the colour."""
    cut = {"fill": "none", "stroke_linejoin": "miter", "stroke_linecap": "butt"}
    return "".join(
        group(
            path(GLYPHS[rank][1], stroke_width=7.6),
            path(SLABS[rank], stroke_width=4) if rank in SLABS else "",
            id=f"rank-{rank}",
            **cut,
        )
        for rank in ranks
    )


def colour(suit: str) -> str:
    """Return the colour of a suit's indices, which the page may override."""
    return f"var(--index-{suit.lower()},{p.INDEX[suit]})"


def index(rank: str, suit: str, *, tab: bool, across: float) -> str:
    """Draw the upper left index, at most ``across`` wide.

    Where the page sets ``--big-index``, a large one covers it.
    """
    usual = _index(rank, suit, box=(30.5, 13, across, 50), sign=0.74, tab=tab)
    large = _index(rank, suit, box=(34, 13, across + 7, 72), sign=0.98, tab=tab)
    cover = "" if tab else rect(9, 9, 49, 130, rx=9, fill=p.PAPER, stroke="none")
    return usual + group(cover, large, display="var(--big-index,none)")


def _index(
    rank: str,
    suit: str,
    *,
    box: tuple[float, float, float, float],
    sign: float,
    tab: bool,
) -> str:
    """Draw the rank over the suit sign, centred at the box's x."""
    middle, top, across, down = box
    below = top + down + 3 + 25 * sign
    end = below + 25 * sign
    glyph_width, _ = GLYPHS[rank]
    height = down / 44
    squeeze = min(height, across / glyph_width)
    glyph = element(
        "use",
        href=f"#rank-{rank}",
        stroke=colour(suit),
        transform=f"translate({number(middle - glyph_width * squeeze / 2)} {number(top)})"
        f"scale({squeeze:.3g} {height:.3g})",
    )
    paper = _tab(middle + 23, end + 4) if tab else ""
    return paper + glyph + use(f"suit-{suit}", middle, below, sign)


def _tab(right: float, bottom: float) -> str:
    """Draw paper under an index, so that it stands out from the picture."""
    return path(
        f"M8,18 A10,10 0 0 1 18,8 H{number(right)} V{number(bottom - 12)} "
        f"A12,12 0 0 1 {number(right - 12)},{number(bottom)} H8Z",
        p.PAPER,
        stroke_width=1.4,
    )
