"""The complaints to the host."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "complaints",
        sa.Column("table", sa.String(40), primary_key=True),
        sa.Column(
            "number",
            sa.Integer,
            primary_key=True,
            autoincrement=False,
            comment="of the text's event; 0: about a person",
        ),
        sa.Column("person", sa.String(40), primary_key=True, comment="who is complained about"),
        sa.Column("by", sa.String(40), primary_key=True, comment="who complains"),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, comment="as written; NULL: about a person"),
        sa.Column("at", sa.Float, nullable=False, comment="Unix seconds"),
        sa.Column("settled", sa.Float, comment="Unix seconds; NULL: open"),
    )
    if op.get_bind().dialect.supports_comments:
        op.alter_column("erased", "kind", comment="person, text, ban, result or complaint")
