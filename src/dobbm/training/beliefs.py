"""Fits the weights that the belief gives to bids and discards.

They are fitted to distinguish the actual worlds of played deals from random ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import Values, lookup_tables
from dobbm.ai.kernel.belief import WORLD_FEATURES, add_features
from dobbm.ai.memory import Memory
from dobbm.ai.solver import from_declarer
from dobbm.ai.worlds import Worlds
from dobbm.game.actions import DOUBLING
from dobbm.game.play import led_by
from dobbm.game.seeds import seed_for
from dobbm.game.view import View
from dobbm.players import PlayerFactory
from dobbm.players.pimc.belief import roles_of
from dobbm.training.games import new_deals
from dobbm.training.reports import Progress, with_reports

OTHERS = 24
"""The number of random worlds compared with each actual one."""
NEWTON, LONGEST = 60, 0.5
"""The number of steps of Newton's method, and the largest change of a weight in one step."""


def fit_belief(
    factories: Sequence[PlayerFactory], games: int, seed: int, report: Progress
) -> Values:
    """Fit the weight of every world feature in a logit model that picks out the actual worlds.

    Hands are valued by the lookup tables that come with the package.
    """
    biddings = play_biddings(factories, games, seed_for("beliefs", seed))
    rows = []
    for number, views in enumerate(with_reports(biddings, "biddings", games, report), 1):
        for view, world in views:
            others = Worlds.of(view).sample(OTHERS, number)
            rows.append(world_features(view, np.concatenate([[world], others])))
    return _fit_weights(np.array(rows))


def world_features(view: View, worlds: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return one row of features per world, for bids and discards but not for cards played."""
    tables, memory = lookup_tables(), Memory.of(view)
    assert view.declarer is not None
    played = np.array([memory.played_by(seat) for seat in led_by(view.declarer, view.active)])
    found = np.zeros((len(worlds), WORLD_FEATURES))
    rows, roles = from_declarer(view, worlds), np.array(roles_of(view))
    add_features(found, roles, played, rows, tables.kept, tables.solo, tables.dobbm)
    return found


def _fit_weights(found: NDArray[np.float64]) -> Values:
    """Return the weights that best distinguish the first world of every row from the others.

    The axes of ``found`` are row, world and feature. The steps are damped, so a feature that never
    occurs keeps the weight 0.
    """
    weights = np.zeros(WORLD_FEATURES)
    for _ in range(NEWTON):
        logarithms = found @ weights
        likely = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        means = np.einsum("ij,ijk->ik", likely, found)
        slope = (found[:, 0] - means).sum(axis=0)
        bend = np.einsum("ij,ijk,ijl->kl", likely, found, found) - means.T @ means
        step = np.linalg.solve(bend + np.eye(WORLD_FEATURES), slope)
        weights += step * min(1.0, LONGEST / np.abs(step).max())
    return weights


def play_biddings(
    factories: Sequence[PlayerFactory], games: int, seed: int
) -> Iterator[list[tuple[View, tuple[int, ...]]]]:
    """Play deals up to the doubling; for each deal, yield a list of the defenders' views.

    Each view is paired with the actual world. The list is empty if nobody bid.
    """
    for start, chairs, rng in new_deals(factories, games, seed):
        deal = start
        while deal.to_act is not None and deal.phase != DOUBLING:
            deal = chairs[deal.to_act].act(deal, rng.getrandbits(53))
        active = deal.setup.active
        world = (*map(deal.hand, active), deal.out_of_play)
        defenders = [seat for seat in active if deal.to_act is not None and seat != deal.declarer]
        yield [(View.of(deal, seat), world) for seat in defenders]
