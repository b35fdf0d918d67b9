"""What is believed is learnt from bids and discards as they were."""

from __future__ import annotations

from dobbm.players import player_factory
from dobbm.players.pimc.belief import DISCARDED_HEARTS, KEPT
from dobbm.training.beliefs import fit_belief

SIMPLY = [player_factory("simple")]


def quiet(*_: object) -> None:
    return


def test_hearts_laid_away_speak_against_a_world() -> None:
    weights = fit_belief(SIMPLY, 150, 3, quiet)
    assert weights[DISCARDED_HEARTS] < -1
    assert weights[KEPT] > 0
