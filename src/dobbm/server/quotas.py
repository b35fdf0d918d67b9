"""Room for more tables: what the database holds, beside the limits for it."""

from __future__ import annotations

import logging
from contextlib import suppress
from math import inf

from dobbm.runtime.clock import Clock
from dobbm.runtime.store import Store, StoreSize, StoreUnavailable
from dobbm.server.config import Limits
from dobbm.server.shared_answers import SharedAnswer
from dobbm.table.refusals import Refusal

LASTS = 60.0
"""Seconds between two measurements of the database."""
MEGABYTE = 1_000_000

OF_A_TABLE = "table_events"
"""The limit that is one of each table, not of the server."""

log = logging.getLogger(__name__)


def shares(stored: StoreSize, limits: Limits) -> dict[str, float]:
    """Return for each limit on what is stored how much of it is used: 1 is all."""
    found = {
        "tables": stored.tables / limits.tables,
        OF_A_TABLE: stored.longest / limits.table_events,
    }
    if stored.bytes is not None:
        found["database"] = stored.bytes / (limits.database * MEGABYTE)
    if stored.free is not None:
        found["free_disk"] = limits.free_disk * MEGABYTE / stored.free if stored.free else inf
    return found


class Quotas:
    """Whether there is room for a new table, measured once a minute at most.

    The log says when a limit is reached, and when there is room again.
    """

    def __init__(self, store: Store, limits: Limits, clock: Clock) -> None:
        self._store = store
        self._stored = SharedAnswer(self._measure, clock, LASTS)
        self._reached: list[str] = []
        self.limits = limits

    async def stored(self) -> StoreSize | None:
        """Return how much is stored; None while the database cannot be asked."""
        with suppress(StoreUnavailable):
            return await self._stored.get()
        return None

    async def verify(self) -> None:
        """Raise ``Refusal`` with the code ``room`` if there is none.

        While the database cannot be asked, there may be: the table cannot be stored then anyway.
        """
        if await self.stored() and self._reached:
            raise Refusal("room", "this server has no room for another table")

    async def _measure(self) -> StoreSize:
        stored = await self._store.stored()
        used = shares(stored, self.limits)
        reached = [name for name, share in used.items() if share >= 1 and name != OF_A_TABLE]
        if reached and reached != self._reached:
            options = ", ".join([f"--limit-{name.replace('_', '-')}" for name in reached])
            log.warning("no table can be opened: %s is reached; see 'dobbm doctor'", options)
        elif self._reached and not reached:
            log.warning("tables can be opened again")
        self._reached = reached
        return stored
