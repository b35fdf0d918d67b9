"""When to double: where the expected points leave no doubt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dobbm.actions import GUT
from dobbm.players.pimc.belief import likely_worlds
from dobbm.settlement import HALF
from dobbm.solver import Solver, from_declarer
from dobbm.view import View
from dobbm.worlds import Worlds

WORLDS = 16
MARGIN = 20.0
"""So many card points, and as many more for each doubling before, the mean is to be beyond 60."""


def choose_doubling_word(view: View, seed: int, solver: Solver) -> str:
    """A Schwacher or retour if the seat's side is well ahead in most worlds, else gut."""
    assert view.legal
    louder = [word for word in view.legal if word != GUT]
    if not louder:
        return GUT
    ahead = points_ahead(view, seed, solver)
    return louder[0] if float(ahead.mean()) > wanted(view) else GUT


def points_ahead(view: View, seed: int, solver: Solver) -> NDArray[np.int64]:
    """World by world, how many card points beyond 60 the seat's side makes with open cards."""
    worlds = likely_worlds(view, Worlds.of(view), WORLDS, seed, believe=True)
    beyond = solver.solve_deals(from_declarer(view, worlds)) - HALF
    return beyond if view.seat == view.declarer else -beyond


def wanted(view: View) -> float:
    """How many card points the mean is to be beyond 60 before the seat doubles."""
    return MARGIN * (1 + view.doublings)
