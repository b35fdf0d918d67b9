"""The declarer's sure points: examples from the game, and never more than the exact value."""

from __future__ import annotations

from random import Random

import pytest

from dobbm.ai.kernel.bounds import draws_trumps, heart_bounds, sure_points
from dobbm.ai.kernel.position import HANDS, Trick, Work, hearts_of, new_work
from dobbm.ai.kernel.search import prepare, value
from dobbm.ai.kernel.transpositions import new_table
from dobbm.game.cards import parse_cards, points, shuffled

WORK, TABLE = new_work(), new_table()


def prepared(*hands: int) -> Work:
    """The search's memory for these hands, the declarer's first, with nothing out of play."""
    WORK[HANDS : HANDS + 4] = hands
    prepare(WORK, TABLE, 0)
    return WORK


def sure(work: Work, leader: int) -> int:
    """The declarer's sure points if ``leader`` leads."""
    hearts = hearts_of(sum(map(int, work[HANDS : HANDS + 4])))
    return int(sure_points(work, leader, heart_bounds(work, hearts)))


@pytest.mark.parametrize(
    ("mine", "on_lead", "otherwise"),
    [
        ("HS HT", True, True),
        ("HS A6", True, False),
        ("H9 A6", False, False),
        ("A6 A7", False, False),
    ],
)
def test_trumps_are_drawn_with_as_many_highest_hearts_as_a_defender_has(
    mine: str, on_lead: bool, otherwise: bool
) -> None:
    work = prepared(*map(parse_cards, (mine, "HU A8", "HO L8", "L9 B6")))
    known = heart_bounds(work, hearts_of(sum(map(int, work[HANDS : HANDS + 4]))))
    assert (draws_trumps(known, 0), draws_trumps(known, 1)) == (on_lead, otherwise)


def test_a_declarer_who_draws_trumps_takes_every_winner_on_lead() -> None:
    # The defenders' hearts fall under the sow, although the first of them could ruff acorns.
    work = prepared(*map(parse_cards, ("HS AS AT", "HU L6 L7", "A6 A7 L8", "B6 B7 B8")))
    assert sure(work, leader=0) == points(sum(map(int, work[HANDS : HANDS + 4])))


def test_a_winner_may_be_ruffed_before_trumps_are_drawn() -> None:
    # The second defender leads acorns, and the first one ruffs the sow.
    work = prepared(*map(parse_cards, ("HS HT AS", "HU L6 L7", "A6 A7 L8", "A8 B7 B8")))
    assert sure(work, leader=2) == points(parse_cards("HS HT"))
    assert sure(work, leader=2) < sure(work, leader=0)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_sure_points_are_never_more_than_the_value(cards: int) -> None:
    rng = Random(cards)
    reached = 0
    for _ in range(400):
        deck = shuffled(rng)
        hands = [sum(deck[place * cards : (place + 1) * cards]) for place in range(4)]
        leader = rng.randrange(4)
        work = prepared(*hands)
        found = sure(work, leader)
        best = int(value(work, TABLE, Trick(0, leader), True))
        assert found <= best
        reached += 0 < found == best
    assert reached > 20
