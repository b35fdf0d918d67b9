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

from dobbm.actions import EXCHANGE, PLAY
from dobbm.arena.table import Chair, begin
from dobbm.cards import CARDS, NAMES, CardSet, split
from dobbm.deal import Deal
from dobbm.exchange import COMPANIONS, trumps_missing
from dobbm.players.memory import Memory
from dobbm.view import View

OUT_OF_PLAY = 4
"""The place after the four active seats."""

SWAPS = 60
"""Enough for nearly every card to come to another place."""


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
        for here, there in zip(places(deal), another_world(deal, rng), strict=True)
        for card, other in zip(split(here), split(there), strict=True)
    }
    # Another card takes the place of each from the start, so that all comes about as it did.
    deck = tuple(CARDS[instead.get(NAMES[card], NAMES[card])] for card in deal.setup.deck)
    copy = begin(deal.setup._replace(deck=deck))
    for action in deal.actions:
        copy = copy.apply(" ".join(instead.get(word, word) for word in action.split()))
    assert View.of(copy, copy.to_act) == View.of(deal, deal.to_act), "a view shows what is hidden"
    return copy


def places(deal: Deal) -> list[CardSet]:
    """Where the cards lie: the hands of the active seats, forehand first, then out of play.

    During the exchange nothing is out of play.
    """
    out_of_play = 0 if deal.phase == EXCHANGE else deal.out_of_play
    return [*(deal.hand(seat) for seat in deal.setup.active), out_of_play]


def another_world(deal: Deal, rng: Random) -> list[CardSet]:
    """How the cards may lie as well, as far as the seat to act can know; told like ``places``.

    Time and again two hidden cards change places, where the voids that were shown and the rule
    about discards allow it.
    """
    view = View.of(deal, deal.to_act)
    active = deal.setup.active
    assert view.seat is not None
    voids = Memory.of(view).voids if view.phase == PLAY else dict.fromkeys(active, 0)
    laid_away = deal.discards is not None
    companions = COMPANIONS[view.rules.sow_companion]

    def may_lie(place: int, cards: CardSet) -> bool:
        if place < OUT_OF_PLAY:
            return not cards & voids[active[place]]
        return not laid_away or trumps_missing(cards, companions) <= 0

    world = places(deal)
    known = {active.index(view.seat), OUT_OF_PLAY if view.discards is not None else None}
    hidden = [place for place, cards in enumerate(world) if cards and place not in known]
    if len(hidden) < 2:
        return world
    for _ in range(SWAPS):
        one, other = rng.sample(hidden, 2)
        swap = rng.choice([*split(world[one])]) | rng.choice([*split(world[other])])
        if may_lie(one, world[one] ^ swap) and may_lie(other, world[other] ^ swap):
            world[one] ^= swap
            world[other] ^= swap
    return world
