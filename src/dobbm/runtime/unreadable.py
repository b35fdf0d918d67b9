"""Sets aside tables with an event that cannot be read, so that they disturb no others."""

from __future__ import annotations

import logging
from typing import NamedTuple

from dobbm.runtime.clock import Clock
from dobbm.runtime.store import UnreadableEvent
from dobbm.table.state import log_name

RECHECK = 60.0
"""Seconds after which a table with an unreadable event is read again: it may have been repaired."""

log = logging.getLogger(__name__)


class _Unreadable(NamedTuple):
    """A table that is set aside."""

    error: UnreadableEvent
    until: float
    """When to try again, on the monotonic clock."""


class UnreadableTables:
    """The tables of a process that are set aside."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tables: dict[str, _Unreadable] = {}
        self.unmarked: dict[str, UnreadableEvent] = {}
        """Those that the store does not know yet."""

    def __len__(self) -> int:
        return len(self._tables)

    def add(self, error: UnreadableEvent) -> None:
        """Set a table aside; the next heartbeat unloads it and marks it in the store."""
        known = self._tables.get(error.table)
        until = self._clock.monotonic() + RECHECK
        self._tables[error.table] = _Unreadable(error, until)
        if known is None or known.error.number != error.number:
            name = log_name(error.table)
            log.error(
                "table %s is set aside: event %d cannot be read; 'dobbm tables show %s' says why",
                name,
                error.number,
                name,
            )
        self.unmarked[error.table] = error

    def verify(self, table: str) -> None:
        """Raise ``UnreadableEvent`` if a table is set aside and not to be read again yet."""
        unreadable = self._tables.get(table)
        if unreadable and self._clock.monotonic() < unreadable.until:
            raise unreadable.error

    def remove(self, table: str) -> bool:
        """Note that a table can be read; return whether it was set aside."""
        removed = self._tables.pop(table, None) is not None
        if removed:
            log.info("table %s can be read again", log_name(table))
        return removed
