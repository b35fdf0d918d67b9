"""The interface of the bots that the runtime uses: they act and prove claims.

The runtime itself sets how long a bot seems to think. It derives the time from the turn and nothing
else, so that it reveals nothing about the cards.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.game.view import View
from dobbm.runtime.entropy import fraction
from dobbm.table.state import Table

STAND_IN = "trained"
"""The bot that acts for people who are away: good and quick."""


class Bots(Protocol):
    """All bots of a server; they are stateless, so one per name serves every table."""

    @property
    def names(self) -> Collection[str]:
        """The names of the bots that may be asked to a table."""

    async def act(self, name: str, deal: Deal, seat: Seat, seed: int) -> str:
        """Return a legal action of the bot ``name`` for the seat to act.

        All randomness comes from ``seed``.
        """

    async def proves(self, view: View) -> bool:
        """Return whether the seat is sure of all remaining tricks, however the hidden cards lie."""

    async def play_out(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        """Return cards that finish a deal with all remaining tricks for the side of ``seat``.

        Raises ``DobbmError`` if no legal play does that.
        """


class Pace:
    """How long bots seem to think, and their seeds."""

    def __init__(self, key: bytes, seconds: float) -> None:
        """``key`` is the same in all processes of a server; ``seconds`` is the mean per action."""
        self._key = key
        self._seconds = seconds

    def delay(self, table: Table) -> float:
        """Return the seconds for a bot's next action, 0.5 to 1.5 times the mean."""
        return self._seconds * (0.5 + fraction(self._key, "delay", table.id, table.turn))

    def seed(self, table: Table, purpose: str = "seed") -> int:
        """Return a bot's seed for this turn."""
        return int(fraction(self._key, purpose, table.id, table.turn) * 2**53)
