"""Writes a group of entries in one transaction, each entry completely or not at all."""

from __future__ import annotations

from sqlalchemy import ARRAY, Connection, Text, bindparam, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from dobbm.store.entries import Row, Rows
from dobbm.store.notifications import CHANNEL, notice
from dobbm.store.schema import checkpoints, events, people, tables, texts

NOTIFY = select(func.pg_notify(CHANNEL, func.unnest(bindparam("notices", type_=ARRAY(Text)))))
"""The statement that sends notices; PostgreSQL delivers them when the transaction commits."""


class Appending:
    """The statements that write a group of entries and, if ``shared``, notify other processes."""

    def __init__(self, *, shared: bool) -> None:
        insert = postgresql.insert if shared else sqlite.insert
        self._shared = shared
        self._events = (
            insert(events).on_conflict_do_nothing().returning(events.c.table, events.c.number)
        )
        table = insert(tables)
        self._tables = table.on_conflict_do_update(
            index_elements=[tables.c.id],
            set_={
                name: table.excluded[name]
                for name in ("number", "due", "leased", "lobby", "touched", "unreadable")
            },
        )
        person = insert(people)
        self._people = person.on_conflict_do_update(
            index_elements=[people.c.id],
            set_={name: person.excluded[name] for name in ("name", "token", "seen", "wishes")},
        )
        checkpoint = insert(checkpoints)
        ids = bindparam("ids", expanding=not shared, type_=ARRAY(Text) if shared else Text)
        known = tables.c.id == func.any(ids) if shared else tables.c.id.in_(ids)
        self._known = select(tables.c.id).where(known).order_by(tables.c.id).with_for_update()
        self._checkpoints = checkpoint.on_conflict_do_update(
            index_elements=[checkpoints.c.table, checkpoints.c.number],
            set_={name: checkpoint.excluded[name] for name in ("turn", "finished", "state")},
        )

        self._texts = insert(texts)
        self._old_texts = delete(texts).where(
            texts.c.table == bindparam("of"), texts.c.number < bindparam("oldest")
        )

    def write(self, connection: Connection, group: list[Rows]) -> list[bool]:
        """Write the entries whose numbers are free; return for each entry whether it was written.

        If two entries of a table have the same number, only the first is written, and none if the
        table was deleted since it was opened. All processes write rows in the same order, so that
        they cannot deadlock.
        """
        first: dict[tuple[str, int], Rows] = {}
        for entry in group:
            first.setdefault(entry.key, entry)
        new = {table for table, number in first if number == 1}
        old = {table for table, _ in first} - new
        if old:
            new |= {*connection.scalars(self._known, {"ids": sorted(old)})}
        wanted = [first[key].event for key in sorted(first) if key[0] in new]
        if not wanted:
            return [False] * len(group)
        stored = {(row.table, row.number) for row in connection.execute(self._events, wanted)}
        won = [first[key] for key in sorted(stored)]
        if won:
            self._write_rest(connection, won)
        return [entry.key in stored and first[entry.key] is entry for entry in group]

    def write_checkpoints(self, connection: Connection, made: list[Row]) -> None:
        """Write checkpoints, replacing any for the same events."""
        connection.execute(self._checkpoints, made)

    def _write_rest(self, connection: Connection, won: list[Rows]) -> None:
        """Write the other rows of the stored entries; a table's row comes from its last entry."""
        newest = {entry.table["id"]: entry.table for entry in won}
        connection.execute(self._tables, list(newest.values()))
        came = {entry.person["id"]: entry.person for entry in won if entry.person}
        if came:
            connection.execute(self._people, [came[person] for person in sorted(came)])
        made = [entry.checkpoint for entry in won if entry.checkpoint]
        if made:
            self.write_checkpoints(connection, made)
        self._write_texts(connection, [entry for entry in won if entry.text])
        if self._shared:
            notices = [notice(*entry.key) for entry in won]
            connection.execute(NOTIFY, {"notices": notices})

    def _write_texts(self, connection: Connection, written: list[Rows]) -> None:
        """Write the texts of entries, and delete those that their tables no longer keep."""
        if not written:
            return
        connection.execute(self._texts, [entry.text for entry in written if entry.text])
        oldest = [{"of": entry.table["id"], "oldest": entry.oldest_text} for entry in written]
        connection.execute(self._old_texts, oldest)
