"""The SQL implementation of the runtime's store: appends events and answers queries."""

from __future__ import annotations

import json
from asyncio import Event, Task, create_task, timeout, wait
from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from functools import partial
from time import time
from typing import Any, NamedTuple, Self

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Row,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from dobbm.runtime.store import (
    LISTED,
    Ban,
    Changed,
    Checkpoint,
    Entry,
    Json,
    Listing,
    Person,
    Report,
    Reported,
    StoreError,
    StoreUnavailable,
    Text,
    UnreadableEvent,
    decoded,
)
from dobbm.store.appending import NOTIFY, Appending
from dobbm.store.database import PATIENCE, Connect, Database, failures
from dobbm.store.entries import Rows, checkpoint_row, encoded, rows
from dobbm.store.group_commit import Batcher
from dobbm.store.notifications import ANYTHING, listen, notice, report_notice
from dobbm.store.schema import (
    VERSION,
    bans,
    checkpoints,
    events,
    interventions,
    people,
    tables,
    texts,
    version_of,
)
from dobbm.store.traces import empty_log, rebuild

MAX_BATCH = 200
"""Maximum number of entries per transaction, or of reads per query; an error fails all of them."""
PRUNED = 100
"""Number of tables deleted per transaction, so that no append waits long."""
PAGE = 1000
"""Number of tables fetched per query when all tables are listed."""

NEWS = text(
    """
    SELECT wanted.place, found.number, found.event
    FROM unnest(CAST(:tables AS text[]), CAST(:afters AS integer[]))
        WITH ORDINALITY AS wanted ("table", number, place),
        LATERAL (
            SELECT events.number, events.event
            FROM events
            WHERE events."table" = wanted."table" AND events.number > wanted.number
            ORDER BY events.number
            OFFSET 0
        ) AS found
    ORDER BY wanted.place, found.number
    """
)
"""The statement that reads the newest events of several tables.

``OFFSET 0`` makes PostgreSQL search the primary key once for each table.
"""


TOUCHED = func.coalesce(tables.c.touched, tables.c.opened)
"""When a table was touched; a process of an earlier version stores no time."""
ROWS = select(tables.c.id, tables.c.number, tables.c.opened, TOUCHED, tables.c.closed)


class TableRow(NamedTuple):
    """A table without its events; times are in Unix seconds."""

    id: str
    number: int
    """The number of its last event."""
    opened: float
    touched: float
    """When the last event was stored."""
    closed: float | None
    """When the host closed the table; None if it is open."""


