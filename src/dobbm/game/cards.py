"""The 36 Tell cards as bits, and sets of them as integers (docs/rules.md 1).

A card is an ``int`` with one bit set, and a set of cards is the union of such bits. Each suit has a
lane of 16 bits and uses the low nine, from the six (bit 0) to the sow (bit 8). Hearts, which are
always trumps, have the top lane, so that a trump is a larger number than any card of a side suit::

    bit   48 … 56   32 … 40   16 … 24   0 … 8
          hearts    leaves    acorns    bells

>>> hand = parse_cards("HS H9 AT B6")
>>> names(hand & HEARTS), points(hand)
(['H9', 'HS'], 21)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import TypeAlias

from dobbm.game.arguments import TEXT, Kind, takes, verify_argument
from dobbm.game.errors import DobbmError, quoted
from dobbm.game.fields import is_whole
from dobbm.game.seeds import verified_rng

Card: TypeAlias = int
CardSet: TypeAlias = int
Suit: TypeAlias = int
"""A suit, as the set of its nine cards."""

LANE = 16
"""The width of a suit's lane in bits."""

BELLS: Suit = 0x1FF
ACORNS: Suit = BELLS << LANE
LEAVES: Suit = ACORNS << LANE
HEARTS: Suit = LEAVES << LANE

SUITS: tuple[Suit, ...] = (HEARTS, LEAVES, ACORNS, BELLS)
SIDE_SUITS: tuple[Suit, ...] = SUITS[1:]
"""The suits other than trumps."""
SUIT_LETTERS = "HLAB"
RANK_LETTERS = "6789UOKTS"
"""The ranks from low to high: six to nine, Unter, Ober, king, ten, sow."""

RANK_POINTS = (0, 0, 0, 0, 2, 3, 4, 10, 11)
"""Card points by rank, from low to high: 30 per suit, 120 in all."""

CARDS: Mapping[str, Card] = MappingProxyType(
    {
        suit + rank: (lane & -lane) << index
        for suit, lane in zip(SUIT_LETTERS, SUITS, strict=True)
        for index, rank in enumerate(RANK_LETTERS)
    }
)
"""Every card by its name, such as ``HS`` for the sow of hearts."""

NAMES: Mapping[Card, str] = MappingProxyType({card: name for name, card in CARDS.items()})
POINTS: Mapping[Card, int] = MappingProxyType(
    {card: RANK_POINTS[RANK_LETTERS.index(name[1])] for name, card in CARDS.items()}
)

_PIPS: tuple[tuple[CardSet, int], ...] = tuple(
    (sum(CARDS[suit + rank] for suit in SUIT_LETTERS), value)
    for rank, value in zip(RANK_LETTERS, RANK_POINTS, strict=True)
    if value
)
"""For each rank that has card points: the set of its four cards, and the points of each."""

DECK: tuple[Card, ...] = tuple(CARDS.values())
PACK: CardSet = sum(DECK)
"""The set of all 36 cards."""

H6, H7, H8, H9, HU, HO, HK, HT, HS = DECK[0:9]
L6, L7, L8, L9, LU, LO, LK, LT, LS = DECK[9:18]
A6, A7, A8, A9, AU, AO, AK, AT, AS = DECK[18:27]
B6, B7, B8, B9, BU, BO, BK, BT, BS = DECK[27:36]
WELI: Card = B6
"""The six of bells, printed WELI; it has no special power in this game."""

SOWS: CardSet = HS | LS | AS | BS


CARD_SET = Kind(
    'a set of cards, such as parse_cards("H6 HS")',
    lambda value: is_whole(value) and not value & ~PACK,
)
"""The kind of an argument that is a ``CardSet``."""


@takes(text=TEXT)
def parse_cards(text: str) -> CardSet:
    """Parse names of cards, separated by whitespace, into a set.

    >>> parse_cards("HS LS AS BS") == SOWS
    True

    Raises ``DobbmError`` for an unknown name, and for a card that is named twice.
    """
    cards = 0
    for name in text.split():
        card = CARDS.get(name)
        if card is None:
            raise DobbmError(f'"text" must name cards, and {quoted(name)} is none')
        if cards & card:
            raise DobbmError(f'"text" must name every card once, and {name} appears twice')
        cards |= card
    return cards


def name(card: Card) -> str:
    """Return the two-character name of a card.

    >>> name(HT)
    'HT'
    """
    return NAMES[card]


def names(cards: CardSet) -> list[str]:
    """Return the names of the cards in a set, sorted as strings.

    >>> names(HS | B6 | H9)
    ['B6', 'H9', 'HS']

    Raises ``DobbmError`` for anything but a set of cards.
    """
    if type(cards) is not int:
        verify_argument(cards, "cards", CARD_SET)
    try:
        return sorted([NAMES[card] for card in split(cards)])
    except KeyError:
        verify_argument(cards, "cards", CARD_SET)
        raise


def split(cards: CardSet) -> Iterator[Card]:
    """Yield the cards of a set, from the lowest bit to the highest: bells first, hearts last."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


def points(cards: CardSet) -> int:
    """Return the card points in a set of cards.

    >>> points(PACK), points(HEARTS)
    (120, 30)
    """
    total = 0
    for rank, value in _PIPS:
        total += value * (cards & rank).bit_count()
    return total


def shuffled(rng: Random) -> tuple[Card, ...]:
    """Return the 36 cards in an order drawn from ``rng``."""
    return tuple(verified_rng(rng).sample(DECK, len(DECK)))
