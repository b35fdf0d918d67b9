"""The deals of a condition: counted as brute force counts them, and drawn with equal chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from dobbm.conditions import Condition, counting
from dobbm.conditions.counting import CountedDecks, TooManyCases
from dobbm.game.cards import DECK, H9, HEARTS, HS, SOWS, CardSet, points, shuffled


def counted(text: str, players: int = 4) -> CountedDecks:
    return CountedDecks(Condition.parse(text, players))


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("points(dobb) > 20", lambda dobb: points(dobb) > 20),
        ("hearts(dobb) == 2", lambda dobb: (dobb & HEARTS).bit_count() == 2),
        (
            "points(dobb) + hearts(dobb) < 9 or has(dobb, HS, H9)",
            lambda dobb: (
                points(dobb) + (dobb & HEARTS).bit_count() < 9 or dobb & (HS | H9) == HS | H9
            ),
        ),
        (
            "not (sows(dobb) >= 1 and points(dobb) <= 20) and points(dobb) != 12",
            lambda dobb: not (dobb & SOWS and points(dobb) <= 20) and points(dobb) != 12,
        ),
    ],
)
def test_the_share_is_that_of_all_four_cards_of_the_dobb(
    text: str, holds: Callable[[CardSet], bool]
) -> None:
    found = sum(1 for cards in combinations(DECK, 4) if holds(sum(cards)))
    assert counted(text).share == Fraction(found, comb(36, 4))


def test_the_share_of_two_hands_is_that_of_dealing_card_by_card() -> None:
    """Every card goes to forehand, to the dealer or elsewhere; nothing is decided early."""
    ways = Counter({(0, 0, 0, 0): 1})
    for card in DECK:
        after: Counter[tuple[int, int, int, int]] = Counter()
        for (fore, deal, hearts, eyes), number in ways.items():
            after[fore, deal, hearts, eyes] += number
            if fore < 8:
                after[fore + 1, deal, hearts + (card & HEARTS != 0), eyes] += number
            if deal < 8:
                after[fore, deal + 1, hearts, eyes + points(card)] += number
        ways = after
    found = sum(
        number
        for (fore, deal, hearts, eyes), number in ways.items()
        if fore == deal == 8 and hearts >= 4 and eyes < 20
    )
    share = counted("hearts(forehand) >= 4 and points(dealer) < 20").share
    assert share == Fraction(found, comb(36, 8) * comb(28, 8))
    assert round(float(share), 4) == 0.0224


@pytest.mark.parametrize(
    "text",
    [
        "points(forehand) + points(third) > points(second) + points(dealer)",
        "leaves(forehand) == 0 or 2 <= sows(second) + tens(dobb) <= 3",
        "hearts(forehand) > hearts(second) or kings(dealer) == obers(dobb)",
    ],
)
def test_the_share_is_found_among_shuffled_decks(text: str) -> None:
    condition, rng, decks = Condition.parse(text), Random(3), 4000
    found = sum(condition.holds(shuffled(rng)) for _ in range(decks))
    share = CountedDecks(condition).share
    assert abs(found - decks * share) < 3 * (decks * share * (1 - share)) ** 0.5


def test_places_of_five_players_count_alike() -> None:
    assert counted("points(fourth) < 20", 5).share == counted("points(dealer) < 20").share


def test_every_deck_drawn_satisfies_the_condition() -> None:
    rng = Random(5)
    for text in (
        "hearts(forehand) >= 4 and points(dealer) < 20",
        "has(dobb, HS, LS, AS, BS) or points(dobb) == 0",
        "hearts(second) == 8",
        "1 > 0",
    ):
        condition = Condition.parse(text)
        decks = CountedDecks(condition)
        assert all(condition.holds(decks.draw(rng)) for _ in range(30))


def chi_square(found: Iterable[int], expected: Iterable[float]) -> float:
    return sum((one - other) ** 2 / other for one, other in zip(found, expected, strict=True))


def test_every_deal_is_drawn_as_often_as_the_others() -> None:
    """By chance, a chi-square of 35 degrees of freedom is below 57.3 in 99 of 100 cases."""
    decks, rng = counted("sows(dobb) == 2 and tens(dobb) == 2"), Random(7)
    found = Counter(frozenset(decks.draw(rng)[32:]) for _ in range(3600))
    assert chi_square(found.values(), [100] * 36) < 57.3


def test_the_cases_of_a_condition_have_their_shares() -> None:
    """One to four sows in a hand that has at least one: 3 degrees of freedom."""
    decks, rng, drawn = counted("sows(forehand) >= 1"), Random(8), 3000
    hands = [sum(deck[:4] + deck[16:20]) for deck in (decks.draw(rng) for _ in range(drawn))]
    found = Counter((hand & SOWS).bit_count() for hand in hands)
    ways = [comb(4, sows) * comb(32, 8 - sows) for sows in (1, 2, 3, 4)]
    expected = [drawn * number / sum(ways) for number in ways]
    assert chi_square([found[sows] for sows in (1, 2, 3, 4)], expected) < 11.3


def test_a_card_lies_on_every_position_of_its_hand_equally_often() -> None:
    decks, rng = counted("has(forehand, HS) and points(second) < 40"), Random(9)
    found = Counter(decks.draw(rng).index(HS) for _ in range(800))
    assert {*found} == {*range(4), *range(16, 20)}
    assert chi_square(found.values(), [100] * 8) < 18.5


def test_too_many_cases_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_WORK", 1000)
    with pytest.raises(TooManyCases):
        counted("points(forehand) > 20 and points(second) > 20 + leaves(third)")
