"""The devices to which messages of clubs are sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "9"
down_revision = "8"


def upgrade() -> None:
    """Add the table, and let a club and its tables name the club alike."""
    op.execute("UPDATE tables SET club = substr(club, 6) WHERE club LIKE 'club:%'")
    op.create_table(
        "subscriptions",
        sa.Column("club", sa.String(40), primary_key=True, comment="as in tables"),
        sa.Column("device", sa.String(64), primary_key=True, comment="SHA-256 of the endpoint"),
        sa.Column("member", sa.String(40), nullable=False, index=True, comment="as in people"),
        sa.Column("endpoint", sa.Text, nullable=False, comment="a secret address"),
        sa.Column("p256dh", sa.Text, nullable=False, comment="public key of the device"),
        sa.Column("auth", sa.Text, nullable=False, comment="a secret of the device"),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("since", sa.Float, nullable=False, comment="Unix seconds"),
        sa.Column("told", sa.Float, nullable=False, comment="Unix seconds; of a turn; 0: never"),
    )
