"""Adds the texts that people write at tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Create the ``texts`` table."""
    op.create_table(
        "texts",
        sa.Column("table", sa.String(40), primary_key=True),
        sa.Column(
            "number", sa.Integer, primary_key=True, autoincrement=False, comment="of the event"
        ),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("text", sa.Text, nullable=False),
    )
