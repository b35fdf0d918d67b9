"""Chooses discards: tables preselect a few of the legal sets, and rollouts find the best."""

from __future__ import annotations

from array import array

from dobbm.ai.calling import Numbers
from dobbm.ai.evaluation import best_discards
from dobbm.ai.layout import WORLD
from dobbm.ai.rollouts import play_deals
from dobbm.ai.worlds import Worlds
from dobbm.game.cards import CardSet
from dobbm.game.view import View

CANDIDATES = 8
WORLDS = 48
"""The number of worlds in the first round; each further round compares the better half of the
candidates in twice as many."""


def choose_discards(view: View, seed: int) -> CardSet:
    """Return the four discards that earn the declarer the most card points in rollouts."""
    totals = {discards: 0 for discards, _ in best_discards(view.hand, view.rules, CANDIDATES)}
    worlds = worlds_to_exchange_in(view, WORLDS * CANDIDATES, seed)
    first, count = 0, WORLDS
    while len(totals) > 1:
        part = worlds[WORLD * first : WORLD * (first + count)]
        for discards in totals:
            totals[discards] += sum(points_after(view, discards, part, seed + first))
        better = sorted(totals, key=lambda discards: -totals[discards])[: len(totals) // 2]
        totals = {discards: totals[discards] for discards in better}
        first, count = first + count, 2 * count
    return next(iter(totals))


def worlds_to_exchange_in(view: View, count: int, seed: int) -> Numbers:
    """Return worlds for the declarer before the exchange, in the order from the declarer."""
    possible = Worlds.of(view)
    return possible.drawn(count, seed, possible.from_declarer)


def points_after(view: View, discards: CardSet, worlds: Numbers, seed: int) -> Numbers:
    """Return the card points that the declarer makes in each world with these ``discards``.

    ``worlds`` is modified in place.
    """
    count = len(worlds) // WORLD
    worlds[0::WORLD] = array("q", [view.hand & ~discards]) * count
    worlds[4::WORLD] = array("q", [discards]) * count
    return play_deals(worlds, seed, exchanged=True)
