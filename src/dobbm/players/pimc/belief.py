"""Weights worlds by the likelihood of the other seats' actions in them."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from dobbm.ai.calling import Numbers, Out
from dobbm.ai.evaluation import USES, stored_tables
from dobbm.ai.facts import facts_of
from dobbm.ai.layout import KEPT, SAID_NOTHING, SOLO, WEITER_FIRST, WEITER_LATER, WORLD
from dobbm.ai.machine import machine
from dobbm.ai.rollouts import kept_policy
from dobbm.ai.worlds import Worlds
from dobbm.game.actions import BIDDING, EXCHANGE, WEITER
from dobbm.game.play import led_by
from dobbm.game.rules import DOBBM
from dobbm.game.view import View

DRAWN = 64
"""The number of candidate worlds drawn for each world kept."""
AT_MOST = 4_000
"""The maximum number of candidate worlds."""
TRUST = 0.9
"""The weight of the evidence from the cards played; the rest is spread evenly over all worlds."""


class Believed(NamedTuple):
    """Worlds and their weights."""

    worlds: Numbers
    """Five card sets for each world, in the order from the declarer."""
    weights: list[float]
    complete: bool
    """Whether these are all possible worlds."""

    def part(self, first: int, last: int) -> Believed:
        """Return the worlds from number ``first`` to the one before ``last``."""
        return Believed(self.worlds[WORLD * first : WORLD * last], self.weights[first:last], False)

    def picked(self, count: int) -> list[Numbers]:
        """Return so many worlds, likelier ones more often."""
        indices = pick_by_weight(self.weights, count)
        return [self.worlds[WORLD * index : WORLD * (index + 1)] for index in indices]


def believed_worlds(view: View, count: int, seed: int, *, believe: bool) -> Believed:
    """Return all possible worlds of a view, or a sample of them, with their weights.

    If there are at most ``count`` worlds, all are returned, weighted by likelihood. Otherwise,
    ``count`` are drawn, likelier ones more often; the weight of a world is how often it was drawn.
    Without ``believe``, or before the doubling, all worlds have the same weight.
    """
    possible = Worlds.of(view)
    order = possible.from_declarer
    few = possible.count <= count
    if few:
        drawn = possible.listed(order)
    elif not believe:
        drawn = possible.drawn(count, seed, order)
    elif possible.count <= min(DRAWN * count, AT_MOST):
        drawn = possible.listed(order, seed)
    else:
        drawn = possible.drawn(min(DRAWN * count, AT_MOST), seed, order)
    if not believe or view.phase in (BIDDING, EXCHANGE):
        kept = drawn[: WORLD * count]
        return Believed(kept, [1.0] * (len(kept) // WORLD), few)
    weights = likelihood(view, drawn)
    if few:
        return Believed(drawn, weights, few)
    often = Counter(pick_by_weight(weights, count))
    worlds = sum([drawn[WORLD * index : WORLD * (index + 1)] for index in often], array("q"))
    return Believed(worlds, [float(times) for times in often.values()], few)


def pick_by_weight(weights: Sequence[float], count: int) -> list[int]:
    """Return ``count`` indices in proportion to the weights, by systematic sampling."""
    sums = [*accumulate(weights)]
    marks = [(index + 0.5) / count * sums[-1] for index in range(count)]
    return [bisect_left(sums, mark) for mark in marks]


def likelihood(view: View, worlds: Numbers) -> list[float]:
    """Return the relative likelihood of each world, given what the others said and played.

    ``worlds`` has five card sets for each world, in the order from the declarer.
    """
    tables, runs = stored_tables(), machine()
    count = len(worlds) // WORLD
    likely = Out("d", count)
    hands = runs.keep("hands", lambda: sum([tables[use].numbers for use in USES], array("d")))
    spoken = (array("q", roles_of(view)), kept_policy(), hands, tables["belief"].numbers)
    runs.call("weigh_worlds", facts_of(view), *spoken, worlds, count, TRUST, likely)
    return [*likely.values]


def roles_of(view: View) -> list[int]:
    """Return what each seat's bid says of its hand, in the order from the declarer (``layout``)."""
    assert view.declarer is not None
    words = dict(zip(view.active, view.actions, strict=False))
    roles = []
    for seat in led_by(view.declarer, view.active):
        if seat == view.seat:
            roles.append(SAID_NOTHING)
        elif seat == view.declarer:
            roles.append(KEPT if view.contract is DOBBM else SOLO)
        elif words.get(seat) == WEITER:
            earlier = view.actions[: view.active.index(seat)]
            first = all(word == WEITER for word in earlier)
            roles.append(WEITER_FIRST if first else WEITER_LATER)
        else:
            roles.append(SAID_NOTHING)
    return roles
