"""Writes a group of entries in one transaction, each entry completely or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from time import time
from typing import Any

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Connection,
    Text,
    bindparam,
    case,
    delete,
    func,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

from dobbm.runtime.store import Checkpoint, Entry, StoreError
from dobbm.store.notifications import CHANNEL, notice
from dobbm.store.prepared import Prepared
from dobbm.store.schema import as_text, checkpoints, events, people, tables, texts

NOTIFY = select(func.pg_notify(CHANNEL, func.unnest(bindparam("notices", type_=ARRAY(Text)))))
"""The statement that sends notices; PostgreSQL delivers them when the transaction commits."""


SOME = 500
"""Number of identifiers that are looked for at a time."""


class AlreadyThere(StoreError):
    """New tables, one of which or of whose people is stored already."""


class Appending:
    """The statements that write a group of entries and, if ``shared``, notify other processes."""

    def __init__(self, *, shared: bool) -> None:
        insert = postgresql.insert if shared else sqlite.insert
        self._shared = shared
        prepared = partial(Prepared, is_sqlite=not shared)
        self._events = prepared(
            insert(events).on_conflict_do_nothing().returning(events.c.table, events.c.number),
            events.c.keys(),
        )
        table = insert(tables)
        self._tables = prepared(
            table.on_conflict_do_update(
                index_elements=[tables.c.id],
                set_={
                    name: table.excluded[name]
                    for name in ("number", "due", "leased", "touched", "unreadable")
                }
                | {"lobby": _listed(table.excluded.lobby)},
            ),
            [column.name for column in tables.c if column is not tables.c.closed],
        )
        person = insert(people)
        self._people = person.on_conflict_do_update(
            index_elements=[people.c.id],
            set_={name: person.excluded[name] for name in ("name", "token", "seen", "wishes")},
        )
        checkpoint = insert(checkpoints)
        known = func.any(bindparam("ids", type_=ARRAY(Text))) if shared else bindparam("ids")
        self._known = prepared(
            select(tables.c.id).where(tables.c.id == known).order_by(tables.c.id).with_for_update(),
            ["ids"],
        )
        self._checkpoints = checkpoint.on_conflict_do_update(
            index_elements=[checkpoints.c.table, checkpoints.c.number],
            set_={name: checkpoint.excluded[name] for name in ("turn", "finished", "state")},
        )

        self._texts = insert(texts)
        self._old_texts = delete(texts).where(
            texts.c.table == bindparam("of"), texts.c.number < bindparam("oldest")
        )

    def write(self, connection: Connection, group: list[Entry]) -> list[bool]:
        """Write the entries whose numbers are free; return for each entry whether it was written.

        If two entries of a table have the same number, only the first is written, and none if the
        table was deleted since it was opened. All processes write rows in the same order, so that
        they cannot deadlock.
        """
        first: dict[tuple[str, int], Entry] = {}
        for entry in group:
            first.setdefault((entry.table, entry.number), entry)
        new = {table for table, number in first if number == 1}
        old = {table for table, _ in first} - new
        if old:
            ids = [sorted(old)] if self._shared else sorted(old)
            new |= {
                table for (table,) in self._known.rows(connection, [{"ids": one} for one in ids])
            }
        wanted = [
            {"table": table, "number": number, "event": as_text(first[table, number].event)}
            for table, number in sorted(first)
            if table in new
        ]
        if not wanted:
            return [False] * len(group)
        won = [first[key] for key in sorted({*self._events.rows(connection, wanted)})]
        if won:
            self._write_rest(connection, won)
        written = {id(entry) for entry in won}
        return [id(entry) in written for entry in group]

    def write_new(self, connection: Connection, entries: Sequence[Entry], texts: list[str]) -> None:
        """Write all events of new tables; raise ``AlreadyThere`` if one or a person is known.

        ``texts`` are the events as JSON: others wait while this writes.
        """
        named = (
            (tables.c.id, {entry.table for entry in entries}),
            (people.c.id, {entry.person.id for entry in entries if entry.person}),
        )
        for column, ids in named:
            wanted = sorted(ids)
            for place in range(0, len(wanted), SOME):
                some = wanted[place : place + SOME]
                if connection.scalar(select(column).where(column.in_(some)).limit(1)):
                    raise AlreadyThere("a table or a person is stored already")
        rows = [
            {"table": entry.table, "number": entry.number, "event": text}
            for entry, text in zip(entries, texts, strict=True)
        ]
        connection.execute(events.insert(), rows)
        last = {entry.table: entry.number for entry in entries}
        self._write_rest(
            connection,
            [
                entry
                for entry in entries
                if entry.person
                or entry.checkpoint
                or entry.text
                or entry.number == last[entry.table]
            ],
        )

    def write_checkpoints(
        self, connection: Connection, made: Iterable[tuple[str, Checkpoint]]
    ) -> None:
        """Write checkpoints of tables, replacing any for the same events."""
        rows = [{"table": table, **checkpoint._asdict()} for table, checkpoint in made]
        if rows:
            connection.execute(self._checkpoints, rows)

    def _write_rest(self, connection: Connection, won: list[Entry]) -> None:
        """Write the other rows of the stored entries; a table's row comes from its last entry."""
        now = time()
        newest = {entry.table: entry for entry in won}
        self._tables.rows(connection, [_table_row(entry, now) for entry in newest.values()])
        came = {entry.person.id: entry for entry in won if entry.person}
        if came:
            connection.execute(self._people, [_person_row(came[person]) for person in sorted(came)])
        made = [(entry.table, entry.checkpoint) for entry in won if entry.checkpoint]
        self.write_checkpoints(connection, made)
        written = [(entry, entry.text) for entry in won if entry.text]
        if written:
            texts = [{"table": entry.table, **text._asdict()} for entry, text in written]
            connection.execute(self._texts, texts)
            oldest = [{"of": entry.table, "oldest": entry.oldest_text} for entry, _ in written]
            connection.execute(self._old_texts, oldest)
        if self._shared:
            notices = [notice(entry.table, entry.number) for entry in won]
            connection.execute(NOTIFY, {"notices": notices})


def _table_row(entry: Entry, now: float) -> dict[str, Any]:
    return {
        "id": entry.table,
        "number": entry.number,
        "opened": now,
        "due": entry.due,
        "leased": None,
        "lobby": as_text(_lobby(entry)),
        "touched": now,
        "unreadable": None,
        "club": entry.club,
    }


def _lobby(entry: Entry) -> dict[str, int] | None:
    """Return what marks a listed table; one that is opened is listed before its first person."""
    if entry.origin is not None:
        return {"origin": entry.origin}
    return {} if entry.in_lobby else None


def _listed(wanted: ColumnElement[Any]) -> ColumnElement[Any]:
    """Keep the origin of a table for as long as it is listed."""
    return case((wanted.is_not(None), func.coalesce(tables.c.lobby, wanted)))


def _person_row(entry: Entry) -> dict[str, Any]:
    assert entry.person
    fields = entry.person._asdict()
    return {"table": entry.table, "wishes": fields.pop("preferences"), **fields}
