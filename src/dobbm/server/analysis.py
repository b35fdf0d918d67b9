"""Analyses the cards of a finished deal, double-dummy (docs/solver.md)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from dobbm.game.actions import Seat
from dobbm.game.cards import CARDS
from dobbm.game.deal import Deal

KEPT = 128
"""Maximum number of deals whose analyses are cached."""


class Judged(NamedTuple):
    """A card that was played."""

    action: int
    """Its index among the actions of the record."""
    seat: Seat
    card: str
    values: dict[str, int]
    """The declarer's final card points for each legal card, with best play from then on."""
    cost: int
    """Card points that the card lost for its side, compared with the best card."""


class Analysis(NamedTuple):
    """The analysis of all cards played in a deal, in order."""

    value: int | None
    """The value of the deal before the first card; None if no card was played."""
    plays: tuple[Judged, ...]


@lru_cache(KEPT)
def analysed(deal: Deal) -> Analysis:
    """Analyse every card played in a deal, except a revoke, which was not a legal choice."""
    from dobbm.ai.solver import Solver  # takes a second to load, and is rarely needed

    solver, value = Solver(), None
    judged = []
    position = Deal.start(**deal.setup._asdict())
    for index, action in enumerate(deal.actions):
        play = position.play
        if play and CARDS.get(action, 0) & play.legal_cards():
            solution = solver.solve(position)
            if value is None:
                value = solution.value
            cost = abs(solution.value - solution.cards[action])
            judged.append(Judged(index, play.to_act, action, solution.cards, cost))
        position = position.apply(action)
    return Analysis(value, tuple(judged))
