"""Deals played to their end by the cheap player, and how likely it finds what was played."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel.bits import compiled, inlined
from dobbm.ai.kernel.chance import Stream, open_stream
from dobbm.ai.kernel.policy import Shares, Weights, choose, new_shares, think
from dobbm.ai.kernel.position import OPEN, Trick, new_trick, with_card
from dobbm.ai.kernel.scene import (
    GAINED,
    HANDS,
    LAID,
    OUT,
    TRICKS,
    Scene,
    copy_scene,
    new_scene,
    play_card,
)
from dobbm.game.cards import points
from dobbm.game.tricks import legal_cards

Worlds: TypeAlias = NDArray[np.int64]
"""A row each: the four hands from the declarer on, and the cards out of play."""

LEAST_SHARE = 1e-3
"""No card that was played is taken to be less likely: everybody errs."""


@compiled
def play_on(scene: Scene, trick: Trick, weights: Weights, shares: Shares, stream: Stream) -> int:
    """The declarer's final points if all play on by the weights.

    ``scene``, ``shares`` and ``stream`` are modified.
    """
    while scene[HANDS + trick.seat]:
        trick = play_card(scene, trick, choose(scene, trick, weights, shares, stream))
    return scene[GAINED] + points(scene[OUT]) if scene[TRICKS] else 0


@inlined
def enter(scene: Scene, world: NDArray[np.int64], exchanged: bool) -> None:
    """Put the cards of a world into the scene; modified in place."""
    for place in range(4):
        scene[HANDS + place] = world[place]
    scene[OUT] = world[4]
    scene[LAID] = world[4] if exchanged else 0


@compiled
def play_worlds(
    scene: Scene,
    trick: Trick,
    worlds: Worlds,
    exchanged: bool,
    weights: Weights,
    seed: int,
    repeats: int,
    values: NDArray[np.float64],
) -> None:
    """What every card that may be played brings the declarer in each world, mean of ``repeats``.

    ``values``, with a row of eight each, is filled with his final points, the lowest bit first.
    The cards of a world share their chance.
    """
    later, shares, stream = scene.copy(), new_shares(), np.zeros(1, np.uint64)
    for index, world in enumerate(worlds):
        cards = legal_cards(world[trick.seat], trick.led)
        column = 0
        while cards:
            card = cards & -cards
            cards ^= card
            total = 0
            for repeat in range(repeats):
                copy_scene(scene, later)
                enter(later, world, exchanged)
                open_stream(stream, seed, index * repeats + repeat)
                after = play_card(later, trick, card)
                total += play_on(later, after, weights, shares, stream)
            values[index, column] = total / repeats
            column += 1


@compiled
def play_deals(
    worlds: Worlds, exchanged: bool, weights: Weights, seed: int, values: NDArray[np.int64]
) -> None:
    """Play deals from the first card, which the declarer leads; ``values`` is filled."""
    scene, shares, stream = new_scene(), new_shares(), np.zeros(1, np.uint64)
    for index, world in enumerate(worlds):
        scene[:] = 0
        enter(scene, world, exchanged)
        open_stream(stream, seed, index)
        values[index] = play_on(scene, new_trick(0), weights, shares, stream)


@compiled
def weigh_worlds(
    cards: NDArray[np.int64],
    seat: int,
    worlds: Worlds,
    exchanged: bool,
    weights: Weights,
    logarithms: NDArray[np.float64],
) -> None:
    """How likely the others would have played as they did, in each world: its logarithm.

    ``cards`` are those played so far, in order; ``worlds`` have the hands as they are now; ``seat``
    is the one that asks, whose own cards tell it nothing. ``logarithms`` is filled.
    """
    scene, shares = new_scene(), new_shares()
    seats = np.empty(len(cards), np.int64)
    trick = new_trick(0)
    for turn, card in enumerate(cards):
        seats[turn] = trick.seat
        trick = with_card(trick, card, OPEN)
        if trick.turn == 4:
            trick = new_trick(trick.winner)
    for index, world in enumerate(worlds):
        scene[:] = 0
        enter(scene, world, exchanged)
        for turn, card in enumerate(cards):
            scene[HANDS + seats[turn]] |= card
        trick, total = new_trick(0), 0.0
        for turn, card in enumerate(cards):
            if seats[turn] != seat:
                lawful = think(scene, trick, weights, shares)
                place = (lawful & (card - 1)).bit_count()
                total += np.log(max(shares[place], np.float32(LEAST_SHARE)))
            trick = play_card(scene, trick, card)
        logarithms[index] = total
