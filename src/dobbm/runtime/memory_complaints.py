"""Keeps complaints in memory, as a part of a store."""

from __future__ import annotations

from typing import TypeAlias

from dobbm.runtime.complaints import Complaint

Complaints: TypeAlias = dict[tuple[str, int, str, str], Complaint]


class MemoryComplaints:
    """The part of a store in memory that keeps complaints."""

    def __init__(self, complaints: Complaints) -> None:
        """Keep them in ``complaints``, which other stores may share."""
        self._complaints = complaints

    async def keep_complaint(self, complaint: Complaint, most: int) -> bool:
        """See ``Store``."""
        kept = self._complaints
        if complaint.key not in kept and len(await self.complaints(complaint.table)) >= most:
            return False
        kept.setdefault(complaint.key, complaint)
        return True

    async def complaints(self, table: str | None = None) -> list[Complaint]:
        """See ``Store``."""
        found = [one for one in self._complaints.values() if table in (None, one.table)]
        return sorted(found, key=lambda one: (one.at, one.key))


def forget_person(complaints: Complaints, person: str) -> None:
    """Remove the complaints about a person."""
    for key in [key for key, one in complaints.items() if one.person == person]:
        del complaints[key]
