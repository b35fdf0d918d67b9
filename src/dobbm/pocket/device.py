"""A device keeps rows of text by key; it writes several of them all or not at all."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping
from typing import Protocol


class Device(Protocol):
    """Keeps rows of text; ``client/pocket/device.js`` keeps them in the browser's database."""

    async def write(self, rows: Mapping[str, str | None]) -> None:
        """Keep the rows with these keys, all of them or none; None removes a row.

        Raises ``StoreUnavailable`` if the device refuses, for example because it is full.
        """

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """Return the rows whose keys begin with ``prefix``, in the order of their keys."""


class PassingDevice:
    """A device that forgets everything: for tests, and for browsers that keep nothing."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}
        self._keys: list[str] = []

    async def write(self, rows: Mapping[str, str | None]) -> None:
        """See ``Device``."""
        for key, row in rows.items():
            if key not in self.rows:
                insort(self._keys, key)
            if row is None:
                self._keys.remove(key)
                self.rows.pop(key, None)
            else:
                self.rows[key] = row

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """See ``Device``."""
        found = []
        for key in self._keys[bisect_left(self._keys, prefix) :]:
            if not key.startswith(prefix):
                break
            found.append((key, self.rows[key]))
        return found
