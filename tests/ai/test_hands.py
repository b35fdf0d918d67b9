"""The deals with which the solver is measured (benchmarks/hands)."""

from __future__ import annotations

from itertools import islice

import pytest

from dobbm.game.cards import HEARTS, points
from hands import COUNT, SLOW, random_deals, read, strong_deals


@pytest.mark.parametrize(("name", "count"), [("random", COUNT), ("strong", COUNT), ("slow", SLOW)])
def test_forehand_has_discarded_and_leads(name: str, count: int) -> None:
    deals = read(name)
    assert len(set(deals)) == count
    for deal in deals:
        assert (deal.phase, deal.declarer, deal.to_act) == ("play", 0, 0)
        assert deal.discards
        assert deal.play
        assert deal.play.played == 0


@pytest.mark.parametrize("name", ["strong", "slow"])
def test_a_strong_declarer_has_four_hearts_and_thirty_points(name: str) -> None:
    for deal in read(name):
        assert (deal.hand(0) & HEARTS).bit_count() >= 4
        assert points(deal.hand(0)) >= 30


def test_the_same_seed_makes_the_same_deals() -> None:
    assert list(islice(random_deals(1), COUNT)) == read("random")
    assert list(islice(strong_deals(1), 30)) == read("strong")[:30]


def test_the_slow_deals_are_not_among_the_strong_ones() -> None:
    assert not {*read("slow")} & {*read("strong")}
