"""Keeps complaints to the host."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from dobbm.runtime.complaints import Complaint
from dobbm.store.database import Database
from dobbm.store.erasures import COMPLAINT, remember, text_key
from dobbm.store.schema import complaints

OPEN = complaints.c.settled.is_(None)


class KeptComplaints:
    """The part of a store that keeps complaints."""

    _database: Database

    async def keep_complaint(self, complaint: Complaint, most: int) -> bool:
        """See ``Store``."""
        same = [
            column == value
            for column, value in zip(complaints.primary_key, complaint.key, strict=True)
        ]
        known = select(complaints.c.at).where(*same)
        count = select(func.count()).where(complaints.c.table == complaint.table)
        new = postgresql.insert if self._database.connect else sqlite.insert
        add = new(complaints).values(**complaint._asdict()).on_conflict_do_nothing()

        def write(connection: Connection) -> bool:
            if connection.execute(known).first():
                return True
            if (connection.scalar(count) or 0) >= most:
                return False
            connection.execute(add)
            return True

        return await self._database.write(write)

    async def complaints(self, table: str | None = None) -> list[Complaint]:
        """See ``Store``."""
        columns = [complaints.c[field] for field in Complaint._fields]
        query = select(*columns).order_by(complaints.c.at, *complaints.primary_key)
        if table is not None:
            query = query.where(complaints.c.table == table)
        return await self._database.read(
            lambda connection: [Complaint(*row) for row in connection.execute(query)]
        )

    async def settle_complaints(self, table: str, number: int | None, at: float) -> int:
        """See ``Store``; a restored backup does not open them again."""
        where = [complaints.c.table == table, OPEN]
        if number is not None:
            where.append(complaints.c.number == number)
        statement = update(complaints).where(*where).values(settled=at)

        def write(connection: Connection) -> int:
            settled = [*connection.scalars(statement.returning(complaints.c.number))]
            keys = [text_key(table, one) for one in sorted({*settled})]
            remember(connection, COMPLAINT, keys, at)
            return len(settled)

        return await self._database.write(write)


def erase_complaints(connection: Connection, *where: ColumnElement[bool]) -> None:
    """Delete complaints about a person or a text that is erased."""
    connection.execute(delete(complaints).where(*where))
