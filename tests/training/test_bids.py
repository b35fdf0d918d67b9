"""What a bid brings is what was paid for it."""

from __future__ import annotations

import numpy as np
import pytest

from dobbm.ai.evaluation import PLACES
from dobbm.ai.kernel.evaluation import CELLS
from dobbm.players import player_factory
from dobbm.training.bids import fit_bids, play_bids
from dobbm.training.examples import simple_table

SIMPLY = [player_factory("simple")]


def quiet(*_: object) -> None:
    return


def test_who_says_weiter_is_not_the_declarer() -> None:
    """So it pays or gets a third of what the declarer gets or pays, or nothing."""
    thumb = simple_table()
    outcomes = [one for one in play_bids(SIMPLY, thumb, thumb, 600, 1) if one]
    assert 400 < len(outcomes) <= 600
    weiter = [one for one in outcomes if one.word == "weiter"]
    assert {one.place for one in weiter} == {0, 1, 2, 3}
    assert not any(one.bid for one in weiter if one.place == 0)
    assert all(one.hand.bit_count() == 8 for one in weiter)
    thrown_in = sum(one.payment == 0 for one in weiter)
    assert 0 < thrown_in < len(weiter) / 2
    assert np.mean([one.payment for one in weiter]) < 0


def test_a_declarer_settles_with_three() -> None:
    high = np.full(CELLS, 10.0)  # ninety points, whatever one holds
    outcomes = [
        one for one in play_bids(SIMPLY, high, high, 300, 1) if one and one.word != "weiter"
    ]
    declared = [one.payment for one in outcomes if one.word == "solo"]
    assert len(declared) > 30
    assert all(payment % 6 == 0 for payment in declared)
    assert not any(one.bid for one in outcomes if one.word == "dobbm")


def test_a_bid_is_worth_what_was_paid_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dobbm.training.bids.ENOUGH", 20)
    nothing = np.zeros(CELLS)
    bids = fit_bids(SIMPLY, nothing, nothing, 400, 2, quiet)
    assert bids.shape == (3, 2, PLACES, 3)
    assert not bids[:, 1, 0].any()
    asked = [one for one in play_bids(SIMPLY, nothing, nothing, 400, 2) if one]
    # No hand is taken to be worth bidding, and all have the strength 10, the least there is.
    assert {one.word for one in asked} == {"weiter"}
    paid = np.mean([one.payment for one in asked if one.place == 0])
    assert np.isclose(bids[0, 0, 0] @ (-4.0) ** np.arange(3), paid)
