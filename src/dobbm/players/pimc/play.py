"""Plays the card with the best expected payment over the possible worlds."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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


class Prospect(NamedTuple):
    """The estimated payments to the seat if it plays each of its legal cards."""

    cards: tuple[str, ...]
    payments: NDArray[np.float64]
    """In Schilling: one row per world, one column per card."""
    weights: NDArray[np.float64]
    """The weight of each world."""

    @property
    def means(self) -> NDArray[np.float64]:
        """The expected payment of each card."""
        return np.average(self.payments, axis=0, weights=self.weights)

    @property
    def settled(self) -> bool:
        """Whether all cards but one are ruled out (``SETTLED``)."""
        best = int(self.means.argmax())
        behind = self.payments[:, [best]] - np.delete(self.payments, best, axis=1)
        mean = np.average(behind, axis=0, weights=self.weights)
        variance = np.average((behind - mean) ** 2, axis=0, weights=self.weights)
        errors = np.sqrt(variance * (self.weights**2).sum()) / self.weights.sum()
        return bool((mean > SETTLED * errors).all())


def choose_card(view: View, seed: int, options: PimcOptions, solver: Solver) -> str:
    """Return the card with the best expected payment; the rules of thumb break ties."""
    assert view.legal
    if len(view.legal) == 1:
        return view.legal[0]
    found = prospect(view, seed, options, solver)
    means = found.means
    best = [card for card, mean in zip(found.cards, means, strict=True) if mean == means.max()]
    advised = play_simply(view, seed)
    return advised if advised in best else best[0]


def prospect(
    view: View, seed: int, options: PimcOptions, solver: Solver, *, thorough: bool = False
) -> Prospect:
    """Return the estimated payments for the legal cards, all in the same worlds.

    If there are at most ``options.worlds`` possible worlds, all are considered. Otherwise, that
    many are drawn, and considered in batches until the choice is settled or time is up. With
    ``thorough``, a settled choice does not end the search.
    """
    start = monotonic()
    believed = believed_worlds(view, options.worlds, seed, believe=options.belief)
    count = len(believed.worlds)
    found = None
    first, last = 0, count if believed.complete else min(FIRST, count)
    while True:
        part = Believed(believed.worlds[first:last], believed.weights[first:last], False)
        more = payments_in(view, part, seed + first, options, solver)
        found = more if found is None else _together(found, more)
        late = 0 < options.seconds < monotonic() - start
        if last == count or late or (found.settled and not thorough):
            return found
        first, last = last, min(2 * last, count)


def _together(some: Prospect, more: Prospect) -> Prospect:
    payments = np.concatenate([some.payments, more.payments])
    return Prospect(some.cards, payments, np.concatenate([some.weights, more.weights]))


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
    return Prospect(cards, payments, believed.weights)
