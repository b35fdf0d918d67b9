"""The player ``pimc``: perfect-information Monte Carlo.

It bids by tables. For all other actions, it draws worlds that agree with what its seat knows, and
takes the action that does best when the policy of ``rollouts`` plays them out. From the doubling
on, likelier worlds are drawn more often; for cards, double-dummy values and the network also count
(docs/bots.md).
"""

from __future__ import annotations

from dobbm.ai.solver import Solver
from dobbm.copying import CopiedWhole
from dobbm.game.actions import BIDDING, DOUBLING, EXCHANGE
from dobbm.game.exchange import discards_action
from dobbm.game.view import View
from dobbm.players.bidding import choose_bid
from dobbm.players.pimc.doubling import choose_doubling_word, points_ahead
from dobbm.players.pimc.exchange import choose_discards
from dobbm.players.pimc.explaining import (
    explain_bids,
    explain_cards,
    explain_discards,
    explain_words,
)
from dobbm.players.pimc.options import PimcOptions
from dobbm.players.pimc.play import choose_card
from dobbm.players.player import Explanation, verified_turn

__all__ = ["Pimc", "PimcOptions"]


class Pimc(CopiedWhole):
    """A player for one seat; it remembers nothing from deal to deal."""

    def __init__(self, options: PimcOptions) -> None:
        self._options = options
        self._solver = Solver()

    def act(self, view: View, seed: int) -> str:
        """Return the action that the player chooses."""
        seed = verified_turn(view, seed) + self._options.seed
        if view.phase == BIDDING:
            return choose_bid(view, in_session=self._options.next)
        if view.phase == EXCHANGE:
            return discards_action(choose_discards(view, seed))
        if view.phase == DOUBLING:
            return choose_doubling_word(view, seed)
        return choose_card(view, seed, self._options, self._solver)

    def explain(self, view: View, seed: int) -> list[Explanation]:
        """Return an explanation of every legal action, or of the discards considered."""
        seed = verified_turn(view, seed) + self._options.seed
        if view.phase == BIDDING:
            return explain_bids(view)
        if view.phase == EXCHANGE:
            return explain_discards(view, seed)
        if view.phase == DOUBLING:
            return explain_words(view, points_ahead(view, seed))
        return explain_cards(view, seed, self._options, self._solver)

    def end(self, view: View) -> None:
        """Do nothing, as the player keeps no state between deals."""

    def close(self) -> None:
        """Do nothing, as the player holds no resources."""
