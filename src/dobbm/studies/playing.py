"""Whole deals between built-in players, from the first bid to the last card."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor
from functools import partial
from random import Random

from dobbm.arena.match import MAX_DOUBLINGS
from dobbm.arena.seating import Chair, Tally, play_deal
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.rules import Rules
from dobbm.players import make_player
from dobbm.workers import run_all

RULES = Rules(max_doublings=MAX_DOUBLINGS)
TOGETHER = 25
"""The number of deals that a worker plays at a time."""


def played(
    names: tuple[str, ...], numbers: Iterable[int], seed: int, executor: Executor | None
) -> Generator[Deal]:
    """Yield finished deals: one for each of ``numbers``, with a player for each of the ``names``.

    The last seat deals, so forehand has seat 0. The deals depend only on the seed.
    """
    yield from run_all(partial(_table, names, seed), numbers, executor, chunk=TOGETHER)


def _table(names: tuple[str, ...], seed: int) -> Callable[[int], Deal]:
    players = [make_player(name) for name in names]

    def play(number: int) -> Deal:
        random = Random(f"{seed} {number}")
        chairs = [Chair(player, Tally()) for player in players]
        seats = len(names)
        deal = Deal.start(shuffled(random), dealer=seats - 1, players=seats, rules=RULES)
        return play_deal(deal, chairs, [random.getrandbits(32) for _ in names])

    return play
