"""A cheap player that has learnt by playing millions of deals against itself (docs/bots.md).

It sees what its seat sees, and no more. It plays deals to their end for those who want to know what
they may bring, tells how likely cards would have been played, and chooses cards itself.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.arrays import read_arrays, write_arrays
from dobbm.ai.kernel import rollouts
from dobbm.ai.kernel.policy import CELLS, Weights, best_card, new_shares
from dobbm.ai.kernel.position import Trick
from dobbm.ai.kernel.scene import (
    BY_DECLARER,
    GAINED,
    HANDS,
    LAID,
    OUT,
    PLAYED,
    TRICKS,
    VOIDS,
    Scene,
    new_scene,
    note_lead,
)
from dobbm.ai.memory import Memory
from dobbm.ai.solver import WorldValues, by_name, from_declarer, trick_on_table
from dobbm.game.cards import NAMES
from dobbm.game.play import led_by
from dobbm.game.tricks import legal_cards
from dobbm.game.view import View

FORMAT = 1
"""Of the file; another number says that its cells mean something else."""


class Learnt(NamedTuple):
    """What the cheap player has learnt, and how."""

    weights: Weights
    made: dict[str, Any]

    def save(self, path: Path) -> None:
        """Write the file; the same weights give the same bytes."""
        write_arrays(path, FORMAT, self.made, {"weights": self.weights.astype(np.float16)})

    @classmethod
    def load(cls, source: IO[bytes]) -> Learnt:
        """Read a file that ``save`` has written; ``DobbmError`` as from ``read_arrays``."""
        names, what = ["weights"], "the policy's weights"
        arrays, made = read_arrays(source, FORMAT, names, np.float32, length=CELLS, what=what)
        return cls(arrays["weights"], made)


@cache
def learnt() -> Learnt:
    """The weights that come with the package, read when they are first asked for."""
    with files("dobbm.ai").joinpath("data", "policy.npz").open("rb") as source:
        return Learnt.load(source)


class Situation(NamedTuple):
    """What the seat of a view knows of the play, as the kernel wants it."""

    scene: Scene
    """With the own hand alone; ``Worlds`` tell the others."""
    trick: Trick
    cards: NDArray[np.int64]
    """Those that were played, in order."""
    seat: int
    """The place of the seat of the view, counted from the declarer."""
    exchanged: bool
    """Whether the declarer knows what lies out of play."""

    @classmethod
    def of(cls, view: View) -> Situation:
        """The situation of the seat of ``view``, in the doubling or in the play."""
        assert view.declarer is not None
        assert view.contract is not None
        memory = Memory.of(view)
        seats = led_by(view.declarer, view.active)
        own = seats.index(view.seat)
        scene = new_scene()
        scene[HANDS + own] = view.hand
        scene[OUT] = scene[LAID] = view.discards or 0
        scene[PLAYED], scene[BY_DECLARER] = memory.played, memory.played_by(view.declarer)
        scene[VOIDS : VOIDS + 4] = [memory.voids[seat] for seat in seats]
        cards: list[int] = []
        for trick in (*memory.tricks, memory.trick):
            if trick.cards:
                note_lead(scene, seats.index(trick.seats[0]), trick.cards[0])
            if trick.winner == view.declarer:
                scene[GAINED] += trick.points
                scene[TRICKS] += 1
            cards += trick.cards
        on_table = trick_on_table(seats, memory.trick.seats, memory.trick.cards)
        return cls(scene, on_table, np.array(cards, np.int64), own, view.contract.exchanges)


def choose_card(view: View) -> str:
    """The card that the cheap player finds best, for the seat that must play one."""
    scene, trick, *_ = Situation.of(view)
    return NAMES[best_card(scene, trick, learnt().weights, new_shares())]


def play_worlds(view: View, worlds: NDArray[np.int64], seed: int, repeats: int = 1) -> WorldValues:
    """What each card of the seat whose turn it is brings if all play on like the cheap player.

    The worlds are rows as ``Worlds.of(view)`` gives them; each is played ``repeats`` times with
    each card, and the means are returned. All cards of a world share their chance.
    """
    scene, trick, _, _, exchanged = Situation.of(view)
    values = np.zeros((len(worlds), 8))
    rollouts.play_worlds(
        scene,
        trick,
        from_declarer(view, worlds),
        exchanged,
        learnt().weights,
        seed % (1 << 63),
        repeats,
        values,
    )
    return by_name(legal_cards(view.hand, trick.led), values)


def play_deals(hands: NDArray[np.int64], seed: int, *, exchanged: bool) -> NDArray[np.int64]:
    """The declarer's final points in deals before the first card, played by the cheap player.

    ``hands`` has a row each, as ``from_declarer`` orders them; ``exchanged``: the declarer has
    laid away himself what is out of play.
    """
    values = np.zeros(len(hands), np.int64)
    rollouts.play_deals(hands, exchanged, learnt().weights, seed % (1 << 63), values)
    return values


def likelihoods(view: View, worlds: NDArray[np.int64]) -> NDArray[np.float64]:
    """How likely the others would have played the cards they did, world by world.

    In proportion: the likeliest world has 1.
    """
    _, _, cards, seat, exchanged = Situation.of(view)
    logarithms = np.zeros(len(worlds))
    rollouts.weigh_worlds(
        cards, seat, from_declarer(view, worlds), exchanged, learnt().weights, logarithms
    )
    likely: NDArray[np.float64] = np.exp(logarithms - logarithms.max())
    return likely
