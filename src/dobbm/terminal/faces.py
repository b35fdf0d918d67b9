"""Card faces, with suits as coloured symbols or as letters, and the order of cards in a hand."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from dobbm.game.cards import (
    ACORNS,
    BELLS,
    HEARTS,
    LEAVES,
    NAMES,
    POINTS,
    WELI,
    Card,
    CardSet,
    Suit,
    split,
)
from dobbm.game.tricks import suit_of

SYMBOLS = {HEARTS: "♥", LEAVES: "♠", ACORNS: "♣", BELLS: "♦"}
LETTERS = {HEARTS: "H", LEAVES: "L", ACORNS: "A", BELLS: "B"}
COLOURS = {
    HEARTS: Style.parse("bold #ff5f5f"),
    LEAVES: Style.parse("bold #5fd75f"),
    ACORNS: Style.parse("bold #d7af5f"),
    BELLS: Style.parse("bold #ff8700"),
}

DIM = Style.parse("#808080")
"""Style of cards that may not be played now, and of minor text."""

_THIN = Style(bold=False)

EDGE = Style.parse("#b0b0b0")
"""Style of a card's frame."""

BOX_WIDTH, BOX_HEIGHT = 6, 4
"""Size, in cells, of a card drawn as a box."""

_RED = HEARTS | BELLS


class Faces(NamedTuple):
    """The person's choice of card faces."""

    letters: bool = False
    """Whether suits are the letters H, L, A and B instead of symbols."""

    def suit(self, suit: Suit) -> str:
        """Return the symbol or letter of a suit."""
        return LETTERS[suit] if self.letters else SYMBOLS[suit]

    def name(self, card: Card) -> str:
        """Return a card's name as plain text, two cells wide.

        >>> from dobbm.game.cards import AT
        >>> Faces().name(AT), Faces(letters=True).name(AT)
        ('♣T', 'AT')
        """
        return self.suit(suit_of(card)) + NAMES[card][1]

    def card(self, card: Card) -> Text:
        """Return a card in its suit's colour."""
        return Text(self.name(card), COLOURS[suit_of(card)])

    def cards(self, cards: CardSet) -> Text:
        """Return cards in a row, sorted."""
        return Text(" ").join([self.card(card) for card in sorted_hand(cards)])

    def box(self, card: Card, *, dimmed: bool = False, winning: bool = False) -> list[Text]:
        """Draw a card as a box: the name, and below it the points, or "Weli" for the Weli.

        The frame of a card that is winning its trick is heavy.
        """
        colour = COLOURS[suit_of(card)] + (_THIN if dimmed else Style())
        foot = "Weli" if card == WELI else f"{POINTS[card] or '':>3} "
        return framed(
            Text(f" {self.name(card)} ", colour),
            Text(foot, colour if card == WELI else DIM),
            style=DIM if dimmed else EDGE,
            heavy=winning,
        )


def framed(*lines: Text, style: Style, heavy: bool = False) -> list[Text]:
    """Draw a frame around lines that are four cells wide."""
    top, side, bottom = ("┏━━━━┓", "┃", "┗━━━━┛") if heavy else ("╭────╮", "│", "╰────╯")
    inner = [Text.assemble((side, style), line, (side, style)) for line in lines]
    return [Text(top, style), *inner, Text(bottom, style)]


def sorted_hand(cards: CardSet) -> list[Card]:
    """Sort cards as players do: trumps, then suits of alternating colours, each from high to low.

    >>> from dobbm.game.cards import parse_cards
    >>> [NAMES[card] for card in sorted_hand(parse_cards("BS B7 L9 AT H6 HO"))]
    ['HO', 'H6', 'L9', 'BS', 'B7', 'AT']
    """
    plain = [suit for suit in (LEAVES, BELLS, ACORNS) if cards & suit]
    trumps = [HEARTS] if cards & HEARTS else []
    order = min(permutations(plain), key=lambda suits: _clashes([*trumps, *suits]))
    return [card for suit in (*trumps, *order) for card in reversed(list(split(cards & suit)))]


def _clashes(suits: list[Suit]) -> int:
    """Count the adjacent pairs of suits that are both red (hearts, bells) or both dark."""
    return sum(bool(one & _RED) == bool(other & _RED) for one, other in pairwise(suits))
