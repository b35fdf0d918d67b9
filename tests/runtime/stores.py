"""A store in memory whose failures a test controls, and which counts what is read."""

from __future__ import annotations

from collections.abc import Mapping

from dobbm.runtime.clock import Clock
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.store import Checkpoint, Entry, Json, Person, Report, StoreUnavailable
from hosted import Hosted


class FaultyStore(Hosted):
    """A store that fails as the test says."""

    def __init__(self, clock: Clock, database: MemoryDatabase | None = None) -> None:
        super().__init__(clock, database)
        self.is_down = False
        self.is_full = False
        """Whether nothing can be appended."""
        self.loses_answers = False
        """Whether the connection breaks after an entry has been stored."""
        self.appending_seconds = 0.0
        """How long it takes to append an entry."""
        self.reading_seconds = 0.0
        """How long it takes to read events."""
        self.rows_read = 0
        """Events and checkpoints read so far."""

    async def append(self, entry: Entry) -> bool:
        self._answer()
        if self.is_full:
            raise StoreUnavailable("the disk is full")
        if self.appending_seconds:
            await self._clock.sleep(self.appending_seconds)
        stored = await super().append(entry)
        if self.loses_answers:
            raise StoreUnavailable("the connection broke in the moment of storing")
        return stored

    async def events(self, table: str, after: int = 0, limit: int | None = None) -> list[Json]:
        self._answer()
        if self.reading_seconds:
            await self._clock.sleep(self.reading_seconds)
        found = await super().events(table, after, limit)
        self.rows_read += len(found)
        return found

    async def checkpoint(
        self,
        table: str,
        *,
        number: int | None = None,
        turn: int | None = None,
        finished: int | None = None,
    ) -> Checkpoint | None:
        self._answer()
        self.rows_read += 1
        return await super().checkpoint(table, number=number, turn=turn, finished=finished)

    async def people(self, table: str) -> list[Person]:
        self._answer()
        return await super().people(table)

    async def seen(self, times: Mapping[str, float], now: float) -> None:
        self._answer()
        await super().seen(times, now)

    async def report(self, reports: Mapping[str, Report]) -> None:
        self._answer()
        await super().report(reports)

    async def claim_due(self, now: float, limit: int, lease: float = 5.0) -> list[str]:
        self._answer()
        return await super().claim_due(now, limit, lease)

    async def interventions(self) -> int:
        self._answer()
        return await super().interventions()

    def _answer(self) -> None:
        if self.is_down:
            raise StoreUnavailable("the database does not answer")
