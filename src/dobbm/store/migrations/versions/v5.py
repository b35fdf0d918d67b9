"""Bans that end, with a reason; what has been erased, for the day a backup is restored."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Add the columns and the table."""
    until = sa.Column("until", sa.Float, comment="Unix seconds; NULL: until the host ends it")
    op.add_column("bans", until)
    op.add_column("bans", sa.Column("reason", sa.Text, comment="for the host"))
    op.create_table(
        "erased",
        sa.Column("kind", sa.String(10), primary_key=True, comment="person, text or ban"),
        sa.Column(
            "what", sa.Text, primary_key=True, comment="an identifier or a digest, never a name"
        ),
        sa.Column("at", sa.Float, nullable=False, comment="Unix seconds"),
    )
