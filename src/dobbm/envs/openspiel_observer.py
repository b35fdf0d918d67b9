"""Turns states of ``python_dobbm`` into tensors and texts, as OpenSpiel's observers do."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dobbm.envs.encoding import FIELDS, HIDDEN_FIELDS, parts_of
from dobbm.envs.one_session import OneSession
from dobbm.envs.options import EnvOptions
from dobbm.extras import extra_envs
from dobbm.game.actions import Seat
from dobbm.game.arguments import Kind, takes
from dobbm.game.errors import RulesError
from dobbm.game.setup import verified_seat

with extra_envs("dobbm.envs.openspiel"):
    import pyspiel

PRIVATE = {"hand", "dobb", "discards", "from_forehand"}
"""The fields of an observation that only its seat knows."""


class Shown(Protocol):
    """A state of ``python_dobbm``, as far as an observer needs it."""

    @property
    def session(self) -> OneSession:
        """The episode, once there is a dealer."""

    def is_chance_node(self) -> bool:
        """Return whether chance has to draw."""

    def known_to(self, seat: Seat | None, *, public: bool = True) -> str:
        """Return as text all that a seat knows."""


STATE = Kind("a state of python_dobbm", lambda value: hasattr(type(value), "known_to"))


class DobbmObserver:
    """Turns states into tensors and texts.

    The observation of a seat has everything that the seat has learned, so it is an information
    state too, as long as at most three doublings are allowed. Without private information, it is
    what everybody may know, with places counted from forehand.
    """

    def __init__(
        self, options: EnvOptions, iig_obs_type: Any, params: Mapping[str, Any] | None
    ) -> None:
        if params:
            raise RulesError(f'an observer of python_dobbm takes no "params", not {dict(params)}')
        self._options, self._kind = options, iig_obs_type
        private = iig_obs_type.private_info
        self._own = private != pyspiel.PrivateInfoType.NONE
        self._all = private == pyspiel.PrivateInfoType.ALL_PLAYERS
        fields = [field for field in FIELDS if self._shows(field.name)]
        hidden = HIDDEN_FIELDS if self._all else ()
        shapes: dict[str, tuple[int, ...]] = {"player": (options.players,)} if self._own else {}
        shapes |= {field.name: field.shape for field in fields}
        shapes |= {f"hidden {field.name}": field.shape for field in hidden}
        if options.session and iig_obs_type.public_info:
            shapes["session"] = (2 + options.players,)
        sizes = [math.prod(shape) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        """All fields one after the other."""
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1]) if sizes else []
        self.dict = {
            name: part.reshape(shape)
            for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }
        """The fields by name: views of ``tensor``."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle the observer as a new one with the same numbers."""
        kind = self._kind
        asked = kind.public_info, kind.perfect_recall, kind.private_info
        return _observer, (self._options, asked), self.tensor.copy()

    def __setstate__(self, tensor: NDArray[np.float32]) -> None:
        """Take over the numbers of another observer."""
        self.tensor[:] = tensor

    def _shows(self, name: str) -> bool:
        return self._own if name in PRIVATE else bool(self._kind.public_info)

    @takes(state=STATE)
    def set_from(self, state: Shown, player: Seat) -> None:
        """Fill the tensor with what ``player`` sees of ``state``."""
        player = verified_seat(player, self._options.players, "player")
        self.tensor.fill(0)
        if "player" in self.dict:
            self.dict["player"][player] = 1
        if state.is_chance_node():
            return
        seen: dict[str, NDArray[Any]] = {
            **parts_of(state.session.deal.observation(player if self._own else None)),
            "session": state.session.standing(player if self._own else 0),
        }
        if self._all and player in state.session.deal.active:
            hidden = parts_of(state.session.deal.hidden(player), HIDDEN_FIELDS)
            seen |= {f"hidden {name}": part for name, part in hidden.items()}
        for name, part in seen.items():
            if name in self.dict:
                self.dict[name][:] = part

    @takes(state=STATE)
    def string_from(self, state: Shown, player: Seat) -> str:
        """Return what ``player`` sees of ``state`` as text."""
        player = verified_seat(player, self._options.players, "player")
        if self._all:
            return str(state)
        return state.known_to(player if self._own else None, public=bool(self._kind.public_info))


def _observer(options: EnvOptions, asked: tuple[Any, ...]) -> DobbmObserver:
    return DobbmObserver(options, pyspiel.IIGObservationType(*asked), None)
