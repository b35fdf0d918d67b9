"""Keeps what people have made of the deals of a day."""

from __future__ import annotations

import json
from contextlib import suppress
from time import time
from typing import Any

from sqlalchemy import Connection, Select, delete, func, select, update

from dobbm.runtime.day_results import DayResult
from dobbm.runtime.store import StoreUnavailable
from dobbm.store.database import Database
from dobbm.store.erasures import RESULT, forget, remember, result_key
from dobbm.store.inserting import insert_within
from dobbm.store.schema import results
from dobbm.store.traces import empty_log, rebuild

REBUILT = 1_000
"""The most results that are stored anew when one is withdrawn: about a tenth of a second."""


class KeptResults:
    """The part of a store that keeps the results of days."""

    _database: Database

    async def keep_result(self, result: DayResult, most: int) -> bool:
        """See ``Store``."""
        kept = results.c.day == result.day, results.c.token == result.token
        rename = update(results).where(*kept).values(name=result.name)
        others = results.c.day == result.day

        def write(connection: Connection) -> bool:
            if connection.execute(rename).rowcount:
                return True
            return insert_within(connection, results, result._asdict(), others, most)

        return await self._database.write(write)

    async def withdraw_result(self, day: str, token: str) -> bool:
        """See ``Store``; a restored backup does not bring it back.

        On SQLite, its traces are removed from the files, unless there are too many results to do
        so while people play; then ``erase`` does it.
        """
        statement = delete(results).where(results.c.day == day, results.c.token == token)
        is_file = self._database.connect is None

        def write(connection: Connection) -> bool:
            withdrawn = bool(connection.execute(statement).rowcount)
            if withdrawn:
                remember(connection, RESULT, [result_key(day, token)], time())
                count = select(func.count()).select_from(results)
                if is_file and connection.execute(count).scalar_one() <= REBUILT:
                    rebuild(connection, results)
            return withdrawn

        withdrawn = await self._database.write(write)
        if withdrawn and is_file:
            with suppress(StoreUnavailable):  # a backup is reading: the next event moves the log
                await self._database.read(empty_log)
        return withdrawn

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
    forget(connection, RESULT, before)
