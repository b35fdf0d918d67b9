"""Double-dummy: what a position is worth if everybody sees all cards (docs/solver.md)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dobbm.actions import PLAY
from dobbm.cards import name, points, split
from dobbm.deal import Deal
from dobbm.errors import WrongPhase
from dobbm.kernel.position import HANDS, NODES, Trick, new_work
from dobbm.kernel.search import prepare, value_cards
from dobbm.kernel.table import new_table
from dobbm.tricks import winning_card


class Solution(NamedTuple):
    """The exact value of a position in the play, in the declarer's final card points."""

    value: int
    """With best play of all from here."""
    cards: dict[str, int]
    """After each legal card, by its name."""
    nodes: int
    """How many positions were looked at."""


class Solver:
    """A workplace for solving, one position at a time; every thread needs one of its own."""

    def __init__(self) -> None:
        self._work = new_work()
        self._table = new_table()

    def solve(self, deal: Deal) -> Solution:
        """The value of a deal in the play phase, card by card.

        Raises ``WrongPhase`` in any other phase.
        """
        play = deal.play
        if deal.phase != PLAY or play is None:
            raise WrongPhase(f"only the play can be solved, and the deal is in phase {deal.phase}")
        turn = deal.setup.active.index(play.declarer)
        seats = deal.setup.active[turn:] + deal.setup.active[:turn]
        work, table = self._work, self._table
        work[HANDS : HANDS + 4] = [deal.hand(seat) for seat in seats]
        out_of_play = points(deal.out_of_play)
        prepare(work, table, out_of_play)
        trick = Trick(0, seats.index(play.to_act))
        if play.trick:
            led = play.trick[0]
            best = winning_card(sum(play.trick), led)
            trick = Trick(
                len(play.trick),
                seats.index(play.to_act),
                led,
                best,
                seats.index(play.order[play.trick.index(best)]),
                points(sum(play.trick)),
            )
        values = np.zeros(8, np.int64)
        count = value_cards(work, table, trick, play.tricks > 0, values)
        before = play.points + out_of_play if play.tricks else 0
        legal = list(split(play.legal_cards()))
        found = (before + int(value) for value in values[:count])
        cards = dict(sorted(zip(map(name, legal), found, strict=True)))
        side = max if play.to_act == play.declarer else min
        return Solution(side(cards.values()), cards, int(work[NODES]))


def solve(deal: Deal) -> Solution:
    """The value of a deal in the play phase, card by card.

    >>> from random import Random
    >>> from dobbm.cards import shuffled
    >>> deal = Deal.start(shuffled(Random(1)), dealer=3).apply_all(["solo", "gut", "gut", "gut"])
    >>> solve(deal).cards
    {'A9': 68, 'B8': 41, 'BS': 72, 'HS': 75, 'HT': 75, 'HU': 59, 'LT': 59, 'LU': 70}

    Raises ``WrongPhase`` in any other phase.
    """
    return Solver().solve(deal)
