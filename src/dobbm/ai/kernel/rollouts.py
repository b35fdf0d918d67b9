"""Playouts of deals by the policy, and the likelihood of the cards that were played."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.ai.kernel.floats import logarithm
from dobbm.ai.kernel.playout_state import (
    DISCARDED,
    HANDS,
    OUT,
    PlayoutState,
    copy_state,
    new_state,
    play_card,
    points_gained,
)
from dobbm.ai.kernel.policy import (
    Probabilities,
    Weights,
    action_probabilities,
    best_card,
    choose,
    new_probabilities,
)
from dobbm.ai.kernel.position import Trick, new_trick, seats_of
from dobbm.ai.kernel.rng import Stream, open_stream
from dobbm.game.tricks import legal_cards

WorldRows: TypeAlias = NDArray[np.int64]
"""One row per world: the four hands from the declarer on, then the cards out of play."""

LEAST_PROBABILITY = 1e-3
"""The lowest probability assumed for a card that was played, because any player may err."""


@compiled
def rollout(
    state: PlayoutState,
    trick: Trick,
    weights: Weights,
    probabilities: Probabilities,
    stream: Stream,
) -> int:
    """Play out the deal by the policy; return the declarer's final points.

    ``state``, ``probabilities`` and ``stream`` are modified.
    """
    while state[HANDS + trick.seat]:
        trick = play_card(state, trick, choose(state, trick, weights, probabilities, stream))
    return points_gained(state)


@inlined
def enter(state: PlayoutState, world: NDArray[np.int64], exchanged: bool) -> None:
    """Put the cards of a world into ``state``.

    ``exchanged`` means that the cards out of play are the declarer's own discards.
    """
    for place in range(4):
        state[HANDS + place] = world[place]
    state[OUT] = world[4]
    state[DISCARDED] = world[4] if exchanged else 0


@compiled
def play_worlds(
    state: PlayoutState,
    trick: Trick,
    worlds: WorldRows,
    exchanged: bool,
    weights: Weights,
    seed: int,
    repeats: int,
    values: NDArray[np.float64],
) -> None:
    """Compute the declarer's mean points over ``repeats`` playouts, for every legal card and world.

    Fills ``values``, one row of eight per world, with the mean final points after each legal card,
    lowest bit first. Within a world, the playouts after each card use the same random numbers.
    """
    later, probabilities, stream = state.copy(), new_probabilities(), np.zeros(1, np.uint64)
    for index, world in enumerate(worlds):
        cards = legal_cards(world[trick.seat], trick.led)
        column = 0
        while cards:
            card = cards & -cards
            cards ^= card
            total = 0
            for repeat in range(repeats):
                copy_state(state, later)
                enter(later, world, exchanged)
                open_stream(stream, seed, index * repeats + repeat)
                after = play_card(later, trick, card)
                total += rollout(later, after, weights, probabilities, stream)
            values[index, column] = total / repeats
            column += 1


@compiled
def play_deals(
    worlds: WorldRows, exchanged: bool, weights: Weights, seed: int, values: NDArray[np.int64]
) -> None:
    """Play out whole deals from the first card; fill ``values`` with the declarer's points."""
    state, probabilities, stream = new_state(), new_probabilities(), np.zeros(1, np.uint64)
    for index, world in enumerate(worlds):
        state[:] = 0
        enter(state, world, exchanged)
        open_stream(stream, seed, index)
        values[index] = rollout(state, new_trick(0), weights, probabilities, stream)


@compiled
def play_likeliest(
    state: PlayoutState, trick: Trick, weights: Weights, cards: NDArray[np.int64]
) -> int:
    """Play out the deal, in every seat with the card that the policy rates best.

    Fills ``cards`` with the cards in order, and returns their number; ``state`` is modified.
    """
    probabilities, count = new_probabilities(), 0
    while state[HANDS + trick.seat]:
        cards[count] = best_card(state, trick, weights, probabilities)
        trick = play_card(state, trick, cards[count])
        count += 1
    return count


@compiled
def weigh_worlds(
    cards: NDArray[np.int64],
    seat: int,
    worlds: WorldRows,
    exchanged: bool,
    weights: Weights,
    logarithms: NDArray[np.float64],
) -> None:
    """Compute the log-likelihood of the cards that the other seats played, in each world.

    ``cards`` are those played so far, in order, and ``worlds`` contain the current hands. ``seat``
    is the seat that weighs the worlds. Its own cards do not count, because they tell it nothing
    new. Fills ``logarithms``.
    """
    state, probabilities = new_state(), new_probabilities()
    seats = seats_of(cards)
    for index, world in enumerate(worlds):
        state[:] = 0
        enter(state, world, exchanged)
        for turn, card in enumerate(cards):
            state[HANDS + seats[turn]] |= card
        trick, total = new_trick(0), 0.0
        for turn, card in enumerate(cards):
            if seats[turn] != seat:
                legal = action_probabilities(state, trick, weights, probabilities)
                place = (legal & (card - 1)).bit_count()
                total += logarithm(max(probabilities[place], LEAST_PROBABILITY))
            trick = play_card(state, trick, card)
        logarithms[index] = total
