"""Which card to play: the one with the best expected payment over worlds that may be."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.players.pimc.belief import likely_worlds
from dobbm.players.pimc.options import Options
from dobbm.players.pimc.payments import payments_by_points
from dobbm.players.simple import play_simply
from dobbm.solver import Solver
from dobbm.view import View
from dobbm.worlds import Worlds

FIRST = 8
"""Worlds after which it is asked for the first time whether the choice is settled."""
SETTLED = 4.0
"""A card that is so many standard errors behind the best is not waited for."""


class Prospect(NamedTuple):
    """What the legal cards promise the seat."""

    cards: tuple[str, ...]
    payments: NDArray[np.float64]
    """In Schilling: a row a world, a column a card."""

    @property
    def settled(self) -> bool:
        """Whether one card is better than every other beyond doubt."""
        best = int(self.payments.mean(axis=0).argmax())
        behind = self.payments[:, [best]] - np.delete(self.payments, best, axis=1)
        errors = behind.std(axis=0) / np.sqrt(len(self.payments))
        return bool((behind.mean(axis=0) > SETTLED * errors).all())


def choose_card(view: View, seed: int, options: Options, solver: Solver) -> str:
    """The card with the best expected payment; of equal ones what the rules of thumb advise."""
    assert view.legal
    if len(view.legal) == 1:
        return view.legal[0]
    cards, payments = prospect(view, seed, options, solver)
    means = payments.mean(axis=0)
    best = [card for card, mean in zip(cards, means, strict=True) if mean == means.max()]
    advised = play_simply(view, seed)
    return advised if advised in best else best[0]


def prospect(view: View, seed: int, options: Options, solver: Solver) -> Prospect:
    """What the cards promise, all in the same worlds: in every world that may be, if these are few,
    else in worlds drawn until the choice is settled.
    """
    possible = Worlds.of(view)
    worlds = worlds_considered(view, possible, seed, options)
    found = None
    first, last = 0, len(worlds) if len(worlds) == possible.count else min(FIRST, len(worlds))
    while True:
        cards, paid = payments_in(view, worlds[first:last], solver)
        found = Prospect(cards, paid if found is None else np.concatenate([found.payments, paid]))
        if last == len(worlds) or found.settled:
            return found
        first, last = last, min(2 * last, len(worlds))


def worlds_considered(
    view: View, possible: Worlds, seed: int, options: Options
) -> NDArray[np.int64]:
    """Every world that may be, if these are few, else as many as the options say, drawn."""
    if possible.count <= options.worlds:
        return possible.all()
    return likely_worlds(view, possible, options.worlds, seed, believe=options.belief)


def payments_in(view: View, worlds: NDArray[np.int64], solver: Solver) -> Prospect:
    """What the cards promise in each of these worlds."""
    assert view.contract is not None
    declares = view.seat == view.declarer
    worth = payments_by_points(
        view.contract, view.doublings, view.rules, declares=declares, players=view.players
    )
    cards, points = solver.solve_worlds(view, worlds)
    return Prospect(cards, worth[points])
