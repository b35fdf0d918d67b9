"""The SQL implementation of the runtime's store: appends events and answers queries."""

from __future__ import annotations

import json
from asyncio import Event, timeout, to_thread
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import starmap
from typing import Any, NamedTuple, Self

from sqlalchemy import ColumnElement, Connection, bindparam, exists, func, or_, select, update

from dobbm.runtime.clock import SystemClock
from dobbm.runtime.store import (
    LISTED,
    Changed,
    Checkpoint,
    Entry,
    Json,
    Listing,
    Person,
    Report,
    Reported,
    StoreSize,
    StoreUnavailable,
    Text,
    verify_entry,
)
from dobbm.runtime.supervisor import Supervisor
from dobbm.store.appending import NOTIFY, AlreadyThere, Appending
from dobbm.store.database import PATIENCE, Connect, Database
from dobbm.store.failures import failures
from dobbm.store.group_commit import MAX_BATCH, Batcher
from dobbm.store.interventions import TOUCHED, Interventions
from dobbm.store.kept_complaints import OPEN, KeptComplaints
from dobbm.store.kept_results import KeptResults
from dobbm.store.kept_subscriptions import KeptSubscriptions
from dobbm.store.news import News
from dobbm.store.notifications import LONGEST, Listener, notice, report_notice
from dobbm.store.schema import checkpoints, complaints, people, tables, texts
from dobbm.store.upgrading import upgrade, verify_newest

PAGE = 1000
"""Number of tables fetched per query when all tables are listed."""

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


class SqlStore(KeptResults, KeptComplaints, KeptSubscriptions, Interventions):
    """A store on SQLite or PostgreSQL; implements the runtime's ``Store``."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._appending = Appending(shared=self.shared)
        self._batcher = Batcher(self._append_batch, MAX_BATCH)
        self._news = News(database)
        self._callbacks: list[Changed] = []
        self._reported: list[Reported] = []
        self._supervisor = Supervisor(SystemClock())

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
            await (database.write(upgrade) if create else database.read(verify_newest))
            store = cls(database)
            if database.connect and exclusive and listens:
                await store._listen(database.connect)
        except BaseException:
            await database.close()
            raise
        return store

    async def close(self) -> None:
        """Finish pending appends and reads, then close the database."""
        await self._supervisor.stop()
        await self._batcher.close()
        await self._news.close()
        await self._database.close()

    def on_change(self, callback: Changed) -> None:
        """See ``Store``."""
        self._callbacks.append(callback)

    def on_report(self, callback: Reported) -> None:
        """See ``Store``."""
        self._reported.append(callback)

    async def report(self, reports: Mapping[str, Report]) -> None:
        """See ``Store``."""
        notices = [one for one in starmap(report_notice, reports.items()) if len(one) <= LONGEST]
        if notices:
            await self._database.write(
                lambda connection: connection.execute(NOTIFY, {"notices": notices})
            )

    async def append(self, entry: Entry) -> bool:
        """See ``Store``."""
        verify_entry(entry)
        return await self._batcher.do(entry)

    async def append_all(self, entries: Sequence[Entry]) -> bool:
        """See ``Store``."""
        texts = await to_thread(_as_texts, entries)
        write = partial(self._appending.write_new, entries=entries, texts=texts)
        try:
            await self._database.write(write)
        except AlreadyThere:
            return False
        return True

    async def events(self, table: str, after: int = 0, limit: int | None = None) -> list[Json]:
        """See ``Store``."""
        return await self._news.after(table, after, limit)

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
        written = [(table, one) for one in made]
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

    async def texts(self, table: str, number: int | None = None) -> list[Text]:
        """See ``Store``."""
        query = (
            select(texts.c.number, texts.c.person, texts.c.text)
            .where(texts.c.table == table)
            .order_by(texts.c.number)
        )
        if number is not None:
            query = query.where(texts.c.number == number)
        return await self._database.read(
            lambda connection: [Text(*row) for row in connection.execute(query)]
        )

    async def set_token(self, person: str, token: str, before: str) -> bool:
        """See ``Store``."""
        return await self._update(person, people.c.token == before, token=token)

    async def set_name(self, person: str, name: str) -> None:
        """See ``Store``."""
        await self._update(person, name=name)

    async def set_preferences(self, person: str, preferences: Json) -> None:
        """See ``Store``."""
        await self._update(person, wishes=preferences)

    async def _update(self, person: str, *only: ColumnElement[bool], **values: Any) -> bool:
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
        place = func.row_number().over(partition_by=tables.c.lobby, order_by=tables.c.opened.desc())
        found = (
            select(tables.c.id, tables.c.number, tables.c.opened, place.label("place"))
            .where(
                tables.c.lobby.is_not(None),
                tables.c.unreadable.is_(None),
                tables.c.closed.is_(None),
                tables.c.opened > since - LISTED,
                or_(tables.c.id.in_(present), seen),
            )
            .subquery()
        )
        query = (
            select(found.c.id, found.c.number)
            .order_by(found.c.place, found.c.opened.desc())
            .limit(limit)
        )
        return await self._database.read(
            lambda connection: [Listing(*row) for row in connection.execute(query)]
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

    async def stored(self) -> StoreSize:
        """See ``Store``."""
        query = select(func.count(), func.coalesce(func.max(tables.c.number), 0)).select_from(
            tables
        )
        opened = select(func.count()).select_from(complaints).where(OPEN)

        def read(connection: Connection) -> StoreSize:
            count, longest = connection.execute(query).one()
            size, free = self._database.measure(connection)
            return StoreSize(count, longest, size, free, connection.scalar(opened) or 0)

        return await self._database.read(read)

    async def ready(self) -> bool:
        """See ``Store``."""
        try:
            await self.last("")
        except StoreUnavailable:
            return False
        return True

    async def _append_batch(self, group: list[Entry]) -> list[bool]:
        return await self._database.write(partial(self._appending.write, group=group))

    async def _listen(self, connect: Connect) -> None:
        """Start listening for changes; return as soon as the connection listens."""
        listening = Event()
        listener = Listener(connect, self._notify, self._pass_on, listening)
        self._supervisor.start("the connection for notices", listener.run)
        with failures():
            async with timeout(PATIENCE):
                await listening.wait()

    def _notify(self, table: str, number: int) -> None:
        for callback in self._callbacks:
            callback(table, number)

    def _pass_on(self, table: str, report: Report) -> None:
        for callback in self._reported:
            callback(table, report)


def _as_texts(entries: Iterable[Entry]) -> list[str]:
    """Return events as JSON; raise ``StoreError`` for an entry that cannot be kept."""
    texts = []
    for entry in entries:
        verify_entry(entry)
        texts.append(json.dumps(entry.event, allow_nan=False, separators=(",", ":")))
    return texts
