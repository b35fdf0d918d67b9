"""Whole deals between built-in players, from the first bid to the last card."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from dobbm.ai.evaluation import dobbm_points
from dobbm.ai.rollouts import likeliest_cards
from dobbm.arena.match import MAX_DOUBLINGS
from dobbm.arena.seating import Chair, Tally, play_deal
from dobbm.copying import CopiedWhole
from dobbm.game.actions import PLAY
from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.rules import Rules
from dobbm.game.seeds import generator
from dobbm.game.settlement import HALF
from dobbm.players import make_player

RULES = Rules(max_doublings=MAX_DOUBLINGS)
TOGETHER = 25
"""The number of deals that a worker plays at a time."""
FOREHAND_PLAYS = ("dobbm", "weiter", "weiter", "weiter")
"""The bids with which forehand plays a Dobbm."""


class Company(CopiedWhole):
    """Built-in players at a table; call the object to play a deal, given its number.

    The last seat deals, so forehand has seat 0. The deals depend only on the seed.
    """

    def __init__(self, names: tuple[str, ...], seed: int) -> None:
        self._chairs = [Chair(make_player(name), Tally()) for name in names]
        self._seed = seed
        self._follows_policy = set(names) <= {"trained", "trained:next=on"}

    def __call__(self, number: int) -> Deal:
        """Play a deal from the first bid to the last card."""
        if self._follows_policy:
            return self.advance(self.start(number))
        random = generator(self._seed, number)
        deal = self._new(random)
        return play_deal(deal, self._chairs, [random.getrandbits(32) for _ in self._chairs])

    def start(self, number: int) -> Deal:
        """Return a new deal."""
        return self._new(generator(self._seed, number))

    def find(self, number: int, reach: Callable[[Deal], Deal | None]) -> Deal:
        """Return the first deal that ``reach`` does not turn down with None, as it returns it.

        ``reach`` takes a new deal, and may play it on. The number determines the deals.
        """
        random = generator(self._seed, number)
        while True:
            reached = reach(self._new(random))
            if reached is not None:
                return reached

    def advance(self, deal: Deal, stop: Callable[[Deal], bool] | None = None) -> Deal:
        """Play on until ``stop`` is true or the deal is over, with players who need no seed."""
        while deal.to_act is not None and not (stop and stop(deal)):
            if deal.phase == PLAY and stop is None and self._follows_policy:
                return deal.apply_all(likeliest_cards(deal))
            deal = self._chairs[deal.to_act].act(deal, 0)
        return deal

    def _new(self, random: Random) -> Deal:
        seats = len(self._chairs)
        return Deal.start(shuffled(random), dealer=seats - 1, players=seats, rules=RULES)


def expects_to_win(deal: Deal) -> bool:
    """Return whether forehand expects to win a Dobbm, by the lookup tables."""
    return dobbm_points(deal.hand(deal.setup.active[0])) > HALF


def as_declarer(deal: Deal) -> Deal | None:
    """Let forehand play a Dobbm; return None if it does not expect to win."""
    return deal.apply_all(FOREHAND_PLAYS) if expects_to_win(deal) else None


def is_in_play(deal: Deal) -> bool:
    """Return whether the deal is in the play of the cards."""
    return deal.phase == PLAY
