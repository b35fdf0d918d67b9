"""Pictures of cards for notebooks, in HTML, with the Tell deck of the table in the browser.

``Deal`` and ``View`` draw themselves at the end of a notebook cell; ``picture`` draws any cards.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from dobbm.game.arguments import takes
from dobbm.game.cards import CARD_SET, SUITS, Card, CardSet, name, split

DECK = files("dobbm") / "client" / "decks" / "tell"

HEIGHT = 78
"""The height of a card in pixels; a card is 50 pixels wide."""


class Picture(NamedTuple):
    """Something that a notebook shows as a picture."""

    html: str

    def _repr_html_(self) -> str:
        return self.html


class Row(NamedTuple):
    """A line of a picture: cards with a label."""

    label: str
    cards: Sequence[Card]


@takes(cards=CARD_SET)
def picture(cards: CardSet) -> Picture:
    """Return a picture of a set of cards, trumps first and every suit from high to low.

    >>> from dobbm.game.cards import parse_cards
    >>> picture(parse_cards("HS B6")).html.count("<img")
    2
    """
    return Picture("".join([_image(card) for card in in_hand(cards)]))


def in_hand(cards: CardSet) -> list[Card]:
    """Return the cards of a set as they are held: trumps first, every suit from high to low.

    >>> from dobbm.game.cards import names, parse_cards
    >>> [name(card) for card in in_hand(parse_cards("A7 H6 HS B6 LT"))]
    ['HS', 'H6', 'LT', 'A7', 'B6']
    """
    return [card for suit in SUITS for card in reversed([*split(cards & suit)])]


def table_picture(phase: str, to_act: int | None, rows: Sequence[Row]) -> str:
    """Return HTML that says whose turn it is, with the rows that have cards below it."""
    title = phase if to_act is None else f"{phase}: seat {to_act} to act"
    lines = "".join(
        [
            f'<tr><th style="text-align:left">{escape(row.label)}</th>'
            f'<td style="text-align:left">{"".join([_image(card) for card in row.cards])}</td></tr>'
            for row in rows
            if row.cards
        ]
    )
    return f"<div><b>{escape(title)}</b><table>{lines}</table></div>"


def seat_label(seat: int, declarer: int | None) -> str:
    """Return the label of a seat's cards."""
    return f"seat {seat}, declarer" if seat == declarer else f"seat {seat}"


@cache
def _image(card: Card) -> str:
    drawn = b64encode(DECK.joinpath(f"{name(card)}.svg").read_bytes()).decode()
    return (
        f'<img alt="{name(card)}" title="{name(card)}" height="{HEIGHT}" '
        f'style="display:inline-block;margin:1px" src="data:image/svg+xml;base64,{drawn}">'
    )
