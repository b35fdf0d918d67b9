"""What a player is to those who run a deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from dobbm.actions import Seat
from dobbm.cards import NAMES, SUIT_LETTERS, SUITS, Card, CardSet
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


class Reason(NamedTuple):
    """Why an action is worth what it is: a sentence with places, and what stands in them.

    So whoever tells it can translate the sentence, and has names and suit signs of its own.
    """

    sentence: str
    """In English, with the names of the fields below in braces, as the catalogues know it."""
    card: Card = 0
    seat: Seat | None = None
    share: float = 0.0
    """Of the worlds looked at, from 0 to 1."""
    points: int = 0
    """Card points."""
    suits: CardSet = 0

    @property
    def percent(self) -> int:
        """The share in percent, rounded."""
        return round(self.share * 100)

    def __str__(self) -> str:
        """The reason in English.

        >>> from dobbm.cards import BS
        >>> str(Reason("loses {points} to {card} in {share} of worlds", BS, share=0.61, points=10))
        'loses 10 points to BS in 61 % of worlds'
        """
        lettered = zip(SUIT_LETTERS, SUITS, strict=True)
        return self.sentence.format(
            card=NAMES.get(self.card),
            seat=f"seat {self.seat}",
            share=f"{self.percent} %",
            points=f"{self.points} point{'s' * (self.points != 1)}",
            suits=" ".join([letter for letter, suit in lettered if suit & self.suits]),
        )


class Explanation(NamedTuple):
    """What a player thinks of an action."""

    action: str
    payment: float
    """What the seat may expect to receive in the end, in Schilling; below 0 it pays."""
    spread: float
    """The standard deviation of what it receives, in Schilling."""
    reason: Reason


@runtime_checkable
class Explainer(Player, Protocol):
    """A player that can tell why: ``isinstance(player, Explainer)`` asks whether one can."""

    def explain(self, view: View, seed: int) -> list[Explanation]:
        """What it thinks of every legal action, what it advises first.

        In the exchange, of the discards that it considers. Raises ``WrongPhase`` if it is not the
        turn of the view's seat.
        """


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
