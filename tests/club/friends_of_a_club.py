"""A club without a server: commands, events and the time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dobbm.club.club_commands import ClubCommand, Join
from dobbm.club.club_events import ClubEvent, DealScored, Founded, Role, from_json, to_json
from dobbm.club.club_reducer import apply_club_event, founded
from dobbm.club.club_state import Club
from dobbm.table.refusals import Refusal

THURSDAY = 1_796_324_400.0
"""20:00 in Tyrol on 3 December 2026, in Unix seconds."""


class Friends:
    """A club, and what its people do."""

    def __init__(self, *members: str, zone: str = "Europe/Vienna") -> None:
        """Let ``members`` in; ``founder`` has founded it."""
        self.now = THURSDAY
        first = Founded(self.now, "Donnerstagsrunde", zone, "founder")
        self.club = founded("stubai", first)
        self.events: list[ClubEvent] = [first]
        for member in members:
            self.join(member, "member")

    def join(self, member: str, role: Role, by: str | None = "founder") -> None:
        self.do(Join(member, role, by))

    def do(self, command: ClubCommand) -> ClubEvent | None:
        event = command.decide(self.club, self.now)
        if event is not None:
            self.happen(event)
        return event

    def happen(self, event: ClubEvent) -> None:
        # As the store keeps it.
        assert from_json(to_json(event)) == event
        self.events.append(event)
        self.club = apply_club_event(self.club, event)

    def play(self, *amounts: int, members: Sequence[str] = "abcd", table: str = "table") -> None:
        """Finish a deal in which the first member declares a Dobbm."""
        deal = self.club.scored.get(table, 0) + 1
        won = dict(zip(members, amounts, strict=True))
        declarer, *defenders = members
        self.happen(
            DealScored(self.now, table, deal, won, declarer, "dobbm", amounts[0] > 0, [*defenders])
        )


def refused(friends: Friends, code: str, command: ClubCommand) -> None:
    """Verify that a command is refused with a code, and changes nothing."""
    before: Club = friends.club
    with pytest.raises(Refusal) as caught:
        friends.do(command)
    assert caught.value.code == code
    assert friends.club is before
