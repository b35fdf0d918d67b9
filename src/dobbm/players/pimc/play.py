"""Plays the card with the best expected payment over the possible worlds.

The network, which has learned how cards are played, advises.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from time import monotonic
from typing import NamedTuple

from dobbm.ai.facts import facts_in_play
from dobbm.ai.layout import MOST_CARDS
from dobbm.ai.network import preferences
from dobbm.ai.rollouts import played_values
from dobbm.ai.solver import Solver, legal_of
from dobbm.game.cards import NAMES, split
from dobbm.game.view import View
from dobbm.players.pimc.averages import average
from dobbm.players.pimc.belief import Believed, believed_worlds
from dobbm.players.pimc.options import PimcOptions
from dobbm.players.pimc.payments import payment_between, payments_to, point_price
from dobbm.players.simple import play_simply

FIRST = 16
"""The number of worlds after which the player first checks whether the choice is settled."""
SETTLED = 4.0
"""A card is ruled out if it is this many standard errors behind the best one."""
REPEATS = 5
"""The number of rollouts for each card in each world."""
PLAYOUT_SHARE = 0.6
"""The weight of the rollouts; the double-dummy values have the remaining weight."""
FAVOUR = 1.0
"""The card points by which a card gains if the network plays it e times as often as another."""
RARE = 0.005
"""A card is left out if the network plays it less than this, compared with its likeliest card."""


class Prospect(NamedTuple):
    """The estimated payments to the seat if it plays each of its legal cards."""

    payments: dict[str, list[float]]
    """For each card, in order of names, the payment in Schilling in each world."""
    weights: list[float]
    """The weight of each world."""
    favours: Mapping[str, float]
    """The Schilling added to each card's payment because the network favours it (``FAVOUR``)."""

    @property
    def means(self) -> dict[str, float]:
        """The expected payment of each card."""
        return {card: average(paid, self.weights) for card, paid in self.payments.items()}

    @property
    def ratings(self) -> dict[str, float]:
        """The expected payment of each card, with the network's favour."""
        return {card: mean + self.favours[card] for card, mean in self.means.items()}

    @property
    def settled(self) -> bool:
        """Whether all cards but one are ruled out (``SETTLED``)."""
        ratings = self.ratings
        best = max(ratings, key=ratings.__getitem__)
        share = sqrt(sum([weight * weight for weight in self.weights])) / sum(self.weights)
        for card in self.payments.keys() - {best}:
            margin = ratings[best] - ratings[card]
            rivals = zip(self.payments[best], self.payments[card], strict=True)
            favour = self.favours[best] - self.favours[card]
            off = [(one - other + favour - margin) ** 2 for one, other in rivals]
            if margin <= SETTLED * sqrt(average(off, self.weights)) * share:
                return False
        return True

    def among(self, favours: Mapping[str, float]) -> Prospect:
        """Return the same estimates for the cards in ``favours`` only, with these favours."""
        payments = {card: paid for card, paid in self.payments.items() if card in favours}
        return Prospect(payments, self.weights, favours)

    def joined_by(self, more: Prospect) -> Prospect:
        """Return the prospect of the same cards with more worlds."""
        payments = {card: paid + more.payments[card] for card, paid in self.payments.items()}
        return Prospect(payments, self.weights + more.weights, self.favours)


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
    most = max(ratings.values())
    best = [card for card, rating in ratings.items() if rating == most]
    advised = play_simply(view, seed)
    return advised if advised in best else best[0]


def favours_of(view: View, options: PimcOptions) -> dict[str, float]:
    """Return the network's favour, in Schilling, for each card that it does not rule out.

    Without belief, all legal cards have the same.
    """
    assert view.legal
    if not options.belief:
        return dict.fromkeys(view.legal, 0.0)
    cards, probabilities, behind = preferences(view)
    point = point_price(view)
    rare = RARE * max(probabilities)
    rated = zip(cards, probabilities, behind, strict=True)
    return {card: FAVOUR * point * log for card, probable, log in rated if probable >= rare}


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
    count = len(believed.weights)
    found = None
    first, last = 0, count if believed.complete else min(FIRST, count)
    while True:
        part = believed.part(first, last)
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
    averaged with those from rollouts (``PLAYOUT_SHARE``), in which each seat sees its own view.
    """
    worth, facts = payments_to(view, view.doublings), facts_in_play(view)
    solved = solver.values(facts, believed.worlds)
    payments = {}
    if options.belief:
        played = played_values(facts, believed.worlds, seed, REPEATS)
    for index, card in enumerate(split(legal_of(view))):
        paid = [worth[points] for points in solved[index::MOST_CARDS]]
        if options.belief:
            means = [payment_between(worth, points) for points in played[index::MOST_CARDS]]
            both = zip(means, paid, strict=True)
            paid = [PLAYOUT_SHARE * mean + (1 - PLAYOUT_SHARE) * exact for mean, exact in both]
        payments[NAMES[card]] = paid
    favours = dict.fromkeys(payments, 0.0)
    return Prospect({card: payments[card] for card in sorted(payments)}, believed.weights, favours)
