"""Which worlds to believe in: those in which the others would have done what they did."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.evaluation import dobbm_points_each, kept_points_each, solo_points_each, tables
from dobbm.ai.kernel.evaluation import points_each
from dobbm.ai.memory import Memory
from dobbm.ai.rollouts import likelihoods
from dobbm.ai.worlds import Worlds
from dobbm.game.actions import BIDDING, EXCHANGE, WEITER
from dobbm.game.cards import HEARTS
from dobbm.game.rules import DOBBM
from dobbm.game.view import View

DRAWN = 16
"""So many worlds are drawn for each that is kept."""
AT_MOST = 4_000
"""No more worlds are weighed, to keep the likelier ones."""
TRUST = 0.9
"""How much is believed of what cards tell; the rest takes all worlds to be as likely as each other.
"""

# The signs that speak for or against a world. A strength stands beside its square.
KEPT, LAID_HEARTS, LAID_POINTS = 0, 2, 3
"""Of another who declares a Dobbm: the strength of the hand that he plays with; how many hearts he
has laid away; and how many card points, of which ten are 1."""
SOLO_HAND = 4
"""The strength of another who declares a Solo."""
WEITER_FIRST, WEITER_LATER = 6, 8
"""The strengths, added up, of those who said weiter before anybody had bid, and after."""
SIGNS = 10

USUAL = 60.0
"""Card points that are the strength 0; ten more are 1."""


class Believed(NamedTuple):
    """Worlds, and how much each counts."""

    worlds: NDArray[np.int64]
    """Rows as ``Worlds`` gives them."""
    weights: NDArray[np.float64]
    complete: bool
    """Whether these are all worlds that may be."""


def believed_worlds(view: View, count: int, seed: int, *, believe: bool) -> Believed:
    """All worlds of a view with how likely they are, if they are no more than ``count``; else as
    many drawn, the likelier ones more often.
    """
    possible = Worlds.of(view)
    few = possible.count <= count
    if few:
        drawn = possible.all()
    elif not believe:
        drawn = possible.sample(count, seed)
    elif possible.count <= min(DRAWN * count, AT_MOST):
        drawn = possible.all()[np.random.default_rng(seed).permutation(possible.count)]
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
    """``count`` indices, each as often as its weight says: evenly spaced marks on the total."""
    marks = (np.arange(count) + 0.5) / count * weights.sum()
    picked: NDArray[np.intp] = np.searchsorted(np.cumsum(weights), marks)
    return picked


def likelihood(view: View, worlds: NDArray[np.int64]) -> NDArray[np.float64]:
    """How likely each of the worlds is, given what the others said and played, in proportion."""
    cards = likelihoods(view, worlds)
    told_by_cards = TRUST * cards / cards.mean() + 1 - TRUST
    likely: NDArray[np.float64] = word_likelihood(view, worlds) * told_by_cards
    return likely


def word_likelihood(view: View, worlds: NDArray[np.int64]) -> NDArray[np.float64]:
    """How likely bids and discards were with the hands in each of the worlds, in proportion."""
    logarithms = signs(view, worlds) @ tables().belief
    likely: NDArray[np.float64] = np.exp(logarithms - logarithms.max())
    return likely


def signs(view: View, worlds: NDArray[np.int64]) -> NDArray[np.float64]:
    """What speaks for or against each world, apart from the cards played: a row of ``SIGNS`` each.

    Those are the others' words and discards, beside the strengths of their hands by the tables.
    """
    found = np.zeros((len(worlds), SIGNS))
    memory = Memory.of(view)
    for column, (seat, word) in enumerate(zip(view.active, view.actions, strict=False)):
        if seat == view.seat:
            continue
        hands = worlds[:, column] | memory.played_by(seat)
        if seat == view.declarer and view.contract is DOBBM:
            out = worlds[:, 4]
            _add(found, KEPT, kept_points_each(hands, out))
            found[:, LAID_HEARTS] = np.bitwise_count(out & HEARTS)
            found[:, LAID_POINTS] = points_each(out) / 10
        elif seat == view.declarer:
            _add(found, SOLO_HAND, solo_points_each(hands))
        elif word == WEITER:
            nobody_yet = all(before == WEITER for before in view.actions[:column])
            _add(found, WEITER_FIRST if nobody_yet else WEITER_LATER, dobbm_points_each(hands))
    return found


def _add(found: NDArray[np.float64], sign: int, points: NDArray[np.float64]) -> None:
    """Add strength and square to two neighbouring signs; ``found`` is modified in place."""
    strength = (points - USUAL) / 10
    found[:, sign] += strength
    found[:, sign + 1] += strength**2
