"""The commands with which co-hosts write the notice of a club, and remove it."""

from __future__ import annotations

from typing import NamedTuple

from dobbm.club.club_commands import verify_host
from dobbm.club.club_events import NoticeRemoved, NoticeWritten
from dobbm.club.club_state import Club


class WriteNotice(NamedTuple):
    """Write the notice, in the place of an earlier one; the text comes with the event."""

    by: str

    def decide(self, club: Club, now: float) -> NoticeWritten:
        """Let co-hosts do it."""
        verify_host(club, self.by, now)
        return NoticeWritten(now, self.by)


class RemoveNotice(NamedTuple):
    """Remove the notice."""

    by: str

    def decide(self, club: Club, now: float) -> NoticeRemoved | None:
        """Let co-hosts do it."""
        verify_host(club, self.by, now)
        return None if club.notice is None else NoticeRemoved(now, self.by)
