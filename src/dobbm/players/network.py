"""The player ``network``: the network of ``ai.network``, without any search.

It bids, discards and doubles as ``trained`` does. It is deterministic and stateless.
"""

from __future__ import annotations

from dobbm.ai.network import choose_card
from dobbm.game.actions import PLAY
from dobbm.game.view import View
from dobbm.players.trained import play_as_trained


def play_as_network(view: View, seed: int, *, in_session: bool = False) -> str:
    """Return the network's card, or what ``trained`` does before the play."""
    if view.phase == PLAY:
        return choose_card(view)
    return play_as_trained(view, seed, in_session=in_session)
