"""Opens a server's database for the commands that administer it."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from dobbm.game.errors import DobbmError

if TYPE_CHECKING:
    from dobbm.runtime.store import UnreadableEvent
    from dobbm.store import SqlStore


@asynccontextmanager
async def opened_store(url: str | None) -> AsyncIterator[SqlStore]:
    """Open the database at ``url``, by default the default file, which a server may be using."""
    from dobbm.store import SqlStore, default_url
    from dobbm.store.soundness import blaming_damage

    url = url or default_url()
    with blaming_damage(url):
        store = await SqlStore.open(url, create=False, exclusive=False)
        try:
            yield store
        finally:
            await store.close()


async def find_table(store: SqlStore, given: str, what: str = "table") -> str:
    """Return the identifier of the table that the host has named by it, or by its name in the log.

    Raises ``DobbmError`` if there is none; ``what`` the host looks for is in its text.
    """
    from dobbm.table.state import log_name

    if await store.last(given):
        return given
    async for table in store.tables():
        if log_name(table) == given:
            return table
    raise DobbmError(f"there is no {what} {given} in this database: see 'dobbm tables list'")


def report_unreadable(error: UnreadableEvent, consequence: str) -> None:
    """Report an event that cannot be read, and what follows for the command."""
    place = f"table {error.table}: event {error.number} cannot be read ({error.reason})"
    print(f"dobbm: {place}; {consequence}", file=sys.stderr)
