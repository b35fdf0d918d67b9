"""The regret of the cards played, judged double-dummy (docs/solver.md).

A card is free if it was not the only legal one. Its regret is the number of card points that its
side loses by it, compared with the best card, if everybody then sees all cards and plays perfectly.
No player who sees only one hand can avoid all regret, but of two players on the same decks, the one
with less regret plays the cards better.
"""

from __future__ import annotations

from collections.abc import Sequence

from dobbm.ai.solver import Solver
from dobbm.arena.seating import Tally
from dobbm.game.deal import Deal


class Judge:
    """A judge that measures the regret of finished deals, one at a time."""

    def __init__(self) -> None:
        self._solver = Solver()

    def judge(self, deal: Deal, tallies: Sequence[Tally]) -> None:
        """Add each seat's free cards, and the card points that they lost, to its tally."""
        position = Deal.begin(deal.setup)
        for action in deal.actions:
            play = position.play
            if play and play.legal_cards().bit_count() > 1:
                solution = self._solver.solve(position)
                tally = tallies[play.to_act]
                tally.free_cards += 1
                tally.lost += abs(solution.value - solution.cards[action])
            position = position.apply(action)
