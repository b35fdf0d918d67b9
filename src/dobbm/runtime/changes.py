"""Turns a change of a table into the entry that stores it."""

from __future__ import annotations

from dobbm.runtime.history import checkpoint_of
from dobbm.runtime.snapshot import Snapshot
from dobbm.runtime.store import Entry, Person, Text
from dobbm.table.deadlines import Due
from dobbm.table.events import to_json
from dobbm.table.state import Table


def entry_of(
    changed: Snapshot, coming: Due | None, person: Person | None = None, text: str | None = None
) -> Entry:
    """Return the entry that stores a change; ``coming`` is the table's next deadline."""
    written = changed.table.written
    return Entry(
        table=changed.table.id,
        number=changed.table.number,
        event=to_json(changed.event),
        due=coming.at if coming else None,
        in_lobby=in_lobby(changed.table),
        person=person,
        checkpoint=checkpoint_of(changed.table),
        text=None if text is None else Text(written[-1].number, written[-1].person, text),
        oldest_text=written[0].number if written else 0,
    )


def in_lobby(table: Table) -> bool:
    """Return whether the lobby lists a table: if its people want that and a seat is free."""
    return table.options.listed and None in table.seats
