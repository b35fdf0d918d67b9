"""Which worlds to believe in: those in which the others would have spoken as they did."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dobbm.actions import BIDDING, EXCHANGE, WEITER, Seat
from dobbm.cards import CardSet
from dobbm.evaluation import dobbm_points_each, kept_points_each, solo_points_each
from dobbm.memory import Memory
from dobbm.rules import DOBBM
from dobbm.view import View
from dobbm.worlds import Worlds

DRAWN = 40
"""So many worlds are drawn for each that is kept."""
AT_MOST = 4_000
BIDS_FROM, SOLO_FROM = 52.0, 64.0
"""Card points by the tables from which the others are taken to bid."""
DOUBT = 6.0
"""Card points by which the others may value a hand otherwise."""
TRUST = 0.75
"""How much of the belief is believed; the rest takes all worlds to be as likely as each other."""


def likely_worlds(
    view: View, worlds: Worlds, count: int, seed: int, *, believe: bool
) -> NDArray[np.int64]:
    """``count`` of the worlds of a view as rows, drawn as often as they are believed."""
    if not believe or view.seat == view.declarer or view.phase in (BIDDING, EXCHANGE):
        return worlds.sample(count, seed)
    drawn = worlds.sample(min(DRAWN * count, AT_MOST), seed)
    likelihood = declaring_likelihood(view, drawn)
    weights = TRUST * likelihood / likelihood.mean() + (1 - TRUST)
    # Evenly spaced marks on the running total: every world as often as its weight says.
    marks = (np.arange(count) + 0.5) / count * weights.sum()
    believed: NDArray[np.int64] = drawn[np.searchsorted(np.cumsum(weights), marks)]
    return believed


def declaring_likelihood(view: View, worlds: NDArray[np.int64]) -> NDArray[np.float64]:
    """How likely the others' words would have been with their hands in each of the worlds."""
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
                likelihood *= rising(kept_points_each(hands, worlds[:, 4]), BIDS_FROM)
            else:
                likelihood *= rising(solo_points_each(hands), SOLO_FROM)
        elif words.get(seat) == WEITER:
            likelihood *= 1 - rising(dobbm_points_each(hands), BIDS_FROM)
    return likelihood


def cards_played(view: View) -> dict[Seat, CardSet]:
    """The cards that each seat has played."""
    memory = Memory.of(view)
    played = dict.fromkeys(view.active, 0)
    for trick in (*memory.tricks, memory.trick):
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            played[seat] |= card
    return played


def rising(points: NDArray[np.float64], middle: float) -> NDArray[np.float64]:
    """From 0 to 1, a half where the points are ``middle``."""
    steep: NDArray[np.float64] = 1 / (1 + np.exp((middle - points) / DOUBT))
    return steep
