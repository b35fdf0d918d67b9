"""The player ``trained``: what it has learnt from playing against itself, without any search.

It bids and lays away by the tables of ``evaluation``, plays the cards that the cheap player of
``rollouts`` finds best, and never doubles. It knows no chance and remembers nothing.
"""

from __future__ import annotations

from dobbm.ai.evaluation import best_discards
from dobbm.ai.rollouts import choose_card
from dobbm.game.actions import BIDDING, EXCHANGE, GUT, PLAY
from dobbm.game.exchange import discards_action
from dobbm.game.view import View
from dobbm.players.bidding import choose_bid


def play_as_trained(view: View, seed: int) -> str:  # noqa: ARG001 - nothing is drawn by lot
    """What it has learnt that the seat should do."""
    if view.phase == BIDDING:
        return choose_bid(view)
    if view.phase == EXCHANGE:
        [(discards, _)] = best_discards(view.hand, view.rules.sow_companion, 1)
        return discards_action(discards)
    if view.phase == PLAY:
        return choose_card(view)
    return GUT
