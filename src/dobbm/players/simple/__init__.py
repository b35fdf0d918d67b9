"""The player ``simple``: follows the rules of thumb that card players teach beginners.

The rules are those of pagat's "Notes on Tactics". The player remembers nothing beyond its view and
uses no randomness: the same view always gives the same action.
"""

from __future__ import annotations

from dobbm.game.actions import BIDDING, DOUBLING, EXCHANGE
from dobbm.game.cards import NAMES
from dobbm.game.exchange import discards_action
from dobbm.game.view import View
from dobbm.players.simple.bidding import choose_bid
from dobbm.players.simple.doubling import choose_doubling_word
from dobbm.players.simple.exchange import choose_discards
from dobbm.players.simple.play import choose_card

__all__ = ["play_simply"]


def play_simply(view: View, seed: int) -> str:  # noqa: ARG001 - the rules use no randomness
    """Return the action that the rules of thumb recommend."""
    if view.phase == BIDDING:
        return choose_bid(view)
    if view.phase == EXCHANGE:
        return discards_action(choose_discards(view.hand, view.rules))
    if view.phase == DOUBLING:
        return choose_doubling_word(view)
    return NAMES[choose_card(view)]
