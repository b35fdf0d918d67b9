"""What may be played to a trick, and who wins it (docs/rules.md 7).

Plain functions on plain integers, without tables or objects, so that the very same functions can
be compiled where speed is the point.
"""

from __future__ import annotations

from dobbm.game.cards import ACORNS, BELLS, HEARTS, LANE, LEAVES, Card, CardSet, Suit


def suit_of(card: Card) -> Suit:
    """The suit of a card, as the set of its nine cards.

    >>> from dobbm.game.cards import AT
    >>> suit_of(AT) == ACORNS
    True
    """
    if card >= 1 << 3 * LANE:
        return HEARTS
    if card >= 1 << 2 * LANE:
        return LEAVES
    if card >= 1 << LANE:
        return ACORNS
    return BELLS


def legal_cards(hand: CardSet, led: Card) -> CardSet:
    """The cards of ``hand`` that may be played after ``led`` (0: one leads oneself).

    Follow suit; else play a heart; else play anything. There is no duty to win the trick.

    >>> from dobbm.game.cards import names, parse_card, parse_cards
    >>> hand = parse_cards("HS H9 AT B6")
    >>> [names(legal_cards(hand, parse_card(led))) for led in ("A7", "L7")]
    [['AT'], ['H9', 'HS']]
    """
    if not led:
        return hand
    following = hand & suit_of(led)
    if following:
        return following
    trumps = hand & HEARTS
    if trumps:
        return trumps
    return hand


def winning_card(cards: CardSet, led: Card) -> Card:
    """The card that wins a trick to which ``led`` was led.

    The highest heart, or without hearts the highest card of the suit led; by the order of the
    lanes that is the largest number among the two.

    >>> from dobbm.game.cards import name, parse_card, parse_cards
    >>> name(winning_card(parse_cards("AT A6 BS LK"), parse_card("A6")))
    'AT'
    >>> name(winning_card(parse_cards("AT A6 BS H7"), parse_card("A6")))
    'H7'
    """
    return highest(cards & (HEARTS | suit_of(led)))


def highest(cards: CardSet) -> Card:
    """The card with the largest number in a set that is not empty."""
    return 1 << (cards.bit_length() - 1)
