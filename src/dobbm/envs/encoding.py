"""Actions as integers, and views as tensors (docs/environments.md).

The kernel writes the same tensors from its deal rows; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dobbm.ai.kernel import observation as at
from dobbm.game.actions import (
    BIDDING,
    BIDS,
    DOUBLING,
    EXCHANGE,
    GUT,
    PLAY,
    RETOUR,
    SCHWACHER,
    WEITER,
    Phase,
)
from dobbm.game.arguments import ORDERED, Kind, takes
from dobbm.game.cards import CARD_SET, CARDS, DECK, NAMES, CardSet
from dobbm.game.errors import DobbmError, UnknownAction, quoted
from dobbm.game.exchange import companions_of, next_discards
from dobbm.game.fields import whole_number
from dobbm.game.view import View

Observation = NDArray[np.int8]

RAISE = "schwacher or retour"
ACTIONS = (*CARDS, *BIDS, GUT, RAISE)
"""The name of each action: the 36 cards, the bids, *gut*, and the word that doubles.

A card stands both for playing it and, in the exchange, for discarding it.
"""
NUMBERS = {
    **{action: number for number, action in enumerate(ACTIONS)},
    SCHWACHER: ACTIONS.index(RAISE),
    RETOUR: ACTIONS.index(RAISE),
}
"""The number of each action but the discards, which are discarded one card at a time."""

PHASES: tuple[Phase, ...] = (BIDDING, EXCHANGE, DOUBLING, PLAY)


def _is_tensor(value: object) -> bool:
    """Return whether a value is a row of numbers; NaN and infinity are none."""
    if not isinstance(value, np.ndarray) or value.ndim != 1 or value.dtype.kind not in "biuf":
        return False
    return value.dtype.kind != "f" or bool(np.isfinite(value).all())


TENSOR = Kind("an observation, a row of finite numbers", _is_tensor)


class Field(NamedTuple):
    """A part of an observation."""

    name: str
    start: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def place(self) -> slice:
        """Where the field is in the tensor."""
        return slice(self.start, self.start + int(np.prod(self.shape)))


FIELDS = (
    Field("hand", at.HAND, (36,), "the cards that the seat holds"),
    Field("dobb", at.TAKEN_UP, (36,), "the Dobb, for the declarer who has taken it up"),
    Field("discards", at.DISCARDED, (36,), "the declarer's discards so far, for the declarer"),
    Field("trick", at.TRICK, (4, 36), "the card of each place on the table"),
    Field("played", at.EARLIER, (4, 36), "the cards that each place has played, with the trick's"),
    Field("order", at.ORDER, (36,), "1 for the card played first, up to 32; 0 if not played"),
    Field("phase", at.PHASES, (4,), "bidding, exchange, doubling, play"),
    Field("from_forehand", at.FROM_FOREHAND, (4,), "the seat's own place, counted from forehand"),
    Field("bids", at.CALLS, (4, 3), "the bid of each place: weiter, Dobbm, Solo"),
    Field("declarer", at.BY, (4,), "the place of the highest bidder"),
    Field("contract", at.FOR, (2,), "the highest bid: Dobbm, Solo"),
    Field(
        "doublings",
        at.DOUBLED,
        (4,),
        "the number of each place's last doubling: 1 for the Schwacher",
    ),
    Field("to_act", at.TO_ACT, (4,), "the place to act"),
    Field("points", at.POINTS, (1,), "the declarer's card points in tricks"),
    Field("tricks", at.TRICKS, (1,), "the declarer's tricks"),
)
"""The fields of an observation. Places are counted clockwise from the seat that observes."""

HIDDEN_FIELDS = (
    Field("hands", at.OTHER_HANDS, (3, 36), "the cards that each other place holds"),
    Field("dobb", at.ALL_DOBB, (36,), "the Dobb"),
    Field("discards", at.ALL_DISCARDS, (36,), "the declarer's discards so far"),
)
"""The fields of the hidden tensor, for training only: what a seat does not see."""


@takes(tensor=TENSOR, fields=ORDERED)
def parts_of(tensor: Observation, fields: Sequence[Field] = FIELDS) -> dict[str, NDArray[np.int8]]:
    """Return the fields of one observation by name, each in its shape.

    The arrays are views of ``tensor``.
    """
    try:
        return {field.name: tensor[field.place].reshape(field.shape) for field in fields}
    except (AttributeError, ValueError):
        raise DobbmError('"tensor" does not have these "fields"') from None


@takes(view=View, discarded=CARD_SET)
def encode(view: View, discarded: CardSet = 0) -> Observation:
    """Return the observation of a view, shape (468,).

    ``discarded`` holds the cards that a declarer has discarded so far in the exchange.
    """
    tensor = np.zeros(at.OBSERVATION_SIZE, np.int8)
    parts = parts_of(tensor)
    places = {seat: place for place, seat in enumerate(_from(view))}
    _mark(parts["hand"], view.hand & ~discarded)
    _mark(parts["dobb"], view.dobb or 0)
    _mark(parts["discards"], view.discards or discarded)
    for trick in view.tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            _mark(parts["played"][places[seat]], card)
            parts["order"][DECK.index(card)] = np.count_nonzero(parts["order"]) + 1
            if not trick.complete:
                _mark(parts["trick"][places[seat]], card)
        if trick.winner is not None and trick.winner == view.declarer:
            parts["points"] += trick.points
            parts["tricks"] += 1
    if view.result and view.result["points"] is not None:
        parts["points"][:] = view.result["points"]
    if view.phase in PHASES:
        parts["phase"][PHASES.index(view.phase)] = 1
    if view.seat in places:
        parts["from_forehand"][view.active.index(view.seat)] = 1
    doublings = 0
    for seat, phase, action in view.steps:
        if phase == BIDDING:
            parts["bids"][places[seat], BIDS.index(action)] = 1
            if action != WEITER:
                parts["declarer"][:] = parts["contract"][:] = 0
                parts["declarer"][places[seat]] = 1
                parts["contract"][BIDS.index(action) - 1] = 1
        elif phase == DOUBLING and action != GUT:
            doublings += 1
            parts["doublings"][places[seat]] = min(doublings, 127)
    if view.to_act is not None:
        parts["to_act"][places[view.to_act]] = 1
    return tensor


@takes(view=View, discarded=CARD_SET)
def legal_mask(view: View, discarded: CardSet = 0) -> NDArray[np.bool_]:
    """Return which actions are legal for the seat of a view, shape (41,).

    ``discarded`` is that of ``encode``.
    """
    mask = np.zeros(len(ACTIONS), np.bool_)
    if view.legal is None:
        companions = companions_of(view.rules)
        _mark(mask[:36], next_discards(view.hand & ~discarded, discarded, companions))
    else:
        mask[[NUMBERS[action] for action in view.legal]] = True
    return mask


def verified_action(number: object) -> int:
    """Return the number of an action as an int; raise ``UnknownAction`` if there is none."""
    action = whole_number(number, "an action", UnknownAction)
    if not 0 <= action < len(ACTIONS):
        raise UnknownAction(f"the actions are 0 to {len(ACTIONS) - 1}, not {quoted(action)}")
    return action


def action_name(number: int, doublings: int) -> str:
    """Return the action with this number after so many doublings; in the exchange, a single card.

    >>> [action_name(number, doublings=0) for number in (0, 36, 40)]
    ['H6', 'weiter', 'schwacher']
    """
    name = ACTIONS[verified_action(number)]
    if name == RAISE:
        return RETOUR if doublings else SCHWACHER
    return name


def _from(view: View) -> tuple[int, ...]:
    """Return the active seats, the seat of the view first; from forehand for anybody else."""
    active = view.active
    turn = active.index(view.seat) if view.seat in active else 0
    return active[turn:] + active[:turn]


def _mark(block: NDArray[np.generic], cards: CardSet) -> None:
    """Set ``block``, with one place per card, to 1 for the cards of a set."""
    for place, card in enumerate(NAMES):
        if cards & card:
            block[place] = 1
