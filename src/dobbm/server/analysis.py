"""Analyses the cards of a finished deal, double-dummy (docs/solver.md)."""

from __future__ import annotations

from functools import lru_cache

from dobbm.game.cards import CARDS
from dobbm.game.deal import Deal
from dobbm.server.responses import Analysis, Judged

KEPT = 128
"""Maximum number of deals whose analyses are cached."""


@lru_cache(KEPT)
def analysed(deal: Deal) -> Analysis:
    """Analyse every card played in a deal, except a revoke, which was not a legal choice."""
    from dobbm.ai.solver import Solver  # takes a second to load, and is rarely needed

    solver, value = Solver(), None
    judged = []
    position = Deal.begin(deal.setup)
    for index, action in enumerate(deal.actions):
        play = position.play
        if play and CARDS.get(action, 0) & play.legal_cards():
            solution = solver.solve(position)
            if value is None:
                value = solution.value
            cost = abs(solution.value - solution.cards[action])
            judged.append(
                Judged(
                    action=index,
                    seat=play.to_act,
                    card=action,
                    values=solution.cards,
                    cost=cost,
                )
            )
        position = position.apply(action)
    return Analysis(value=value, plays=judged)
