"""Which worlds to believe in: those in which the others would have done what they did."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.actions import BIDDING, EXCHANGE, WEITER, Seat
from dobbm.cards import HEARTS, LANE, RANK_POINTS, SUITS, CardSet
from dobbm.evaluation import dobbm_points_each, kept_points_each, solo_points_each, tables
from dobbm.memory import Memory
from dobbm.rollouts import likelihoods
from dobbm.rules import DOBBM
from dobbm.view import View
from dobbm.worlds import Worlds

DRAWN = 16
"""So many worlds are drawn for each that is kept."""
AT_MOST = 4_000
TRUST = 0.9
"""How much is believed of what cards tell; the rest takes all worlds to be as likely as each other.
"""

SIGNS = 10
"""What others' words and discards are judged by."""
USUAL = 60.0
"""Card points that are 0 to the signs, and ten more are 1."""


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

    The strength of what the declarer of a Dobbm kept, as the tables know it, and its square; how
    many hearts he laid away, and how many points; strength and square of a Solo's hand; and the
    sums of strengths and squares of those who said weiter before there was a bid, and after it.
    """
    found = np.zeros((len(worlds), SIGNS))
    played = cards_played(view)
    nobody_yet = True
    for column, (seat, word) in enumerate(zip(view.active, view.actions, strict=False)):
        hands = worlds[:, column] | played[seat]
        if seat == view.seat:
            pass
        elif seat == view.declarer and view.contract is DOBBM:
            out = worlds[:, 4]
            _add(found, 0, kept_points_each(hands, out))
            found[:, 2] = np.bitwise_count(out & HEARTS)
            found[:, 3] = points_each(out) / 10
        elif seat == view.declarer:
            _add(found, 4, solo_points_each(hands))
        elif word == WEITER:
            _add(found, 6 if nobody_yet else 8, dobbm_points_each(hands))
        nobody_yet &= word == WEITER
    return found


def _add(found: NDArray[np.float64], sign: int, points: NDArray[np.float64]) -> None:
    """Add strength and square to two neighbouring signs; ``found`` is modified."""
    strength = (points - USUAL) / 10
    found[:, sign] += strength
    found[:, sign + 1] += strength**2


def points_each(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """The card points of many sets."""
    worths = [(rank, worth) for rank, worth in enumerate(RANK_POINTS) if worth]
    total: NDArray[np.int64] = sum(
        (np.bitwise_count(cards & RANKS[rank]).astype(np.int64) * worth for rank, worth in worths),
        start=np.zeros_like(cards),
    )
    return total


RANKS = [sum(1 << LANE * lane + rank for lane in range(len(SUITS))) for rank in range(9)]
"""By rank the four cards of it."""


def cards_played(view: View) -> dict[Seat, CardSet]:
    """The cards that each seat has played."""
    memory = Memory.of(view)
    played = dict.fromkeys(view.active, 0)
    for trick in (*memory.tricks, memory.trick):
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            played[seat] |= card
    return played
