"""Which worlds to believe in: those in which the others would have done what they did."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.actions import BIDDING, EXCHANGE, WEITER, Seat
from dobbm.cards import CardSet
from dobbm.evaluation import kept_points_each, solo_points_each
from dobbm.memory import Memory
from dobbm.players.pimc.bidding import gains_each
from dobbm.rollouts import likelihoods
from dobbm.rules import DOBBM
from dobbm.view import View
from dobbm.worlds import Worlds

DRAWN = 16
"""So many worlds are drawn for each that is kept."""
AT_MOST = 4_000
KEPT_FROM, SOLO_FROM = 55.0, 60.0
"""Card points by the tables from which the others are taken to bid, the Dobb included."""
DOUBT = 8.0
"""Card points by which the others may value a hand otherwise."""
TRUST_IN_WORDS, TRUST_IN_CARDS = 0.75, 0.9
"""How much of a belief is believed; the rest takes all worlds to be as likely as each other."""


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
    words = word_likelihood(view, worlds)
    cards = likelihoods(view, worlds)
    return _trusted(words, TRUST_IN_WORDS) * _trusted(cards, TRUST_IN_CARDS)


def _trusted(likelihood: NDArray[np.float64], trust: float) -> NDArray[np.float64]:
    trusted: NDArray[np.float64] = trust * likelihood / likelihood.mean() + 1 - trust
    return trusted


def word_likelihood(view: View, worlds: NDArray[np.int64]) -> NDArray[np.float64]:
    """How likely the others' bids would have been with their hands in each of the worlds."""
    assert view.contract is not None
    likelihood = np.ones(len(worlds))
    words = dict(zip(view.active, view.actions, strict=False))
    played = cards_played(view)
    for column, seat in enumerate(view.active):
        if seat == view.seat:
            continue
        hands = worlds[:, column] | played[seat]
        if seat == view.declarer:
            if view.contract is DOBBM:
                likelihood *= rising(kept_points_each(hands, worlds[:, 4]) - KEPT_FROM)
            else:
                likelihood *= rising(solo_points_each(hands) - SOLO_FROM)
        elif words.get(seat) == WEITER:
            likelihood *= 1 - rising(gains_each(hands, column) / 3)
    return likelihood


def cards_played(view: View) -> dict[Seat, CardSet]:
    """The cards that each seat has played."""
    memory = Memory.of(view)
    played = dict.fromkeys(view.active, 0)
    for trick in (*memory.tricks, memory.trick):
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            played[seat] |= card
    return played


def rising(ahead: NDArray[np.float64]) -> NDArray[np.float64]:
    """From 0 to 1, a half where nothing speaks for either."""
    steep: NDArray[np.float64] = 1 / (1 + np.exp(-ahead / DOUBT))
    return steep
