"""The worth of the choices at a decision, by worlds that the seat may believe in.

Cards are valued as by ``pimc``: in likely worlds, partly solved with open cards and partly played
out by players who see only their own. Discards are played out. Words are followed by what the
other seats would say to them by the tables, and then played out.
"""

from __future__ import annotations

from array import array

from dobbm.ai.evaluation import best_discards
from dobbm.ai.facts import facts_in_play
from dobbm.ai.layout import MOST_CARDS
from dobbm.ai.memory import Memory
from dobbm.ai.rollouts import play_deals, played_values
from dobbm.ai.solver import Solver, legal_of
from dobbm.exercises.auction import bid_values
from dobbm.exercises.choices import Choices, Values
from dobbm.exercises.equal import equal_cards, equal_discards
from dobbm.game.actions import BIDDING, DOUBLING, EXCHANGE, GUT, PLAY, SCHWACHER
from dobbm.game.cards import NAMES, split
from dobbm.game.view import View
from dobbm.players.pimc.averages import average
from dobbm.players.pimc.belief import believed_worlds
from dobbm.players.pimc.doubling import MARGINS
from dobbm.players.pimc.exchange import (
    CANDIDATES,
    WORLDS,
    points_after,
    worlds_to_exchange_in,
)
from dobbm.players.pimc.options import PimcOptions
from dobbm.players.pimc.payments import payments_to
from dobbm.players.pimc.play import PLAYOUT_SHARE, REPEATS
from dobbm.players.pimc.valuing import retours

LEAST_LEAD = 3.0
"""The card points, or a defender's Schilling at a Match of 60, by which an answer must lead."""
DISCARDS = 12
"""How many of the discards are compared: the best by the tables."""
SAFE = MARGINS[0]
"""Card points above 60 from which ``pimc`` says Schwacher."""
DEFENDERS = 3
"""Those who pay a declarer, or whom one pays."""


def valued(view: View, count: int, seed: int) -> Choices | None:
    """Return what the choices of a seat are worth in ``count`` worlds.

    None means that too few worlds explain what was said, or that no such choice is due.

    Points count for the seat's own side, payments are those of a Match of 60.
    """
    if view.phase == BIDDING:
        return bid_values(view, count, seed, DEFENDERS * LEAST_LEAD)
    if view.phase == EXCHANGE:
        return _discard_values(view, count, seed)
    if view.phase == DOUBLING:
        return _word_values(view, count, seed)
    return card_values(view, count, seed)


def worlds_for(view: View) -> int:
    """Return in how many worlds a decision is judged: four times as many as ``pimc`` considers."""
    return 4 * (PimcOptions().worlds if view.phase == PLAY else CANDIDATES * WORLDS)


def card_values(view: View, count: int, seed: int, played: float = PLAYOUT_SHARE) -> Choices:
    """Return what the legal cards are worth; ``played`` is the weight of the rollouts.

    The rest of the weight is that of values with open cards.
    """
    believed = believed_worlds(view, count, seed, believe=True)
    facts, memory = facts_in_play(view), Memory.of(view)
    solved = Solver().values(facts, believed.worlds)
    found = played_values(facts, believed.worlds, seed, REPEATS)
    side = 1 if view.seat == view.declarer else -1
    legal = legal_of(view)
    each = {
        NAMES[card]: [
            side * (played * one + (1 - played) * other)
            for one, other in zip(found[index::MOST_CARDS], solved[index::MOST_CARDS], strict=True)
        ]
        for index, card in enumerate(split(legal))
    }
    gone = sum([sum(trick.cards) for trick in memory.tricks]) | (view.discards or 0)
    values = {
        group: [
            sum(some) / len(group) for some in zip(*[each[name] for name in group], strict=True)
        ]
        for group in equal_cards(legal, view.hand, gone)
    }
    return Choices(values, believed.weights, LEAST_LEAD, complete=believed.complete)


def _discard_values(view: View, count: int, seed: int) -> Choices:
    worlds = worlds_to_exchange_in(view, count, seed)
    values: Values = {}
    for discards, _points in best_discards(view.hand, view.rules, DISCARDS):
        equal = equal_discards(discards, view.hand)
        if equal not in values:
            values[equal] = [*map(float, points_after(view, discards, worlds, seed))]
    return Choices(values, [1.0] * count, LEAST_LEAD)


def _word_values(view: View, count: int, seed: int) -> Choices | None:
    """Return the payments for gut and Schwacher, to which the declarer may answer retour.

    A Schwacher must lead by more than the worlds say, because they promise defenders too much
    (docs/bots.md): by the margin of ``pimc``, too.
    """
    if view.legal is None or SCHWACHER not in view.legal or view.contract is None:
        return None
    believed = believed_worlds(view, count, seed, believe=True)
    made = play_deals(array("q", believed.worlds), seed, exchanged=view.contract.exchanges)
    worth = [payments_to(view, view.doublings + more) for more in range(3)]
    quiet, loud = [], []
    for points, answer in zip(made, retours(view, believed.worlds), strict=True):
        quiet.append(worth[0][points])
        loud.append(worth[1 + answer][points])
    ahead = average(loud, believed.weights) > average(quiet, believed.weights)
    safe = SAFE * view.contract.factor * ahead
    values: Values = {(GUT,): quiet, (SCHWACHER,): loud}
    return Choices(values, believed.weights, LEAST_LEAD + safe, safe, believed.complete)
