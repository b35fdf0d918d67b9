"""The player ``trained``: a policy learned from self-play, without any search.

It bids and discards by the tables of ``evaluation``, plays the cards that the policy of
``rollouts`` rates best, and never doubles. It is deterministic and stateless. The bids of
``trained:next=on`` count what it costs to deal next.
"""

from __future__ import annotations

from dobbm.ai.evaluation import best_discards
from dobbm.ai.rollouts import choose_card
from dobbm.game.actions import BIDDING, EXCHANGE, GUT, PLAY
from dobbm.game.exchange import discards_action
from dobbm.game.view import View
from dobbm.players.bidding import choose_bid


def play_as_trained(
    view: View,
    seed: int,  # noqa: ARG001 - needs no randomness
    *,
    in_session: bool = False,
) -> str:
    """Return the action that the trained player takes; ``in_session`` as in ``choose_bid``."""
    if view.phase == BIDDING:
        return choose_bid(view, in_session=in_session)
    if view.phase == EXCHANGE:
        [(discards, _)] = best_discards(view.hand, view.rules, 1)
        return discards_action(discards)
    if view.phase == PLAY:
        return choose_card(view)
    return GUT
