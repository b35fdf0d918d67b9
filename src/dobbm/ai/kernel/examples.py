"""Training examples for the hand tables of ``evaluation``, from deals played by the policy."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled
from dobbm.ai.kernel.evaluation import ValueTable, find_discards, look_up
from dobbm.ai.kernel.playout_state import DISCARDED, HANDS, OUT, PlayoutState, new_state
from dobbm.ai.kernel.policy import Weights, new_probabilities
from dobbm.ai.kernel.position import new_trick
from dobbm.ai.kernel.rng import Stream, below, open_stream, shuffle
from dobbm.ai.kernel.rollouts import rollout
from dobbm.game.cards import DECK

Rows: TypeAlias = NDArray[np.int64]
"""Examples, one per row, with the columns below."""

HAND, KEPT, AWAY, POINTS = range(4)
"""The eight cards dealt to the declarer, the eight that the declarer plays with, the four out of
play, and the declarer's points if all seats follow the policy."""
COLUMNS = 4

BEST_OF = 4
"""The declarer gets the best of up to this many hands, because strong hands matter more. How many
there are is random."""


@compiled
def play_dobbms(
    rows: Rows,
    first: int,
    seed: int,
    strength: ValueTable,
    kept: ValueTable,
    companions: int,
    choices: int,
    weights: Weights,
) -> None:
    """Fill ``rows`` with examples, each from one Dobbm; the Dobbms are numbered from ``first`` on.

    The declarer's hand is chosen by ``strength``, a table for hands as dealt. The discards are the
    best by ``kept`` or, half the time, drawn from the ``choices`` best.
    """
    stream, deck, state = np.zeros(1, np.uint64), np.empty(len(DECK), np.int64), new_state()
    probabilities, best, worths = (
        new_probabilities(),
        np.zeros(choices, np.int64),
        np.zeros(choices),
    )
    for index, row in enumerate(rows):
        open_stream(stream, seed, first + index)
        row[HAND] = deal_dobbm(state, stream, deck, strength, kept, companions, best, worths)
        row[KEPT], row[AWAY] = state[HANDS], state[OUT]
        row[POINTS] = rollout(state, new_trick(0), weights, probabilities, stream)


@compiled
def play_solos(rows: Rows, first: int, seed: int, strength: ValueTable, weights: Weights) -> None:
    """Fill ``rows`` with examples from Solos, as ``play_dobbms`` does with Dobbms."""
    stream, deck, state = np.zeros(1, np.uint64), np.empty(len(DECK), np.int64), new_state()
    probabilities = new_probabilities()
    for index, row in enumerate(rows):
        open_stream(stream, seed, first + index)
        row[HAND] = row[KEPT] = deal_solo(state, stream, deck, strength)
        row[AWAY] = state[OUT]
        row[POINTS] = rollout(state, new_trick(0), weights, probabilities, stream)


@compiled
def deal_dobbm(
    state: PlayoutState,
    stream: Stream,
    deck: NDArray[np.int64],
    strength: ValueTable,
    kept: ValueTable,
    companions: int,
    best: NDArray[np.int64],
    worths: NDArray[np.float64],
) -> int:
    """Deal a Dobbm into ``state`` and exchange; return the declarer's eight cards as dealt.

    ``best`` and ``worths`` are buffers for the best sets of discards and their values. The
    declarer discards the best set or, half the time, one drawn from ``best``.
    """
    _deal(stream, deck, strength)
    _begin(state, deck)
    dealt = state[HANDS]
    found = find_discards(kept, dealt | state[OUT], companions, best, worths)
    discards = best[below(stream, found) if below(stream, 2) else 0]
    state[HANDS] = (dealt | state[OUT]) ^ discards
    state[OUT] = state[DISCARDED] = discards
    return dealt


@compiled
def deal_solo(
    state: PlayoutState, stream: Stream, deck: NDArray[np.int64], strength: ValueTable
) -> int:
    """Deal a Solo into ``state``; return the declarer's eight cards."""
    _deal(stream, deck, strength)
    _begin(state, deck)
    return state[HANDS]


@compiled
def exchange_each(
    hands: NDArray[np.int64], seed: int, kept: ValueTable, companions: int
) -> NDArray[np.float64]:
    """Return the value of each hand after the best possible exchange with a random talon.

    The values are those of the table ``kept``.
    """
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
def _deal(stream: Stream, deck: NDArray[np.int64], strength: ValueTable) -> None:
    """Fill ``deck`` with the declarer's eight cards, then the talon, then the other hands.

    All cards but the declarer's are shuffled again, so that choosing the best of several hands
    does not bias the rest.
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
    """Fill ``deck`` with the cards of ``hand``, then the others, both in the order of ``DECK``."""
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
    """Return the set of the cards in places ``start`` to ``end`` - 1."""
    cards = 0
    for place in range(start, end):
        cards |= deck[place]
    return cards


@compiled
def _begin(state: PlayoutState, deck: NDArray[np.int64]) -> None:
    """Reset ``state`` to the start of a deal whose ``deck`` is ordered as ``_deal`` leaves it."""
    state[:] = 0
    state[HANDS], state[OUT] = _set_of(deck, 0, 8), _set_of(deck, 8, 12)
    for place in range(1, 4):
        state[HANDS + place] = _set_of(deck, 4 + 8 * place, 12 + 8 * place)
