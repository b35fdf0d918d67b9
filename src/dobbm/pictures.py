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
from dobbm.game.deal import Deal
from dobbm.game.view import View

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


def deal_picture(deal: Deal) -> str:
    """Return HTML with all cards of a deal, open."""
    rows = [
        Row(_seat_label(seat, deal.declarer), in_hand(deal.hand(seat)))
        for seat in deal.setup.active
    ]
    return _table_picture(deal, [*rows, Row("out of play", in_hand(deal.out_of_play))])


def view_picture(view: View) -> str:
    """Return HTML with the cards that the seat of a view sees."""
    own = "spectator" if view.seat is None else _seat_label(view.seat, view.declarer)
    rows = [
        Row(own, in_hand(view.hand)),
        Row("Dobb", in_hand(view.dobb or 0)),
        Row("discards", in_hand(view.discards or 0)),
    ]
    return _table_picture(view, rows)


def _seat_label(seat: int, declarer: int | None) -> str:
    return f"seat {seat}, declarer" if seat == declarer else f"seat {seat}"


def _table_picture(shown: Deal | View, rows: list[Row]) -> str:
    """Return HTML that says whose turn it is, with the rows that have cards below it."""
    title = shown.phase if shown.to_act is None else f"{shown.phase}: seat {shown.to_act} to act"
    trick = shown.tricks[-1] if shown.tricks else None
    if trick and trick.winner is None:
        rows.append(Row(f"trick, led by seat {trick.seats[0]}", trick.cards))
    lines = "".join(
        [
            f'<tr><th style="text-align:left">{escape(row.label)}</th>'
            f'<td style="text-align:left">{"".join([_image(card) for card in row.cards])}</td></tr>'
            for row in rows
            if row.cards
        ]
    )
    return f"<div><b>{escape(title)}</b><table>{lines}</table></div>"


@cache
def _image(card: Card) -> str:
    drawn = b64encode(DECK.joinpath(f"{name(card)}.svg").read_bytes()).decode()
    return (
        f'<img alt="{name(card)}" title="{name(card)}" height="{HEIGHT}" '
        f'style="display:inline-block;margin:1px" src="data:image/svg+xml;base64,{drawn}">'
    )
