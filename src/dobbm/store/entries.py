"""What is written at once when a table goes on, and how it lies in the database."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple, TypeAlias

from dobbm.errors import DobbmError, shown
from dobbm.store.schema import DIGEST, ID

Json: TypeAlias = dict[str, Any]
Row: TypeAlias = dict[str, Any]

LARGEST = 2**31 - 1
"""The largest number of an event that every database keeps."""
UNWRITABLE = re.compile("[\0\ud800-\udfff]")
"""PostgreSQL has no NUL, and a lone surrogate is no character."""


class StoreError(DobbmError):
    """A database that cannot be used like this, or something that cannot be kept in it."""

    code = "store"


class Person(NamedTuple):
    """Somebody at a table."""

    id: str
    name: str | None
    """None: it has been erased."""
    token: str
    """The SHA-256 of the secret token, in hexadecimal."""
    seen: float
    """When the person was last there, in Unix seconds."""
    wishes: Json


class Entry(NamedTuple):
    """The next event of a table, and what becomes of the table with it.

    Names are told in ``person`` only, where ``Store.erase`` finds them, and never in ``event`` or
    ``lobby``.
    """

    table: str
    number: int
    """From 1, without a gap: who appends has read all that came before."""
    event: Json
    due: float | None
    """When the table goes on by itself, in Unix seconds; None: it waits for people."""
    lobby: Json | None = None
    """What the lobby shows; None: the table is not listed."""
    person: Person | None = None
    """Who comes to the table with this event."""


class Listing(NamedTuple):
    """A table in the lobby."""

    table: str
    number: int
    """Of its last event."""
    opened: float
    """Unix seconds."""
    lobby: Json


class Rows(NamedTuple):
    """An entry as the database keeps it."""

    event: Row
    table: Row
    person: Row | None

    @property
    def key(self) -> tuple[str, int]:
        """What only one entry can have."""
        return self.event["table"], self.event["number"]


def rows(entry: Entry, now: float) -> Rows:
    """The rows of an entry that is made ``now``; each has its values by column.

    Raises ``StoreError`` for what not every database keeps: entries are written together, and none
    may spoil the others.
    """
    table = _text("the id of a table", entry.table, ID)
    if not 1 <= entry.number <= LARGEST:
        raise StoreError(f"events have numbers from 1 to {LARGEST}, not {shown(entry.number)}")
    return Rows(
        {"table": table, "number": entry.number, "event": encoded(entry.event)},
        {
            "id": table,
            "number": entry.number,
            "opened": now,
            "due": entry.due,
            "leased": None,
            "lobby": None if entry.lobby is None else encoded(entry.lobby),
        },
        None if entry.person is None else _person(table, entry.person),
    )


def encoded(value: Json) -> str:
    """The JSON of a value, in ASCII."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def _person(table: str, person: Person) -> Row:
    return {
        "id": _text("the id of a person", person.id, ID),
        "table": table,
        "name": None if person.name is None else _text("a name", person.name),
        "token": _text("the digest of a token", person.token, DIGEST),
        "seen": person.seen,
        "wishes": encoded(person.wishes),
    }


def _text(what: str, value: str, limit: int | None = None) -> str:
    if limit and not 1 <= len(value) <= limit:
        raise StoreError(f"{what} has 1 to {limit} characters, not {len(value)}")
    if UNWRITABLE.search(value):
        raise StoreError(f"{what} has a character that cannot be kept: {shown(value)}")
    return value
