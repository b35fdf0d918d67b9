"""Keeps complaints to the host."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from dobbm.runtime.complaints import Complaint
from dobbm.store.database import Database
from dobbm.store.erasures import COMPLAINT, forget, remember, text_key
from dobbm.store.inserting import insert_within
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
        others = complaints.c.table == complaint.table

        def write(connection: Connection) -> bool:
            if connection.execute(known).first():
                return True
            return insert_within(connection, complaints, complaint._asdict(), others, most)

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
        """Settle the open complaints about a table, or about one text; return their number.

        A restored backup does not open them again.
        """
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


def forget_settled(connection: Connection, before: float) -> None:
    """Forget what is remembered of complaints that were settled before a time."""
    forget(connection, COMPLAINT, before)
