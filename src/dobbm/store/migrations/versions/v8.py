"""The clubs to which tables belong."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "8"
down_revision = "7"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sa.Column("club", sa.String(40), comment="NULL: it belongs to none"))
    op.create_index("ix_tables_club", "tables", ["club"])
