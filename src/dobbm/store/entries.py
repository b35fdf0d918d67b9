"""Converts entries to database rows."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, TypeAlias

from dobbm.runtime.store import Checkpoint, Entry, Json, Person, verify_entry

Row: TypeAlias = dict[str, Any]
"""Values by column name."""


class Rows(NamedTuple):
    """The rows of one entry."""

    event: Row
    table: Row
    person: Row | None
    checkpoint: Row | None
    text: Row | None
    oldest_text: int

    @property
    def key(self) -> tuple[str, int]:
        """The table and the event number, which identify the entry."""
        return self.event["table"], self.event["number"]


def rows(entry: Entry, now: float) -> Rows:
    """Return the rows of an entry made ``now``; raise ``StoreError`` if it cannot be stored."""
    verify_entry(entry)
    return Rows(
        {"table": entry.table, "number": entry.number, "event": encoded(entry.event)},
        {
            "id": entry.table,
            "number": entry.number,
            "opened": now,
            "due": entry.due,
            "leased": None,
            "lobby": None if entry.lobby is None else encoded(entry.lobby),
            "touched": now,
            "unreadable": None,
        },
        entry.person and _person_row(entry.table, entry.person),
        entry.checkpoint and checkpoint_row(entry.table, entry.checkpoint),
        entry.text and {"table": entry.table, **entry.text._asdict()},
        entry.oldest_text,
    )


def checkpoint_row(table: str, checkpoint: Checkpoint) -> Row:
    """Return the row of a checkpoint."""
    return {"table": table, **checkpoint._asdict(), "state": encoded(checkpoint.state)}


def encoded(value: Json) -> str:
    """Return a value as ASCII JSON."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def _person_row(table: str, person: Person) -> Row:
    row = {**person._asdict(), "table": table, "wishes": encoded(person.preferences)}
    del row["preferences"]
    return row
