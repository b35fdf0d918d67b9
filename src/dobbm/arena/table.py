"""Players at one table: a deal played from the first word to the last card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from dobbm.actions import EXCHANGE
from dobbm.deal import Deal
from dobbm.players import Player
from dobbm.view import View


@dataclass
class Tally:
    """What is counted of a player, over all its seats and deals."""

    declared: int = 0
    """Deals declared, Solos among them."""
    won: int = 0
    """Deals won of those declared."""
    solos: int = 0
    solos_won: int = 0
    faults: int = 0
    """Illegal, late and missing answers."""
    actions: int = 0
    seconds: float = 0.0
    """Time spent on these actions."""


@dataclass(frozen=True)
class Chair:
    """A seat with the player on it."""

    player: Player
    tally: Tally

    def act(self, deal: Deal, seed: int) -> Deal:
        """The deal after the player's action.

        An answer that is illegal, late or missing is a fault, and the first legal action is taken
        instead (docs/protocol.md 2).
        """
        view = View.of(deal, deal.to_act)
        start = perf_counter()
        action = self.player.act(view, seed)
        self.tally.seconds += perf_counter() - start
        self.tally.actions += 1
        if action is None or not deal.is_legal(action):
            self.tally.faults += 1
            action = first_legal_action(deal)
        return deal.apply(action)


def play_deal(deal: Deal, chairs: Sequence[Chair], seeds: Sequence[int]) -> Deal:
    """Play ``deal`` to its end; ``chairs`` and the players' ``seeds`` stand in seat order."""
    while deal.to_act is not None:
        seat = deal.to_act
        deal = chairs[seat].act(deal, seeds[seat])
    for seat, chair in enumerate(chairs):
        chair.player.end(View.of(deal, seat))
    return deal


def first_legal_action(deal: Deal) -> str:
    """The first legal action in string order."""
    return next(deal.legal_discards()) if deal.phase == EXCHANGE else deal.legal_actions()[0]
