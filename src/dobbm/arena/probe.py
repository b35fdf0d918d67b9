"""Detects players that use more than their view: they are asked twice for every action.

Before acting in the actual deal, a player is asked to act in a copy that looks the same from its
seat, but in which the cards hidden from that seat are redealt. A player that uses only its view
and the seed gives the same answer. A different answer exposes a player that peeks, or one that
depends on something else: a clock, earlier questions, randomness of its own.

The player is asked in the copy first, so a player that caches its answers gains nothing by peeking:
it repeats the answer that fits the cards of the copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from dobbm.ai.worlds import Worlds
from dobbm.arena.seating import Chair
from dobbm.game.actions import EXCHANGE
from dobbm.game.cards import CARDS, NAMES, CardSet, split
from dobbm.game.deal import Deal
from dobbm.game.view import View


@dataclass(frozen=True)
class ProbedChair(Chair):
    """A seat whose player is asked twice per action; ``rng`` redeals the hidden cards."""

    rng: Random

    def answer(self, deal: Deal, seed: int) -> str | None:
        """Return the answer in the actual deal; tally whether the answer in the copy differs."""
        elsewhere = super().answer(redealt(deal, self.rng), seed)
        here = super().answer(deal, seed)
        self.tally.probes += 1
        self.tally.changed += here != elsewhere
        return here


def redealt(deal: Deal, rng: Random) -> Deal:
    """Return a deal that looks the same to the seat to act, with the hidden cards redealt."""
    return in_world(deal, another_world(deal, rng))


def in_world(deal: Deal, world: Sequence[CardSet]) -> Deal:
    """Return a deal that looks the same to the seat to act, but whose cards lie as in ``world``."""
    instead = {
        NAMES[card]: NAMES[other]
        for here, there in zip(actual_world(deal), world, strict=True)
        for card, other in zip(split(here), split(there), strict=True)
    }
    # Cards are swapped in the deck and in every action, so the copy can be replayed.
    deck = tuple(CARDS[instead.get(NAMES[card], NAMES[card])] for card in deal.setup.deck)
    copy = Deal.begin(deal.setup._replace(deck=deck))
    for action in deal.actions:
        copy = copy.apply(" ".join(instead.get(word, word) for word in action.split()))
    assert View.of(copy, copy.to_act) == View.of(deal, deal.to_act), "a view shows what is hidden"
    return copy


def actual_world(deal: Deal) -> list[CardSet]:
    """Return the actual world as a row of ``Worlds``: the hands, then the cards out of play."""
    out_of_play = 0 if deal.phase == EXCHANGE else deal.out_of_play
    return [*(deal.hand(seat) for seat in deal.setup.active), out_of_play]


def another_world(deal: Deal, rng: Random) -> list[CardSet]:
    """Return a random world that is consistent with everything the seat to act knows."""
    worlds = Worlds.of(View.of(deal, deal.to_act))
    return [int(cards) for cards in worlds.sample(1, rng.getrandbits(63))[0]]
