"""The absences of members: they hold at all tables by post of a club."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple

from dobbm.club.appointments import begin_of
from dobbm.club.club_commands import verify_member
from dobbm.club.club_events import AbsenceSet
from dobbm.club.club_reducer import is_over, zone_of
from dobbm.club.club_state import Club
from dobbm.game.actions import Seat
from dobbm.table.commands import Excuse
from dobbm.table.house_rules import MOST_EXCUSED
from dobbm.table.refusals import Refusal
from dobbm.table.state import Table

AHEAD = timedelta(days=366)
"""How long before its first day an absence can be said."""
LONGEST = timedelta(seconds=MOST_EXCUSED) - timedelta(days=1)
"""The time between its first day and its last."""


class SetAbsence(NamedTuple):
    """Say from which day to which one is away, or that one is back."""

    member: str
    first: str
    last: str
    """Both are empty for somebody who is back."""

    def decide(self, club: Club, now: float) -> AbsenceSet | None:
        """Let members do it; raise ``Refusal`` with the code ``until`` for impossible days."""
        verify_member(club, self.member, now)
        known = absence_of(club, self.member, now)
        if self.first or self.last:
            self._verify_days(datetime.fromtimestamp(now, zone_of(club.zone)).date())
        elif known is None:
            return None
        same = club.absences.get(self.member)
        return None if same and same[1:] == self[1:] else AbsenceSet(now, *self)

    def _verify_days(self, today: date) -> None:
        try:
            first, last = date.fromisoformat(self.first), date.fromisoformat(self.last)
        except ValueError:
            raise Refusal("until", "there are no such days") from None
        if (first.isoformat(), last.isoformat()) != self[1:]:
            raise Refusal("until", "a day is written as 2026-12-03")
        if not today <= first <= last <= first + LONGEST or first > today + AHEAD:
            days = f"{LONGEST.days + 1} days"
            raise Refusal("until", f"one is away from today or a later day on, for at most {days}")


class EndAbsence(NamedTuple):
    """Note that the absence of a member is over."""

    member: str

    def decide(self, club: Club, now: float) -> AbsenceSet | None:
        """Do it once."""
        return AbsenceSet(now, self.member, "", "") if is_over(club, self.member, now) else None


def absence_of(club: Club, member: str, now: float) -> tuple[float, float] | None:
    """Return from when until when a member is away, if that is not over, in Unix seconds."""
    said = club.absences.get(member)
    if said is None or not said.first or is_over(club, member, now):
        return None
    begin = begin_of(said.first, "00:00", club.zone)
    return begin.timestamp(), begin_of(said.last, "23:59:59", club.zone).timestamp()


def excuse_of(club: Club, member: str, table: Table, seat: Seat, now: float) -> Excuse | None:
    """Return what a table by post is to know of an absence; None if it knows all.

    What the person has said at the table since then holds there.
    """
    one, said = table.occupant(seat), club.absences.get(member)
    if said is None or said.at < one.excused_from <= now:
        return None
    known, span = one.excused_until or now, absence_of(club, member, now)
    if span is None:
        return Excuse(seat, None) if not said.first and known > now else None
    begin, end = max(now, span[0]), span[1]
    if one.is_excused(now):
        if known < begin or end <= known:
            return None  # the person is away there already: the rest comes later
        begin = now
    is_known = known == end and max(now, one.excused_from) == begin
    return None if is_known else Excuse(seat, min(end, begin + MOST_EXCUSED), begin)
