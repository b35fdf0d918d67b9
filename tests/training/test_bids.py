"""The value of a bid is the mean payment in played deals."""

from __future__ import annotations

import numpy as np
import pytest

from dobbm.ai.evaluation import PLACES
from dobbm.ai.kernel.evaluation import CELLS
from dobbm.players import player_factory
from dobbm.training.bids import fit_bids, play_bids
from dobbm.training.examples import simple_table

FIELD = [player_factory("simple")]


def quiet(*_: object) -> None:
    return


def test_a_seat_that_says_weiter_is_not_the_declarer() -> None:
    """So it pays or receives a third of the declarer's payment, or nothing."""
    thumb = simple_table()
    outcomes = [outcome for outcome in play_bids(FIELD, thumb, thumb, 200, 1) if outcome]
    assert 130 < len(outcomes) <= 200
    weiter = [outcome for outcome in outcomes if outcome.word == "weiter"]
    assert {outcome.place for outcome in weiter} == {0, 1, 2, 3}
    assert not any(outcome.bid for outcome in weiter if outcome.place == 0)
    assert all(outcome.hand.bit_count() == 8 for outcome in weiter)
    thrown_in = sum(outcome.payment == 0 for outcome in weiter)
    assert 0 < thrown_in < len(weiter) / 2
    assert np.mean([outcome.payment for outcome in weiter]) < 0


def test_a_declarer_settles_with_three() -> None:
    high = np.full(CELLS, 10.0)  # ninety points, whatever the hand
    outcomes = [
        outcome
        for outcome in play_bids(FIELD, high, high, 300, 1)
        if outcome and outcome.word != "weiter"
    ]
    declared = [outcome.payment for outcome in outcomes if outcome.word == "solo"]
    assert len(declared) > 30
    assert all(payment % 6 == 0 for payment in declared)
    assert not any(outcome.bid for outcome in outcomes if outcome.word == "dobbm")


def test_a_bid_is_worth_the_mean_payment_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dobbm.training.bids.ENOUGH", 20)
    nothing = np.zeros(CELLS)
    bids = fit_bids(FIELD, nothing, nothing, 150, 2, quiet)
    assert bids.shape == (3, 2, PLACES, 3)
    assert not bids[:, 1, 0].any()
    outcomes = [outcome for outcome in play_bids(FIELD, nothing, nothing, 150, 2) if outcome]
    # No hand is considered worth a bid, and all have the strength 10, the lowest.
    assert {outcome.word for outcome in outcomes} == {"weiter"}
    paid = np.mean([outcome.payment for outcome in outcomes if outcome.place == 0])
    assert np.isclose(bids[0, 0, 0] @ (-4.0) ** np.arange(3), paid)
