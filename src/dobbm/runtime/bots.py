"""The interface through which the runtime uses bots: they choose actions and prove claims.

The runtime itself decides how long a bot seems to think. It derives this time from a secret key,
the table and the turn, so the time reveals nothing about the cards.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.game.view import View
from dobbm.runtime.entropy import fraction
from dobbm.table.state import Table

HURRIED = 0.04
"""Seconds that a bot's action takes when the people at the table want no pauses: always as long, so
that it reveals nothing either, and a whole deal is over in two seconds."""

STAND_IN = "network"
"""The bot that acts for people who are away: good and quick."""


class Bots(Protocol):
    """All bots of a server; bots are stateless, so one bot of each name serves every table."""

    @property
    def names(self) -> Collection[str]:
        """The names of the bots that can be seated at a table."""

    async def act(self, name: str, deal: Deal, seat: Seat, seed: int) -> str:
        """Return the legal action that the bot ``name`` chooses for ``seat``, whose turn it is.

        All randomness comes from ``seed``.
        """

    async def proves(self, view: View) -> bool:
        """Return whether the seat provably wins all remaining tricks, however the cards lie."""

    async def play_out(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        """Return cards that finish the deal so that the side of ``seat`` wins all remaining tricks.

        Raises ``DobbmError`` if no legal play achieves this.
        """


class Pace:
    """The apparent thinking times and the random seeds of bots."""

    def __init__(self, key: bytes, seconds: float) -> None:
        """``key`` is the same in all of a server's processes; ``seconds`` is the mean delay."""
        self._key = key
        self._seconds = seconds

    def delay(self, table: Table, *, hurried: bool = False) -> float:
        """Return the seconds until a bot's next action, 0.5 to 1.5 times the mean."""
        if hurried:
            return min(HURRIED, self._seconds)
        return self._seconds * (0.5 + fraction(self._key, "delay", table.id, table.turn))

    def seed(self, table: Table, purpose: str = "seed") -> int:
        """Return the random seed for a bot at the current turn."""
        return int(fraction(self._key, purpose, table.id, table.turn) * 2**53)
