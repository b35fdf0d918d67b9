"""Room for more tables: what the database holds, beside the limits for it."""

from __future__ import annotations

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
    """Whether there is room for a new table, measured once a minute at most."""

    def __init__(self, store: Store, limits: Limits, clock: Clock) -> None:
        self._stored = SharedAnswer(store.stored, clock, LASTS)
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
        stored = await self.stored()
        used = shares(stored, self.limits) if stored else {}
        if any(share >= 1 for name, share in used.items() if name != OF_A_TABLE):
            raise Refusal("room", "this server has no room for another table")
