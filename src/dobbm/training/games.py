"""New deals: between randomly chosen players, or with the contract agreed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from random import Random

from dobbm.ai.evaluation import PLACES
from dobbm.arena.seating import Chair, Tally, agree_contract
from dobbm.copying import CopiedWhole
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.seeds import generator
from dobbm.players import PlayerFactory, make_player

SEATS = range(PLACES)
CONTRACTOR = "trained"
"""The player that bids, discards and doubles for all seats."""
CHUNK = 20
"""The number of deals with a contract that a worker plays at a time."""


class ContractedDeals(CopiedWhole):
    """Numbered deals with the contract agreed, and players of one kind to play their cards.

    Raises ``PlayerError`` for an unknown player.
    """

    def __init__(self, player: str, seed: int) -> None:
        self._seed = seed
        with ExitStack() as stack:
            self._contractor = stack.enter_context(closing(make_player(CONTRACTOR)))
            self.players = [stack.enter_context(closing(make_player(player))) for _ in SEATS]
            self._open = stack.pop_all()

    def close(self) -> None:
        """Close the players; no deal can be played after that."""
        self._open.close()

    def start(self, number: int) -> tuple[Deal, list[int]]:
        """Return a deal up to the first lead or thrown in, and the players' seeds."""
        rng = generator(self._seed, number)
        deal = Deal.start(shuffled(rng), dealer=rng.choice(SEATS))
        seeds = [rng.getrandbits(53) for _ in SEATS]
        chairs = [Chair(self._contractor, Tally()) for _ in SEATS]
        return agree_contract(deal, chairs, seeds), seeds


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
            rng = generator(seed, index)
            chairs = [Chair(player, Tally()) for player in rng.choices(players, k=PLACES)]
            yield Deal.start(shuffled(rng), dealer=rng.randrange(PLACES)), chairs, rng
