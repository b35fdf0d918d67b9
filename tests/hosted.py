"""Stores in memory with what only the host does, by commands that work on a database."""

from __future__ import annotations

from dobbm.pocket.device_store import DeviceStore
from dobbm.runtime.memory_store import MemoryStore
from dobbm.runtime.store import Ban


class Hosted(MemoryStore):
    """A store in memory where a host intervenes; the methods are those of ``SqlStore``."""

    async def erase(self, name: str, table: str | None = None) -> int:
        erased = 0
        for at, people in self._database.people.items():
            for person in [*people.values()]:
                if person.name == name and table in (None, at):
                    self._database.erase(at, person)
                    erased += 1
        if table is None:
            results = self._database.results
            for key in [key for key, one in results.items() if one.name == name]:
                del results[key]
                erased += 1
        if erased:
            self._intervene()
        return erased

    def stored_events(self, table: str) -> list[str]:
        """Return the events of a table as they are stored, for a test to damage."""
        return self._database.events[table]

    async def close_table(self, table: str) -> bool:
        row = self._database.tables.get(table)
        if row is None or row.closed:
            return False
        row.closed = True
        self._intervene()
        return True

    async def ban(self, ban: Ban) -> bool:
        known = self._database.bans.get(ban.whom)
        if known and known.end > ban.at:
            return False
        self._database.bans[ban.whom] = ban
        self._intervene()
        return True

    async def unban(self, ban: Ban) -> bool:
        if not self._database.bans.pop(ban.whom, None):
            return False
        self._intervene()
        return True

    async def settle_complaints(self, table: str, number: int | None, at: float) -> int:
        found = [
            one
            for one in await self.complaints(table)
            if number in (None, one.number) and one.settled is None
        ]
        for one in found:
            self._complaints[one.key] = one._replace(settled=at)
        return len(found)


class HostedDevice(Hosted, DeviceStore):
    """A store on a device where a host intervenes."""
