"""Decks that satisfy a condition: exactly where they can be counted, else by trial."""

from __future__ import annotations

from random import Random

import pytest

from dobbm.conditions import Condition, ConditionalDecks, counting, decks
from dobbm.game.errors import DobbmError

FOUR_HEARTS = Condition.parse("hearts(forehand) >= 4")


@pytest.fixture
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_WORK", 0)


def test_the_same_seed_gives_the_same_deck() -> None:
    first, second = (ConditionalDecks(FOUR_HEARTS).draw(Random(7)) for _ in range(2))
    assert first == second != ConditionalDecks(FOUR_HEARTS).draw(Random(8))


def test_the_share_is_told() -> None:
    assert ConditionalDecks(FOUR_HEARTS).rate == "8.63 % of all deals satisfy the condition"
    rare = ConditionalDecks(Condition.parse("hearts(forehand) == 8"))
    assert rare.rate == "2.97e-05 % of all deals satisfy the condition, one in 3,362,260"


@pytest.mark.usefixtures("uncounted")
def test_decks_that_cannot_be_counted_are_found_by_trial() -> None:
    found, rng = ConditionalDecks(FOUR_HEARTS), Random(7)
    assert found.share is None
    assert all(FOUR_HEARTS.holds(found.draw(rng)) for _ in range(10))
    assert found.rate.startswith("10 of 1")
    assert found.rate.endswith(" %), which has too many cases to count")


@pytest.mark.usefixtures("uncounted")
def test_the_trials_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decks, "MOST_TRIES", 5)
    with pytest.raises(DobbmError, match="^5 random deals did not satisfy the condition, which"):
        ConditionalDecks(Condition.parse("hearts(forehand) == 8")).draw(Random(7))


@pytest.mark.parametrize("text", ["points(forehand) > 84", "hearts(dobb) == 5", "2 > 3"])
def test_a_condition_that_no_deal_satisfies_is_refused(text: str) -> None:
    with pytest.raises(DobbmError, match="^no deal satisfies the condition$"):
        ConditionalDecks(Condition.parse(text))
