"""Who takes the trick: a plain look at one trick, world by world.

Assumed is that whoever plays later takes the trick for his side whenever a lawful card of his can,
and with the best of these; and that who need not take it from his own side does not. What comes
after the trick is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.game.actions import Seat
from dobbm.game.cards import Card, CardSet, split
from dobbm.game.play import Trick
from dobbm.game.tricks import legal_cards, winning_card
from dobbm.game.view import View


class Taken(NamedTuple):
    """How a trick ends."""

    seat: Seat
    card: Card
    """The one that wins."""


def taken_in_worlds(
    view: View, trick: Trick, card: Card, worlds: NDArray[np.int64]
) -> Iterator[Taken]:
    """Who takes the trick in each of the worlds if the seat of the view plays ``card`` to it.

    The worlds are rows as ``Worlds.of(view)`` gives them.
    """
    assert view.declarer is not None
    after = Trick(trick.seats, (*trick.cards, card))
    for world in worlds.tolist():
        hands = dict(zip(view.active, world, strict=False))
        yield taken(after, hands, view.declarer)


def taken(trick: Trick, hands: dict[Seat, CardSet], declarer: Seat) -> Taken:
    """Who takes a trick that has been led to; ``hands`` has those of the seats still to play."""
    led, winner, best = trick.cards[0], trick.winning, trick.best
    for seat in trick.seats[len(trick.cards) :]:
        lawful = legal_cards(hands[seat], led)
        beating = [card for card in split(lawful) if winning_card(card | best, led) == card]
        friend = (seat == declarer) == (winner == declarer)
        forced = len(beating) == lawful.bit_count()
        if beating and (forced or not friend):
            winner, best = seat, beating[0 if friend else -1]
    return Taken(winner, best)
