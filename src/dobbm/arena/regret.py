"""The regret of the cards played, judged double-dummy (docs/solver.md).

A card is free if it was not the only legal one. Its regret is what it costs its side, compared with
the best card, when everybody sees all cards and plays perfectly from there. No player who sees one
hand can reduce it to zero, but of two players on the same decks, the one with less sees further.
"""

from __future__ import annotations

from collections.abc import Sequence

from dobbm.ai.solver import Solver
from dobbm.arena.table import Tally, begin
from dobbm.game.deal import Deal


class Judge:
    """Judges deals, one at a time."""

    def __init__(self) -> None:
        self._solver = Solver()

    def judge(self, deal: Deal, tallies: Sequence[Tally]) -> None:
        """Add the free cards of each seat, and the card points they lost, to its tally."""
        position = begin(deal.setup)
        for action in deal.actions:
            play = position.play
            if play and play.legal_cards().bit_count() > 1:
                solution = self._solver.solve(position)
                tally = tallies[play.to_act]
                tally.free_cards += 1
                tally.lost += abs(solution.value - solution.cards[action])
            position = position.apply(action)
