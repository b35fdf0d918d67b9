"""Devices that fail."""

from __future__ import annotations

from collections.abc import Mapping

from dobbm.pocket.device import PassingDevice
from dobbm.runtime.store import StoreUnavailable


class Full(PassingDevice):
    """A device that has become full."""

    is_full = False

    async def write(self, rows: Mapping[str, str | None]) -> None:
        if self.is_full:
            raise StoreUnavailable("this device is full")
        await super().write(rows)
