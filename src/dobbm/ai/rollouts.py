"""The learned policy: its playouts, likelihoods and card choice (docs/bots.md).

The policy was trained by self-play on millions of deals, and sees only what its seat sees. It plays
out deals to estimate their results, judges how likely the cards played were, and chooses cards.
"""

from __future__ import annotations

from array import array
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from dobbm.ai.arrays import read_arrays, write_arrays
from dobbm.ai.calling import Argument, Numbers, Out, Room
from dobbm.ai.facts import facts_in_play, facts_of
from dobbm.ai.layout import MOST_CARDS, WORLD
from dobbm.ai.machine import machine, sizes
from dobbm.ai.solver import WorldValues, by_name, from_declarer, legal_of
from dobbm.extras import extra_solver
from dobbm.game.actions import PLAY
from dobbm.game.cards import DECK, NAMES, split
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, WrongPhase
from dobbm.game.play import led_by
from dobbm.game.seeds import fixed_size
from dobbm.game.view import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dobbm.ai.kernel.policy import Weights

FORMAT = 1
"""The file format number; it changes with the meaning of the cells."""


class LearnedPolicy(NamedTuple):
    """Learned policy weights, and how they were made."""

    weights: Weights
    made: dict[str, Any]

    def save(self, path: Path) -> None:
        """Write the weights to the file ``path``; the same weights always give the same bytes."""
        write_arrays(path, FORMAT, self.made, {"weights": self.weights.astype("f2")})

    @classmethod
    def load(cls, source: IO[bytes]) -> LearnedPolicy:
        """Read a file that ``save`` has written.

        Raises ``DobbmError`` as ``read_arrays`` does, and unless there is one weight per cell.
        """
        with extra_solver("a policy of one's own"):
            import numpy as np

        weights, made = _read(source)
        return cls(np.asarray(weights), made)


def _read(source: IO[bytes]) -> tuple[Numbers, dict[str, Any]]:
    what = "the policy's weights"
    arrays, made = read_arrays(source, FORMAT, ["weights"], "f", what)
    if arrays["weights"].shape != (sizes(machine()).policy,):
        raise DobbmError(f"{what} have a different format")
    return arrays["weights"].numbers, made


@cache
def _stored() -> Numbers:
    with files("dobbm.ai").joinpath("data", "policy.npz").open("rb") as source:
        return _read(source)[0]


@cache
def learned_policy() -> LearnedPolicy:
    """Return the weights that come with the package, as NumPy's array."""
    with files("dobbm.ai").joinpath("data", "policy.npz").open("rb") as source:
        return LearnedPolicy.load(source)


def kept_policy() -> Room:
    """Return the weights that come with the package, in the memory of this thread's machine."""
    return machine().keep("policy", _stored)


def choose_card(view: View, policy: LearnedPolicy | None = None) -> str:
    """Return the card that a policy rates best for the seat of ``view``, which must play one.

    Without ``policy``, it is the one that comes with the package. Raises ``WrongPhase`` if it is
    not this seat's turn to play a card.
    """
    weights: Argument = array("f", policy.weights.tobytes()) if policy else kept_policy()
    cards, probabilities = _rated(view, weights)
    return NAMES[cards[probabilities.index(max(probabilities))]]


def _rated(view: View, weights: Argument) -> tuple[list[int], Numbers]:
    """Return the legal cards, lowest bit first, and the policy's probability of each."""
    found = Out("f", MOST_CARDS)
    legal = machine().call("rate_cards", facts_in_play(view), weights, found)
    cards = [*split(legal)]
    return cards, found.values[: len(cards)]


def likeliest_cards(deal: Deal) -> list[str]:
    """Return the cards with which a deal ends if every seat plays what ``choose_card`` returns.

    This is forty times as fast as asking seat by seat. Raises ``WrongPhase`` unless the deal is in
    the play.
    """
    if deal.phase != PLAY:
        raise WrongPhase(f"cards are played out only in the play phase, not in phase {deal.phase}")
    assert deal.to_act is not None
    assert deal.declarer is not None
    hands = [deal.hand(seat) for seat in led_by(deal.declarer, deal.setup.active)]
    world, cards = array("q", [*hands, deal.out_of_play]), Out("q", len(DECK))
    facts = facts_of(View.of(deal, deal.to_act))
    count = machine().call("play_likeliest", facts, kept_policy(), world, cards)
    return [NAMES[card] for card in cards.values[:count]]


def ranked_cards(view: View) -> list[str]:
    """Return the legal cards of the seat of ``view``, the one that the policy rates best first.

    Raises ``WrongPhase`` if it is not this seat's turn to play a card.
    """
    cards, probabilities = _rated(view, kept_policy())
    order = sorted(range(len(cards)), key=lambda index: -probabilities[index])
    return [NAMES[cards[index]] for index in order]


def play_worlds(view: View, worlds: NDArray[np.int64], seed: int, repeats: int = 1) -> WorldValues:
    """Return the value of each legal card, world by world, if all seats then follow the policy.

    ``worlds`` has rows as returned by ``Worlds.sample``. Each world is played out ``repeats`` times
    after each card, and the values are the means. Within a world, the playouts after each card use
    the same random numbers. Raises ``WrongPhase`` if it is not this seat's turn to play a card, and
    ``ValueError`` for fewer than one repeat.
    """
    if repeats < 1:
        raise ValueError(f"repeats must be at least 1, not {repeats}")
    rows = array("q", from_declarer(view, worlds).tobytes())
    values = played_values(facts_in_play(view), rows, seed, repeats)
    return by_name(legal_of(view), values)


def played_values(facts: Numbers, worlds: Numbers, seed: int, repeats: int) -> Numbers:
    """Return what ``play_worlds`` returns, eight numbers for each world.

    ``worlds`` are in the order from the declarer.
    """
    count = len(worlds) // WORLD
    values = Out("d", MOST_CARDS * count)
    given = (facts, kept_policy(), worlds, count, fixed_size(seed), repeats)
    machine().call("play_worlds", *given, values)
    return values.values


def play_deals(worlds: Numbers, seed: int, *, exchanged: bool) -> Numbers:
    """Play whole deals with the policy; return the declarer's final points in each.

    ``worlds`` has five card sets for each deal, in the order from the declarer; ``exchanged`` means
    that the cards out of play are the declarer's own discards.
    """
    count = len(worlds) // WORLD
    values = Out("q", count)
    given = (kept_policy(), worlds, count, int(exchanged), fixed_size(seed))
    machine().call("play_deals", *given, values)
    return values.values
