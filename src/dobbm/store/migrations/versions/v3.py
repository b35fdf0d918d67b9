"""Adds times of change, unreadable and closed tables, interventions by the host, and bans."""

from __future__ import annotations

import json
from time import time

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Connection

revision = "3"
down_revision = "2"

PAGE = 1000
"""Number of tables read per query."""
LARGEST = 8_000_000
"""Maximum bytes in a row that overwrites free pages."""


def upgrade() -> None:
    """Extend ``tables``; replace ``erasures`` with ``interventions``; create ``bans``."""
    for column in (
        sa.Column("touched", sa.Float, comment="Unix seconds; when the last event was stored"),
        sa.Column("unreadable", sa.Integer, comment="number of an event; NULL: all could be read"),
        sa.Column("closed", sa.Float, comment="Unix seconds; NULL: open"),
    ):
        op.add_column("tables", column)
    connection = op.get_bind()
    _set_touched(connection)
    op.drop_table("erasures")
    op.create_table(
        "interventions",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False, comment="Unix seconds"),
    )
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(10), primary_key=True, comment="address or name"),
        sa.Column("banned", sa.Text, primary_key=True),
        sa.Column("at", sa.Float, nullable=False, comment="Unix seconds"),
    )
    if connection.dialect.name == "sqlite":
        _overwrite_free_pages(connection)


def _set_touched(connection: Connection) -> None:
    """Set ``touched`` to the time of each table's last event, or to now if it cannot be read."""
    read = sa.text(
        """
        SELECT tables.id, events.event
        FROM tables
        LEFT JOIN events ON events."table" = tables.id AND events.number = tables.number
        WHERE tables.id > :after
        ORDER BY tables.id
        LIMIT :page
        """
    )
    write = sa.text("UPDATE tables SET touched = :touched WHERE id = :id")
    now, after = time(), ""
    while page := connection.execute(read, {"after": after, "page": PAGE}).all():
        rows = [{"id": table, "touched": _time(event, now)} for table, event in page]
        connection.execute(write, rows)
        after = page[-1][0]


def _time(event: str | None, now: float) -> float:
    try:
        return float(json.loads(event or "")["at"])
    except (ValueError, TypeError, KeyError):
        return now


def _overwrite_free_pages(connection: Connection) -> None:
    """Overwrite the pages freed before ``secure_delete`` was set: they may hold erased names."""
    free = connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()
    left = free * connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    connection.exec_driver_sql("CREATE TABLE filling (zeros BLOB)")
    fill = sa.text("INSERT INTO filling VALUES (zeroblob(:size))")
    while left > 0:
        connection.execute(fill, {"size": min(left, LARGEST)})
        left -= LARGEST
    connection.exec_driver_sql("DROP TABLE filling")
