"""Policy gradient: try all cards at one decision, and play the deal out after each.

The results of the cards give the direction in which to change the weights so that the seats, which
all play by the same weights, gain more from such decisions: the gradient of the expected points,
over all cards of the decision at once (docs/bots.md).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled
from dobbm.ai.kernel.chance import Stream, below, draw, open_stream
from dobbm.ai.kernel.evaluation import Table
from dobbm.ai.kernel.examples import deal_dobbm, deal_solo
from dobbm.ai.kernel.policy import (
    Shares,
    Weights,
    cells_of,
    choose,
    context_of,
    look_at,
    new_shares,
    think,
)
from dobbm.ai.kernel.position import Trick, new_trick
from dobbm.ai.kernel.rollouts import play_on
from dobbm.ai.kernel.scene import HANDS, Scene, copy_scene, new_scene, play_card, unseen_by
from dobbm.game.cards import DECK

SOLO_EVERY = 8
"""One deal in this many is a Solo."""
CHOICES = 4
"""Number of best discards from which one is drawn half the time."""
DECISIONS = 28
"""Number of cards before the last trick, in which nobody has a choice."""


@compiled
def learn(
    first: int,
    count: int,
    seed: int,
    strengths: tuple[Table, Table],
    kept: Table,
    companions: int,
    weights: Weights,
    warmth: float,
    gradient: NDArray[np.float32],
) -> None:
    """Add up in ``gradient`` the gradients of ``count`` decisions, from number ``first`` on.

    ``strengths`` are tables of hands as dealt, for Dobbms and Solos. ``warmth`` is the softmax
    temperature: the card points that it costs to play the likelier of two cards e times as often.
    """
    stream, deck = np.zeros(1, np.uint64), np.empty(len(DECK), np.int64)
    best, worths = np.zeros(CHOICES, np.int64), np.zeros(CHOICES)
    scene, shares = new_scene(), new_shares()
    for index in range(first, first + count):
        open_stream(stream, seed, index)
        if index % SOLO_EVERY:
            deal_dobbm(scene, stream, deck, strengths[0], kept, companions, best, worths)
        else:
            deal_solo(scene, stream, deck, strengths[1])
        skipped = below(stream, DECISIONS)
        trick, played = new_trick(0), 0
        while scene[HANDS + trick.seat]:
            card = choose(scene, trick, weights, shares, stream)
            if played >= skipped and shares[0] < 1:
                study(scene, trick, weights, shares, warmth, stream, gradient)
                break
            trick = play_card(scene, trick, card)
            played += 1


@compiled
def study(
    scene: Scene,
    trick: Trick,
    weights: Weights,
    shares: Shares,
    warmth: float,
    stream: Stream,
    gradient: NDArray[np.float32],
) -> None:
    """Add the gradient of one decision to ``gradient``; its cards share their random numbers."""
    cards = think(scene, trick, weights, shares)
    later, others = new_scene(), new_shares()
    chance, start = np.zeros(1, np.uint64), draw(stream)
    worths = np.zeros(8)
    mean, left, index = 0.0, cards, 0
    while left:
        card = left & -left
        left ^= card
        copy_scene(scene, later)
        chance[0] = start
        after = play_card(later, trick, card)
        points = play_on(later, after, weights, others, chance)
        sure = warmth * np.log(max(shares[index], np.float32(1e-6)))
        worths[index] = (points if trick.seat == 0 else -points) - sure
        mean += shares[index] * worths[index]
        index += 1
    context, unseen = context_of(trick), unseen_by(scene, trick.seat)
    left, index = cards, 0
    while left:
        card = left & -left
        left ^= card
        change = shares[index] * (worths[index] - mean)
        for selected in cells_of(look_at(scene, trick, context, unseen, card)):
            gradient[selected] += change
        index += 1
