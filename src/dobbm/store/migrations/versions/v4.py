"""The first schema version that is upgraded; ``dobbm restore`` reads the three before it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = None


def upgrade() -> None:
    """Create all tables and indexes."""
    _create_tables()
    _create_people()
    _create_host()


def _create_tables() -> None:
    """Create what holds the course of the tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False, comment="of the last event"),
        sa.Column("opened", sa.Float, nullable=False, comment="Unix seconds"),
        sa.Column("due", sa.Float, comment="Unix seconds; NULL: the table waits for people"),
        sa.Column("leased", sa.Float, comment="Unix seconds; until then a process has it in hand"),
        sa.Column("lobby", sa.Text, comment="JSON; NULL: not listed"),
        sa.Column("touched", sa.Float, comment="Unix seconds; when the last event was stored"),
        sa.Column("unreadable", sa.Integer, comment="number of an event; NULL: all could be read"),
        sa.Column("closed", sa.Float, comment="Unix seconds; NULL: open"),
    )
    for index, column, where in (
        ("tables_by_due", "due", "due IS NOT NULL"),
        ("tables_in_lobby", "opened", "lobby IS NOT NULL"),
    ):
        condition = sa.text(where)
        op.create_index(
            index, "tables", [column], sqlite_where=condition, postgresql_where=condition
        )
    op.create_table(
        "events",
        sa.Column("table", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("event", sa.Text, nullable=False, comment="JSON"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "checkpoints",
        sa.Column("table", sa.String(40), primary_key=True),
        sa.Column(
            "number", sa.Integer, primary_key=True, autoincrement=False, comment="of the event"
        ),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("finished", sa.Integer, nullable=False, comment="deals"),
        sa.Column("state", sa.Text, nullable=False, comment="JSON"),
        sqlite_with_rowid=False,
    )


def _create_people() -> None:
    """Create what holds people and their texts."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("table", sa.String(40), nullable=False, index=True),
        sa.Column("name", sa.Text, index=True, comment="NULL: erased"),
        sa.Column("token", sa.String(64), nullable=False, comment="SHA-256 of the secret"),
        sa.Column("seen", sa.Float, nullable=False, comment="Unix seconds"),
        sa.Column("wishes", sa.Text, nullable=False, comment="JSON"),
    )
    op.create_table(
        "texts",
        sa.Column("table", sa.String(40), primary_key=True),
        sa.Column(
            "number", sa.Integer, primary_key=True, autoincrement=False, comment="of the event"
        ),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("text", sa.Text, nullable=False),
    )


def _create_host() -> None:
    """Create what holds the doings of the host."""
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
