"""Removes a person from a seat at the request of the host."""

from __future__ import annotations

from dobbm.game.actions import Seat
from dobbm.runtime.changes import entry_of
from dobbm.runtime.history import History, inline
from dobbm.runtime.snapshot import Snapshot
from dobbm.runtime.store import Store
from dobbm.table.commands import Leave
from dobbm.table.deadlines import Activity, due
from dobbm.table.reducer import apply_event


async def remove_person(store: Store, table_id: str, seat: Seat, now: float) -> None:
    """Give a person's seat to a bot, as if the person had left.

    Another process may be running the table; it notices the intervention. Raises ``Refusal`` if
    there is no such table or no person in the seat, and ``UnreadableEvent``.
    """
    stored = False
    while not stored:
        newest = (await History(store, inline).load(table_id))[-1]
        event = Leave(seat).decide(newest.table, max(now, newest.event.at))
        assert event
        changed = Snapshot(apply_event(newest.table, event), event)
        coming = due(changed.table, Activity({}, frozenset()), 0.0)
        stored = await store.append(entry_of(changed, coming))
    await store.intervene()
