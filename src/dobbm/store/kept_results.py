"""Keeps what people have made of the deals of a day."""

from __future__ import annotations

import json
from time import time
from typing import Any

from sqlalchemy import Connection, Select, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from dobbm.runtime.day_results import DayResult
from dobbm.store.database import Database
from dobbm.store.erasures import COMPLAINT, RESULT, forget, remember, result_key
from dobbm.store.schema import results


class KeptResults:
    """The part of a store that keeps the results of days."""

    _database: Database

    async def keep_result(self, result: DayResult, most: int) -> bool:
        """See ``Store``."""
        kept = results.c.day == result.day, results.c.token == result.token
        rename = update(results).where(*kept).values(name=result.name)
        count = select(func.count()).where(results.c.day == result.day)
        new = postgresql.insert if self._database.connect else sqlite.insert
        add = new(results).values(**result._asdict()).on_conflict_do_nothing()

        def write(connection: Connection) -> bool:
            if connection.execute(rename).rowcount:
                return True
            if (connection.scalar(count) or 0) >= most:
                return False
            connection.execute(add)
            return True

        return await self._database.write(write)

    async def withdraw_result(self, day: str, token: str) -> bool:
        """See ``Store``; a restored backup does not bring it back."""
        statement = delete(results).where(results.c.day == day, results.c.token == token)

        def write(connection: Connection) -> bool:
            withdrawn = bool(connection.execute(statement).rowcount)
            if withdrawn:
                remember(connection, RESULT, [result_key(day, token)], time())
            return withdrawn

        return await self._database.write(write)

    async def results_named(self, name: str) -> list[DayResult]:
        """Return the results of all days under a name, in order."""
        query = select(results).where(results.c.name == name).order_by(results.c.day, results.c.at)
        return await self._read_results(query)

    async def results(self, day: str) -> list[DayResult]:
        """See ``Store``."""
        return await self._read_results(select(results).where(results.c.day == day))

    async def _read_results(self, query: Select[Any]) -> list[DayResult]:
        return await self._database.read(
            lambda connection: [
                DayResult(row.day, row.token, row.name, tuple(json.loads(row.paid)), row.at)
                for row in connection.execute(query)
            ]
        )


def erase_results(connection: Connection, name: str) -> int:
    """Delete the results under a name; return their number."""
    statement = delete(results).where(results.c.name == name)
    gone = connection.execute(statement.returning(results.c.day, results.c.token))
    keys = [result_key(*row) for row in gone]
    remember(connection, RESULT, keys, time())
    return len(keys)


def prune_results(connection: Connection, before: float) -> None:
    """Delete the results from before a time, and what is remembered of those that have gone."""
    connection.execute(delete(results).where(results.c.at < before))
    for kind in (RESULT, COMPLAINT):
        forget(connection, kind, before)
