"""The coach judges decisions by what the seat could know."""

from __future__ import annotations

import pytest

from dobbm import Deal, DobbmError, Rules, View
from dobbm.ai.worlds import Worlds
from dobbm.game.actions import BIDDING, DOUBLING, EXCHANGE, PLAY
from dobbm.game.errors import WrongPhase
from dobbm.players.coach import Coach, Verdict
from dobbm.players.decisions import Decision, decisions
from dobbm.players.pimc.payments import point_price
from drawing import finished, laid, lying, open_deal, said
from rebuilding import rebuilt

FOUND = finished(74)
FOUR_TRICKS = "A6 A9 AT AO BK BU B9 B8 BT HO HT H8 LS L8 LO L6".split()
TAKEN_UP = said(open_deal(), "dobbm weiter weiter weiter")


def verdict_on(before: Deal, taken: str) -> Verdict:
    return Coach().verdict(Decision(len(before.actions), before, taken))


def test_every_action_that_was_not_the_only_one_is_a_decision() -> None:
    found = [decision for seat in range(4) for decision in decisions(FOUND, seat)]
    found.sort(key=lambda one: one.at)
    before, free = Deal.begin(FOUND.setup), []
    for action in FOUND.actions:
        if before.phase == EXCHANGE or len(before.legal_actions()) > 1:
            free.append((before, action))
        before = before.apply(action)
    assert [(one.before, FOUND.actions[one.at]) for one in found] == free
    assert {one.before.phase for one in found} == {BIDDING, EXCHANGE, DOUBLING, PLAY}


def test_a_dealer_on_holiday_decides_nothing_and_others_must_have_a_seat() -> None:
    deal = finished(74, players=5)
    assert [*decisions(deal, deal.setup.dealer)] == []
    with pytest.raises(DobbmError, match="no seat 5"):
        [*decisions(deal, 5)]


def test_a_revoke_is_no_decision() -> None:
    deal = lying(rules=Rules(revokes="penalised")).apply_all(["LS", "H9"])
    assert deal.offender == 1
    assert PLAY not in [one.before.phase for one in decisions(deal, 1)]


@pytest.mark.parametrize(
    ("before", "taken", "better"),
    [
        (open_deal(), "weiter", "dobbm"),
        (open_deal(), "solo", "dobbm"),
        (TAKEN_UP, "B6 B7 HT HU", "AU B6 B7 B9"),
        (laid(TAKEN_UP, "AU7 B76"), "schwacher", "gut"),
        (lying(), "HU", "B9"),
    ],
    ids=["a hand to bid on", "too little for a solo", "trumps discarded", "behind", "a trump lost"],
)
def test_a_clear_mistake_costs_points_and_schilling(before: Deal, taken: str, better: str) -> None:
    verdict = verdict_on(before, taken)
    assert (verdict.is_mistake, verdict.better) == (True, better)
    view = View.of(before, before.to_act)
    assert verdict.payment == pytest.approx(verdict.cost * point_price(view))
    assert verdict.cost > 2 * verdict.error
    assert str(verdict.reason) != str(verdict.better_reason)
    assert verdict.missed_by == ()
    assert not verdict_on(before, better).is_mistake


@pytest.mark.parametrize("taken", ["A6", "LS", "HS"])
def test_what_may_be_noise_is_no_mistake(taken: str) -> None:
    assert not verdict_on(lying(), taken).is_mistake


def test_a_mistake_is_what_the_rules_make_it() -> None:
    """At a tenth of the price, the same bid costs as many points, and a tenth of the Schilling."""
    dear, cheap = [verdict_on(open_deal(rules=Rules(match=m)), "weiter") for m in (60, 6)]
    assert cheap.cost == pytest.approx(dear.cost)
    assert cheap.payment == pytest.approx(dear.payment / 10)


def test_a_find_that_a_weaker_bot_misses_is_praised() -> None:
    """With HS HU LT L7 left, the small leaf draws the trumps before the ten is led."""
    verdict = verdict_on(lying().apply_all(FOUR_TRICKS), "L7")
    assert verdict.missed_by == ("simple",)
    assert min(points for points in verdict.behind.values() if points) >= 3


def test_the_same_view_is_judged_alike_wherever_the_hidden_cards_lie() -> None:
    compared = 0
    for decision in decisions(FOUND, 1):
        view, verdict = View.of(decision.before, 1), Coach().verdict(decision)
        for world in Worlds.of(view).sample(3, seed=decision.at).tolist():
            try:
                other = rebuilt(tuple(world), decision.before, view)
            except DobbmError:
                continue  # the deal could not have been played like that
            assert Coach().verdict(decision._replace(before=other)) == verdict
            compared += 1
    assert compared > 5


def test_a_deal_that_is_over_has_nothing_to_decide() -> None:
    with pytest.raises(WrongPhase, match="over"):
        verdict_on(FOUND, "HS")
