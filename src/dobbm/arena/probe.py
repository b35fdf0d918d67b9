"""Does a player see more than its view? Before every action it is asked in another world too.

The cards that its seat cannot see are dealt anew, in a copy of the deal that looks the same from
that seat. Whoever sees nothing but the view answers the same. An answer that changes gives away a
player that peeks, or one that goes by something else than the view and the seed: a clock, what it
was asked before, chance of its own.

The other world comes first, so that a player that keeps its answers has nothing of having peeked.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from dobbm.ai.worlds import Worlds
from dobbm.arena.table import Chair, begin
from dobbm.game.actions import EXCHANGE
from dobbm.game.cards import CARDS, NAMES, CardSet, split
from dobbm.game.deal import Deal
from dobbm.game.view import View


@dataclass(frozen=True)
class ProbedChair(Chair):
    """A seat whose player is asked twice; ``rng`` deals the hidden cards anew."""

    rng: Random

    def answer(self, deal: Deal, seed: int) -> str | None:
        """What the player answers in the deal as it is."""
        elsewhere = super().answer(dealt_anew(deal, self.rng), seed)
        here = super().answer(deal, seed)
        self.tally.probes += 1
        self.tally.changed += here != elsewhere
        return here


def dealt_anew(deal: Deal, rng: Random) -> Deal:
    """A deal that looks the same to the seat to act, with the cards it cannot see dealt anew."""
    instead = {
        NAMES[card]: NAMES[other]
        for here, there in zip(actual_world(deal), another_world(deal, rng), strict=True)
        for card, other in zip(split(here), split(there), strict=True)
    }
    # Another card takes the place of each from the start, so that all comes about as it did.
    deck = tuple(CARDS[instead.get(NAMES[card], NAMES[card])] for card in deal.setup.deck)
    copy = begin(deal.setup._replace(deck=deck))
    for action in deal.actions:
        copy = copy.apply(" ".join(instead.get(word, word) for word in action.split()))
    assert View.of(copy, copy.to_act) == View.of(deal, deal.to_act), "a view shows what is hidden"
    return copy


def actual_world(deal: Deal) -> list[CardSet]:
    """How the cards lie, told like a row of ``Worlds``: hands, and what is out of play."""
    out_of_play = 0 if deal.phase == EXCHANGE else deal.out_of_play
    return [*(deal.hand(seat) for seat in deal.setup.active), out_of_play]


def another_world(deal: Deal, rng: Random) -> list[CardSet]:
    """One of the ways in which the cards may lie, for all that the seat to act knows."""
    worlds = Worlds.of(View.of(deal, deal.to_act))
    return [int(cards) for cards in worlds.sample(1, rng.getrandbits(63))[0]]
