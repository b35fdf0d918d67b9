from __future__ import annotations

from itertools import permutations

import pytest

from dobbm.game.cards import CARDS, DECK, NAMES, PACK, SUITS, names, parse_cards
from dobbm.game.tricks import highest, legal_cards, suit_of, winning_card
from naive import trick_winner


def test_every_card_belongs_to_its_suit() -> None:
    suits = dict(zip("HLAB", SUITS, strict=True))
    for name, card in CARDS.items():
        assert suit_of(card) == suits[name[0]]


@pytest.mark.parametrize(
    ("hand", "led", "playable"),
    [
        ("HS H9 AT A6 B6", "AK", "A6 AT"),  # follow suit, but no duty to win the trick
        ("HS H9 AT A6 B6", "B9", "B6"),
        ("HS H9 AT A6 B6", "H7", "H9 HS"),
        ("HS H9 AT A6 B6", "LS", "H9 HS"),  # void in leaves: any heart, even a low one
        ("AT A6 B6 B7", "LS", "A6 AT B6 B7"),  # neither leaves nor hearts
        ("AT A6 B6 B7", "H6", "A6 AT B6 B7"),  # no hearts to follow with
        ("H6", "AS", "H6"),
        ("A6", "AS", "A6"),
    ],
)
def test_follow_suit_else_trump_else_anything(hand: str, led: str, playable: str) -> None:
    assert names(legal_cards(parse_cards(hand), CARDS[led])) == playable.split()


def test_the_leader_may_play_anything() -> None:
    hand = parse_cards("HS H9 AT A6 B6")
    assert legal_cards(hand, 0) == hand


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("A6 AT AS A9", "AS"),
        ("A6 AT BS LS", "AT"),  # a sow of another suit wins nothing
        ("A6 BS LS B7", "A6"),
        ("A6 AS H6 A9", "H6"),  # the lowest heart beats the highest acorn
        ("A6 H6 HU H9", "HU"),
        ("H6 AS LS BS", "H6"),
        ("H9 HT HS HK", "HS"),
        ("BU BO BK BT", "BT"),
        ("B6 B7 B8 B9", "B9"),  # the WELI is the lowest of its suit
    ],
)
def test_who_wins_a_trick(trick: str, winner: str) -> None:
    led = CARDS[trick.split()[0]]
    assert NAMES[winning_card(parse_cards(trick), led)] == winner


def test_every_pair_of_cards_against_the_second_engine() -> None:
    for led, other in permutations(DECK, 2):
        expected = trick_winner([(0, NAMES[led]), (1, NAMES[other])])
        assert winning_card(led | other, led) == (led, other)[expected]


def test_highest() -> None:
    assert NAMES[highest(PACK)] == "HS"
    assert NAMES[highest(parse_cards("B6"))] == "B6"
    assert NAMES[highest(parse_cards("B6 A6 L6"))] == "L6"
