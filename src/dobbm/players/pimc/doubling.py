"""Doubles when the side's expected card points are well above 60."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from dobbm.ai.calling import Numbers
from dobbm.ai.layout import WORLD
from dobbm.ai.rollouts import play_deals
from dobbm.game.actions import GUT
from dobbm.game.settlement import HALF
from dobbm.game.view import View
from dobbm.players.pimc.belief import believed_worlds

WORLDS = 100
"""The number of worlds to draw and play out; likelier ones are drawn more often."""
RETOUR_MARGIN = 6.0
MARGINS = 12.0, RETOUR_MARGIN, 15.0
"""Card points by which the mean must exceed 60 for a Schwacher, for a retour, and for each later
doubling. A retour needs the least: few can answer it."""
ENOUGH = 5
"""The number of doublings after which a seat says gut: if each side believes that it is well ahead,
they could double without end."""


def choose_doubling_word(view: View, seed: int) -> str:
    """Return Schwacher or retour if the seat's side is well ahead on average, else gut."""
    assert view.legal
    louder = [word for word in view.legal if word != GUT]
    if not louder or view.doublings >= ENOUGH:
        return GUT
    ahead = points_ahead(view, seed)
    return louder[0] if fmean(ahead) > wanted(view) else GUT


def points_ahead(view: View, seed: int) -> list[int]:
    """Return by how many card points the seat's side exceeds 60 in each world."""
    return lead(view, points_in(view, worlds_to_double_in(view, WORLDS, seed), seed))


def lead(view: View, made: Iterable[int]) -> list[int]:
    """Return by how many card points the seat's side exceeds 60, given the declarer's points."""
    side = 1 if view.seat == view.declarer else -1
    return [side * (points - HALF) for points in made]


def worlds_to_double_in(view: View, count: int, seed: int) -> Numbers:
    """Return ``count`` believed worlds, in the order from the declarer; likelier ones repeat."""
    worlds, often, _ = believed_worlds(view, count, seed, believe=True)
    repeated = worlds[:0]
    for index, times in enumerate(often):
        repeated += worlds[WORLD * index : WORLD * (index + 1)] * round(times)
    return repeated


def points_in(view: View, worlds: Numbers, seed: int) -> Numbers:
    """Return the declarer's card points in each world, played out from the first card."""
    assert view.contract is not None
    return play_deals(worlds, seed, exchanged=view.contract.exchanges)


def wanted(view: View) -> float:
    """Return the card points by which the mean must exceed 60 for the seat to double."""
    return MARGINS[min(view.doublings, len(MARGINS) - 1)]
