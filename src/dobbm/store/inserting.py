"""Inserts a row into a table of which only so many may be kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite


def insert_within(
    connection: Connection,
    table: Table,
    row: Mapping[str, Any],
    among: ColumnElement[bool],
    most: int,
) -> bool:
    """Insert a row, unless it is there already.

    Return False, and do nothing, if there are ``most`` rows ``among`` which it counts.
    """
    if (connection.scalar(select(func.count()).where(among)) or 0) >= most:
        return False
    new = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(new(table).values(**row).on_conflict_do_nothing())
    return True
