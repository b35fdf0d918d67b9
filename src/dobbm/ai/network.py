"""The network: a policy that reads the whole course of a deal (docs/bots.md).

It was trained in self-play, and sees only what its seat sees. It chooses cards better than the
policy of ``rollouts``, but takes longer: about 10 µs in the kernel.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, NamedTuple

from dobbm.ai.rollouts import Situation
from dobbm.extras import extra_solver
from dobbm.game.cards import NAMES, split
from dobbm.game.errors import DobbmError
from dobbm.game.view import View

with extra_solver("dobbm.ai.network"):
    import numpy as np
    from numpy.typing import NDArray

    from dobbm.ai.arrays import read_arrays, write_arrays
    from dobbm.ai.kernel.network import (
        CARDS,
        INPUTS,
        Network,
        log_of,
        network_probabilities,
        new_layers,
    )
    from dobbm.ai.kernel.policy import new_probabilities

FORMAT = 1
"""The file format number; it changes with the meaning of the inputs."""


class TrainedNetwork(NamedTuple):
    """A network, and how it was made."""

    network: Network
    made: dict[str, Any]

    def save(self, path: Path) -> None:
        """Write the weights to the file ``path``; the same weights always give the same bytes."""
        arrays = {name: array.astype(np.float16) for name, array in self.network._asdict().items()}
        write_arrays(path, FORMAT, self.made, arrays)

    @classmethod
    def load(cls, source: IO[bytes]) -> TrainedNetwork:
        """Read a file that ``save`` has written.

        Raises ``DobbmError`` as ``read_arrays`` does, and if the layers do not fit together.
        """
        names, what = Network._fields, "the network's weights"
        arrays, made = read_arrays(source, FORMAT, names, np.float32, length=INPUTS, what=what)
        network = Network(**arrays)
        wide, narrow = network.first_bias.size, network.second_bias.size
        shapes = [(INPUTS, wide), (wide,), (wide, narrow), (narrow,), (CARDS, narrow), (CARDS,)]
        if [array.shape for array in network] != shapes:
            raise DobbmError(f"{what} have a different format")
        if not all(np.isfinite(array).all() for array in network):
            raise DobbmError(f"cannot read {what}: not all of them are numbers")
        return cls(network, made)


@cache
def trained_network() -> TrainedNetwork:
    """Return the network that comes with the package, read on first use."""
    with files("dobbm.ai").joinpath("data", "network.npz").open("rb") as source:
        return TrainedNetwork.load(source)


class Preferences(NamedTuple):
    """The legal cards of a seat, and the probability with which the network plays each."""

    cards: tuple[str, ...]
    probabilities: NDArray[np.float32]


def preferences(view: View) -> Preferences:
    """Return the network's preferences for the seat of ``view``, which must play a card.

    Raises ``WrongPhase`` if it is not this seat's turn to play one.
    """
    state, trick, cards, _, exchanged = Situation.in_play(view)
    network, probabilities = trained_network().network, new_probabilities()
    log, layers = log_of(cards, exchanged), new_layers(network)
    legal = network_probabilities(state, trick, log, network, layers, probabilities)
    names = tuple(NAMES[card] for card in split(legal))
    return Preferences(names, probabilities[: len(names)])


def choose_card(view: View) -> str:
    """Return the card that the network rates best; raise ``WrongPhase`` as ``preferences`` does."""
    cards, probabilities = preferences(view)
    return cards[int(probabilities.argmax())]
