"""A device keeps rows of text by key; it writes several of them all or not at all."""

from __future__ import annotations

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