class SqlStore:
    """A store on SQLite or PostgreSQL; implements the runtime's ``Store``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._appending = Appending(shared=self.shared)
        self._batcher = Batcher(self._append_batch, MAX_BATCH)
        self._reads = Batcher(self._read_batch, MAX_BATCH)
        self._callbacks: list[Changed] = []
        self._reported: list[Reported] = []
        self._listening: Task[None] | None = None

    @classmethod
    async def open(
        cls, url: str, *, create: bool = True, exclusive: bool = True, listens: bool = True
    ) -> Self:
        """Open the store at ``url`` and upgrade it to the newest schema version.

        Without ``create``, the store must exist already and have that version. Servers open an
        SQLite file with ``exclusive``, which only one process at a time can do; commands that read
        or erase while a server runs open it without. Servers also hear of changes by others, which
        needs ``exclusive`` and ``listens``. Raises ``StoreError`` for an invalid URL, a file that
        is already being served, or an unsupported schema version.
        """
        database = Database.at(url, create=create, exclusive=exclusive)
        try:
            await (database.write(_upgrade) if create else database.read(_verify_newest))
            store = cls(database)
            if database.connect and exclusive and listens:
                await store._listen(database.connect)
        except BaseException:
            await database.close()
            raise
        return store

    async def close(self) -> None:
        """Finish pending appends and reads, then close the database."""
        if self._listening:
            self._listening.cancel()
            await wait([self._listening])
        await self._batcher.close()
        await self._reads.close()
        await self._database.close()

    @property
    def database(self) -> Database:
        """The database, for copying it as a whole."""
        return self._database

    @property
    def shared(self) -> bool:
        """Whether other processes may append too."""
        return self._database.connect is not None

    def on_change(self, callback: Changed) -> None:
        """See ``Store``."""
        self._callbacks.append(callback)

    def on_report(self, callback: Reported) -> None:
        """See ``Store``."""
        self._reported.append(callback)

    async def report(self, reports: Mapping[str, Report]) -> None:
        """See ``Store``."""
        notices = [report_notice(*one) for one in reports.items()]
        if notices:
            await self._database.write(
                lambda connection: connection.execute(NOTIFY, {"notices": notices})
            )

    async def append(self, entry: Entry) -> bool:
        """See ``Store``."""
        return await self._batcher.do(rows(entry, time()))

    async def events(self, table: str, after: int = 0, limit: int | None = None) -> list[Json]:
        """See ``Store``; on PostgreSQL, concurrent reads without a ``limit`` share a query."""
        if self.shared and limit is None:
            return _decoded(table, after, await self._reads.do((table, after)))
        query = (
            select(events.c.number, events.c.event)
            .where(events.c.table == table, events.c.number > after)
            .order_by(events.c.number)
            .limit(limit)
        )
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return _decoded(table, after, found)

    async def checkpoint(
        self,
        table: str,
        *,
        number: int | None = None,
        turn: int | None = None,
        finished: int | None = None,
    ) -> Checkpoint | None:
        """See ``Store``."""
        columns = checkpoints.c.number, checkpoints.c.turn, checkpoints.c.finished
        bounds = zip(columns, (number, turn, finished), strict=True)
        query = (
            select(*columns, checkpoints.c.state)
            .where(checkpoints.c.table == table)
            .where(*(column <= bound for column, bound in bounds if bound is not None))
            .order_by(checkpoints.c.number.desc())
            .limit(1)
        )
        row = await self._database.read(lambda connection: connection.execute(query).first())
        try:
            return row and Checkpoint(row.number, row.turn, row.finished, json.loads(row.state))
        except (ValueError, RecursionError):
            return None

    async def save_checkpoints(self, table: str, made: Iterable[Checkpoint]) -> None:
        """See ``Store``."""
        written = [checkpoint_row(table, one) for one in made]
        write = self._appending.write_checkpoints
        await self._database.write(lambda connection: write(connection, written))

    async def last(self, table: str) -> int:
        """Return the number of a table's last event; 0 if the table does not exist."""
        query = select(tables.c.number).where(tables.c.id == table)
        return await self._database.read(lambda connection: connection.scalar(query) or 0)

    async def people(self, table: str) -> list[Person]:
        """See ``Store``."""
        query = select(people).where(people.c.table == table).order_by(people.c.id)
        return await self._database.read(
            lambda connection: [
                Person(row.id, row.name, row.token, row.seen, json.loads(row.wishes))
                for row in connection.execute(query)
            ]
        )

    async def texts(self, table: str) -> list[Text]:
        """See ``Store``."""
        query = (
            select(texts.c.number, texts.c.person, texts.c.text)
            .where(texts.c.table == table)
            .order_by(texts.c.number)
        )
        return await self._database.read(
            lambda connection: [Text(*row) for row in connection.execute(query)]
        )

    async def set_token(self, person: str, token: str, before: str) -> bool:
        """See ``Store``."""
        return await self._update(person, people.c.token == before, token=token)

    async def set_preferences(self, person: str, preferences: Json) -> None:
        """See ``Store``."""
        await self._update(person, wishes=encoded(preferences))

    async def _update(self, person: str, *only: ColumnElement[bool], **values: str) -> bool:
        """Change a person and notify all processes; return whether ``only`` allowed it."""
        statement = update(people).where(people.c.id == person, *only).values(**values)

        def write(connection: Connection) -> bool:
            table = connection.scalar(statement.returning(people.c.table))
            if self.shared and table is not None:
                connection.execute(NOTIFY, {"notices": [notice(table, 0)]})
            return table is not None

        return await self._database.write(write)

    async def seen(self, times: Mapping[str, float], now: float) -> None:
        """See ``Store``."""
        last = [{"person": person, "at": times[person], "now": now} for person in sorted(times)]
        if not last:
            return
        statement = (
            update(people)
            .where(people.c.id == bindparam("person"))
            .where(~people.c.seen.between(bindparam("at"), bindparam("now")))
            .values(seen=bindparam("at"))
        )
        await self._database.write(lambda connection: connection.execute(statement, last))

    async def overview(self, limit: int) -> list[TableRow]:
        """Return up to ``limit`` tables, the one touched last first."""
        query = ROWS.order_by(TOUCHED.desc(), tables.c.id).limit(limit)
        return await self._database.read(
            lambda connection: [TableRow(*row) for row in connection.execute(query)]
        )

    async def row(self, table: str) -> TableRow | None:
        """Return what is known of one table; None if it does not exist."""
        query = ROWS.where(tables.c.id == table)
        found = await self._database.read(lambda connection: connection.execute(query).first())
        return found and TableRow(*found)

    async def lobby(
        self, present: Collection[str], since: float, limit: int = 100
    ) -> list[Listing]:
        """See ``Store``."""
        seen = exists().where(people.c.table == tables.c.id, people.c.seen > since)
        query = (
            select(tables.c.id, tables.c.number, tables.c.opened, tables.c.lobby)
            .where(
                tables.c.lobby.is_not(None),
                tables.c.unreadable.is_(None),
                tables.c.closed.is_(None),
                tables.c.opened > since - LISTED,
                or_(tables.c.id.in_(present), seen),
            )
            .order_by(tables.c.opened.desc())
            .limit(limit)
        )
        return await self._database.read(
            lambda connection: [
                Listing(row.id, row.number, row.opened, json.loads(row.lobby))
                for row in connection.execute(query)
            ]
        )

    async def claim_due(self, now: float, limit: int, lease: float = 5.0) -> list[str]:
        """See ``Store``."""
        due = (
            select(tables.c.id)
            .where(
                tables.c.due <= now,
                or_(tables.c.leased.is_(None), tables.c.leased <= now),
                tables.c.closed.is_(None),
            )
            .order_by(tables.c.due)
            .limit(limit)
            .with_for_update(skip_locked=True)  # ignored by SQLite, which has only one writer
            .cte("claimed")
        )
        statement = (
            update(tables)
            .where(tables.c.id.in_(select(due.c.id)))
            .values(leased=now + lease)
            .returning(tables.c.id)
        )
        return await self._database.write(lambda connection: [*connection.scalars(statement)])

    async def mark_unreadable(self, table: str, number: int | None, until: float) -> None:
        """See ``Store``."""
        statement = (
            update(tables)
            .where(tables.c.id == table)
            .values(unreadable=number, leased=None if number is None else until)
        )
        await self._database.write(lambda connection: connection.execute(statement))

    async def tables(self) -> AsyncIterator[str]:
        """See ``Store``."""
        page = [""]
        while page:
            query = select(tables.c.id).where(tables.c.id > page[-1]).order_by(tables.c.id)
            page = await self._names(query.limit(PAGE))
            for table in page:
                yield table

    async def erase(self, name: str, table: str | None = None) -> int:
        """See ``Store``; on SQLite, also remove all traces of what was erased from the files."""
        chosen = [people.c.name == name]
        if table is not None:
            chosen.append(people.c.table == table)
        written = delete(texts).where(texts.c.person.in_(select(people.c.id).where(*chosen)))
        statement = update(people).where(*chosen).values(name=None)

        def write(connection: Connection) -> int:
            connection.execute(written)
            erased = connection.execute(statement).rowcount
            if erased:
                self._intervene(connection)
            if not self.shared:
                rebuild(connection, people)
                rebuild(connection, texts)
            return erased

        erased = await self._database.write(write)
        if not self.shared:
            await self._database.read(empty_log)
        return erased

    async def interventions(self) -> int:
        """See ``Store``."""
        query = select(func.max(interventions.c.number))
        return await self._database.read(lambda connection: connection.scalar(query) or 0)

    async def intervene(self) -> None:
        """See ``Store``."""
        await self._database.write(self._intervene)

    async def close_table(self, table: str) -> bool:
        """See ``Store``."""
        statement = (
            update(tables)
            .where(tables.c.id == table, tables.c.closed.is_(None))
            .values(closed=time())
        )
        return await self._intervene_by(statement)

    async def closed(self, ids: Iterable[str]) -> dict[str, bool]:
        """See ``Store``."""
        query = select(tables.c.id, tables.c.closed).where(tables.c.id.in_([*ids]))
        return await self._database.read(
            lambda connection: {row.id: row.closed is not None for row in connection.execute(query)}
        )

    async def ban(self, ban: Ban) -> bool:
        """See ``Store``."""
        if ban in await self.bans():
            return False
        return await self._intervene_by(insert(bans).values(**ban._asdict(), at=time()))

    async def unban(self, ban: Ban) -> bool:
        """See ``Store``."""
        where = (bans.c.kind == ban.kind, bans.c.banned == ban.banned)
        return await self._intervene_by(delete(bans).where(*where))

    async def bans(self) -> list[Ban]:
        """See ``Store``."""
        query = select(bans.c.kind, bans.c.banned).order_by(bans.c.kind, bans.c.banned)
        return await self._database.read(
            lambda connection: [Ban(*row) for row in connection.execute(query)]
        )

    async def prune(self, before: float, keep: Iterable[str] = ()) -> int:
        """See ``Store``."""
        kept, deleted, after = {*keep}, 0, ""
        recent = select(people.c.id).where(people.c.table == tables.c.id, people.c.seen >= before)
        old = before > TOUCHED
        while True:
            query = (
                select(tables.c.id)
                .where(tables.c.id > after, old, ~recent.exists())
                .order_by(tables.c.id)
                .limit(PRUNED)
            )
            found = await self._names(query)
            if not found:
                break
            after = found[-1]
            chosen = [table for table in found if table not in kept]
            # Somebody may have come back since, so check again.
            chosen_old = tables.c.id.in_(chosen), old, ~recent.exists()
            delete_old = delete(tables).where(*chosen_old).returning(tables.c.id)
            deleted += await self._database.write(partial(_delete_tables, delete_old))
        if deleted:
            await self._database.write(self._intervene)
        return deleted

    async def ready(self) -> bool:
        """See ``Store``."""
        try:
            await self.last("")
        except StoreUnavailable:
            return False
        return True

    async def _intervene_by(self, statement: Executable) -> bool:
        """Execute a statement; if it changes a row, record an intervention and return True."""

        def write(connection: Connection) -> bool:
            changed = bool(connection.execute(statement).rowcount)
            if changed:
                self._intervene(connection)
            return changed

        return await self._database.write(write)

    def _intervene(self, connection: Connection) -> None:
        """Record an intervention, so that all servers on this database notice it."""
        connection.execute(insert(interventions).values(at=time()))
        if self.shared:
            connection.execute(NOTIFY, {"notices": [notice(*ANYTHING)]})

    async def _names(self, query: Select[str]) -> list[str]:
        return await self._database.read(lambda connection: [*connection.scalars(query)])

    async def _append_batch(self, group: list[Rows]) -> list[bool]:
        return await self._database.write(partial(self._appending.write, group=group))

    async def _read_batch(self, wanted: list[tuple[str, int]]) -> list[list[Row[Any]]]:
        """Return, for each pair of a table and an event number, the rows of all later events."""
        found: list[list[Row[Any]]] = [[] for _ in wanted]
        tables, afters = zip(*wanted, strict=True)

        def read(connection: Connection) -> None:
            for row in connection.execute(NEWS, {"tables": [*tables], "afters": [*afters]}):
                found[row.place - 1].append(row)

        await self._database.read(read)
        return found

    async def _listen(self, connect: Connect) -> None:
        """Start listening for changes; return as soon as the connection listens."""
        listening = Event()
        self._listening = create_task(listen(connect, self._notify, self._pass_on, listening))
        with failures():
            async with timeout(PATIENCE):
                await listening.wait()

    def _notify(self, table: str, number: int) -> None:
        for callback in self._callbacks:
            callback(table, number)

    def _pass_on(self, table: str, report: Report) -> None:
        for callback in self._reported:
            callback(table, report)


