"""The commands of people at a table: each becomes an event or is refused with a reason.

A command is a value. Its ``decide`` takes a table and the time; it returns an event or raises an
error, and changes nothing. Most commands that have already taken effect, such as requests repeated
because the response was lost, return None. Any command but ``Sit`` raises ``Refusal`` with the code
``seat`` if a bot has the seat: the person may have left since the client sent the request.
"""

from __future__ import annotations

from typing import Protocol

from dobbm.table.commands.acting import Act, Contribute, Delay, Vote
from dobbm.table.commands.arranging import (
    ChoosePortrait,
    ComeBack,
    Excuse,
    Fill,
    Leave,
    SetRules,
    ShareDecks,
    Sit,
    Swap,
    Vacate,
)
from dobbm.table.commands.proposing import (
    Answer,
    Claim,
    Propose,
    TakeBack,
    agreed_by_all,
    verify_claim,
)
from dobbm.table.commands.talking import AllowTexts, DeclineTexts, Say, Write
from dobbm.table.events import Event
from dobbm.table.state import Table

__all__ = [
    "Act",
    "AllowTexts",
    "Answer",
    "ChoosePortrait",
    "Claim",
    "ComeBack",
    "Command",
    "Contribute",
    "DeclineTexts",
    "Delay",
    "Excuse",
    "Fill",
    "Leave",
    "Propose",
    "Say",
    "SetRules",
    "ShareDecks",
    "Sit",
    "Swap",
    "TakeBack",
    "Vacate",
    "Vote",
    "Write",
    "agreed_by_all",
    "verify_claim",
]


class Command(Protocol):
    """A wish of a person at a table."""

    def decide(self, table: Table, now: float) -> Event | None:
        """Return the event that the command causes; None if it has already taken effect.

        Raises ``Refusal``, or an error of the game. ``apply_event`` raises ``ActionError`` for an
        action that is not legal.
        """
