"""New deals between randomly chosen players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from random import Random

from dobbm.ai.evaluation import PLACES
from dobbm.arena.seating import Chair, Tally
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.players import PlayerFactory


def new_deals(
    factories: Sequence[PlayerFactory], count: int, seed: int
) -> Iterator[tuple[Deal, list[Chair], Random]]:
    """Yield new four-player deals, each with randomly chosen players and a random generator.

    The generator is for all further random choices in the deal. Each factory makes one player,
    which may sit in several seats, because players remember nothing.
    """
    with ExitStack() as stack:
        players = [stack.enter_context(closing(factory())) for factory in factories]
        for index in range(count):
            rng = Random(f"{seed} {index}")
            chairs = [Chair(player, Tally()) for player in rng.choices(players, k=PLACES)]
            yield Deal.start(shuffled(rng), dealer=rng.randrange(PLACES)), chairs, rng