def _delete_tables(statement: Executable, connection: Connection) -> int:
    """Delete rows of ``tables``, and everything else about the tables that are deleted."""
    deleted = [*connection.scalars(statement)]
    for part in (events, checkpoints, people, texts):
        connection.execute(delete(part).where(part.c.table.in_(deleted)))
    return len(deleted)


def _decoded(table: str, after: int, found: Iterable[Any]) -> list[Json]:
    """Return the events after number ``after`` from their rows.

    Raises ``UnreadableEvent`` if an event is missing or cannot be decoded.
    """
    news = []
    for expected, row in enumerate(found, after + 1):
        if row.number != expected:
            raise UnreadableEvent(table, expected, "missing")
        news.append(decoded(table, row.number, row.event))
    return news


def _upgrade(connection: Connection) -> None:
    if _is_newest(connection):
        return
    import dobbm.store.migrations as migrations

    migrations.upgrade(connection)


def _verify_newest(connection: Connection) -> None:
    if version_of(connection) is None:
        raise StoreError("this database has not been set up by dobbm")
    if not _is_newest(connection):
        raise StoreError("this database has an older version: dobbm serve will upgrade it")


def _is_newest(connection: Connection) -> bool:
    """Return whether the database needs no upgrade; raise ``StoreError`` for a newer version."""
    found = version_of(connection)
    if found in (None, VERSION):
        return found == VERSION
    import dobbm.store.migrations as migrations  # needs Alembic, which takes 10 MiB

    if found not in migrations.known_versions():
        raise StoreError(f"this database has version {found}, from a newer dobbm")
    return False
