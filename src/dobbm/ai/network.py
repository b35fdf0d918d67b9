"""The network: a policy that reads the whole course of a deal (docs/bots.md).

It was trained in self-play, and sees only what its seat sees. It chooses cards better than the
policy of ``rollouts``, but takes longer: about 10 µs in the kernel.
"""

from __future__ import annotations

from array import array
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from dobbm.ai.arrays import Stored, read_arrays, write_arrays
from dobbm.ai.calling import Numbers, Out
from dobbm.ai.facts import facts_in_play
from dobbm.ai.layout import MOST_CARDS
from dobbm.ai.machine import machine, sizes
from dobbm.extras import extra_solver
from dobbm.game.cards import DECK, NAMES, split
from dobbm.game.errors import DobbmError
from dobbm.game.view import View

if TYPE_CHECKING:
    from dobbm.ai.kernel.network import Network

FORMAT = 1
"""The file format number; it changes with the meaning of the inputs."""
LAYERS = ("first", "first_bias", "second", "second_bias", "last", "last_bias")
"""The names of the arrays, in the order in which the kernel reads them."""


class TrainedNetwork(NamedTuple):
    """A network, and how it was made."""

    network: Network
    made: dict[str, Any]

    def save(self, path: Path) -> None:
        """Write the weights to the file ``path``; the same weights always give the same bytes."""
        arrays = {name: array.astype("f2") for name, array in self.network._asdict().items()}
        write_arrays(path, FORMAT, self.made, arrays)

    @classmethod
    def load(cls, source: IO[bytes]) -> TrainedNetwork:
        """Read a file that ``save`` has written.

        Raises ``DobbmError`` as ``read_arrays`` does, and if the layers do not fit together.
        """
        with extra_solver("a network of one's own"):
            import numpy as np

            from dobbm.ai.kernel.network import Network

        arrays, made = _read(source)
        rows = [np.asarray(arrays[name].numbers).reshape(arrays[name].shape) for name in LAYERS]
        return cls(Network(*rows), made)


def _read(source: IO[bytes]) -> tuple[dict[str, Stored], dict[str, Any]]:
    what = "the network's weights"
    arrays, made = read_arrays(source, FORMAT, LAYERS, "f", what)
    found = [arrays[name].shape for name in LAYERS]
    inputs, cards = sizes(machine()).inputs, len(DECK)
    [wide, narrow] = [shape[0] if shape else 0 for shape in (found[1], found[3])]
    if found != [(inputs, wide), (wide,), (wide, narrow), (narrow,), (cards, narrow), (cards,)]:
        raise DobbmError(f"{what} have a different format")
    return arrays, made


@cache
def stored_network() -> tuple[Numbers, int, int]:
    """Return the weights that come with the package, and the sizes of the hidden layers."""
    with files("dobbm.ai").joinpath("data", "network.npz").open("rb") as source:
        arrays, _ = _read(source)
    weights = sum([arrays[name].numbers for name in LAYERS], array("f"))
    return weights, *arrays["second"].shape  # type: ignore[return-value]


class Preferences(NamedTuple):
    """The legal cards of a seat, and how the network rates them."""

    cards: tuple[str, ...]
    probabilities: Numbers
    """The probability with which the network plays each card."""
    behind: Numbers
    """The logarithm of each probability, divided by the greatest one."""


def preferences(view: View) -> Preferences:
    """Return the network's preferences for the seat of ``view``, which must play a card.

    Raises ``WrongPhase`` if it is not this seat's turn to play one.
    """
    facts, runs = facts_in_play(view), machine()
    weights, wide, narrow = stored_network()
    kept = runs.keep("network", lambda: weights)
    probabilities, behind = Out("f", MOST_CARDS), Out("d", MOST_CARDS)
    legal = runs.call("ask_network", facts, kept, wide, narrow, probabilities, behind)
    cards = tuple([NAMES[card] for card in split(legal)])
    return Preferences(cards, probabilities.values[: len(cards)], behind.values[: len(cards)])


def choose_card(view: View) -> str:
    """Return the card that the network rates best; raise ``WrongPhase`` as ``preferences`` does."""
    cards, probabilities, _ = preferences(view)
    return cards[probabilities.index(max(probabilities))]
