"""Plays the card with the best expected payment over the possible worlds.

The network, which has learned how cards are played, advises.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.network import preferences
from dobbm.ai.rollouts import play_worlds
from dobbm.ai.solver import Solver
from dobbm.game.settlement import HALF
from dobbm.game.view import View
from dobbm.players.pimc.belief import Believed, believed_worlds
from dobbm.players.pimc.options import PimcOptions
from dobbm.players.pimc.payments import payments_to
from dobbm.players.simple import play_simply

FIRST = 16
"""The number of worlds after which the player first checks whether the choice is settled."""
SETTLED = 4.0
"""A card is ruled out if it is this many standard errors behind the best one."""
REPEATS = 5
"""The number of rollouts for each card in each world."""
PLAYED = 0.6
"""The weight of the rollouts; the double-dummy values have the remaining weight."""
FAVOUR = 1.0
"""The card points by which a card gains if the network plays it e times as often as another."""
RARE = 0.005
"""A card is left out if the network plays it less than this, compared with its likeliest card."""


class Prospect(NamedTuple):
    """The estimated payments to the seat if it plays each of its legal cards."""

    cards: tuple[str, ...]
    payments: NDArray[np.float64]
    """In Schilling: one row per world, one column per card."""
    weights: NDArray[np.float64]
    """The weight of each world."""
    favours: NDArray[np.float64]
    """The Schilling added to each card's payment because the network favours it (``FAVOUR``)."""

    @property
    def means(self) -> NDArray[np.float64]:
        """The expected payment of each card."""
        return np.average(self.payments, axis=0, weights=self.weights)

    @property
    def ratings(self) -> NDArray[np.float64]:
        """The expected payment of each card, with the network's favour."""
        return self.means + self.favours

    @property
    def settled(self) -> bool:
        """Whether all cards but one are ruled out (``SETTLED``)."""
        best = int(self.ratings.argmax())
        rated = self.payments + self.favours
        behind = rated[:, [best]] - np.delete(rated, best, axis=1)
        mean = np.average(behind, axis=0, weights=self.weights)
        variance = np.average((behind - mean) ** 2, axis=0, weights=self.weights)
        errors = np.sqrt(variance * (self.weights**2).sum()) / self.weights.sum()
        return bool((mean > SETTLED * errors).all())

    def among(self, favours: Mapping[str, float]) -> Prospect:
        """Return the same estimates for the cards in ``favours`` only, with these favours."""
        kept = [index for index, card in enumerate(self.cards) if card in favours]
        cards = tuple(self.cards[index] for index in kept)
        favoured = np.array([favours[card] for card in cards])
        return Prospect(cards, self.payments[:, kept], self.weights, favoured)

    def joined_by(self, more: Prospect) -> Prospect:
        """Return the prospect of the same cards with more worlds."""
        payments = np.concatenate([self.payments, more.payments])
        weights = np.concatenate([self.weights, more.weights])
        return self._replace(payments=payments, weights=weights)


def choose_card(view: View, seed: int, options: PimcOptions, solver: Solver) -> str:
    """Return the card with the best rating; the rules of thumb break ties.

    With belief, cards that the network hardly ever plays do not count. If only one is left, there
    is no search.
    """
    assert view.legal
    if len(view.legal) == 1:
        return view.legal[0]
    favours = favours_of(view, options)
    if len(favours) == 1:
        return next(iter(favours))
    found = prospect(view, seed, options, solver, favours)
    ratings = found.ratings
    best = [card for card, one in zip(found.cards, ratings, strict=True) if one == ratings.max()]
    advised = play_simply(view, seed)
    return advised if advised in best else best[0]


def favours_of(view: View, options: PimcOptions) -> dict[str, float]:
    """Return the network's favour, in Schilling, for each card that it does not rule out.

    Without belief, all legal cards have the same.
    """
    assert view.legal
    if not options.belief:
        return dict.fromkeys(view.legal, 0.0)
    cards, probabilities = preferences(view)
    worth = payments_to(view, view.doublings)
    point = abs(worth[-1] - worth[0]) / (2 * HALF)
    compared = probabilities / probabilities.max()
    return {
        card: float(FAVOUR * point * np.log(share))
        for card, share in zip(cards, compared, strict=True)
        if share >= RARE
    }


def prospect(
    view: View,
    seed: int,
    options: PimcOptions,
    solver: Solver,
    favours: Mapping[str, float] | None = None,
) -> Prospect:
    """Return the estimated payments for the cards, all in the same worlds.

    If there are at most ``options.worlds`` possible worlds, all are considered. Otherwise, that
    many are drawn, and considered in batches until the choice among the cards of ``favours`` is
    settled or time is up. Without ``favours``, all legal cards are compared in all worlds.
    """
    start = monotonic()
    believed = believed_worlds(view, options.worlds, seed, believe=options.belief)
    count = len(believed.worlds)
    found = None
    first, last = 0, count if believed.complete else min(FIRST, count)
    while True:
        part = Believed(believed.worlds[first:last], believed.weights[first:last], False)
        more = payments_in(view, part, seed + first, options, solver)
        if favours is not None:
            more = more.among(favours)
        found = more if found is None else found.joined_by(more)
        late = 0 < options.seconds < monotonic() - start
        if last == count or late or (favours is not None and found.settled):
            return found
        first, last = last, min(2 * last, count)


def payments_in(
    view: View, believed: Believed, seed: int, options: PimcOptions, solver: Solver
) -> Prospect:
    """Return the estimated payments for the legal cards in each of the ``believed`` worlds.

    Without belief, they follow from the double-dummy values alone. With belief, these payments are
    averaged with those from rollouts, in which each seat sees only its own view (``PLAYED``).
    """
    worth = payments_to(view, view.doublings)
    cards, points = solver.solve_worlds(view, believed.worlds)
    payments = worth[points]
    if options.belief:
        _, points = play_worlds(view, believed.worlds, seed, REPEATS)
        played = np.interp(points, np.arange(2 * HALF + 1), worth)
        payments = PLAYED * played + (1 - PLAYED) * payments
    return Prospect(cards, payments, believed.weights, np.zeros(len(cards)))
