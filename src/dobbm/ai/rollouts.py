"""The learned policy: its playouts, likelihoods and card choice (docs/bots.md).

The policy was trained by self-play on millions of deals, and sees only what its seat sees. It plays
out deals to estimate their results, judges how likely the cards played were, and chooses cards.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, NamedTuple

from dobbm.ai.memory import Memory
from dobbm.extras import extra_solver
from dobbm.game.actions import PLAY
from dobbm.game.cards import DECK, NAMES, split
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, WrongPhase
from dobbm.game.play import led_by
from dobbm.game.seeds import fixed_size
from dobbm.game.tricks import legal_cards
from dobbm.game.view import View

with extra_solver("dobbm.ai.rollouts"):
    import numpy as np
    from numpy.typing import NDArray

    from dobbm.ai.arrays import read_arrays, write_arrays
    from dobbm.ai.kernel import rollouts
    from dobbm.ai.kernel.playout_state import (
        BY_DECLARER,
        DISCARDED,
        GAINED,
        HANDS,
        OUT,
        PLAYED,
        TRICKS,
        VOIDS,
        PlayoutState,
        new_state,
        note_lead,
    )
    from dobbm.ai.kernel.policy import (
        CELLS,
        Weights,
        action_probabilities,
        best_card,
        new_probabilities,
    )
    from dobbm.ai.kernel.position import Trick
    from dobbm.ai.solver import WorldValues, by_name, from_declarer, trick_on_table
FORMAT = 1
"""The file format number; it changes with the meaning of the cells."""


class LearnedPolicy(NamedTuple):
    """Learned policy weights, and how they were made."""

    weights: Weights
    made: dict[str, Any]

    def save(self, path: Path) -> None:
        """Write the weights to the file ``path``; the same weights always give the same bytes."""
        write_arrays(path, FORMAT, self.made, {"weights": self.weights.astype(np.float16)})

    @classmethod
    def load(cls, source: IO[bytes]) -> LearnedPolicy:
        """Read a file that ``save`` has written.

        Raises ``DobbmError`` as ``read_arrays`` does, and unless there is one finite weight per
        cell.
        """
        names, what = ["weights"], "the policy's weights"
        arrays, made = read_arrays(source, FORMAT, names, np.float32, length=CELLS, what=what)
        weights = arrays["weights"]
        if weights.shape != (CELLS,):
            raise DobbmError(f"{what} have a different format")
        if not np.isfinite(weights).all():
            raise DobbmError(f"cannot read {what}: not all of them are numbers")
        return cls(weights, made)


@cache
def learned_policy() -> LearnedPolicy:
    """Return the weights that come with the package, read on first use."""
    with files("dobbm.ai").joinpath("data", "policy.npz").open("rb") as source:
        return LearnedPolicy.load(source)


class Situation(NamedTuple):
    """The play as the seat of a view knows it, encoded for the kernel."""

    state: PlayoutState
    """The playout state with the seat's own hand only; ``Worlds`` supplies the other hands."""
    trick: Trick
    cards: NDArray[np.int64]
    """The cards played so far, in order."""
    seat: int
    """The place of the view's seat, counted from the declarer."""
    exchanged: bool
    """Whether the declarer knows the cards out of play."""

    @classmethod
    def of(cls, view: View) -> Situation:
        """Return the situation that the seat of ``view`` sees, during the doubling or the play."""
        assert view.declarer is not None
        assert view.contract is not None
        memory = Memory.of(view)
        seats = led_by(view.declarer, view.active)
        own = seats.index(view.seat)
        state = new_state()
        state[HANDS + own] = view.hand
        state[OUT] = state[DISCARDED] = view.discards or 0
        state[PLAYED], state[BY_DECLARER] = memory.played, memory.played_by(view.declarer)
        state[VOIDS : VOIDS + 4] = [memory.voids[seat] for seat in seats]
        cards: list[int] = []
        for trick in (*memory.tricks, memory.trick):
            if trick.cards:
                note_lead(state, seats.index(trick.seats[0]), trick.cards[0])
            if trick.winner == view.declarer:
                state[GAINED] += trick.points
                state[TRICKS] += 1
            cards += trick.cards
        on_table = trick_on_table(seats, memory.trick.seats, memory.trick.cards)
        return cls(state, on_table, np.array(cards, np.int64), own, view.contract.exchanges)

    @classmethod
    def in_play(cls, view: View) -> Situation:
        """Return the situation of a seat that must play a card; otherwise raise ``WrongPhase``."""
        if view.phase != PLAY or view.seat is None or view.to_act != view.seat:
            raise WrongPhase("cards can be rated only for the seat that must play one")
        return cls.of(view)


