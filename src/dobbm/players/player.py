"""The player interfaces used by the code that runs deals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from dobbm.game.actions import Seat
from dobbm.game.arguments import verify_argument
from dobbm.game.cards import NAMES, SUIT_LETTERS, SUITS, Card, CardSet
from dobbm.game.errors import WrongPhase
from dobbm.game.seeds import verified_seed
from dobbm.game.view import View

Policy: TypeAlias = Callable[[View, int], str]
"""A stateless player: a function from a view and a seed to an action.

The same view and seed always give the same action; all randomness comes from the seed.
"""


class Player(Protocol):
    """A player for one seat."""

    def act(self, view: View, seed: int) -> str | None:
        """Return an action for the seat whose turn it is, or None if no answer comes in time.

        ``seed`` is for the player's own randomness. The answer may be illegal: the caller then
        takes the first legal action instead, and counts a fault.
        """

    def end(self, view: View) -> None:
        """Handle the end of the deal; ``view`` has the deal's record and result."""

    def close(self) -> None:
        """Release all resources; no more deals follow."""


_ = str
"""Marks a phrase for the message catalogues; the display code translates it."""

OFTEN = (
    (100, _("virtually every time")),
    (90, _("almost every time")),
    (70, _("most of the time")),
    (55, _("more often than not")),
    (45, _("about half the time")),
    (27, _("about a third of the time")),
    (10, _("rarely")),
    (0, _("very rarely")),
)
"""Phrases for frequencies, each with the lowest percentage that it describes."""


class Reason(NamedTuple):
    """The reason for an action's value: a sentence with placeholders, and their values.

    This lets the display code translate the sentence and use its own names and suit signs.
    """

    sentence: str
    """The English sentence, as in the message catalogues, with field names in braces."""
    card: Card = 0
    seat: Seat | None = None
    share: float = 0.0
    """The share of worlds for which the sentence holds, from 0 to 1."""
    points: int = 0
    """Card points."""
    suits: CardSet = 0

    @property
    def percent(self) -> int:
        """The share in percent, rounded."""
        return round(self.share * 100)

    @property
    def often(self) -> str:
        """The share as an English phrase, as in the message catalogues."""
        return next(word for least, word in OFTEN if self.percent >= least)

    def to_json(self) -> dict[str, Any]:
        """Return the sentence, and values for its placeholders only, as a JSON object."""
        lettered = zip(SUIT_LETTERS, SUITS, strict=True)
        values: dict[str, Any] = {
            "card": NAMES.get(self.card),
            "seat": self.seat,
            "often": self.often,
            "points": self.points,
            "suits": [letter for letter, suit in lettered if suit & self.suits],
        }
        given = {name: value for name, value in values.items() if f"{{{name}}}" in self.sentence}
        if "often" in given:
            given["percent"] = self.percent
        return {"sentence": self.sentence, **given}

    def __str__(self) -> str:
        """Return the reason in English.

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
    """A player's assessment of an action."""

    action: str
    payment: float
    """The seat's expected payment for the deal, in Schilling; negative if the seat pays."""
    spread: float
    """The standard deviation of the payment, in Schilling."""
    reason: Reason
    wins: float | None = None
    """The share of the believed worlds in which the seat is paid; None if it is not known."""


@runtime_checkable
class Explainer(Player, Protocol):
    """A player that explains its actions; check with ``isinstance(player, Explainer)``."""

    def explain(self, view: View, seed: int) -> list[Explanation]:
        """Return an explanation of every legal action, the recommended one first.

        In the exchange, only the discards considered are explained. Raises ``WrongPhase`` if it is
        not the turn of the seat that has the view.
        """


def verified_turn(view: View, seed: int) -> int:
    """Return the seed as an ``int``, once the view is that of the seat whose turn it is.

    Raises ``DobbmError`` for no view or no seed, and ``WrongPhase`` for another seat's view.
    """
    if type(view) is not View:
        verify_argument(view, "view", View)
    if view.seat is None or view.seat != view.to_act:
        raise WrongPhase("a player is asked only with the view of the seat whose turn it is")
    return verified_seed(seed)


class BuiltIn:
    """A player that follows a policy."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def act(self, view: View, seed: int) -> str:
        """Return the policy's action."""
        return self._policy(view, verified_turn(view, seed))

    def end(self, view: View) -> None:
        """Do nothing, as the player keeps no state."""

    def close(self) -> None:
        """Do nothing, as the player holds no resources."""
