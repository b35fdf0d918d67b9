"""Cards that are as good as each other, because no card lies between them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

from dobbm.game.cards import POINTS, SUITS, CardSet, names, split
from dobbm.game.exchange import discards_action


def equal_groups(cards: CardSet, gone: CardSet) -> list[CardSet]:
    """Return the ``cards`` of a hand in groups of equals, given those that no hand holds any more.

    >>> from dobbm.game.cards import parse_cards
    >>> groups = equal_groups(parse_cards("B6 B7 B9 BU HS"), gone=parse_cards("B8"))
    >>> [names(group) for group in groups]
    [['B6', 'B7', 'B9'], ['BU'], ['HS']]
    """
    groups = []
    for suit in reversed(SUITS):
        group = worth = 0
        for card in split(suit):
            if card & cards:
                if group and POINTS[card] == worth:
                    group |= card
                else:
                    groups.append(group)
                    group, worth = card, POINTS[card]
            elif not card & gone:
                groups.append(group)
                group = 0
        groups.append(group)
    return [group for group in groups if group]


def equal_discards(discards: CardSet, twelve: CardSet) -> tuple[str, ...]:
    """Return the discards that differ from these only by cards as good as each other.

    >>> from dobbm.game.cards import parse_cards
    >>> twelve = parse_cards("B6 B7 BT A9 AU AO L6 L8 HS HT HK HU")
    >>> equal_discards(parse_cards("B6 BT A9 L8"), twelve)
    ('A9 B6 BT L8', 'A9 B7 BT L8')
    """
    parts: list[Iterable[CardSet]] = []
    for group in equal_groups(twelve, 0):
        count = (group & discards).bit_count()
        parts.append([sum(some) for some in combinations([*split(group)], count)])
    return tuple(sorted([discards_action(sum(some)) for some in product(*parts)]))


def equal_cards(legal: CardSet, hand: CardSet, gone: CardSet) -> list[tuple[str, ...]]:
    """Return the ``legal`` cards of a ``hand`` in groups of equals, by their names."""
    groups = [group & legal for group in equal_groups(hand, gone)]
    return [tuple(names(group)) for group in groups if group]
