"""What a player is to those who run a deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from dobbm.game.actions import Seat
from dobbm.game.cards import NAMES, SUIT_LETTERS, SUITS, Card, CardSet
from dobbm.game.view import View

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


_ = str
"""Marks a word for the message catalogues; it is translated where it is told."""

OFTEN = (
    (100, _("practically always")),
    (90, _("almost always")),
    (70, _("most of the time")),
    (55, _("more often than not")),
    (45, _("about half the time")),
    (27, _("about a third of the time")),
    (10, _("rarely")),
    (0, _("almost never")),
)
"""How often something happens, from so many percent on."""


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

    @property
    def often(self) -> str:
        """The share as one would say it at the table; in English, as the catalogues know it."""
        return next(word for least, word in OFTEN if self.percent >= least)

    def __str__(self) -> str:
        """The reason in English.

        >>> from dobbm.game.cards import BS
        >>> str(Reason("loses {points} to {card} {often}", BS, share=0.81, points=10))
        'loses 10 points to BS most of the time'
        """
        lettered = zip(SUIT_LETTERS, SUITS, strict=True)
        return self.sentence.format(
            card=NAMES.get(self.card),
            seat=f"seat {self.seat}",
            often=self.often,
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
