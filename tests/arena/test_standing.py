"""The figures of a match, from its boards."""

from __future__ import annotations

from typing import Any, cast

import pytest

from contests import AT_MOST_THREE_DOUBLINGS, contest
from dobbm import Deal, Rules
from dobbm.arena.match import SEATINGS, Board, Match, MatchDeal
from dobbm.arena.seating import Tally
from dobbm.arena.standing import ROLES, Standing
from dobbm.game.errors import DobbmError
from drawing import finished, open_deal, said


def board(*deals: Deal) -> Board:
    """A deck with these deals in the six seatings; A has seat 0 in the first three."""
    tallies = tuple(Tally() for _ in range(4))
    return Board(0, tuple(map(MatchDeal, SEATINGS, deals, [tallies] * 6)))


def standing(*boards: Board, rules: Rules = AT_MOST_THREE_DOUBLINGS) -> Standing:
    result = Standing(Match("simple", "random", rules))
    for each in boards:
        result.add(each)
    return result


THROWN_IN = said(open_deal(), "weiter weiter weiter weiter")


def test_a_declarer_is_paid_by_three_and_a_defender_pays_once() -> None:
    """Forehand, seat 0, declares; A does so in the first three seatings and makes 2 more points."""
    found = standing(board(*[finished(72)] * 3, *[finished(70)] * 3))
    declaring, defending = found.payments("declaring"), found.payments("defending")
    assert declaring.of_a
    assert declaring.of_b
    assert defending.of_a
    assert defending.of_b
    assert (declaring.of_a.mean, declaring.of_b.mean) == (36, 30)
    # A defends on one seat while A declares, on two while B does; B the other way round.
    assert defending.of_a.mean == pytest.approx((3 * -12 + 6 * -10) / 9)
    assert defending.of_b.mean == pytest.approx((6 * -12 + 3 * -10) / 9)
    assert found.gain.mean == pytest.approx((3 * (36 - 12) + 6 * -10) / 12)


def test_payments_are_in_card_points_whatever_the_stake() -> None:
    dear = Rules(match=6000)
    found = standing(board(*[finished(72, rules=dear)] * 6), rules=dear)
    declaring = found.payments("declaring")
    assert declaring.of_a
    assert declaring.of_a.mean == pytest.approx(36)


def test_a_deal_thrown_in_counts_in_the_mean_and_has_no_roles() -> None:
    found = standing(board(*[finished(72)] * 3, *[THROWN_IN] * 3))
    assert found.gain.mean == pytest.approx(3 * (36 - 12) / 12)
    assert (found.thrown_in, found.payments("declaring").b.count) == (3, 0)
    assert found.payments("declaring").difference is None


def test_deals_and_solos_won_are_counted_for_the_declarer() -> None:
    found = standing(board(*[finished(72, "solo")] * 2, finished(48), *[finished(60)] * 3))
    assert found.a.declared_to_json() == {"deals": 3, "won": 2, "solos": 2, "solos_won": 2}
    assert found.b.declared_to_json() == {"deals": 3, "won": 0, "solos": 0, "solos_won": 0}


def test_every_deal_is_declared_by_a_or_b_or_thrown_in() -> None:
    found = contest("simple", "random", 30)
    assert found.a.declared + found.b.declared + found.thrown_in == found.deals
    assert 0 < found.a.won <= found.a.declared


def test_the_payments_of_the_roles_add_up_to_the_mean() -> None:
    found = contest("simple", "random", 20)
    received = sum(sum(found.a.payments[role].sums) for role in ROLES)
    assert received / (12 * 20) == pytest.approx(found.gain.mean)


@pytest.mark.parametrize("name", ["random", "simple"])
def test_a_player_against_itself_declares_and_defends_exactly_as_well(name: str) -> None:
    found = contest(name, name, decks=15)
    for role in ROLES:
        difference = found.payments(role).difference
        assert difference
        assert (difference.mean, difference.interval) == (0.0, (0.0, 0.0))


def test_one_deck_has_no_interval() -> None:
    assert contest("simple", "random", 1).to_json()["ci95"] == [None, None]


def test_without_a_board_there_is_no_mean() -> None:
    with pytest.raises(DobbmError, match="no board"):
        _ = standing().gain


def test_nothing_but_a_board_is_added_and_nothing_but_a_role_compared() -> None:
    found, wrong = standing(), cast("Any", None)
    with pytest.raises(DobbmError, match='"match" must be a Match, not None'):
        Standing(wrong)
    with pytest.raises(DobbmError, match='"board" must be a Board, not None'):
        found.add(wrong)
    for compare in (found.payments, found.regret):
        with pytest.raises(DobbmError, match='"role" must be "declaring" or "defending"'):
            compare(wrong)
