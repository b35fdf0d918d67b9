from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dobbm import Deal, DobbmError, Rules, settle
from dobbm.game.errors import WrongPhase
from dobbm.game.rules import DOBBM, SOLO
from dobbm.game.settlement import declarer_points, payment, worth
from drawing import dealt, finished, laid, lying, open_deal, played_out, said
from tables import TAKEN_UP

PENALISED = Rules(match=12, revokes="penalised")

# Prices


@pytest.mark.parametrize(
    ("match", "unit", "prices"),
    [
        (60, 1, {1: 1, 10: 10, 12: 12, 30: 30, 60: 60}),
        (12, 1, {1: 1, 5: 1, 6: 2, 10: 2, 11: 3, 30: 6, 60: 12}),
        (6, 1, {1: 1, 10: 1, 11: 2, 30: 3, 60: 6}),
        (1, 1, {1: 1, 60: 1}),
        (7, 1, {8: 1, 9: 2, 60: 7}),
        (60, 5, {1: 5, 5: 5, 6: 10, 12: 15, 60: 60}),
        (12, 5, {1: 5, 25: 5, 26: 10, 60: 15}),
        (12, 100, {1: 100, 60: 100}),
        (10**9, 1, {1: 16666667, 60: 10**9}),
        (1, 10**9, {1: 10**9}),
    ],
)
def test_worth_of_a_difference(match: int, unit: int, prices: dict[int, int]) -> None:
    rules = Rules(match=match, unit=unit)
    assert {difference: worth(difference, rules) for difference in prices} == prices


def test_a_difference_of_zero_is_worth_nothing() -> None:
    assert worth(0, Rules(match=10**9, unit=10**9)) == 0


@pytest.mark.parametrize("match", [1, 6, 7, 12, 59, 60, 61, 120, 999_999_937, 10**9])
@pytest.mark.parametrize("unit", [1, 2, 5, 7, 60, 10**9])
def test_worth_is_rounded_up_to_a_multiple_of_the_unit(match: int, unit: int) -> None:
    for difference in range(61):
        exact = Fraction(difference * match, 60)
        assert worth(difference, Rules(match=match, unit=unit)) == math.ceil(exact / unit) * unit


def test_rounding_comes_before_doubling() -> None:
    rules = Rules(match=12)
    assert payment(16, DOBBM, 0, rules) == 4  # 3.2 Schilling
    assert payment(16, SOLO, 0, rules) == 8
    assert payment(16, SOLO, 1, rules) == 16


def test_a_payment_may_be_larger_than_any_machine_number() -> None:
    assert payment(60, SOLO, 1000, Rules(match=10**9)) == 10**9 * 2**1001


# Who pays


@pytest.mark.parametrize(
    ("points", "outcome", "payments"),
    [
        (61, "won", (3, -1, -1, -1)),
        (72, "won", (36, -12, -12, -12)),
        (60, "eingestellt", (0, 0, 0, 0)),
        (59, "lost", (-3, 1, 1, 1)),
        (31, "lost", (-87, 29, 29, 29)),
    ],
)
def test_more_than_60_points_win(points: int, outcome: str, payments: tuple[int, ...]) -> None:
    end = settle(finished(points))
    assert (end.outcome, end.points, end.payments) == (outcome, points, payments)
    assert end.next_dealer == 0


def test_with_five_the_dealer_on_holiday_pays_and_receives() -> None:
    assert settle(finished(72, players=5)).payments == (48, -12, -12, -12, -12)
    assert settle(finished(48, players=5)).payments == (-48, 12, 12, 12, 12)


@pytest.mark.parametrize(
    ("contract", "words", "each"),
    [
        ("dobbm", "schwacher gut", 24),
        ("dobbm", "schwacher retour gut gut gut", 48),
        ("solo", "gut gut gut", 24),
        ("solo", "schwacher retour retour gut", 192),
    ],
)
def test_doubled_payments(contract: str, words: str, each: int) -> None:
    assert settle(finished(72, contract, words)).payments == (3 * each, -each, -each, -each)


