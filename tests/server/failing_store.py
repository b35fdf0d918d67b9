"""A store in memory that can be made to fail."""

from __future__ import annotations

import asyncio

from dobbm.runtime.clock import Clock
from dobbm.runtime.memory_database import MemoryDatabase
from dobbm.runtime.store import Entry, Json, StoreUnavailable
from hosted import Hosted


class FailingStore(Hosted):
    """Simulates a database that is gone, full or never answers, and counts the events read."""

    def __init__(self, clock: Clock, database: MemoryDatabase) -> None:
        self.gone = False
        self.full = False
        self.silent = False
        self.read: list[int] = []
        """How many events each call of ``events`` has read."""
        super().__init__(clock, database)

    @property
    def _database(self) -> MemoryDatabase:
        if self.gone:
            raise StoreUnavailable("the database is gone")
        return self._kept

    @_database.setter
    def _database(self, database: MemoryDatabase) -> None:
        self._kept = database

    async def append(self, entry: Entry) -> bool:
        self._verify_room()
        return await super().append(entry)

    async def events(self, table: str, after: int = 0, limit: int | None = None) -> list[Json]:
        found = await super().events(table, after, limit)
        self.read.append(len(found))
        return found

    async def set_preferences(self, person: str, preferences: Json) -> None:
        self._verify_room()
        await super().set_preferences(person, preferences)

    async def interventions(self) -> int:
        if self.silent:
            await asyncio.Event().wait()
        return await super().interventions()

    async def ready(self) -> bool:
        return not self.gone

    def _verify_room(self) -> None:
        if self.full:
            raise StoreUnavailable("the disk is full")
