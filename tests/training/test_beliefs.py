"""The belief is fitted to bids and discards in played deals."""

from __future__ import annotations

from dobbm.ai.kernel.belief import DISCARDED_HEARTS, KEPT_HAND
from dobbm.players import player_factory
from dobbm.training.beliefs import fit_belief

FIELD = [player_factory("simple")]


def quiet(*_: object) -> None:
    return


def test_discarded_hearts_make_a_world_less_likely() -> None:
    weights = fit_belief(FIELD, 150, 3, quiet)
    assert weights[DISCARDED_HEARTS] < -1
    assert weights[KEPT_HAND] > 0
