"""Records what the host does while servers run: erasures, closed tables, bans, pruned tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from time import time

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Select,
    Table,
    delete,
    func,
    insert,
    select,
    update,
)

from dobbm.runtime.store import Ban
from dobbm.store.appending import NOTIFY
from dobbm.store.database import Database
from dobbm.store.erasures import BAN, PERSON, STRUCK, TEXT, ban_key, remember, text_key
from dobbm.store.kept_complaints import forget_settled
from dobbm.store.kept_results import erase_results, prune_results
from dobbm.store.notifications import ANYTHING, notice
from dobbm.store.schema import (
    bans,
    checkpoints,
    complaints,
    events,
    interventions,
    people,
    results,
    subscriptions,
    tables,
    texts,
)
from dobbm.store.traces import empty_log, rebuild

PRUNED = 100
"""Number of tables deleted per transaction, so that no append waits long."""

TOUCHED = func.coalesce(tables.c.touched, tables.c.opened)
"""When a table was touched; a process of an earlier version stores no time."""


class Interventions:
    """The part of a store through which the host intervenes; all servers notice it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def database(self) -> Database:
        """The database, for copying it as a whole."""
        return self._database

    @property
    def shared(self) -> bool:
        """Whether other processes may append too."""
        return self._database.connect is not None

    async def erase(self, name: str, table: str | None = None) -> int:
        """Erase a name, and the texts of the people who have it, at one table or at all tables.

        At all tables means everywhere: the results of days under this name are deleted, too, and
        complaints about these people. On SQLite, all traces are removed from the files, too. Return
        the number of people and results that had the name.
        """
        chosen = [people.c.name == name]
        if table is not None:
            chosen.append(people.c.table == table)

        def write(connection: Connection) -> int:
            erased = _erase_people(connection, *chosen)
            return erased + (0 if table else erase_results(connection, name))

        return await self._erase_by(write, people, texts, complaints, results, subscriptions)

    async def erase_person(self, person: str) -> bool:
        """See ``Store``; on SQLite, also remove all traces of what was erased from the files."""
        chosen = people.c.id == person
        erased = people, texts, complaints, subscriptions
        return bool(
            await self._erase_by(lambda connection: _erase_people(connection, chosen), *erased)
        )

    async def erase_text(self, table: str, number: int, *, reported: bool = True) -> bool:
        """See ``Store``; on SQLite, also remove all traces of what was erased from the files."""
        parts = (texts, complaints) if reported else (texts,)

        def write(connection: Connection) -> int:
            erased = 0
            for part in parts:
                where = part.c.table == table, part.c.number == number
                erased += connection.execute(delete(part).where(*where)).rowcount
            if erased:
                kind = TEXT if reported else STRUCK
                remember(connection, kind, [text_key(table, number)], time())
            return erased

        return bool(await self._erase_by(write, *parts))

    async def interventions(self) -> int:
        """See ``Store``."""
        query = select(func.max(interventions.c.number))
        return await self._database.read(lambda connection: connection.scalar(query) or 0)

    async def intervene(self) -> None:
        """See ``Store``."""
        await self._database.write(self._intervene)

    async def close_table(self, table: str) -> bool:
        """Close a table for good; return False if there is none, or if it was closed before."""
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
        """Add a ban, in the place of one that has ended; return False if there is one."""
        ended = (bans.c.kind == ban.kind, bans.c.banned == ban.banned, bans.c.until <= ban.at)
        await self._database.write(
            lambda connection: connection.execute(delete(bans).where(*ended))
        )
        if ban.whom in [known.whom for known in await self.bans()]:
            return False
        return await self._intervene_by(insert(bans).values(**ban._asdict()))

    async def unban(self, ban: Ban) -> bool:
        """Remove the ban of the same address or name; return False if there is none."""
        statement = delete(bans).where(bans.c.kind == ban.kind, bans.c.banned == ban.banned)

        def write(connection: Connection) -> bool:
            lifted = bool(connection.execute(statement).rowcount)
            if lifted:
                remember(connection, BAN, [ban_key(ban)], time())
                self._intervene(connection)
            return lifted

        return await self._database.write(write)

    async def bans(self) -> list[Ban]:
        """See ``Store``."""
        query = select(*[bans.c[field] for field in Ban._fields]).order_by(
            bans.c.kind, bans.c.banned
        )
        return await self._database.read(
            lambda connection: [Ban(*row) for row in connection.execute(query)]
        )

    async def prune(self, before: float, keep: Iterable[str] = ()) -> int:
        """See ``Store``."""
        for clear in (prune_results, forget_settled):
            await self._database.write(partial(clear, before=before))
        kept, deleted, after = {*keep}, 0, ""
        recent = select(people.c.id).where(people.c.table == tables.c.id, people.c.seen >= before)
        old = before > TOUCHED, ~_lively(before)
        while True:
            query = (
                select(tables.c.id)
                .where(tables.c.id > after, *old, ~recent.exists())
                .order_by(tables.c.id)
                .limit(PRUNED)
            )
            found = await self._names(query)
            if not found:
                break
            after = found[-1]
            chosen = [table for table in found if table not in kept]
            # Somebody may have come back since, so check again.
            chosen_old = tables.c.id.in_(chosen), *old, ~recent.exists()
            delete_old = delete(tables).where(*chosen_old).returning(tables.c.id)
            deleted += await self._database.write(partial(_delete_tables, delete_old))
        if deleted:
            await self._database.write(self._intervene)
        return deleted

    async def _erase_by(self, erase: Callable[[Connection], int], *erased: Table) -> int:
        """Erase something; on SQLite, also remove all traces of it from the files."""

        def write(connection: Connection) -> int:
            count = erase(connection)
            if count:
                self._intervene(connection)
            if not self.shared:
                for table in erased:
                    rebuild(connection, table)
            return count

        count = await self._database.write(write)
        if not self.shared:
            await self._database.read(empty_log)
        return count

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


def _lively(before: float) -> ColumnElement[bool]:
    """Return whether something of the club of a table has had an event since ``before``."""
    other = tables.alias()
    recent = select(other.c.id).where(other.c.club == tables.c.club, other.c.touched >= before)
    return recent.exists()


def _erase_people(connection: Connection, *chosen: ColumnElement[bool]) -> int:
    """Erase the names and texts of people, complaints about them, and their devices.

    Return the number of people.
    """
    who = select(people.c.id).where(*chosen)
    connection.execute(delete(subscriptions).where(subscriptions.c.member.in_(who)))
    for part in (texts, complaints):
        connection.execute(delete(part).where(part.c.person.in_(who)))
    statement = update(people).where(*chosen).values(name=None).returning(people.c.id)
    erased = [*connection.scalars(statement)]
    remember(connection, PERSON, erased, time())
    return len(erased)


def _delete_tables(statement: Executable, connection: Connection) -> int:
    """Delete rows of ``tables``, and everything else about the tables that are deleted."""
    deleted = [*connection.scalars(statement)]
    for part in (events, checkpoints, people, texts, complaints):
        connection.execute(delete(part).where(part.c.table.in_(deleted)))
    connection.execute(delete(subscriptions).where(subscriptions.c.club.in_(deleted)))
    return len(deleted)
