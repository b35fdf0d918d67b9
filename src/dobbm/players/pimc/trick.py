"""The winner of the trick on the table, world by world.

Assumes that later seats win the trick for their side whenever they can, with the highest card, and
do not take it from their own side unless they must. Ignores later tricks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dobbm.game.actions import Seat
from dobbm.game.cards import Card, CardSet, split
from dobbm.game.play import Trick, led_by
from dobbm.game.tricks import legal_cards, winning_card
from dobbm.game.view import View


class TrickOutcome(NamedTuple):
    """The outcome of a trick."""

    seat: Seat
    card: Card
    """The winning card."""


def taken_in_worlds(
    view: View, trick: Trick, card: Card, worlds: Iterable[Sequence[CardSet]]
) -> Iterator[TrickOutcome]:
    """Yield the outcome of the trick in each world if the seat of ``view`` plays ``card``.

    ``worlds`` has rows of hands in the order from the declarer.
    """
    assert view.declarer is not None
    after = Trick(trick.seats, (*trick.cards, card))
    seats = led_by(view.declarer, view.active)
    for world in worlds:
        hands = dict(zip(seats, world, strict=False))
        yield taken(after, hands, view.declarer)


def taken(trick: Trick, hands: dict[Seat, CardSet], declarer: Seat) -> TrickOutcome:
    """Return the outcome of a trick that has begun; ``hands`` includes those of the later seats."""
    led, winner, best = trick.cards[0], trick.winning, trick.best
    for seat in trick.seats[len(trick.cards) :]:
        legal = legal_cards(hands[seat], led)
        beating = [card for card in split(legal) if winning_card(card | best, led) == card]
        friend = (seat == declarer) == (winner == declarer)
        forced = len(beating) == legal.bit_count()
        if beating and (forced or not friend):
            winner, best = seat, beating[0 if friend else -1]
    return TrickOutcome(winner, best)
