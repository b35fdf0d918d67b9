"""Bots as the runtime sees them: somebody who acts, proves claims, and is handed in.

How long a bot seems to think is the runtime's affair: it is drawn from the turn and nothing else,
so that time tells nothing about the cards.
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
"""Acts for people who are away: good, and quick."""


class Bots(Protocol):
    """All bots of a server; they remember nothing, so one of each name serves every table."""

    @property
    def names(self) -> Collection[str]:
        """Who may be asked to a table."""

    async def act(self, name: str, deal: Deal, seat: Seat, seed: int) -> str:
        """A legal action of the bot ``name`` for the seat to act.

        All chance comes from ``seed``.
        """

    async def proves(self, view: View) -> bool:
        """Whether all that is left is the seat's, however the hidden cards lie."""

    async def play_out(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        """The cards that finish a deal when all tricks left go to the side of ``seat``.

        Raises ``DobbmError`` if no legal play does that.
        """


class Pace:
    """How long bots seem to think, and what their chance is drawn from."""

    def __init__(self, key: bytes, seconds: float) -> None:
        """``key`` is shared by all processes of a server; ``seconds``: an action's mean time."""
        self._key = key
        self._seconds = seconds

    def delay(self, table: Table) -> float:
        """The seconds that the next action of a bot takes, half to one and a half of the mean."""
        return self._seconds * (0.5 + fraction(self._key, "delay", table.id, table.turn))

    def seed(self, table: Table, purpose: str = "seed") -> int:
        """What the chance of a bot is drawn from at this turn."""
        return int(fraction(self._key, purpose, table.id, table.turn) * 2**53)
