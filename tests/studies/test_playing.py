"""Whole deals between players."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from dobbm import Deal, settle
from dobbm.ai.evaluation import dobbm_points
from dobbm.arena.seating import Chair, Tally, play_deal
from dobbm.players import make_player
from dobbm.studies.playing import FOREHAND_PLAYS, Company, expects_to_win, is_in_play
from dobbm.workers import run_all


def strong(deal: Deal) -> Deal | None:
    return deal if expects_to_win(deal) else None


def test_deals_do_not_depend_on_the_executor() -> None:
    company = partial(Company, ("simple", "random", "simple", "random"), 5)
    alone = [deal.actions for deal in map(company(), range(30))]
    with ThreadPoolExecutor(2) as pool:
        deals = run_all(company, range(30), pool, chunk=5)
        assert [deal.actions for deal in deals] == alone


def test_a_deal_is_paid_between_its_players() -> None:
    assert sum(settle(Company(("simple",) * 5, 1)(0)).payments) == 0


def test_a_company_finds_the_deal_with_a_number() -> None:
    company = Company(("trained",) * 4, 3)
    deals = [company.find(number, strong) for number in range(10)]
    assert all(dobbm_points(deal.hand(0)) > 60 for deal in deals)
    assert [company.find(number, strong) for number in range(10)] == deals
    assert company.find(4, lambda deal: deal) == company.start(4)


def test_a_company_plays_as_far_as_it_is_told() -> None:
    company = Company(("trained",) * 4, 1)
    deal = company.advance(company.start(0).apply_all(FOREHAND_PLAYS), is_in_play)
    assert (deal.phase, deal.declarer, deal.to_act, deal.doublings) == ("play", 0, 0, 0)
    assert company.advance(deal).phase == "done"
    assert company.advance(company.start(0)) == company(0)


@pytest.mark.parametrize("players", [4, 5])
def test_copies_of_trained_play_as_if_each_of_them_were_asked(players: int) -> None:
    company = Company(("trained",) * players, 2)
    chairs = [Chair(make_player("trained"), Tally()) for _ in range(players)]
    for number in range(20):
        assert company(number) == play_deal(company.start(number), chairs, [0] * players)
