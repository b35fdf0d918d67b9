"""The results of people who have played the deals of a day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "results",
        sa.Column("day", sa.String(10), primary_key=True, comment="such as 2026-11-26"),
        sa.Column("token", sa.String(64), primary_key=True, comment="SHA-256 of the secret"),
        sa.Column("name", sa.Text, nullable=False, index=True),
        sa.Column("paid", sa.Text, nullable=False, comment="JSON; Schilling for each deal"),
        sa.Column("at", sa.Float, nullable=False, comment="Unix seconds"),
    )
    if op.get_bind().dialect.supports_comments:
        op.alter_column("erased", "kind", comment="person, text, ban or result")
