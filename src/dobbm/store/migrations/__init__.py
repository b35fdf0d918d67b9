"""Migrates the database from version to version, with Alembic.

Each module in ``versions`` is one step and names its predecessor in ``down_revision``. There are no
downgrades.
"""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

from dobbm.folders import package_folder

ONE_AT_A_TIME = 0x444F4242
"""Key of the PostgreSQL advisory lock that makes processes upgrade one after the other."""


def upgrade(connection: Connection) -> None:
    """Upgrade the database to the newest version, in the transaction of ``connection``."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(ONE_AT_A_TIME)))
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def known_versions() -> list[str]:
    """Return all schema versions, oldest first."""
    scripts = ScriptDirectory.from_config(_config())
    return [script.revision for script in scripts.walk_revisions()][::-1]


def _config() -> Config:
    config, folder = Config(), package_folder("store", "migrations")
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("sourceless", "true" if not (folder / "env.py").exists() else "false")
    return config
