"""The rules engine's deal behind an environment's: takes actions by number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dobbm.envs.encoding import NUMBERS, action_name
from dobbm.envs.options import EnvOptions
from dobbm.game.actions import EXCHANGE, Seat
from dobbm.game.cards import CARDS, Card, CardSet, split
from dobbm.game.deal import Deal
from dobbm.game.errors import PlayerError, quoted
from dobbm.game.exchange import DISCARDS, discards_action
from dobbm.game.view import View
from dobbm.players.player import Player


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


def answer(player: Player, deal: Deal, seed: int) -> str:
    """Return the action that a player takes in the seat to act.

    Raises ``PlayerError`` if it does not answer, or not with a legal action.
    """
    action = player.act(View.of(deal, deal.to_act), seed)
    if action is None:
        raise PlayerError("the player does not answer")
    if not deal.is_legal(action):
        raise PlayerError(f"the player answers {quoted(action)}, which is not legal")
    return action


class FollowedDeal:
    """A deal to which actions are applied by number, the discards one at a time."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.discarded: CardSet = 0
        """The cards discarded so far in the exchange; ``deal`` still has them in hand."""

    def choose(self, player: Player, seed: int) -> int:
        """Return the number of the action that a player takes in the seat to act.

        An exchange is four actions; ``seed`` must be the same for all of them.

        >>> from dobbm.game.cards import DECK
        >>> from dobbm.players import make_player
        >>> followed = FollowedDeal(Deal.start(DECK, dealer=3))
        >>> action_name(followed.choose(make_player("simple"), seed=1), doublings=0)
        'dobbm'
        """
        action = answer(player, self.deal, seed)
        if self.deal.phase == EXCHANGE:
            action = next(card for card in action.split() if not CARDS[card] & self.discarded)
        return NUMBERS[action]

    def act(self, number: int) -> None:
        """Take an action; raise an ``ActionError`` if it is illegal."""
        action = action_name(number, self.deal.doublings)
        if self.deal.phase == EXCHANGE:
            self.discarded |= CARDS[action]
            if self.discarded.bit_count() < DISCARDS:
                return
            action, self.discarded = discards_action(self.discarded), 0
        self.deal = self.deal.apply(action)


def follow(
    options: EnvOptions, deck: Sequence[Card], dealer: Seat, numbers: Iterable[int]
) -> FollowedDeal:
    """Return a deal after the actions with these ``numbers``."""
    followed = FollowedDeal(
        Deal.start(
            deck, dealer=dealer, players=options.players, must=options.must, rules=options.rules
        )
    )
    for number in numbers:
        followed.act(number)
    return followed
