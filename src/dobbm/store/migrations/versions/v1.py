"""The first schema version: tables, events, people, erasures."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Create all tables and indexes."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False, comment="of the last event"),
        sa.Column("opened", sa.Float, nullable=False, comment="Unix seconds"),
        sa.Column("due", sa.Float, comment="Unix seconds; NULL: the table waits for people"),
        sa.Column("leased", sa.Float, comment="Unix seconds; until then a process has it in hand"),
        sa.Column("lobby", sa.Text, comment="JSON; NULL: not listed"),
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
        "people",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("table", sa.String(40), nullable=False, index=True),
        sa.Column("name", sa.Text, index=True, comment="NULL: erased"),
        sa.Column("token", sa.String(64), nullable=False, comment="SHA-256 of the secret"),
        sa.Column("seen", sa.Float, nullable=False, comment="Unix seconds"),
        sa.Column("wishes", sa.Text, nullable=False, comment="JSON"),
    )
    op.create_table(
        "erasures",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False, comment="Unix seconds"),
        sa.Column("names", sa.Integer, nullable=False, comment="how many were erased"),
    )
