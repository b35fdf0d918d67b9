"""Weights worlds by the likelihood of the other seats' actions in them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import dobbm_points_each, kept_points_each, lookup_tables, solo_points_each
from dobbm.ai.kernel.evaluation import points_each
from dobbm.ai.memory import Memory
from dobbm.ai.rollouts import likelihoods
from dobbm.ai.worlds import Worlds
from dobbm.game.actions import BIDDING, EXCHANGE, WEITER
from dobbm.game.cards import HEARTS
from dobbm.game.rules import DOBBM
from dobbm.game.seeds import fixed_size
from dobbm.game.view import View

DRAWN = 64
"""The number of candidate worlds drawn for each world kept."""
AT_MOST = 4_000
"""The maximum number of candidate worlds."""
TRUST = 0.9
"""The weight of the evidence from the cards played; the rest is spread evenly over all worlds."""

# Indices of a world's features. The square of each strength has the next index.
KEPT, DISCARDED_HEARTS, DISCARDED_POINTS = 0, 2, 3
"""If another seat declares a Dobbm: the strength of the hand that it kept, the number of hearts
that it discarded, and a tenth of the card points that it discarded."""
SOLO_HAND = 4
"""If another seat declares a Solo: the strength of its hand."""
WEITER_FIRST, WEITER_LATER = 6, 8
"""The summed hand strengths of the other seats that said weiter: of those that spoke before any
contract was bid, and of those that spoke afterwards."""
WORLD_FEATURES = 10

USUAL = 60.0
"""The expected card points of a hand with strength 0; each 10 more add 1 to the strength."""


class Believed(NamedTuple):
    """Worlds and their weights."""

    worlds: NDArray[np.int64]
    """Rows as returned by ``Worlds.sample``."""
    weights: NDArray[np.float64]
    complete: bool
    """Whether these are all possible worlds."""


def believed_worlds(view: View, count: int, seed: int, *, believe: bool) -> Believed:
    """Return all possible worlds of a view, or a sample of them, with their weights.

    If there are at most ``count`` worlds, all are returned, weighted by likelihood. Otherwise,
    ``count`` are drawn, likelier ones more often; the weight of a world is how often it was drawn.
    Without ``believe``, or before the doubling, all worlds have the same weight.
    """
    possible = Worlds.of(view)
    few = possible.count <= count
    if few:
        drawn = possible.all()
    elif not believe:
        drawn = possible.sample(count, seed)
    elif possible.count <= min(DRAWN * count, AT_MOST):
        drawn = possible.all()[np.random.default_rng(fixed_size(seed)).permutation(possible.count)]
    else:
        drawn = possible.sample(min(DRAWN * count, AT_MOST), seed)
    if not believe or view.phase in (BIDDING, EXCHANGE):
        return Believed(drawn[:count], np.ones(min(count, len(drawn))), few)
    weights = likelihood(view, drawn)
    if few:
        return Believed(drawn, weights, few)
    picked, often = np.unique(pick_by_weight(weights, count), return_counts=True)
    return Believed(drawn[picked], often.astype(float), few)


def pick_by_weight(weights: NDArray[np.float64], count: int) -> NDArray[np.intp]:
    """Return ``count`` indices in proportion to the weights, by systematic sampling."""
    marks = (np.arange(count) + 0.5) / count * weights.sum()
    picked: NDArray[np.intp] = np.searchsorted(np.cumsum(weights), marks)
    return picked


def likelihood(view: View, worlds: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the relative likelihood of each world, given what the others said and played."""
    cards = likelihoods(view, worlds)
    card_likelihood = TRUST * cards / cards.mean() + 1 - TRUST
    likely: NDArray[np.float64] = word_likelihood(view, worlds) * card_likelihood
    return likely


def word_likelihood(view: View, worlds: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the relative likelihood of the bids and discards in each world."""
    logarithms = world_features(view, worlds) @ lookup_tables().belief
    likely: NDArray[np.float64] = np.exp(logarithms - logarithms.max())
    return likely


def world_features(view: View, worlds: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return one row of features per world, for bids and discards but not for cards played.

    The features relate the other seats' bids and discards to the strengths of their hands, which
    come from the lookup tables.
    """
    found = np.zeros((len(worlds), WORLD_FEATURES))
    memory = Memory.of(view)
    for column, (seat, word) in enumerate(zip(view.active, view.actions, strict=False)):
        if seat == view.seat:
            continue
        hands = worlds[:, column] | memory.played_by(seat)
        if seat == view.declarer and view.contract is DOBBM:
            out = worlds[:, 4]
            _add(found, KEPT, kept_points_each(hands, out))
            found[:, DISCARDED_HEARTS] = np.bitwise_count(out & HEARTS)
            found[:, DISCARDED_POINTS] = points_each(out) / 10
        elif seat == view.declarer:
            _add(found, SOLO_HAND, solo_points_each(hands))
        elif word == WEITER:
            nobody_yet = all(before == WEITER for before in view.actions[:column])
            _add(found, WEITER_FIRST if nobody_yet else WEITER_LATER, dobbm_points_each(hands))
    return found


def _add(found: NDArray[np.float64], feature: int, points: NDArray[np.float64]) -> None:
    """Add the strengths and their squares to two adjacent features, in place."""
    strength = (points - USUAL) / 10
    found[:, feature] += strength
    found[:, feature + 1] += strength**2
