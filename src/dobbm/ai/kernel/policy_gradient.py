"""Policy gradient: try every card at one decision, and play the deal out after each.

All seats share the same weights, but not all need learn. The objective is the seat's expected
points plus ``temperature`` times the entropy of its choice. The results after the various cards
give the gradient of this objective: the direction in which to change the weights so that the seat
gains more from such decisions (docs/bots.md).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled
from dobbm.ai.kernel.evaluation import ValueTable
from dobbm.ai.kernel.examples import deal_dobbm, deal_solo
from dobbm.ai.kernel.playout_state import (
    HANDS,
    PlayoutState,
    copy_state,
    new_state,
    play_card,
    unseen_by,
)
from dobbm.ai.kernel.policy import (
    Probabilities,
    Weights,
    action_probabilities,
    cells_of,
    choose,
    context_of,
    features_of,
    new_probabilities,
)
from dobbm.ai.kernel.position import Trick, new_trick
from dobbm.ai.kernel.rng import Stream, below, draw, open_stream
from dobbm.ai.kernel.rollouts import rollout
from dobbm.game.cards import DECK

SOLO_EVERY = 8
"""One deal in this many is a Solo."""
CHOICES = 4
"""Half the time, the discards are drawn at random from this many of the best sets."""
DECISIONS = 28
"""The number of cards played before the last trick, in which nobody has a choice."""


@compiled
def add_gradients(
    first: int,
    count: int,
    seed: int,
    strengths: tuple[ValueTable, ValueTable],
    kept: ValueTable,
    companions: int,
    weights: Weights,
    learners: int,
    temperature: float,
    gradient: NDArray[np.float32],
) -> None:
    """Add the gradients of ``count`` decisions, numbered from ``first`` on, to ``gradient``.

    Each decision is the first choice of a learner after a random number of cards, in a deal of its
    own. A deal without such a choice adds nothing. ``learners`` has one bit for each seat that
    learns, the lowest for the declarer. ``strengths`` are two tables for hands as dealt: one for
    Dobbms, one for Solos. ``temperature`` is the softmax temperature: the advantage in card points
    that makes one card e times as likely as another.
    """
    stream, deck = np.zeros(1, np.uint64), np.empty(len(DECK), np.int64)
    best, worths = np.zeros(CHOICES, np.int64), np.zeros(CHOICES)
    state, probabilities = new_state(), new_probabilities()
    for index in range(first, first + count):
        open_stream(stream, seed, index)
        if index % SOLO_EVERY:
            deal_dobbm(state, stream, deck, strengths[0], kept, companions, best, worths)
        else:
            deal_solo(state, stream, deck, strengths[1])
        skipped = below(stream, DECISIONS)
        trick, played = new_trick(0), 0
        while state[HANDS + trick.seat]:
            card = choose(state, trick, weights, probabilities, stream)
            if played >= skipped and learners >> trick.seat & 1 and probabilities[0] < 1:
                add_gradient(state, trick, weights, probabilities, temperature, stream, gradient)
                break
            trick = play_card(state, trick, card)
            played += 1


@compiled
def add_gradient(
    state: PlayoutState,
    trick: Trick,
    weights: Weights,
    probabilities: Probabilities,
    temperature: float,
    stream: Stream,
    gradient: NDArray[np.float32],
) -> None:
    """Add the gradient of one decision; all its playouts use the same random numbers."""
    cards = action_probabilities(state, trick, weights, probabilities)
    later, others = new_state(), new_probabilities()
    chance, start = np.zeros(1, np.uint64), draw(stream)
    worths = np.zeros(8)
    mean, left, index = 0.0, cards, 0
    while left:
        card = left & -left
        left ^= card
        copy_state(state, later)
        chance[0] = start
        after = play_card(later, trick, card)
        points = rollout(later, after, weights, others, chance)
        sure = temperature * np.log(max(probabilities[index], np.float32(1e-6)))
        worths[index] = (points if trick.seat == 0 else -points) - sure
        mean += probabilities[index] * worths[index]
        index += 1
    context, unseen = context_of(trick), unseen_by(state, trick.seat)
    left, index = cards, 0
    while left:
        card = left & -left
        left ^= card
        change = probabilities[index] * (worths[index] - mean)
        for selected in cells_of(features_of(state, trick, context, unseen, card)):
            gradient[selected] += change
        index += 1
