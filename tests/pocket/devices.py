"""Devices that forget everything, and devices that fail."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping

from dobbm.runtime.store import StoreUnavailable


class PassingDevice:
    """A device that forgets everything."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}
        self._keys: list[str] = []

    async def write(self, rows: Mapping[str, str | None]) -> None:
        for key, row in rows.items():
            if key not in self.rows:
                insort(self._keys, key)
            if row is None:
                self._keys.remove(key)
                self.rows.pop(key, None)
            else:
                self.rows[key] = row

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        found = []
        for key in self._keys[bisect_left(self._keys, prefix) :]:
            if not key.startswith(prefix):
                break
            found.append((key, self.rows[key]))
        return found


class Full(PassingDevice):
    """A device that has become full."""

    is_full = False

    async def write(self, rows: Mapping[str, str | None]) -> None:
        if self.is_full:
            raise StoreUnavailable("this device is full")
        await super().write(rows)
