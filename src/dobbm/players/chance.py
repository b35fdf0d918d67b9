"""The player ``random``: any legal action, each as likely as the others."""

from __future__ import annotations

from random import Random

from dobbm.game.exchange import discards_action, lawful_discards
from dobbm.game.view import View


def play_at_random(view: View, seed: int) -> str:
    """A legal action drawn from the seed."""
    # One seed serves the whole deal, so every turn draws from a stream of its own.
    rng = Random(f"{seed} {len(view.actions)}")
    if view.legal is not None:
        return rng.choice(view.legal)
    discards = list(lawful_discards(view.hand, view.rules.sow_companion))
    return discards_action(rng.choice(discards))
