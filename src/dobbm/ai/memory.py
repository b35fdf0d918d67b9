"""The play so far, as an attentive player remembers it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from dobbm.game.actions import DONE, Seat
from dobbm.game.cards import HEARTS, PACK, SUITS, Card, CardSet
from dobbm.game.play import Trick, led_by
from dobbm.game.tricks import legal_cards, suit_of, winning_card
from dobbm.game.view import View


class Memory(NamedTuple):
    """The play as one seat has seen it.

    A legal card may reveal voids of its player. Only the last card of a deal can be illegal: where
    revokes are penalised, a revoke ends the deal (docs/rules.md 9). That card reveals no void and
    completes no trick, and it stays on the table.
    """

    tricks: tuple[Trick, ...]
    """The tricks taken, in order."""
    trick: Trick
    """The trick on the table, which may have no cards yet; its first seat is the leader.

    If there is no declarer, the trick has no seats.
    """
    played: CardSet
    """All cards played."""
    unseen: CardSet
    """The cards that this seat cannot place: each is in another hand or out of play."""
    voids: dict[Seat, CardSet]
    """For each active seat, the suits in which it is known to be void."""

    @classmethod
    def of(cls, view: View) -> Memory:
        """Return what the seat of ``view`` remembers of the play.

        The last result is cached, because a player needs it several times to choose one card.
        """
        global _last
        known = _last
        if known is None or known[0] is not view:
            known = _last = view, cls._from(view)
        return known[1]

    @classmethod
    def _from(cls, view: View) -> Memory:
        tricks = view.tricks
        taken = tuple([trick for trick in tricks if trick.winner is not None])
        on_table = tricks[-1] if len(taken) < len(tricks) else _led_next(view, taken)
        voids, played = dict.fromkeys(view.active, 0), 0
        for trick in tricks:
            played |= sum(trick.cards)
            revoked = view.phase == DONE and trick.winner is None
            legal = trick.cards[:-1] if revoked else trick.cards
            for seat, card in zip(trick.seats, legal, strict=False):
                voids[seat] |= suits_missing(card, trick.cards[0])
        own = view.hand | (view.discards or 0)
        return cls(taken, on_table, played, PACK & ~played & ~own, voids)

    def cards_of(self, seat: Seat) -> int:
        """Return the number of cards that ``seat`` has played."""
        on_table = seat in self.trick.seats[: len(self.trick.cards)]
        return len(self.tricks) + on_table

    def played_by(self, seat: Seat) -> CardSet:
        """Return the cards that ``seat`` has played."""
        played = 0
        for trick in (*self.tricks, self.trick):
            if seat in trick.seats[: len(trick.cards)]:
                played |= trick.cards[trick.seats.index(seat)]
        return played

    def may_hold(self, *seats: Seat) -> CardSet:
        """Return the unseen cards that ``seats`` may hold between them, given their known voids."""
        held = 0
        for seat in seats:
            held |= self.unseen & ~self.voids[seat]
        return held

    def is_high(self, card: Card, *seats: Seat) -> bool:
        """Return whether none of ``seats`` can hold a higher card of the suit of ``card``."""
        return self.may_hold(*seats) & suit_of(card) < card

    def may_beat(self, seat: Seat, card: Card, led: Card) -> bool:
        """Return whether ``seat`` may hold a card that beats ``card`` in a trick led with ``led``.

        A seat that may hold the suit led is assumed to follow it.
        """
        held = self.may_hold(seat)
        following = held & suit_of(led)
        answers = following or held & HEARTS
        return answers != 0 and winning_card(answers | card, led) != card


_last: tuple[View, Memory] | None = None
"""The view of the last call of ``Memory.of``, and its memory."""


def _led_next(view: View, taken: tuple[Trick, ...]) -> Trick:
    """Return the next trick, to which nobody has led yet."""
    leader = taken[-1].winner if taken else view.declarer
    return Trick(() if leader is None else led_by(leader, view.active), ())


@cache
def suits_missing(card: Card, led: Card) -> CardSet:
    """Return the suits that a hand must lack if it legally answered ``led`` with ``card``.

    >>> from dobbm.game.cards import A7, H6, L9, LEAVES
    >>> suits_missing(H6, L9) == LEAVES, suits_missing(A7, L9) == LEAVES | HEARTS
    (True, True)
    """
    return sum([suit for suit in SUITS if not card & legal_cards(card | suit, led)])
