"""Solved deals from which the tables of ``evaluation`` are learnt: dealt, exchanged, solved."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.cards import DECK, points
from dobbm.kernel.bits import compiled
from dobbm.kernel.chance import Stream, below, open_stream, shuffle
from dobbm.kernel.evaluation import Table, find_discards, look_up
from dobbm.kernel.position import HANDS, Work, new_trick
from dobbm.kernel.search import prepare, value
from dobbm.kernel.table import Table as Memory

Rows: TypeAlias = NDArray[np.int64]
"""One example a row, with the columns below."""

HAND, KEPT, OUT, POINTS = range(4)
"""The eight cards dealt to the declarer; those he plays with; the four out of play; and the exact
double-dummy points."""
COLUMNS = 4

BEST_OF = 4
"""A declarer's hand is the best of one to so many: strong ones matter more, weak ones count."""


@compiled
def solve_dobbms(
    rows: Rows,
    first: int,
    seed: int,
    strength: Table,
    kept: Table,
    companions: int,
    choices: int,
    work: Work,
    memory: Memory,
) -> None:
    """Fill ``rows`` with Dobbms; the rows are the examples from number ``first`` on.

    The hand is drawn by ``strength``, a table for hands as dealt. The discards are the best by
    ``kept`` or, every second time, one of the best ``choices``. ``work`` and ``memory`` are the
    solver's.
    """
    stream, deck = np.zeros(1, np.uint64), np.empty(len(DECK), np.int64)
    best, values = np.zeros(choices, np.int64), np.zeros(choices)
    for index, row in enumerate(rows):
        open_stream(stream, seed, first + index)
        _deal(stream, deck, strength)
        twelve = _set_of(deck, 0, 12)
        found = find_discards(kept, twelve, companions, best, values)
        row[HAND] = _set_of(deck, 0, 8)
        row[OUT] = best[below(stream, found) if below(stream, 2) else 0]
        row[KEPT] = twelve ^ row[OUT]
        _solve(row, deck, work, memory)


@compiled
def solve_solos(
    rows: Rows, first: int, seed: int, strength: Table, work: Work, memory: Memory
) -> None:
    """Fill ``rows`` with Solos, as ``solve_dobbms`` does with Dobbms."""
    stream, deck = np.zeros(1, np.uint64), np.empty(len(DECK), np.int64)
    for index, row in enumerate(rows):
        open_stream(stream, seed, first + index)
        _deal(stream, deck, strength)
        row[HAND] = row[KEPT] = _set_of(deck, 0, 8)
        row[OUT] = _set_of(deck, 8, 12)
        _solve(row, deck, work, memory)


@compiled
def exchange_each(
    hands: NDArray[np.int64], seed: int, kept: Table, companions: int
) -> NDArray[np.float64]:
    """For every hand as dealt what is kept of it is worth by ``kept``, with a talon at random."""
    stream, deck = np.zeros(1, np.uint64), np.empty(len(DECK), np.int64)
    best, values, found = np.zeros(1, np.int64), np.zeros(1), np.empty(len(hands))
    for index, hand in enumerate(hands):
        open_stream(stream, seed, index)
        _lay_out(deck, hand)
        shuffle(stream, deck, 8, 12)
        find_discards(kept, _set_of(deck, 0, 12), companions, best, values)
        found[index] = values[0]
    return found


@compiled
def _deal(stream: Stream, deck: NDArray[np.int64], strength: Table) -> None:
    """Put the declarer's eight cards first, then the talon, then the other hands.

    All but the declarer's hand is as it may be, so that nothing follows from that hand's being the
    best of several.
    """
    _lay_out(deck, 0)
    chosen, most = 0, 0.0
    for turn in range(1 + below(stream, BEST_OF)):
        shuffle(stream, deck, 0, 8)
        hand = _set_of(deck, 0, 8)
        worth = look_up(strength, hand, 0)
        if turn == 0 or worth > most:
            chosen, most = hand, worth
    _lay_out(deck, chosen)
    shuffle(stream, deck, 8, len(DECK))


@compiled
def _lay_out(deck: NDArray[np.int64], hand: int) -> None:
    """The pack in its order, the cards of ``hand`` first."""
    front, back = 0, hand.bit_count()
    for place in range(len(DECK)):
        card = DECK[place]
        if card & hand:
            deck[front] = card
            front += 1
        else:
            deck[back] = card
            back += 1


@compiled
def _set_of(deck: NDArray[np.int64], start: int, end: int) -> int:
    """The set of the cards from ``start`` to ``end`` (not with it)."""
    cards = 0
    for place in range(start, end):
        cards |= deck[place]
    return cards


@compiled
def _solve(row: NDArray[np.int64], deck: NDArray[np.int64], work: Work, memory: Memory) -> None:
    """Complete an example with the declarer's points when he leads, as he always does."""
    work[HANDS] = row[KEPT]
    for place in range(1, 4):
        work[HANDS + place] = _set_of(deck, 4 + 8 * place, 12 + 8 * place)
    prepare(work, memory, points(row[OUT]))
    row[POINTS] = value(work, memory, new_trick(0), False)
