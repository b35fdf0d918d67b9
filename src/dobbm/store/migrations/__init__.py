"""From one version of the database to the next, with Alembic.

A module in ``versions`` is a step. A new one names the one before it in ``down_revision``; there is
no way back.
"""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

ONE_AT_A_TIME = 0x444F4242
"""The key of PostgreSQL's lock for processes that start together."""


def upgrade(connection: Connection) -> None:
    """Bring the database to the newest version, in the transaction of ``connection``."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(ONE_AT_A_TIME)))
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def version_of(connection: Connection) -> str | None:
    """The version that the database is of; None: nothing has been made in it yet."""
    return MigrationContext.configure(connection).get_current_revision()


def known_versions() -> list[str]:
    """All versions that there are, from the first to the newest."""
    scripts = ScriptDirectory.from_config(_config())
    return [script.revision for script in scripts.walk_revisions()][::-1]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "dobbm.store:migrations")
    return config
