"""Players at one table: a deal played from the first word to the last card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from time import perf_counter

from dobbm.game.actions import EXCHANGE, PLAY
from dobbm.game.deal import Deal, Setup
from dobbm.game.view import View
from dobbm.players import Player


@dataclass
class Tally:
    """What is counted of a seat in a deal, or of a player over all its seats and deals."""

    answers: int = 0
    """How often it was asked, in other worlds too."""
    faults: int = 0
    """Illegal, late and missing answers."""
    seconds: float = 0.0
    """Time spent on its answers."""
    probes: int = 0
    """Actions before which it was asked in another world too (``probe``)."""
    changed: int = 0
    """How often it answered otherwise there."""
    free_cards: int = 0
    """Cards played that were not the only legal one, where they were judged (``regret``)."""
    lost: int = 0
    """Card points that these cards gave away, seen with all cards open."""

    @property
    def seconds_per_answer(self) -> float:
        """The mean; 0 without an answer."""
        return self.seconds / max(1, self.answers)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


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
        action = self.answer(deal, seed)
        if action is None or not deal.is_legal(action):
            self.tally.faults += 1
            action = first_legal_action(deal)
        return deal.apply(action)

    def answer(self, deal: Deal, seed: int) -> str | None:
        """What the player answers to its view of the deal."""
        view = View.of(deal, deal.to_act)
        start = perf_counter()
        action = self.player.act(view, seed)
        self.tally.seconds += perf_counter() - start
        self.tally.answers += 1
        return action


def begin(setup: Setup) -> Deal:
    """The deal of a setup before the first word."""
    deck, dealer, players, must, rules = setup
    return Deal.start(deck, dealer=dealer, players=players, must=must, rules=rules)


def agree_contract(deal: Deal, chairs: Sequence[Chair], seeds: Sequence[int]) -> Deal:
    """Play ``deal`` up to the first card, or to its end if it is thrown in."""
    while deal.to_act is not None and deal.phase != PLAY:
        seat = deal.to_act
        deal = chairs[seat].act(deal, seeds[seat])
    return deal


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
