"""The payment for every action that a seat may consider, world by world (docs/bots.md).

Explanations have only the means. ``Coach`` compares actions in pairs, in the same worlds.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from math import hypot
from typing import NamedTuple

from dobbm.ai.calling import Numbers
from dobbm.ai.evaluation import best_discards, look_up
from dobbm.ai.layout import WORLD
from dobbm.ai.memory import Memory
from dobbm.ai.solver import Solver
from dobbm.game.actions import GUT
from dobbm.game.cards import CARDS, parse_cards
from dobbm.game.exchange import discards_action
from dobbm.game.settlement import HALF
from dobbm.game.view import View
from dobbm.players.pimc.averages import average, paired_error
from dobbm.players.pimc.belief import believed_worlds
from dobbm.players.pimc.doubling import (
    RETOUR_MARGIN,
    lead,
    points_in,
    wanted,
    worlds_to_double_in,
)
from dobbm.players.pimc.exchange import CANDIDATES, points_after, worlds_to_exchange_in
from dobbm.players.pimc.explaining import (
    TRICK_WORLDS,
    discard_reason,
    explain_bids,
    explain_words,
    trick_reason,
)
from dobbm.players.pimc.options import PimcOptions
from dobbm.players.pimc.payments import payments_to
from dobbm.players.pimc.play import favours_of, payments_in
from dobbm.players.player import Reason

BID_ERROR = 2.0
"""How far the tables err in the difference between two bids: a standard error, in card points."""


class Valued(NamedTuple):
    """The actions that a seat may consider, with the payments to it in the same worlds."""

    paid: dict[str, list[float]]
    """For each action, the payment in Schilling in each world."""
    weights: list[float]
    reason: Callable[[str], Reason]
    """Returns the reason for an action's value."""
    favours: Mapping[str, float] | None = None
    """Schilling by which each action is favoured beyond its payments: a card by the network, and
    gut because a doubling may be answered. An action without a favour is ruled out; with None,
    all have the same."""
    error: float = 0.0
    """The standard error of a difference that the worlds do not show, in Schilling."""

    @property
    def means(self) -> dict[str, float]:
        """The expected payment for each action."""
        return {action: average(paid, self.weights) for action, paid in self.paid.items()}

    def error_between(self, one: str, other: str) -> float:
        """Return the standard error of the difference between two actions' payments."""
        return hypot(paired_error(self.paid[one], self.paid[other], self.weights), self.error)


def value_bids(view: View, point: float) -> Valued:
    """Return the bids with their payments from tables; ``point`` is the price of a card point."""
    found = {one.action: one for one in explain_bids(view)}
    paid = {word: [one.payment] for word, one in found.items()}
    return Valued(paid, [1.0], lambda word: found[word].reason, error=BID_ERROR * point)


def value_discards(view: View, seed: int, worlds: int, others: Iterable[str]) -> Valued:
    """Return the discards that the tables rate best, and ``others``, all played out."""
    rated = [discards for discards, _ in best_discards(view.hand, view.rules, CANDIDATES)]
    considered = dict.fromkeys([*rated, *[parse_cards(action) for action in others]])
    rows = worlds_to_exchange_in(view, worlds, seed)
    worth = payments_to(view, view.doublings)
    paid = {}
    for discards in considered:
        made = points_after(view, discards, rows, seed)
        paid[discards_action(discards)] = [worth[points] for points in made]

    def reason(action: str) -> Reason:
        return discard_reason(view.hand, parse_cards(action))

    return Valued(paid, [1.0] * worlds, reason)


def value_words(view: View, seed: int, worlds: int, point: float) -> Valued:
    """Return the doubling words with their payments, as the deal would be played out.

    Assumes that a declarer answers a Schwacher with a retour if the tables promise the own hand
    enough, and that nobody else doubles afterwards. Since others may, gut is favoured by the margin
    with which ``pimc`` doubles.
    """
    assert view.legal
    rows = worlds_to_double_in(view, worlds, seed)
    made = points_in(view, rows, seed)
    answers = [0] * len(made) if view.seat == view.declarer else retours(view, rows)
    paid = {}
    for word in view.legal:
        more = [0] * len(made) if word == GUT else [1 + answer for answer in answers]
        worths = {count: payments_to(view, view.doublings + count) for count in {*more}}
        paid[word] = [worths[count][points] for count, points in zip(more, made, strict=True)]
    explained = {one.action: one.reason for one in explain_words(view, lead(view, made))}
    favours = {word: wanted(view) * point if word == GUT else 0.0 for word in view.legal}
    return Valued(paid, [1.0] * len(made), explained.__getitem__, favours)


def retours(view: View, rows: Numbers) -> list[int]:
    """Return, for each world, 1 if the declarer would answer a Schwacher with a retour, else 0."""
    assert view.contract is not None
    limit = view.rules.max_doublings
    if limit is not None and view.doublings + 2 > limit:
        return [0] * (len(rows) // WORLD)
    hands, out = rows[0::WORLD], rows[4::WORLD]
    if view.contract.exchanges:
        values = look_up("kept", hands, out)
    else:
        values = look_up("solo", hands, array("q", [0]) * len(hands))
    return [int(value > HALF + RETOUR_MARGIN) for value in values]


def value_cards(view: View, seed: int, worlds: int, solver: Solver) -> Valued:
    """Return the legal cards with their payments in the believed worlds."""
    options = PimcOptions(worlds=worlds)
    believed = believed_worlds(view, worlds, seed, believe=True)
    found = payments_in(view, believed, seed, options, solver)
    trick = Memory.of(view).trick

    def reason(card: str) -> Reason:
        return trick_reason(view, trick, CARDS[card], believed.picked(TRICK_WORLDS))

    return Valued(found.payments, found.weights, reason, favours_of(view, options))
