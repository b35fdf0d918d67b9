"""Removes a person from a seat at the request of the host."""

from __future__ import annotations

from dobbm.game.actions import Seat
from dobbm.runtime.history import History, checkpoint_of, inline
from dobbm.runtime.runner import lobby_entry
from dobbm.runtime.store import Entry, Store
from dobbm.table.commands import Leave, decide
from dobbm.table.deadlines import Activity, due
from dobbm.table.events import to_json
from dobbm.table.reducer import apply_event


async def remove_person(store: Store, table_id: str, seat: Seat, now: float) -> None:
    """Give a person's seat to a bot for good, as if the person had left.

    Another process may be running the table; it notices the intervention. Raises ``TableError`` if
    there is no such table or no person in the seat, and ``UnreadableEvent``.
    """
    stored = False
    while not stored:
        newest = (await History(store, inline).load(table_id))[-1]
        event = decide(newest.table, max(now, newest.event.at), Leave(seat))
        assert event
        table = apply_event(newest.table, event)
        coming = due(table, Activity({}, frozenset()), 0.0)
        entry = Entry(
            table=table_id,
            number=table.number,
            event=to_json(event),
            due=coming.at if coming else None,
            lobby=lobby_entry(table),
            checkpoint=checkpoint_of(table),
        )
        stored = await store.append(entry)
    await store.intervene()
