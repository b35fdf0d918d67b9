"""The icon of the game: a hand of two cards, a heart in front of a bell."""

from art import palette as p
from art.shapes import circle, element, flat, inked, placed, rect
from art.suits import bell, heart

SIZE = 512


def icon(*, bleed: bool = False, called: bool = False) -> str:
    """Draw the icon; for a maskable icon, ``bleed`` fills the square and shrinks the cards.

    The ``called`` one has a mark: the table waits for the person.
    """
    hand = placed(
        placed(card(), placed(bell(), scale=3.4), x=-62, y=2, turn=-17),
        placed(card(), placed(heart(), scale=3.8), x=54, y=8, turn=11),
        x=SIZE / 2,
        y=SIZE / 2,
        scale=0.8 if bleed else 1,
    )
    return element(
        "svg",
        rect(0, 0, SIZE, SIZE, rx=0 if bleed else 96, fill=p.DARK_GREEN),
        inked(hand),
        circle(384, 128, 112, p.YELLOW, stroke=p.DARK_RED, stroke_width=36) if called else "",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIZE} {SIZE}",
    )


def card() -> str:
    """Draw an empty card around the origin."""
    shadow = flat("M-100,-150 H112 V172 H-92Z", "#1d3a20", opacity=0.45)
    return shadow + rect(-108, -164, 216, 328, rx=22, fill=p.PAPER, stroke_width=6)
