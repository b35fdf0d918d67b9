"""Complaints to the host of the server: about a text, or about another person at the table.

People read "report"; here that word stands for what processes tell each other.
"""

from __future__ import annotations

import logging
from typing import NamedTuple, Protocol

from dobbm.table.refusals import Refusal
from dobbm.table.state import log_name

MOST_COMPLAINTS = 100
"""Maximum number of complaints about one table."""
NO_TEXT = 0
"""Stands for the number of the text in a complaint about a person's name or conduct."""

log = logging.getLogger(__name__)


class Complaint(NamedTuple):
    """A person's complaint about a text, or about another person at the table."""

    table: str
    """The identifier of the table or, for a comment in its book, the stream of a club."""
    number: int
    """The number of the text's event; ``NO_TEXT`` if it is about a person."""
    person: str
    """Identifier of the person who has written the text, or whom the complaint is about."""
    by: str
    """Identifier of the person who complains; there is one complaint of each."""
    deal: int
    """The number of the deal when the text was written, or when the person was reported; 0 before
    the first one."""
    text: str | None
    """The text as written."""
    at: float
    """When the complaint came, in Unix seconds."""
    settled: float | None = None
    """When the host settled it; None if it is open."""

    @property
    def key(self) -> tuple[str, int, str, str]:
        """The fields that identify a complaint."""
        return self.table, self.number, self.person, self.by


class KeepsComplaints(Protocol):
    """The part of a store that keeps complaints, with their tables."""

    async def keep_complaint(self, complaint: Complaint, most: int) -> bool:
        """Store a complaint, unless there is the same one already.

        Return False, and do nothing, if there are ``most`` others about the table.
        """

    async def complaints(self, table: str | None = None) -> list[Complaint]:
        """Return the complaints about one table or about all, the oldest first."""


async def complain(store: KeepsComplaints, complaint: Complaint) -> None:
    """Report something to the host of the server; the same person does so only once.

    Raises ``Refusal`` with the code ``own`` for people who report themselves, or ``reported`` if
    there are too many reports about the table.
    """
    if complaint.by == complaint.person:
        raise Refusal("own", "nobody reports themselves")
    if not await store.keep_complaint(complaint, MOST_COMPLAINTS):
        raise Refusal("reported", f"{MOST_COMPLAINTS} reports are about this table already")
    log.warning("table %s: something was reported to the host", log_name(complaint.table))