def choose_card(view: View, policy: LearnedPolicy | None = None) -> str:
    """Return the card that a policy rates best for the seat of ``view``, which must play one.

    Without ``policy``, it is the one that comes with the package. Raises ``WrongPhase`` if it is
    not this seat's turn to play a card.
    """
    state, trick, *_ = Situation.in_play(view)
    weights = (policy or learned_policy()).weights
    return NAMES[best_card(state, trick, weights, new_probabilities())]


def likeliest_cards(deal: Deal) -> list[str]:
    """Return the cards with which a deal ends if every seat plays what ``choose_card`` returns.

    The deal is in the play. This is forty times as fast as asking seat by seat.
    """
    assert deal.to_act is not None
    assert deal.declarer is not None
    state, trick, _, _, exchanged = Situation.of(View.of(deal, deal.to_act))
    hands = [deal.hand(seat) for seat in led_by(deal.declarer, deal.setup.active)]
    rollouts.enter(state, np.array([*hands, deal.out_of_play]), exchanged)
    cards = np.zeros(len(DECK), np.int64)
    count = rollouts.play_likeliest(state, trick, learned_policy().weights, cards)
    return [NAMES[card] for card in cards[:count].tolist()]


def ranked_cards(view: View) -> list[str]:
    """Return the legal cards of the seat of ``view``, the one that the policy rates best first.

    Raises ``WrongPhase`` if it is not this seat's turn to play a card.
    """
    state, trick, *_ = Situation.in_play(view)
    probabilities = new_probabilities()
    legal = action_probabilities(state, trick, learned_policy().weights, probabilities)
    cards = [*split(legal)]
    order = np.argsort(-probabilities[: len(cards)], kind="stable")
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
    state, trick, _, _, exchanged = Situation.in_play(view)
    values = np.zeros((len(worlds), 8))
    rollouts.play_worlds(
        state,
        trick,
        from_declarer(view, worlds),
        exchanged,
        learned_policy().weights,
        fixed_size(seed),
        repeats,
        values,
    )
    return by_name(legal_cards(view.hand, trick.led), values)


def play_deals(hands: NDArray[np.int64], seed: int, *, exchanged: bool) -> NDArray[np.int64]:
    """Play whole deals with the policy; return the declarer's final points in each.

    ``hands`` has one row per deal, with columns as in ``from_declarer``; ``exchanged`` means that
    the cards out of play are the declarer's own discards.
    """
    values = np.zeros(len(hands), np.int64)
    rollouts.play_deals(hands, exchanged, learned_policy().weights, fixed_size(seed), values)
    return values


def likelihoods(view: View, worlds: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how likely the other seats were to play the cards that they played, world by world.

    The likelihoods are relative: the likeliest world has 1.
    """
    _, _, cards, seat, exchanged = Situation.of(view)
    logarithms = np.zeros(len(worlds))
    rollouts.weigh_worlds(
        cards, seat, from_declarer(view, worlds), exchanged, learned_policy().weights, logarithms
    )
    likely: NDArray[np.float64] = np.exp(logarithms - logarithms.max())
    return likely
