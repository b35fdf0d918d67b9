"""A player that sees observations and answers with action numbers, for matches and leagues."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.envs.encoding import Observation, action_name, encode, legal_mask
from dobbm.game.arguments import FUNCTION, takes
from dobbm.game.cards import CARDS
from dobbm.game.exchange import DISCARDS, discards_action
from dobbm.game.seeds import generator
from dobbm.game.view import View
from dobbm.players.player import BuiltIn

Choice: TypeAlias = Callable[[Observation, NDArray[np.bool_], Random], int]
"""Returns the number of a legal action, given an observation, the mask of the legal actions, and a
source of randomness."""


@takes(choose=FUNCTION)
def agent_player(choose: Choice) -> BuiltIn:
    """Return a player that acts as ``choose`` does.

    >>> from dobbm import Deal, shuffled
    >>> player = agent_player(lambda observation, legal, random: int(legal.argmax()))
    >>> deal = Deal.start(shuffled(Random(1)), dealer=3)
    >>> player.act(View.of(deal, 0), seed=1)
    'weiter'
    """
    return BuiltIn(partial(_act, choose))


def _act(choose: Choice, view: View, seed: int) -> str:
    random, discarded = generator(seed), 0
    if view.legal is not None:
        number = choose(encode(view), legal_mask(view), random)
        return action_name(number, view.doublings)
    for _ in range(DISCARDS):
        card = action_name(choose(encode(view, discarded), legal_mask(view, discarded), random), 0)
        discarded |= CARDS.get(card, 0)
    return discards_action(discarded)
