"""The cards that may be played to a trick, and the one that wins it (docs/rules.md 7).

The functions use only integers, no lookup tables or objects, so that they can also be compiled
unchanged where speed matters.
"""

from __future__ import annotations

from dobbm.game.cards import ACORNS, BELLS, HEARTS, LANE, LEAVES, Card, CardSet, Suit


def suit_of(card: Card) -> Suit:
    """Return the suit of a card, as the set of its nine cards.

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
    """Return the legal cards of ``hand`` when ``led`` was led; ``led`` is 0 for the leader.

    Follow suit, else play a heart, else play anything. Nobody has to win the trick.

    >>> from dobbm.game.cards import CARDS, names, parse_cards
    >>> hand = parse_cards("HS H9 AT B6")
    >>> [names(legal_cards(hand, CARDS[led])) for led in ("A7", "L7")]
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
    """Return the card that wins a trick to which ``led`` was led.

    This is the highest heart or, without hearts, the highest card of the suit led. Because of the
    lane order, it is the largest number in the two suits.

    >>> from dobbm.game.cards import A6, name, parse_cards
    >>> name(winning_card(parse_cards("AT A6 BS LK"), A6))
    'AT'
    >>> name(winning_card(parse_cards("AT A6 BS H7"), A6))
    'H7'
    """
    return highest(cards & (HEARTS | suit_of(led)))


def highest(cards: CardSet) -> Card:
    """Return the card with the highest bit in a non-empty set."""
    return 1 << (cards.bit_length() - 1)
