from __future__ import annotations

from itertools import combinations

import pytest

from dobbm.game.cards import CARDS, names, parse_cards, split
from dobbm.game.errors import CardNotHeld, Revoke
from dobbm.game.exchange import (
    COMPANIONS,
    discards_action,
    legal_discards,
    next_discards,
    trumps_missing,
    verify_discards,
)
from dobbm.game.rules import Rules, SowCompanion
from drawing import cards
from naive import PRESETS, NaiveDeal, NaiveRules

FOUR_SOWS = "HST9 LS98 AS98 BS98"


def hand_of(drawing: str) -> int:
    return sum(cards(drawing))


@pytest.mark.parametrize(
    ("discards", "plain", "house"),
    [
        ("L9 L8 A9 A8", True, True),  # no sow, no condition
        ("HT H9 L9 L8", True, True),  # trumps need no company
        ("LS HT L9 L8", True, True),
        ("LS L9 L8 A9", False, False),  # a sow without a trump
        ("LS AS HT L9", False, False),  # two sows, one trump
        ("LS AS HT H9", True, True),
        ("HS HT L9 L8", True, True),
        ("HS L9 L8 A9", False, True),  # under "any", the sow of hearts is its own companion
        ("HS LS HT L9", False, True),
        ("HS LS HT H9", True, True),
        ("HS LS AS HT", False, False),
        ("LS AS BS HT", False, False),
        ("HS LS AS BS", False, False),
    ],
)
def test_a_sow_is_discarded_only_with_a_trump(discards: str, plain: bool, house: bool) -> None:
    hand, four = hand_of(FOUR_SOWS), parse_cards(discards)
    companions: list[tuple[SowCompanion, bool]] = [("plain", plain), ("any", house)]
    for companion, allowed in companions:
        rules = Rules(sow_companion=companion)
        assert (trumps_missing(four, COMPANIONS[companion]) <= 0) == allowed
        assert (four in legal_discards(hand, rules)) == allowed
        if allowed:
            verify_discards(0, hand, four, rules)
        else:
            with pytest.raises(Revoke, match="with every sow, a trump"):
                verify_discards(0, hand, four, rules)


@pytest.mark.parametrize(
    ("companion", "discards", "reason"),
    [
        ("plain", "LS L9 L8 A9", "a trump that is not a sow must be discarded: 1 missing"),
        ("plain", "LS AS BS L9", "a trump that is not a sow must be discarded: 3 missing"),
        ("any", "LS L9 L8 A9", "a trump must be discarded: 1 missing"),
        ("any", "HS LS AS BS", "a trump must be discarded: 3 missing"),
    ],
)
def test_the_refusal_says_how_many_trumps_are_missing(
    companion: SowCompanion, discards: str, reason: str
) -> None:
    rules = Rules(sow_companion=companion)
    with pytest.raises(Revoke, match=reason):
        verify_discards(0, hand_of(FOUR_SOWS), parse_cards(discards), rules)


@pytest.mark.parametrize("discards", ["L9", "L9 L8 A9", "L9 L8 A9 A8 B9", "HS"])
def test_exactly_four_cards_are_discarded(discards: str) -> None:
    count = len(discards.split())
    with pytest.raises(Revoke, match=f"^the declarer must discard exactly 4 cards, not {count}$"):
        verify_discards(0, hand_of(FOUR_SOWS), parse_cards(discards), Rules())


def test_only_cards_of_the_hand_can_be_discarded() -> None:
    with pytest.raises(CardNotHeld, match="^seat 2 does not hold B6 HK$"):
        verify_discards(2, hand_of(FOUR_SOWS), parse_cards("HK B6 L9 L8"), Rules())


def test_a_card_not_held_is_reported_before_a_wrong_number() -> None:
    with pytest.raises(CardNotHeld):
        verify_discards(2, hand_of(FOUR_SOWS), parse_cards("HK"), Rules())


def test_without_sows_there_are_495_discards() -> None:
    hand = hand_of("HT9876 L98 A98 B987")
    twelve = sum(CARDS[name] for name in names(hand)[:12])
    assert len(list(legal_discards(twelve, Rules()))) == 495


@pytest.mark.parametrize("companion", ["plain", "any"])
@pytest.mark.parametrize(
    "hand",
    [FOUR_SOWS, "HSTKOU98 LST AS9", "HST LSTKO AS BST6 L7", "LS98 AS98 BS9876", "HS LST9876 AST98"],
)
def test_all_discards_against_the_second_engine(hand: str, companion: SowCompanion) -> None:
    rules = NaiveRules(**PRESETS["pagat"] | {"sow_companion": companion})
    house = Rules(sow_companion=companion)
    naive = NaiveDeal(rules, 4, 3, False, list(CARDS))
    twelve = names(hand_of(hand))
    expected = [" ".join(four) for four in combinations(twelve, 4) if naive.discards(four)]
    found = [discards_action(four) for four in legal_discards(hand_of(hand), house)]
    assert found == expected == sorted(set(expected))


def one_at_a_time(hand: int, companions: int, discarded: int = 0) -> set[int]:
    """All sets of discards that can be discarded card by card."""
    after = [
        discarded | card for card in split(next_discards(hand & ~discarded, discarded, companions))
    ]
    if not after:
        return {discarded}
    return set().union(*(one_at_a_time(hand, companions, discards) for discards in after))


@pytest.mark.parametrize("companion", COMPANIONS)
@pytest.mark.parametrize(
    "drawing",
    [
        FOUR_SOWS,
        "HS LS98 AS98 BS98",  # a hand of ten cards is enough here
        "H9 LS98 AS98 BS98",
        "HS9 LS9 AS9 BS9",
        "HT9 L98 A98 B98",
    ],
)
def test_discards_laid_one_at_a_time_are_those_that_are_legal(
    drawing: str, companion: SowCompanion
) -> None:
    hand = hand_of(drawing)
    expected = set(legal_discards(hand, Rules(sow_companion=companion)))
    assert one_at_a_time(hand, COMPANIONS[companion]) == expected
