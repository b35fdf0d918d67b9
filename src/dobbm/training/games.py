"""Deals between players of several kinds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from random import Random

from dobbm.ai.evaluation import PLACES
from dobbm.arena.table import Chair, Tally
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.players import PlayerFactory


def new_deals(
    factories: Sequence[PlayerFactory], count: int, seed: int
) -> Iterator[tuple[Deal, list[Chair], Random]]:
    """Yield four-player deals before the bidding, each with random seating and a generator.

    The generator supplies all further randomness. There is one player of each kind, which may sit
    on several seats, since none has a memory.
    """
    with ExitStack() as stack:
        players = [stack.enter_context(closing(factory())) for factory in factories]
        for index in range(count):
            rng = Random(f"{seed} {index}")
            chairs = [Chair(player, Tally()) for player in rng.choices(players, k=PLACES)]
            yield Deal.start(shuffled(rng), dealer=rng.randrange(PLACES)), chairs, rng
