"""Judges what was done in a deal: with all cards open, and by what a seat could know."""

from __future__ import annotations

from functools import lru_cache

from dobbm.game.cards import CARDS
from dobbm.game.deal import Deal
from dobbm.players.decisions import Decision
from dobbm.server.responses import Analysis, Judged, JudgedDecision, Reason

KEPT = 128
"""Maximum number of deals whose analyses are cached."""
DECISIONS = 12
"""Number of decisions that a seat has in a deal, at most, if nobody doubles often."""


@lru_cache(KEPT)
def analysed(deal: Deal) -> Analysis:
    """Analyse every card played in a deal, double-dummy (docs/solver.md).

    A revoke is left out, because it was not a legal choice.
    """
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


@lru_cache(KEPT * DECISIONS)
def judged(decision: Decision) -> JudgedDecision:
    """Judge a decision by what the seat could know (docs/bots.md#the-coach)."""
    from dobbm.players.coach import Coach  # takes a second to load, too

    verdict = Coach().verdict(decision)
    return JudgedDecision(
        **verdict.to_json(),
        reason=Reason(**verdict.reason.to_json()),
        better_reason=Reason(**verdict.better_reason.to_json()),
    )
