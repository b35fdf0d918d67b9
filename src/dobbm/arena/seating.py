"""Seats players at one table and plays a deal from the first bid to the last card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from time import perf_counter

from dobbm.game.actions import EXCHANGE, PLAY
from dobbm.game.deal import Deal
from dobbm.game.view import View
from dobbm.players import Player


@dataclass
class Tally:
    """The counts of a seat in a deal, or of a player over all its seats and deals."""

    answers: int = 0
    """How often the player was asked for an action, including in other worlds."""
    faults: int = 0
    """The number of illegal, late and missing answers."""
    seconds: float = 0.0
    """The time spent on the answers, in seconds."""
    probes: int = 0
    """The number of actions for which the player was first asked in another world (``probe``)."""
    changed: int = 0
    """How often the answer in the other world was different."""
    free_cards: int = 0
    """Cards played that were not the only legal one, counted if ``regret`` is measured."""
    lost: int = 0
    """Card points that the free cards lost, by double-dummy analysis."""

    @property
    def seconds_per_answer(self) -> float:
        """The mean time per answer, in seconds; 0 without answers."""
        return self.seconds / max(1, self.answers)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


@dataclass(frozen=True)
class Chair:
    """The player in a seat, and the seat's tally."""

    player: Player
    tally: Tally

    def act(self, deal: Deal, seed: int) -> Deal:
        """Return the deal after the player's action.

        An illegal, late or missing answer is a fault; the first legal action is taken instead
        (docs/protocol.md 2).
        """
        action = self.answer(deal, seed)
        if action is None or not deal.is_legal(action):
            self.tally.faults += 1
            action = first_legal_action(deal)
        return deal.apply(action)

    def answer(self, deal: Deal, seed: int) -> str | None:
        """Return the player's answer to its view of the deal, and tally the answer and its time."""
        view = View.of(deal, deal.to_act)
        start = perf_counter()
        action = self.player.act(view, seed)
        self.tally.seconds += perf_counter() - start
        self.tally.answers += 1
        return action


def agree_contract(deal: Deal, chairs: Sequence[Chair], seeds: Sequence[int]) -> Deal:
    """Play ``deal`` up to the first lead, or to its end if it is thrown in."""
    while deal.to_act is not None and deal.phase != PLAY:
        seat = deal.to_act
        deal = chairs[seat].act(deal, seeds[seat])
    return deal


def play_deal(deal: Deal, chairs: Sequence[Chair], seeds: Sequence[int]) -> Deal:
    """Play ``deal`` to its end; ``chairs`` and the players' ``seeds`` are in seat order."""
    while deal.to_act is not None:
        seat = deal.to_act
        deal = chairs[seat].act(deal, seeds[seat])
    for seat, chair in enumerate(chairs):
        chair.player.end(View.of(deal, seat))
    return deal


def first_legal_action(deal: Deal) -> str:
    """Return the first legal action in string order."""
    return next(deal.legal_discards()) if deal.phase == EXCHANGE else deal.legal_actions()[0]
