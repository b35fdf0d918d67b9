"""The part of a store that takes tables with all their events at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class TakesWhole(Protocol):
    """A store that takes whole tables."""

    async def append_all(self, entries: Sequence[Any]) -> bool:
        """Store all entries (``Entry``) of new tables, with their people, in one transaction.

        Return False, and store nothing, if one of these tables or people is there already.
        """
