"""The rules engine's deal behind an environment's: takes actions by number."""

from __future__ import annotations

from collections.abc import Sequence

from dobbm.envs.encoding import action_name
from dobbm.game.actions import EXCHANGE
from dobbm.game.cards import CARDS, Card, CardSet, split
from dobbm.game.deal import Deal
from dobbm.game.exchange import DISCARDS, discards_action


def deck_of(hands: Sequence[CardSet], dobb: CardSet) -> list[Card]:
    """Return a deck that gives the active seats, forehand first, these hands of eight cards.

    >>> from dobbm.game.cards import DECK
    >>> deal = Deal.start(DECK, dealer=3)
    >>> Deal.start(deck_of(deal.hands, deal.setup.dobb), dealer=3).hands == deal.hands
    True
    """
    held = [list(split(hand)) for hand in hands]
    packets = [hand[:4] for hand in held] + [hand[4:] for hand in held]
    return [card for packet in [*packets, split(dobb)] for card in packet]


class FollowedDeal:
    """A deal to which actions are applied by number, the discards one at a time."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.discarded: CardSet = 0
        """The cards discarded so far in the exchange; ``deal`` still has them in hand."""

    def act(self, number: int) -> None:
        """Take an action; raise an ``ActionError`` if it is illegal."""
        action = action_name(number, self.deal.doublings)
        if self.deal.phase == EXCHANGE:
            self.discarded |= CARDS[action]
            if self.discarded.bit_count() < DISCARDS:
                return
            action, self.discarded = discards_action(self.discarded), 0
        self.deal = self.deal.apply(action)