def weak_declarer(contract: str) -> Deal:
    """Forehand declares and takes no trick, although a ten lies in the Dobb."""
    deal = dealt(
        "L9876 A876 B6", "HSTK LST AST BS", "HOU9 LKO AKU BU", "H876 LU A9 B987", dobb="BTKO AO"
    )
    if contract == "solo":
        return played_out(said(deal, "solo gut gut gut"))
    return played_out(said(laid(said(deal, TAKEN_UP), "BTKO AO"), "gut gut gut"))


@pytest.mark.parametrize(("contract", "each"), [("dobbm", 60), ("solo", 120)])
def test_a_declarer_without_a_trick_has_no_points(contract: str, each: int) -> None:
    """The 20 card points out of play go to the defenders."""
    end = settle(weak_declarer(contract))
    assert (end.outcome, end.points, end.tricks) == ("lost", 0, 0)
    assert end.payments == (-3 * each, each, each, each)


def test_the_discards_count_with_a_single_trick() -> None:
    deal = played_out(said(laid(said(open_deal(), TAKEN_UP), "HTU LS A6"), "gut gut gut"))
    assert deal.play
    assert deal.play.tricks > 0
    assert declarer_points(deal) == deal.play.points + 10 + 2 + 11


def test_all_eight_tricks_earn_nothing_extra() -> None:
    deal = dealt("HSTKOU987", "H6 LSTKOU98", "L76 ASTKOU9", "A87 BSKOU98", dobb="BT76 A6")
    end = settle(played_out(said(laid(said(deal, TAKEN_UP), "BT76 A6"), "gut gut gut")))
    assert (end.tricks, end.points, end.payments) == (8, 120, (180, -60, -60, -60))


# Deals without all eight tricks


def test_four_players_who_throw_in_pay_nothing_and_the_dealer_deals_again() -> None:
    end = settle(said(open_deal(), "weiter weiter weiter weiter"))
    assert end == ("thrown_in", None, None, (0, 0, 0, 0), 3)


@pytest.mark.parametrize(("match", "each"), [(6, 1), (12, 2), (60, 10)])
def test_five_players_who_throw_in_pay_the_new_dealer_a_stockerl(match: int, each: int) -> None:
    deal = open_deal(players=5, rules=Rules(match=match))
    end = settle(said(deal, "weiter weiter weiter weiter"))
    assert end.outcome == "thrown_in"
    assert end.next_dealer == 0
    assert end.payments == (4 * each, -each, -each, -each, -each)


@pytest.mark.parametrize(
    ("contract", "words", "each"),
    [
        ("dobbm", "gut gut gut", 6),
        ("dobbm", "schwacher gut", 12),
        ("solo", "gut gut gut", 12),
        ("solo", "schwacher retour gut gut gut", 48),
    ],
)
def test_a_revoke_costs_half_a_match(contract: str, words: str, each: int) -> None:
    defender = settle(said(lying(contract, words, rules=PENALISED), "HS LK"))
    assert defender == ("revoke", None, None, (3 * each, -each, -each, -each), 0)
    declarer = settle(said(lying(contract, words, rules=PENALISED), "A6 A9 AT AO BS BU HS"))
    assert declarer == ("revoke", None, None, (-3 * each, each, each, each), 0)


def test_with_five_the_dealer_on_holiday_shares_in_a_revoke() -> None:
    deal = said(lying(players=5, rules=PENALISED), "HS LK")
    assert settle(deal).payments == (24, -6, -6, -6, -6)


def test_an_illegal_discard_is_a_revoke_of_the_declarer() -> None:
    deal = said(open_deal(rules=PENALISED), TAKEN_UP).apply("LS A6 A7 B6")
    assert settle(deal).payments == (-18, 6, 6, 6)


@pytest.mark.parametrize("players", [4, 5])
def test_the_payments_sum_to_zero(players: int) -> None:
    deals = [
        said(open_deal(players), "weiter weiter weiter weiter"),
        finished(72, players=players),
        finished(41, players=players),
        said(lying(players=players, rules=PENALISED), "HS LK"),
    ]
    assert [sum(settle(deal).payments) for deal in deals] == [0, 0, 0, 0]


def test_a_deal_in_progress_has_no_settlement() -> None:
    with pytest.raises(WrongPhase, match="the deal is not over: it is in the bidding phase"):
        settle(open_deal())


def test_only_a_deal_is_settled() -> None:
    with pytest.raises(DobbmError, match='"deal" must be a Deal, not None'):
        settle(None)  # type: ignore[arg-type]
