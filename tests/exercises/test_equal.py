"""Cards between which no other card lies count as one."""

from __future__ import annotations

import pytest

from dobbm.exercises.equal import equal_cards, equal_discards, equal_groups
from dobbm.game.cards import names, parse_cards


@pytest.mark.parametrize(
    ("hand", "gone", "groups"),
    [
        ("B6 B7 B9", "", ["B6 B7", "B9"]),
        ("B6 B7 B9", "B8", ["B6 B7 B9"]),
        ("B9 BU BO", "", ["B9", "BO", "BU"]),  # a card's points count, too
        ("B6 A7 L8 H9", "", ["A7", "B6", "H9", "L8"]),
    ],
)
def test_equal_cards_are_neighbours_of_the_same_worth(
    hand: str, gone: str, groups: list[str]
) -> None:
    found = equal_groups(parse_cards(hand), parse_cards(gone))
    assert sorted(" ".join(names(group)) for group in found) == groups


def test_only_legal_cards_are_choices() -> None:
    hand = parse_cards("B6 B7 H6 H7")
    assert equal_cards(parse_cards("H6 H7"), hand, 0) == [("H6", "H7")]


def test_discards_of_equal_cards_are_equal() -> None:
    twelve = parse_cards("B6 B7 B8 BT A9 AU AO L6 HS HT HK HU")
    found = equal_discards(parse_cards("B6 B7 BT A9"), twelve)
    assert found == ("A9 B6 B7 BT", "A9 B6 B8 BT", "A9 B7 B8 BT")
