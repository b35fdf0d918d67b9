"""Conditions as text: what they mean, and how errors name the column."""

from __future__ import annotations

import warnings

import pytest

from dobbm.conditions import Condition
from dobbm.game.cards import CARDS
from dobbm.game.errors import DobbmError

DECK = [
    CARDS[name]
    for name in (
        *("HS HT HK HO", "LS L9 L8 L7", "AS AT A9 A8", "BS B9 B8 B7"),  # the first round
        *("A7 A6 AU AO", "H9 H8 LT LK", "BT BK BO BU", "LU LO L6 AK"),  # the second
        "HU H7 H6 B6",
    )
    for name in name.split()
]
"""Forehand has four hearts and four acorns, and the dealer no acorn but the king."""


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("hearts(forehand) == 4", True),
        ("hearts(forehand) > 4", False),
        ("hearts(forehand) >= 4 and acorns(forehand) >= 5", False),
        ("hearts(forehand) >= 5 or acorns(forehand) >= 4", True),
        ("points(forehand) == 33", True),
        ("points(forehand) - points(dobb) == 31", True),
        ("points(forehand) + points(second) + points(third) + points(dealer) == 118", True),
        ("points(forehand) > points(second) - -8", False),
        ("leaves(second) != 6", False),
        ("leaves(second) <= 6 and not leaves(second) < 6", True),
        ("bells(third) == 4 and bells(dealer) == 4 and bells(dobb) == 1", True),
        ("sows(second) + sows(third) == 2", True),
        ("tens(dobb) > 0", False),
        ("kings(dealer) == obers(dealer) == unters(dealer) == 1", True),
        ("sparrows(dobb) == 3", True),
        ("2 <= hearts(dobb) < 4", True),
        ("has(forehand, HS, HT) and not has(forehand, HS, H9)", True),
        ("not (has(forehand, HS) or has(dobb, HS))", False),
        ("\n  has(dobb,\tB6)\n", True),
        ("3 > 2", True),
    ],
)
def test_a_condition_means_what_it_says(text: str, holds: bool) -> None:
    assert Condition.parse(text).holds(DECK) is holds


def test_with_five_players_the_last_hand_is_the_fourth() -> None:
    four, five = Condition.parse("bells(dealer) == 4"), Condition.parse("bells(fourth) == 4", 5)
    assert four.holds(DECK)
    assert five.holds(DECK)


@pytest.mark.parametrize(
    ("text", "column", "found", "rule"),
    [
        ("", 1, "the end", "allowed are whole numbers, hearts, "),
        ("hearts(forehand) >=", 20, "the end", "allowed are"),
        ("(hearts(forehand) > 2", 1, "'('", "never closed"),
        ("hearts(forehand) > 2)", 21, "')'", "allowed are"),
        ("hearts(forehand) = 4", 18, "'='", "allowed are"),
        ("hearts(forehand)", 1, "'hearts(forehand)'", "this is a number: compare it"),
        ("not points(dobb)", 5, "'points(dobb)'", "this is a number"),
        ("hearts > 4", 1, "'hearts'", "allowed are"),
        ("hearts(forehand, dobb) > 4", 1, "'hearts(forehand, dobb)'", "needs one place"),
        ("  hearts(declarer) > 4", 10, "'declarer'", "forehand, second, third, dealer and dobb"),
        ("3 > clubs(forehand)", 5, "'clubs(forehand)'", "and has of a place"),
        ("has(forehand, HX)", 15, "'HX'", "such as HS, the sow of hearts"),
        ("has(forehand)", 1, "'has(forehand)'", "write has(forehand, HS, HT)"),
        ("has(dobb, HS) + 1 > 1", 1, "'has(dobb, HS)'", "as a condition"),
        ("hearts(forehand) in 3", 1, "'hearts(forehand) in 3'", "the comparisons are"),
        ("(1 > 2) > 0", 2, "'1 > 2'", "allowed are"),
        ("True", 1, "'True'", "allowed are"),
        ("1 > 2 if 3 else 4", 1, "'1 > 2 if 3 else 4'", "allowed are"),
        ("1.5 > 1", 2, "'.'", "allowed are"),
        ("hearts(forehand) > 3 * 2", 22, "'*'", "+ and -"),
        ("hearts(forehand) > '3'", 20, '"\'"', "allowed are"),
        ("hearts(größe) > 3", 10, "'öße'", "allowed are"),
        ("1 > 2\x00", 6, r"'\x00'", "allowed are"),
        ("1 > \ud800", 5, r"'\ud800'", "allowed are"),
        ("-" * 200 + "1 > 0", 41, "'-'", "at most 40 levels"),
        ("not " * 200 + "1 > 0", 165, "'not'", "at most 40 levels"),
        ("1 + " * 200 + "1 > 0", 1, "'1'", "at most 40 levels"),
    ],
)
def test_an_error_names_the_column_what_was_found_and_what_is_allowed(
    text: str, column: int, found: str, rule: str
) -> None:
    with pytest.raises(DobbmError) as refused:
        Condition.parse(text)
    message = str(refused.value)
    assert message.startswith(f"condition, column {column}: found {found}")
    assert rule in message


def test_a_dealer_on_holiday_has_no_cards() -> None:
    with pytest.raises(DobbmError, match="found 'dealer'; the places are forehand, .* fourth and"):
        Condition.parse("hearts(dealer) > 1", players=5)


def test_parentheses_and_length_are_limited() -> None:
    for text in ("(" * 450 + "1 > 0" + ")" * 450, "[" * 900, "1 > 0 " + " " * 995):
        with pytest.raises(DobbmError, match="^(condition, column|a condition has at most 1,000)"):
            Condition.parse(text)


def test_a_number_that_runs_into_a_word_is_read_without_a_warning() -> None:
    with warnings.catch_warnings(action="error"):
        assert Condition.parse("hearts(forehand) > 3and 2 > 1").holds(DECK)
