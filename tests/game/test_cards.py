from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dobbm import DobbmError
from dobbm.game import cards
from dobbm.game.cards import (
    ACORNS,
    BELLS,
    CARDS,
    DECK,
    HEARTS,
    LEAVES,
    NAMES,
    PACK,
    POINTS,
    SOWS,
    SUITS,
    name,
    names,
    parse_cards,
    points,
    shuffled,
    split,
)


@pytest.mark.parametrize("card_name", [suit + rank for suit in "HLAB" for rank in "STKOU9876"])
def test_every_card_is_read_from_its_name(card_name: str) -> None:
    card = CARDS[card_name]
    assert name(card) == card_name
    assert card.bit_count() == 1
    assert getattr(cards, card_name) == card


def test_there_are_36_cards() -> None:
    assert len(CARDS) == len(NAMES) == len(DECK) == len(set(DECK)) == PACK.bit_count() == 36


@pytest.mark.parametrize("table", [CARDS, NAMES, POINTS])
def test_nobody_adds_a_card(table: Any) -> None:
    with pytest.raises(TypeError):
        table["XX"] = 1


@pytest.mark.parametrize("no_card", ["", "H", "hs", "SH", "H10", "XS", "H5", "HS HT", " HS", "Ａ6"])
def test_nothing_else_is_a_card(no_card: str) -> None:
    assert no_card not in CARDS


def test_the_suits_have_nine_cards_each_and_share_none() -> None:
    assert [suit.bit_count() for suit in SUITS] == [9, 9, 9, 9]
    assert sum(SUITS) == PACK


def test_a_higher_card_is_a_larger_number() -> None:
    """Hearts have the highest lane of bits, so every heart is above all other cards."""
    order = " ".join(suit + rank for suit in "BALH" for rank in "6789UOKTS")
    assert [name(card) for card in sorted(DECK)] == order.split()
    assert min(split(HEARTS)) > LEAVES > ACORNS > BELLS


def test_names_are_sorted_as_strings() -> None:
    assert names(parse_cards("HS H9 LT B6 AK")) == ["AK", "B6", "H9", "HS", "LT"]
    assert names(0) == []


def test_cards_are_split_from_the_lowest_bit_up() -> None:
    assert [name(card) for card in split(parse_cards("HS H6 LT B6 AK"))] == "B6 AK LT H6 HS".split()
    assert list(split(0)) == []


def test_order_and_spaces_do_not_matter_in_a_set_of_cards() -> None:
    assert parse_cards("HS B6") == parse_cards("  B6\n\tHS ") == CARDS["HS"] | CARDS["B6"]
    assert parse_cards("") == 0


def test_sows() -> None:
    assert names(SOWS) == ["AS", "BS", "HS", "LS"]


@pytest.mark.parametrize(
    ("group", "worth"),
    [("HS LS AS BS", 44), ("AT LK BO HU", 19), ("H9 L8 A7 B6", 0), ("", 0)],
)
def test_card_points_of_a_group(group: str, worth: int) -> None:
    assert points(parse_cards(group)) == worth


def test_every_suit_has_30_points() -> None:
    assert [points(suit) for suit in SUITS] == [30, 30, 30, 30]


def test_shuffling_keeps_every_card() -> None:
    assert sorted(shuffled(Random(1))) == sorted(DECK)


def test_the_same_seed_gives_the_same_shuffle() -> None:
    assert shuffled(Random(1)) == shuffled(Random(1)) != shuffled(Random(2))


def test_every_card_is_on_top_about_equally_often() -> None:
    rng = Random(0)
    tops = [shuffled(rng)[0] for _ in range(3600)]
    assert all(60 < tops.count(card) < 140 for card in DECK)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("H6 ZZ", "must name cards, and 'ZZ' is none"),
        ("H6 HS H6", "must name every card once, and H6 appears twice"),
        (5, '"text" must be a string, not 5'),
    ],
)
def test_texts_that_are_no_cards(text: Any, reason: str) -> None:
    with pytest.raises(DobbmError, match=reason):
        parse_cards(text)


@pytest.mark.parametrize("value", [["H6"], -1, 1 << 40 | 1 << 63, "H6", None])
def test_only_sets_of_cards_have_names(value: Any) -> None:
    with pytest.raises(DobbmError, match='"cards" must be a set of cards'):
        names(value)
