"""Many deals side by side, for training the network; a step plays one card in each."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.ai.kernel.evaluation import ValueTable
from dobbm.ai.kernel.examples import deal_dobbm, deal_solo
from dobbm.ai.kernel.network import (
    CARDS,
    COUNT,
    EXCHANGED,
    Log,
    note_card,
    number_in,
    read,
    set_bit,
    set_cards,
    suit_order,
)
from dobbm.ai.kernel.playout_state import (
    HANDS,
    OUT,
    TRICKS,
    PlayoutState,
    play_card,
    points_gained,
    unseen_by,
)
from dobbm.ai.kernel.policy_gradient import CHOICES, SOLO_EVERY
from dobbm.ai.kernel.position import Trick, place_of
from dobbm.ai.kernel.rng import open_stream
from dobbm.game.cards import DECK
from dobbm.game.tricks import legal_cards

Words: TypeAlias = NDArray[np.uint64]
"""Bits: one row per deal, or those of one deal."""

UNSORTED = 0b11_10_01_00
"""The ``suit_order`` in which all suits keep their lanes."""

# The critic sees all cards. It reads these bits; the side suits are not sorted.
ALL_HANDS = 0
ALL_OUT = ALL_HANDS + 4 * CARDS
ALL_TABLE = ALL_OUT + CARDS
ALL_BEST = ALL_TABLE + 4 * CARDS
ALL_TURN = ALL_BEST + CARDS
ALL_SEAT = ALL_TURN + 4
ALL_WINNING = ALL_SEAT + 4
ALL_TAKEN = ALL_WINNING + 4
ALL_ON_TABLE = ALL_TAKEN + 9
ALL_INPUTS = ALL_ON_TABLE + 12
ALL_WORDS = (ALL_INPUTS + 63) // 64


@compiled
def deal_each(
    states: NDArray[np.int64],
    tricks: NDArray[np.int64],
    logs: NDArray[np.int64],
    numbers: NDArray[np.int64],
    seed: int,
    strengths: tuple[ValueTable, ValueTable],
    kept: ValueTable,
    companions: int,
) -> None:
    """Start the deals with these ``numbers``, with contracts and discards.

    The tables for hands and the companions of a sow are those of ``policy_gradient``.
    """
    stream, deck = np.zeros(1, np.uint64), np.empty(len(DECK), np.int64)
    best, worths = np.zeros(CHOICES, np.int64), np.zeros(CHOICES)
    for index in range(len(states)):
        open_stream(stream, seed, numbers[index])
        logs[index] = 0
        tricks[index] = 0
        if numbers[index] % SOLO_EVERY:
            deal_dobbm(states[index], stream, deck, strengths[0], kept, companions, best, worths)
            logs[index, EXCHANGED] = 1
        else:
            deal_solo(states[index], stream, deck, strengths[1])


@inlined
def _trick(row: NDArray[np.int64]) -> Trick:
    return Trick(row[0], row[1], row[2], row[3], row[4], row[5], row[6])


@inlined
def _play(state: PlayoutState, row: NDArray[np.int64], log: Log, card: int) -> None:
    trick = _trick(row)
    note_card(log, trick.seat, card)
    after = play_card(state, trick, card)
    row[0], row[1], row[2], row[3] = after.turn, after.seat, after.led, after.best
    row[4], row[5], row[6] = after.winner, after.points, after.side


@compiled
def read_each(
    states: NDArray[np.int64],
    tricks: NDArray[np.int64],
    logs: NDArray[np.int64],
    inputs: Words,
    everything: Words,
    legal: Words,
) -> None:
    """Fill, for each deal, the bits that the seat to play and the critic read.

    ``legal`` gets the numbers of the legal cards, one word for each deal.
    """
    for index in range(len(states)):
        state, trick = states[index], _trick(tricks[index])
        order = read(state, trick, logs[index], inputs[index])
        legal[index] = 0
        set_cards(legal[index], 0, order, legal_cards(state[HANDS + trick.seat], trick.led))
        _read_all(state, trick, logs[index], everything[index])


@inlined
def _read_all(state: PlayoutState, trick: Trick, log: Log, words: Words) -> None:
    for word in range(ALL_WORDS):
        words[word] = 0
    for place in range(4):
        set_cards(words, ALL_HANDS + CARDS * place, UNSORTED, state[HANDS + place])
    set_cards(words, ALL_OUT, UNSORTED, state[OUT])
    for back in range(trick.turn):
        entry = log[log[COUNT] - back]
        set_bit(words, ALL_TABLE + CARDS * (entry & 3) + number_in(UNSORTED, entry >> 2))
    if trick.turn:
        set_cards(words, ALL_BEST, UNSORTED, trick.best)
        set_bit(words, ALL_WINNING + trick.winner)
        set_bit(words, ALL_ON_TABLE + min(trick.points // 4, 11))
    set_bit(words, ALL_TURN + trick.turn)
    set_bit(words, ALL_SEAT + trick.seat)
    set_bit(words, ALL_TAKEN + state[TRICKS])


@compiled
def play_each(
    states: NDArray[np.int64],
    tricks: NDArray[np.int64],
    logs: NDArray[np.int64],
    chosen: NDArray[np.int32],
) -> None:
    """Play in each deal the card with the chosen number, in the order of ``suit_order``."""
    for index in range(len(states)):
        state, seat = states[index], tricks[index, 1]
        hand = state[HANDS + seat]
        order = suit_order(hand, unseen_by(state, seat))
        left, found = hand, np.int64(0)
        while left:
            card = left & -left
            left ^= card
            if number_in(order, place_of(card)) == chosen[index]:
                found = card
        _play(state, tricks[index], logs[index], found)


@compiled
def finish_each(
    states: NDArray[np.int64],
    tricks: NDArray[np.int64],
    logs: NDArray[np.int64],
    gained: NDArray[np.float32],
) -> None:
    """Play the last trick, in which nobody has a choice; fill ``gained`` with the final points."""
    for index in range(len(states)):
        state = states[index]
        for _ in range(4):
            _play(state, tricks[index], logs[index], state[HANDS + tricks[index, 1]])
    gained_each(states, gained)


@compiled
def gained_each(states: NDArray[np.int64], gained: NDArray[np.float32]) -> None:
    """Fill ``gained`` with the declarer's points so far, those out of play included."""
    for index in range(len(states)):
        gained[index] = points_gained(states[index])
