"""What a player is to those who run a deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from dobbm.view import View

Policy: TypeAlias = Callable[[View, int], str]
"""A player without memory or resources: from a view and a seed to an action.

The same view and seed always give the same action; all chance comes from the seed.
"""


class Player(Protocol):
    """Somebody who sits on one seat."""

    def act(self, view: View, seed: int) -> str | None:
        """An action for the seat whose turn it is; None if there is no answer in time.

        ``seed`` is for the player's own randomness. The answer may be illegal: whoever runs the
        deal takes the first legal action instead, and counts a fault.
        """

    def end(self, view: View) -> None:
        """The deal is over; the view has its record and result."""

    def close(self) -> None:
        """No more deals will come."""


class BuiltIn:
    """A player that follows a policy."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def act(self, view: View, seed: int) -> str:
        """The policy's action."""
        return self._policy(view, seed)

    def end(self, view: View) -> None:
        """Nothing is remembered from deal to deal."""

    def close(self) -> None:
        """Nothing is held open."""
