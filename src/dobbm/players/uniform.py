"""The player ``random``: picks any legal action, all with equal probability."""

from __future__ import annotations

from dobbm.game.exchange import discards_action, legal_discards
from dobbm.game.seeds import generator
from dobbm.game.view import View


def play_at_random(view: View, seed: int) -> str:
    """Return a random legal action; ``seed`` determines it."""
    # The seed is the same for the whole deal, so each turn gets a stream of its own.
    rng = generator(seed, len(view.actions))
    if view.legal is not None:
        return rng.choice(view.legal)
    discards = list(legal_discards(view.hand, view.rules))
    return discards_action(rng.choice(discards))
