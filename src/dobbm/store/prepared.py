"""Statements that are executed for every event, compiled once.

For each execution, SQLAlchemy needs several times as long as SQLite itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Executable
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.expression import ClauseElement


class Prepared:
    """A statement with parameters; PostgreSQL gets it through SQLAlchemy, as all others."""

    def __init__(
        self, statement: Executable, parameters: Sequence[str], *, is_sqlite: bool
    ) -> None:
        """``parameters`` are the names of all of them; JSON must be given as text."""
        self._statement = statement
        self._text: str | None = None
        self._order: Sequence[str] = []
        if is_sqlite:
            assert isinstance(statement, ClauseElement)
            dialect = sqlite.dialect(paramstyle="qmark")
            compiled: Any = statement.compile(dialect=dialect, column_keys=[*parameters])
            self._text, self._order = str(compiled), compiled.positiontup

    def rows(
        self, connection: Connection, given: Sequence[Mapping[str, Any]]
    ) -> list[tuple[Any, ...]]:
        """Execute the statement for all the given parameters; return the rows that it returns."""
        if self._text is None:
            result = connection.execute(self._statement, given)
            return [tuple(row) for row in result] if result.returns_rows else []
        driver: Any = connection.connection.driver_connection
        found: list[tuple[Any, ...]] = []
        for one in given:
            found += driver.execute(self._text, [one[name] for name in self._order]).fetchall()
        return found
