"""Whole deals between players, and the studies that rest on them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from dobbm import settle
from dobbm.studies.luck import study_luck
from dobbm.studies.playing import played
from dobbm.studies.seats import study_seats


def test_deals_do_not_depend_on_the_executor() -> None:
    names = ("simple", "random", "simple", "random")
    alone = [deal.actions for deal in played(names, range(30), 5, None)]
    with ThreadPoolExecutor(2) as pool:
        assert [deal.actions for deal in played(names, range(30), 5, pool)] == alone


def test_the_places_share_all_games_and_payments() -> None:
    done: list[int] = []
    rows = study_seats(40, 1, None, done.append).rows
    assert done[-1] == 40
    for players, places in ((4, rows[:4]), (5, rows[4:])):
        assert all(name.startswith(f"{players} players: ") for name, _ in places)
        thrown_in = places[0][1][0].mean
        assert sum(means[1].mean for _, means in places) + thrown_in == pytest.approx(100)
        assert sum(means[2].mean for _, means in places) == pytest.approx(0)


def test_the_better_player_needs_the_more_deals_the_closer_they_are() -> None:
    rows = dict(study_luck(240, 1, None, lambda _: None).rows)
    needed, lead = rows["simple against random"]
    assert lead.mean > 0
    spread = lead.error * lead.observations**0.5
    assert needed.mean == pytest.approx((1.645 * spread / lead.mean) ** 2)
    assert rows["trained against simple"][0].mean > needed.mean


def test_a_deal_is_paid_between_its_players() -> None:
    [deal] = played(("simple",) * 5, range(1), 1, None)
    assert sum(settle(deal).payments) == 0
