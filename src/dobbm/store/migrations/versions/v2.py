"""Adds checkpoints, which store the state of a table after some of its events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Create the ``checkpoints`` table; the server adds checkpoints when it reads game tables."""
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
